/** The whole page. */
import type { Side } from "imm-search";
import { useMemo } from "preact/hooks";
import type { Arrow } from "./board/Arrows.js";
import { Board } from "./board/Board.js";
import { Cards } from "./board/Cards.js";
import { Button } from "./panels/Button.js";
import { Controls, Looking } from "./panels/Controls.js";
import { EvalBar } from "./panels/EvalBar.js";
import { GameMenu } from "./panels/GameMenu.js";
import { Seats } from "./panels/Seats.js";
import { Story } from "./panels/Story.js";
import { Watch } from "./panels/Watch.js";
import { seatName } from "./player.js";
import * as session from "./session/index.js";
import { Theme } from "./Theme.js";

const { ahead, editing, game, here, line, notice, onBoard, record } = session;

/** The number of moves of the expected line that are drawn on the board. */
const GHOSTS = 3;

export function App() {
  if (!here.value) return <p class="opening">imm is coming …</p>;
  return (
    <div data-game={game.value.id}>
      <header>
        <h1>
          imm <span>finds good moves</span>
        </h1>
        <Theme />
      </header>
      <NoticeBar />
      <main class={session.shown.value.length > 1 ? "comparing" : ""}>
        <div class="play">
          <Table />
          <Controls />
        </div>
        <div class="side">
          <GameMenu />
          <Seats />
        </div>
        <Story />
        <Watch />
      </main>
      <p class="spoken" aria-live="polite">
        {session.announcement.value}
      </p>
      <footer>
        imm is a library for C, C++, Rust and microcontrollers; on this page it runs in your
        browser, and nothing leaves it.
      </footer>
    </div>
  );
}

/** The board and the elements around it. */
function Table() {
  const view = game.value;
  const at = onBoard.value;
  const position = editing.value ?? at?.position ?? "";
  const scene = useMemo(() => view.scene(position), [view, position]);
  const mover = at?.outcome === "ongoing" ? at.mover : null;
  const legal = session.person.value && !ahead.value.length ? (at?.legal ?? []) : NONE;
  const cards = scene.cards ?? [];
  return (
    <div class="table-top">
      <SideBar side="second" mover={mover}>
        <Cards cards={cards} owner="second" mover={mover} title={`Cards of ${view.sides.second}`} />
      </SideBar>
      <div class="middle">
        <EvalBar />
        <Board
          game={view}
          position={position}
          legal={legal}
          last={editing.value === null ? lastStep() : null}
          arrows={editing.value === null ? arrows() : []}
          label={`${view.title}: ${session.standing()}`}
          onMove={session.play}
          onEdit={
            editing.value === null
              ? undefined
              : (cell, back) => {
                  editing.value = view.edited(position, cell, back);
                }
          }
        />
        <Cards cards={cards} owner="middle" mover={mover} title="Card in the middle" />
        {scene.die !== undefined && mover && (
          <p class="die">{scene.die ? `The die shows ${scene.die}.` : "The die rolls."}</p>
        )}
      </div>
      <SideBar side="first" mover={mover}>
        <Cards cards={cards} owner="first" mover={mover} title={`Cards of ${view.sides.first}`} />
      </SideBar>
      <Looking />
    </div>
  );
}

const NONE: readonly string[] = [];

interface SideBarProps {
  side: Side;
  mover: Side | null;
  children: preact.ComponentChildren;
}

/** The bar of one side: its name, player, state and cards. */
function SideBar({ side, mover, children }: SideBarProps) {
  const seat = session.seats.value[side === "first" ? 0 : 1];
  const isThinking = session.busy.value === "thinking" && mover === side;
  const outcome = onBoard.value?.outcome;
  return (
    <div class={`sidebar ${side} ${mover === side ? "active" : ""}`}>
      <span class={`side ${side}`}>{game.value.sides[side]}</span>
      <span class="who">{seatName(seat)}</span>
      <span class="state">
        {outcome === side && "has won"}
        {outcome === "draw" && "draw"}
        {mover === side && (isThinking ? "thinks …" : "to move")}
      </span>
      {children}
    </div>
  );
}

/**
 * Returns the move that led to the current position, as a step on the board. Returns null at the
 * start of the game, and while the board shows a position of the tree.
 */
function lastStep() {
  const { moves, cursor } = record.value;
  if (ahead.value.length) return null;
  const before = line.value[cursor - 1];
  const move = moves[cursor - 1];
  return before && move ? game.value.step(before.position, move) : null;
}

/** Returns arrows for the expected line of the thinking player, and for a hint. */
function arrows(): Arrow[] {
  const view = game.value;
  const at = onBoard.value;
  if (!at) return [];
  const found: Arrow[] = [];
  if (session.hint.value && !ahead.value.length) {
    found.push({ step: view.step(at.position, session.hint.value), kind: "hint", number: 1 });
  }
  const thought = session.shown.value[0]?.thought.value;
  const isHere = thought?.ply === record.value.cursor && session.isOfGame(thought);
  if (!thought || !isHere || ahead.value.length) return found;
  for (const [i, { move, position }] of session.expected(thought.line.slice(0, GHOSTS)).entries()) {
    found.push({ step: view.step(position, move), kind: "ghost", number: i + 1 });
  }
  return found;
}

function dismiss() {
  notice.value = null;
}

function NoticeBar() {
  const told = notice.value;
  return (
    <div class="notices" role="alert">
      {told && (
        <p class={`notice ${told.kind}`}>
          {told.text}
          <Button onClick={dismiss}>Dismiss</Button>
        </p>
      )}
    </div>
  );
}
