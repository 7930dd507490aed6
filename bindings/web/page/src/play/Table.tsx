/** The board, with the elements that belong to the position. */
import { computed } from "@preact/signals";
import type { Side } from "imm-search";
import type { Arrow } from "../board/Arrows.js";
import { Board } from "../board/Board.js";
import { Cards } from "../board/Cards.js";
import { turned } from "../board/geometry.js";
import { textsOf } from "../games/about.js";
import { EvalBar } from "../panels/EvalBar.js";
import * as session from "../session/index.js";
import { settings } from "../settings.js";
import { texts } from "../texts/index.js";
import { between } from "./motion.js";

const { ahead, analysing, editing, game, line, onBoard, record } = session;

/** The number of moves of the expected line that are drawn on the board. */
const GHOSTS = 3;

/** The position on the board, or the position that is being set up. */
const position = computed(() => editing.value ?? onBoard.value?.position ?? "");

/** The scene on the board. The user's side is at the bottom, in games where this is usual. */
export const scene = computed(() => {
  const found = game.value.scene(between.value ?? position.value);
  return game.value.turns && session.user.value === "second" ? turned(found) : found;
});

const legal = computed<readonly string[]>(() =>
  session.person.value && !ahead.value.length && between.value === null
    ? (onBoard.value?.legal ?? [])
    : [],
);

export function Table({ mover }: { mover: Side | null }) {
  const view = game.value;
  const isEditing = editing.value !== null;
  return (
    <div class="table-top">
      {analysing.value && <EvalBar />}
      <Board
        game={view}
        position={position.value}
        scene={scene.value}
        coordinates={settings.value.coordinates}
        legal={legal.value}
        last={isEditing ? null : lastStep()}
        arrows={isEditing ? [] : arrows()}
        label={`${textsOf(view).title}: ${session.standing()}`}
        moving={session.moving.value}
        onMove={session.play}
        onEdit={isEditing ? edit : undefined}
      />
      <Cards
        cards={scene.value.cards ?? []}
        owner="middle"
        mover={mover}
        title={texts.value.board.middleCard}
      />
    </div>
  );
}

function edit(cell: string, back: boolean): void {
  editing.value = game.value.edited(position.value, cell, back);
}

/**
 * Returns the latest move as a step on the board, without rolls of a die. Returns null at the start
 * of the game, and while the board shows a position of the tree.
 */
function lastStep() {
  const { moves, cursor } = record.value;
  if (ahead.value.length) return null;
  const ply = line.value.slice(0, cursor).findLastIndex(({ rolls }) => !rolls);
  const before = line.value[ply];
  const move = moves[ply];
  return before && move ? game.value.step(before.position, move) : null;
}

/** Returns arrows for a hint; in the analysis also for the expected line, or for a better move. */
function arrows(): Arrow[] {
  const view = game.value;
  const at = onBoard.value;
  if (!at || ahead.value.length) return [];
  const found: Arrow[] = [];
  if (session.hint.value) {
    found.push({ step: view.step(at.position, session.hint.value), kind: "hint", number: 1 });
  }
  if (!analysing.value) return found;
  const advice = session.advice.value;
  const isBetter = advice?.isBefore ?? false;
  const moves = advice && isBetter ? advice.mistake.better : lineOfSearch();
  for (const [i, { move, position }] of session.expected(moves.slice(0, GHOSTS)).entries()) {
    const kind = isBetter && i === 0 ? "hint" : "ghost";
    found.push({ step: view.step(position, move), kind, number: i + 1 });
  }
  return found;
}

/** Returns the line that the search expects from the current position of the game. */
function lineOfSearch(): readonly string[] {
  const thought = session.shown.value?.thought.value;
  const isHere = thought?.ply === record.value.cursor && session.isOfGame(thought);
  return thought && isHere ? thought.line : [];
}
