/** The dialog for a new game: the game, the opponent, who begins, and the clock. */
import { useState } from "preact/hooks";
import { boardTitle, textsOf } from "../games/about.js";
import { GAMES } from "../games/index.js";
import type { GameView } from "../games/scene.js";
import { closeDialog } from "../play/screen.js";
import { type Seat, strength } from "../player.js";
import * as session from "../session/index.js";
import { texts } from "../texts/index.js";
import { Button } from "../ui/Button.js";
import { Dialog } from "../ui/Dialog.js";
import { Select } from "../ui/Select.js";
import { Switch } from "../ui/Switch.js";

/** The clocks to choose from: minutes for the game, and seconds for each move. */
const CLOCKS = [
  [1, 0],
  [3, 2],
  [5, 3],
  [10, 5],
  [30, 20],
] as const;

const BEGINS = ["you", "engine", "random"] as const;

interface Choices {
  game: GameView;
  board: string;
  opponent: "engine" | "person";
  /** The level of imm; "" for the player that was chosen in the settings for experts. */
  level: string;
  begins: (typeof BEGINS)[number];
  clock: string;
  shuffled: boolean;
}

/** Returns imm's seat in the current game, or level 1 if two persons play. */
function engineSeat(): Seat {
  const found = session.seats.value.find(({ kind }) => kind !== "person");
  return found ?? { kind: "level", level: 1 };
}

/** Returns the choices of the current game. */
function current(): Choices {
  const seats = session.seats.value;
  const engine = engineSeat();
  const { minutes, seconds } = session.clock.value ?? { minutes: 0, seconds: 0 };
  return {
    game: session.game.value,
    board: session.board.value,
    opponent: seats.every(({ kind }) => kind === "person") ? "person" : "engine",
    level: engine.kind === "level" ? String(engine.level) : "",
    begins: session.user.value === "second" ? "engine" : "you",
    clock: minutes ? `${minutes}+${seconds}` : "",
    shuffled: false,
  };
}

function seatsOf({ begins, level, opponent }: Choices): readonly [Seat, Seat] {
  const person: Seat = { kind: "person" };
  if (opponent === "person") return [person, person];
  const engine: Seat = level ? { kind: "level", level: Number(level) } : engineSeat();
  const isFirst = begins === "you" || (begins === "random" && Math.random() < 0.5);
  return isFirst ? [person, engine] : [engine, person];
}

function begin(choices: Choices): void {
  const { game, board, shuffled } = choices;
  const [minutes = 0, seconds = 0] = choices.clock.split("+").map(Number);
  const clock = minutes ? { minutes, seconds } : null;
  closeDialog();
  void session.newGame(game, { board, clock, shuffled, seats: seatsOf(choices) });
}

export function NewGame() {
  const [choices, setChoices] = useState(current);
  const { newGame } = texts.value;
  const choose = (changed: Partial<Choices>) => setChoices({ ...choices, ...changed });
  const { game } = choices;
  return (
    <Dialog title={newGame.title} onClose={closeDialog}>
      <div class="form">
        <GameAndBoard choices={choices} choose={choose} />
        <Select
          label={newGame.opponent}
          value={choices.opponent}
          options={[
            ["engine", newGame.engine],
            ["person", newGame.person],
          ]}
          onValue={(opponent) => choose({ opponent: opponent as Choices["opponent"] })}
        />
        {choices.opponent === "engine" && (
          <>
            <Select
              label={newGame.level}
              value={choices.level}
              options={levelChoices()}
              onValue={(level) => choose({ level })}
            />
            <Begins value={choices.begins} onValue={(begins) => choose({ begins })} />
          </>
        )}
        <Select
          label={newGame.clock}
          value={choices.clock}
          options={[
            ["", newGame.noClock],
            ...CLOCKS.map(([m, s]) => [`${m}+${s}`, newGame.minutes(m, s)] as const),
          ]}
          onValue={(clock) => choose({ clock })}
        />
        {game.shuffles && (
          <Switch
            label={textsOf(game).shuffle}
            value={choices.shuffled}
            onValue={(shuffled) => choose({ shuffled })}
          />
        )}
        <Button class="strong wide" onClick={() => begin(choices)}>
          {newGame.play}
        </Button>
      </div>
    </Dialog>
  );
}

/**
 * Returns the levels. Adds the player that was chosen in the settings for experts, unless it is a
 * level.
 */
function levelChoices(): (readonly [string, string])[] {
  const { levels } = texts.value;
  const all = Object.entries(levels).map(([level, word]) => [level, `${level} · ${word}`] as const);
  const engine = engineSeat();
  return engine.kind === "level" ? all : [["", strength(engine)], ...all];
}

interface ChoiceProps {
  choices: Choices;
  choose(changed: Partial<Choices>): void;
}

function GameAndBoard({ choices, choose }: ChoiceProps) {
  const { newGame } = texts.value;
  const { board, game } = choices;
  return (
    <>
      <Select
        label={newGame.game}
        value={game.id}
        options={GAMES.map((one) => [one.id, textsOf(one).title])}
        onValue={(id) => {
          const chosen = GAMES.find((one) => one.id === id) ?? game;
          choose({ game: chosen, board: chosen.boards[0] ?? chosen.id, shuffled: false });
        }}
      />
      {game.boards.length > 1 && (
        <Select
          label={newGame.board}
          value={board}
          options={game.boards.map((one) => [one, boardTitle(game, one)])}
          onValue={(chosen) => choose({ board: chosen })}
        />
      )}
    </>
  );
}

interface BeginsProps {
  value: Choices["begins"];
  onValue(value: Choices["begins"]): void;
}

function Begins({ value, onValue }: BeginsProps) {
  const { newGame } = texts.value;
  const words = {
    you: newGame.youBegin,
    engine: newGame.engineBegins,
    random: newGame.randomBegins,
  };
  return (
    <fieldset class="begins">
      <legend>{newGame.begins}</legend>
      {BEGINS.map((one) => (
        <label key={one}>
          <input type="radio" name="begins" checked={one === value} onChange={() => onValue(one)} />
          {words[one]}
        </label>
      ))}
    </fieldset>
  );
}
