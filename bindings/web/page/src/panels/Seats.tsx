/** Selects the players of the two sides, and the limit of imm's searches. */
import type { Side } from "imm-search";
import { LEVELS, type Seat } from "../player.js";
import { game, limit, memory, refusal, seats, setMemory } from "../session/index.js";
import { Field } from "./Field.js";

const SIDES: readonly Side[] = ["first", "second"];

export function Seats() {
  return (
    <section class="card" aria-labelledby="seats-title">
      <h2 id="seats-title">Players</h2>
      {SIDES.map((side, i) => (
        <OneSeat key={side} side={side} seat={seats.value[i] as Seat} />
      ))}
      <Limit />
    </section>
  );
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
  const { sides, player } = game.value;
  const name = sides[side];
  return (
    <div class="seat">
      <label>
        <span class={`side ${side}`}>{name}</span>
        <select
          aria-label={`Who plays ${name}`}
          value={wordOf(seat)}
          onChange={(event) => setSeat(side, seatOfWord(event.currentTarget.value, player))}
        >
          <option value="person">a person</option>
          <optgroup label="imm">
            {Array.from({ length: LEVELS }, (_, i) => (
              <option key={`level${i + 1}`} value={`level${i + 1}`}>
                level {i + 1}
                {i === 0 ? ", easy" : ""}
              </option>
            ))}
            <option value="best">best</option>
            <option value="notation">as written …</option>
          </optgroup>
        </select>
      </label>
      {seat.kind === "notation" && (
        <Field
          label={`Player of ${name}`}
          value={seat.text}
          complaint={refusal}
          onValue={(text) => setSeat(side, { kind: "notation", text })}
          hint="mcts(im0.4,ipp), bfm(), ab(all), level3:mcts(im0.4) …"
        />
      )}
    </div>
  );
}

const isMemory = (text: string) =>
  /^\d+(\.\d+)? *([KMG]i?B)?$/.test(text.trim()) ? "" : "an amount such as 64 MiB";

function Limit() {
  const { unit, amount } = limit.value;
  return (
    <div class="limits">
      <label>
        A move takes
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
        aria-label="Unit of a move's limit"
        value={unit}
        onChange={(event) => {
          limit.value = { amount, unit: event.currentTarget.value as typeof unit };
        }}
      >
        <option value="ms">milliseconds</option>
        <option value="simulations">simulations</option>
      </select>
      <p class="quiet">Levels have simulations of their own.</p>
      <Field
        label="Memory of a player"
        value={memory.value}
        complaint={isMemory}
        onValue={setMemory}
      />
    </div>
  );
}
