/** The controls for all actions except moves on the board. */
import { useState } from "preact/hooks";
import * as session from "../session/index.js";
import { Button } from "./Button.js";

const { ahead, analysis, atPast, busy, game, here, paused, record } = session;

export function Controls() {
  const { cursor, moves } = record.value;
  const isOver = here.value?.outcome !== "ongoing";
  const isThinking = busy.value === "thinking";
  return (
    <div class="controls" role="toolbar" aria-label="Playing">
      <Button onClick={session.undo} disabled={cursor === 0} title="Undo">
        <Icon name="undo" /> Undo
      </Button>
      <Button onClick={session.redo} disabled={cursor === moves.length} title="Redo">
        <Icon name="redo" /> Redo
      </Button>
      <Button onClick={() => void session.askHint()} disabled={isOver || busy.value !== null}>
        <Icon name="hint" /> Hint
      </Button>
      {isThinking && (
        <Button onClick={session.moveNow}>
          <Icon name="now" /> Move now
        </Button>
      )}
      {atPast.value ? (
        <Button onClick={session.goOn}>
          <Icon name="play" /> Go on from here
        </Button>
      ) : (
        <Button
          aria-pressed={paused.value}
          onClick={() => {
            paused.value = !paused.value;
          }}
        >
          <Icon name={paused.value ? "play" : "pause"} /> {paused.value ? "Resume" : "Pause"}
        </Button>
      )}
      <Button
        aria-pressed={analysis.value.on}
        onClick={() => {
          analysis.value = { ...analysis.value, on: !analysis.value.on };
        }}
      >
        <Icon name="eye" /> Think along
      </Button>
      <MoveField />
    </div>
  );
}

/** A text field for typing a move. */
function MoveField() {
  const [typed, setTyped] = useState("");
  const legal = session.person.value ? (here.value?.legal ?? []) : [];
  const submit = (event: Event) => {
    event.preventDefault();
    if (!legal.includes(typed.trim())) {
      const { sides } = game.value;
      const side = session.person.value;
      const why = side ? `"${typed}" is no legal move of ${sides[side]}.` : "It is not your turn.";
      session.notice.value = { kind: "error", text: why };
      return;
    }
    session.play(typed.trim());
    setTyped("");
  };
  const passes = legal.filter((move) => move.startsWith("pass"));
  return (
    <form class="typed" onSubmit={submit}>
      {passes.map((move) => (
        <Button key={move} onClick={() => session.play(move)}>
          {move}
        </Button>
      ))}
      <label>
        Move
        <input
          list="legal-moves"
          value={typed}
          autocomplete="off"
          spellcheck={false}
          size={9}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <datalist id="legal-moves">
        {legal.map((move) => (
          <option key={move} value={move} />
        ))}
      </datalist>
      <button type="submit">Play</button>
    </form>
  );
}

/** A note that is shown while the user looks at a position of the tree. */
export function Looking() {
  if (!ahead.value.length) return null;
  return (
    <div class="looking" role="status">
      <span>
        Looking ahead: <b>{ahead.value.join(" ")}</b>
      </span>
      <Button
        onClick={() => {
          ahead.value = [];
        }}
      >
        Back to the game
      </Button>
      <Button onClick={session.goOn}>Play these</Button>
    </div>
  );
}

const PATHS = {
  undo: "M9 5 4 10l5 5M4 10h8a4 4 0 0 1 0 8h-2",
  redo: "m11 5 5 5-5 5M16 10H8a4 4 0 0 0 0 8h2",
  hint: "M7 15a6 6 0 1 1 6 0v2H7zM8 19h4",
  now: "m5 5 6 5-6 5zM14 5v10",
  play: "m6 4 9 6-9 6z",
  pause: "M7 4v12M13 4v12",
  eye: "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
} as const;

function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
