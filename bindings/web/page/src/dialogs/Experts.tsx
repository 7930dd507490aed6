/** The settings for experts: the player of each side, the limits of a search, and saved games. */
import type { Side } from "imm-search";
import { textsOf } from "../games/about.js";
import { closeDialog } from "../play/screen.js";
import type { Seat } from "../player.js";
import * as session from "../session/index.js";
import { texts } from "../texts/index.js";
import { Button } from "../ui/Button.js";
import { Field } from "../ui/Field.js";
import { Saving } from "./Saving.js";

const { editing, game, here, limit, memory, refusal, seats, setMemory } = session;

const SIDES: readonly Side[] = ["first", "second"];

export function Experts() {
  return (
    <div class="form">
      {SIDES.map((side) => (
        <OneSeat key={side} side={side} seat={session.seatOf(side)} />
      ))}
      <Limit />
      <Button onClick={beginSetUp}>{texts.value.experts.setUp}</Button>
      <Saving />
    </div>
  );
}

function beginSetUp(): void {
  editing.value = here.value?.position ?? null;
  closeDialog();
}

function setSeat(side: Side, seat: Seat): void {
  const [first, second] = seats.value;
  seats.value = side === "first" ? [seat, second] : [first, seat];
}

const wordOf = (seat: Seat) => (seat.kind === "level" ? `level${seat.level}` : seat.kind);

function seatOfWord(word: string, best: string): Seat {
  if (word.startsWith("level")) return { kind: "level", level: Number(word.slice(5)) };
  if (word === "notation") return { kind: "notation", text: best };
  return { kind: word === "best" ? "best" : "person" };
}

function OneSeat({ side, seat }: { side: Side; seat: Seat }) {
  const { experts, level, levels, person } = texts.value;
  const name = textsOf(game.value).sides[side];
  return (
    <div class="seat">
      <label class="select">
        <span>{experts.player(name)}</span>
        <select
          value={wordOf(seat)}
          onChange={(event) =>
            setSeat(side, seatOfWord(event.currentTarget.value, game.value.player))
          }
        >
          <option value="person">{person}</option>
          <optgroup label={experts.engine}>
            {Object.entries(levels).map(([number, word]) => (
              <option key={number} value={`level${number}`}>
                {level(number, word)}
              </option>
            ))}
            <option value="best">{experts.best}</option>
            <option value="notation">{experts.notation}</option>
          </optgroup>
        </select>
      </label>
      {seat.kind === "notation" && (
        <Field
          label={experts.notationOf(name)}
          value={seat.text}
          complaint={refusal}
          onValue={(text) => setSeat(side, { kind: "notation", text })}
          hint={experts.notationHint}
        />
      )}
    </div>
  );
}

const memoryComplaint = (text: string) =>
  /^\d+(\.\d+)? *([KMG]i?B)?$/.test(text.trim()) ? "" : texts.value.experts.memoryWrong;

function Limit() {
  const { unit, amount } = limit.value;
  const { experts } = texts.value;
  return (
    <div class="limits">
      <label>
        {experts.limit}
        <input
          type="number"
          min="1"
          max="10000000"
          value={amount}
          onChange={(event) => {
            const typed = Math.floor(Number(event.currentTarget.value));
            limit.value = { unit, amount: Math.min(1e7, Math.max(1, typed || 1)) };
          }}
        />
      </label>
      <select
        aria-label={experts.unit}
        value={unit}
        onChange={(event) => {
          limit.value = { amount, unit: event.currentTarget.value as typeof unit };
        }}
      >
        <option value="ms">{experts.ms}</option>
        <option value="simulations">{experts.simulations}</option>
      </select>
      <p class="quiet">{experts.levelsOwn}</p>
      <Field
        label={experts.memory}
        value={memory.value}
        complaint={memoryComplaint}
        onValue={setMemory}
      />
    </div>
  );
}
