/**
 * Onitama's cards next to the board. Steps are from the owner's point of view, so the
 * cards of the player at the top are rotated.
 */
import type { Side } from "imm-search";
import type { Card } from "../games/scene.js";

const SIZE = 5;

export function Cards({
  cards,
  owner,
  mover,
  title,
  turned = false,
}: {
  cards: readonly Card[];
  owner: Card["owner"];
  mover: Side | null;
  title: string;
  /** True for the cards above the board. */
  turned?: boolean;
}) {
  const own = cards.filter((card) => card.owner === owner);
  if (!own.length) return null;
  return (
    <ul class={`cards ${owner} ${owner === mover ? "active" : ""}`} aria-label={title}>
      {own.map((card) => (
        <li key={card.name}>
          <CardPicture card={card} turned={turned} />
          <span>{card.name}</span>
        </li>
      ))}
    </ul>
  );
}

function CardPicture({ card, turned }: { card: Card; turned: boolean }) {
  const sign = turned ? -1 : 1;
  const steps = new Set(card.steps.map(([right, up]) => `${2 + sign * right} ${2 - sign * up}`));
  const squares = Array.from({ length: SIZE * SIZE }, (_, i) => ({
    x: i % SIZE,
    y: Math.floor(i / SIZE),
  }));
  return (
    <svg viewBox="-.1 -.1 5.2 5.2" aria-hidden="true">
      {squares.map(({ x, y }) => {
        const kind = x === 2 && y === 2 ? "middle" : steps.has(`${x} ${y}`) ? "step" : "";
        return (
          <rect
            key={`${x} ${y}`}
            class={kind}
            x={x + 0.06}
            y={y + 0.06}
            width=".88"
            height=".88"
            rx=".15"
          />
        );
      })}
    </svg>
  );
}
