/** The strip of one side: its name, strength, score, cards and clock. */
import type { Side } from "imm-search";
import { Cards } from "../board/Cards.js";
import { textsOf } from "../games/about.js";
import type { Scene } from "../games/scene.js";
import { strength } from "../player.js";
import * as session from "../session/index.js";
import { texts } from "../texts/index.js";

const { clock, clockText, game, left, onBoard } = session;

export interface StripProps {
  side: Side;
  /** Where the strip is: above the board, or below. */
  place: "top" | "bottom";
  mover: Side | null;
  scene: Scene;
}

export function Strip({ side, place, mover, scene }: StripProps) {
  const { board, engine, main, person, you } = texts.value;
  const seat = session.seatOf(side);
  const isPerson = seat.kind === "person";
  const name = isPerson ? (session.user.value ? you : person) : engine;
  const sideName = textsOf(game.value).sides[side];
  const count = game.value.counts?.(onBoard.value?.position ?? "")[side];
  return (
    <section
      class={`strip ${place} ${side} ${mover === side ? "active" : ""}`}
      aria-label={sideName}
    >
      <span class={`side ${side}`}>{sideName}</span>
      <span class="who">
        <b>{name}</b> {!isPerson && <span class="strength">{strength(seat)}</span>}
      </span>
      {scene.die !== undefined && mover === side && <Die value={scene.die} />}
      {count !== undefined && <span class="count">{main.discs(count)}</span>}
      <Cards
        cards={scene.cards ?? []}
        owner={side}
        mover={mover}
        turned={place === "top"}
        title={board.cardsOf(sideName)}
      />
      {clock.value && (
        <span
          class={`clock ${left.value[side] < 10_000 ? "late" : ""}`}
          role="timer"
          aria-label={main.clock(sideName, clockText(left.value[side]))}
        >
          {clockText(left.value[side])}
        </span>
      )}
    </section>
  );
}

/** The places of the pips on a die, for each number. */
const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"] as const;

/** A die that shows a number; 0 while it rolls. */
function Die({ value }: { value: number }) {
  const { turn } = texts.value;
  return (
    <svg
      class="die"
      viewBox="0 0 40 40"
      role="img"
      aria-label={value ? turn.dieShows(value) : turn.rolls}
    >
      <rect x="1" y="1" width="38" height="38" rx="8" />
      {[...(PIPS[value] ?? "")].map((at) => (
        <circle
          key={at}
          cx={10 + 10 * (Number(at) % 3)}
          cy={10 + 10 * Math.floor(Number(at) / 3)}
          r="4"
        />
      ))}
    </svg>
  );
}
