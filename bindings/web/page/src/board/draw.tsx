/** Draws places and pieces. */
import type { Cell, Piece } from "../games/scene.js";

/** Draws a place of the board. */
export function Place({ cell }: { cell: Cell }) {
  const { x, y, w, h, shape, tone } = cell;
  if (shape === "hole") {
    const left = x - 0.5;
    const top = y - 0.5;
    const hole = `M${x - 0.41} ${y}a.41 .41 0 1 0 .82 0a.41 .41 0 1 0 -.82 0z`;
    return <path class="frame" fill-rule="evenodd" d={`M${left} ${top}h1v1h-1z${hole}`} />;
  }
  if (shape === "pit" || shape === "store") {
    const left = x - w / 2;
    const top = y - h / 2;
    return (
      <>
        <rect class="hit" x={left} y={top} width={w} height={h} />
        <rect
          class="pit"
          x={left + 0.06}
          y={top + 0.06}
          width={w - 0.12}
          height={h - 0.12}
          rx="0.42"
        />
      </>
    );
  }
  return (
    <>
      <rect class={`square ${tone}`} x={x - w / 2} y={y - h / 2} width={w} height={h} />
      {tone === "gate" && (
        <path class="gate" d={`M${x - 0.32} ${y + 0.4}v-.42a.32 .32 0 0 1 .64 0v.42`} />
      )}
    </>
  );
}

/** Draws a piece, or seeds. */
export function PieceShape({ piece }: { piece: Piece }) {
  const { kind, side, count = 0 } = piece;
  if (kind === "seeds") return <Seeds count={count} height={piece.height ?? 1} />;
  return (
    <g class={`piece ${side}`}>
      <circle class="shadow" cx="0" cy="0.04" r="0.38" />
      <circle class="body" r={kind === "disc" ? 0.4 : 0.37} />
      {kind !== "disc" && <circle class="rim" r="0.27" />}
      {kind === "stone" && <text class="number">{count}</text>}
      {kind === "master" && (
        <path class="crown" d="M-.19 .13l-.03-.25 .12 .09L0-.17l.1 .14 .12-.09-.03 .25z" />
      )}
    </g>
  );
}

/**
 * The golden angle: with this angle between successive seeds, the seeds fill a circle evenly, as in
 * a sunflower.
 */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
/** The maximum number of drawn seeds. More seeds cannot be counted by eye. */
const MOST_SEEDS = 36;
const SEED = 0.085;
/** The distance between seeds, and the radius of the heap, in a house. */
const SPREAD = 0.125;
const HEAP = 0.3;

/** Draws a heap of seeds and their number. A store is taller than a house, and so is its heap. */
function Seeds({ count, height }: { count: number; height: number }) {
  const shown = Math.min(count, MOST_SEEDS);
  const tall = Math.max(1, height / 1.3);
  const spread = Math.min(SPREAD, HEAP / Math.sqrt(shown / tall + 0.5));
  const dots = Array.from({ length: shown }, (_, i) => {
    const radius = spread * Math.sqrt((i + 0.35) / tall);
    return (
      <circle
        key={i}
        class={`seed s${i % 3}`}
        cx={radius * Math.cos(i * GOLDEN)}
        cy={radius * Math.sin(i * GOLDEN) * tall - 0.12}
        r={SEED}
      />
    );
  });
  return (
    <g class="seeds">
      {dots}
      <text y={height / 2 - 0.25}>{count}</text>
    </g>
  );
}
