/** The menu: select a game and board, begin a new game, set up a position, share, save and load. */
import { useState } from "preact/hooks";
import { GAMES } from "../games/index.js";
import { withMover } from "../games/scene.js";
import * as session from "../session/index.js";
import { Button } from "./Button.js";
import { Field } from "./Field.js";

const { board, editing, game, here, notice } = session;

export function GameMenu() {
  const view = game.value;
  return (
    <section class="card" aria-labelledby="game-title">
      <h2 id="game-title">Game</h2>
      <div class="choose">
        <label>
          Game
          <select
            value={view.id}
            onChange={(event) => {
              const chosen = GAMES.find(({ id }) => id === event.currentTarget.value);
              if (chosen) void session.newGame(chosen);
            }}
          >
            {GAMES.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        {view.boards.length > 1 && (
          <label>
            Board
            <select
              value={board.value}
              onChange={(event) => void session.newGame(view, event.currentTarget.value)}
            >
              {view.boards.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <p class="quiet">{view.rules}</p>
      <div class="buttons">
        <Button class="strong" onClick={() => void session.newGame(view)}>
          New game
        </Button>
        {view.shuffle && <Button onClick={() => void session.shuffle()}>{view.shuffle}</Button>}
        <Button onClick={() => void share()}>Share</Button>
        <Button
          aria-pressed={editing.value !== null}
          onClick={() => {
            editing.value = editing.value === null ? (here.value?.position ?? null) : null;
          }}
        >
          Set up
        </Button>
      </div>
      {editing.value !== null && <SetUp position={editing.value} />}
      <SaveAndLoad />
    </section>
  );
}

async function share(): Promise<void> {
  const url = new URL(location.href);
  url.hash = session.link();
  history.replaceState(null, "", url);
  try {
    await navigator.clipboard.writeText(url.href);
    notice.value = { kind: "info", text: "The link is in the clipboard, and in the address bar." };
  } catch {
    notice.value = { kind: "info", text: "The link is in the address bar." };
  }
}

function SetUp({ position }: { position: string }) {
  const wrong = session.complaint(position);
  return (
    <div class="setup">
      <p class="quiet">Click a place of the board to change it; with Shift, backwards. Or type:</p>
      <Field
        label="Position"
        value={position}
        complaint={session.complaint}
        onValue={(text) => {
          editing.value = text;
        }}
      />
      <div class="buttons">
        {(["first", "second"] as const).map((side) => (
          <Button
            key={side}
            onClick={() => {
              editing.value = withMover(position, side);
            }}
          >
            {game.value.sides[side]} to move
          </Button>
        ))}
        <Button class="strong" disabled={wrong !== ""} onClick={() => void session.setUp(position)}>
          Play from here
        </Button>
        <Button
          onClick={() => {
            editing.value = null;
          }}
        >
          Cancel
        </Button>
      </div>
      {wrong && (
        <p class="wrong" role="status">
          {wrong}
        </p>
      )}
    </div>
  );
}

function SaveAndLoad() {
  const [text, setText] = useState("");
  return (
    <details>
      <summary>Save and load</summary>
      <p class="quiet">
        A game is a line of JSON, as <code>imm-arena replay</code> reads it.
      </p>
      <label class="column">
        The game as text
        <textarea
          rows={4}
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="buttons">
        <Button onClick={() => setText(session.saved())}>Show this game</Button>
        <Button onClick={() => download(session.saved(), `${game.value.id}.jsonl`)}>
          Save as a file
        </Button>
        <Button disabled={!text.trim()} onClick={() => void session.loadSaved(text)}>
          Load this text
        </Button>
        <label class="button">
          Load a file
          <input
            type="file"
            accept=".jsonl,.json,.txt"
            onChange={(event) => void loadFile(event.currentTarget)}
          />
        </label>
      </div>
    </details>
  );
}

async function loadFile(input: HTMLInputElement): Promise<void> {
  const [file] = input.files ?? [];
  if (file) await session.loadSaved(await file.text());
  input.value = ""; // so that the user can select the same file again
}

function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  const a = Object.assign(document.createElement("a"), { href: url, download: name });
  a.click();
  URL.revokeObjectURL(url);
}
