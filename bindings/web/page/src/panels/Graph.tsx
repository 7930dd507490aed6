/** A graph of the chances during the game, with the mistakes that the review has found. */
import { worth } from "../format.js";
import type { Reviewed } from "../session/index.js";
import * as session from "../session/index.js";
import { texts } from "../texts/index.js";
import { percent } from "./inWords.js";

const { evaluations, goTo, mistakes, record } = session;

const WIDTH = 480;
const HEIGHT = 120;
const EDGE = 8;

const y = (value: number) => EDGE + ((1 - value) / 2) * (HEIGHT - 2 * EDGE);

export function Graph() {
  const words = texts.value.analysis;
  const { moves, cursor } = record.value;
  const last = Math.max(1, moves.length);
  const x = (ply: number) => EDGE + (ply / last) * (WIDTH - 2 * EDGE);
  const points = values();
  const path = points.map(([ply, value]) => `${x(ply).toFixed(1)} ${y(value).toFixed(1)}`);
  const pick = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width) * WIDTH;
    goTo(Math.round(((part - EDGE) / (WIDTH - 2 * EDGE)) * last));
  };
  return (
    <figure class="graph">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the lists of moves do the same by keys */}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={spoken(points)} onClick={pick}>
        <rect class="above" width={WIDTH} height={HEIGHT / 2} />
        <rect class="below" y={HEIGHT / 2} width={WIDTH} height={HEIGHT / 2} />
        <line class="zero" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <line class="cursor" x1={x(cursor)} x2={x(cursor)} y1="0" y2={HEIGHT} />
        <text x="6" y="13">
          {session.nameOfSide("first")}
        </text>
        <text x="6" y={HEIGHT - 6}>
          {session.nameOfSide("second")}
        </text>
        {path.length > 0 && <path class="curve" d={`M${path.join("L")}`} />}
        {points.map(([ply, value]) => (
          <circle key={ply} class="value" cx={x(ply)} cy={y(value)} r={2} />
        ))}
        {[...mistakes.value.values()].map((one) => (
          <Mark key={one.ply} mistake={one} x={x(one.ply + 1)} />
        ))}
      </svg>
      {!points.length && <figcaption>{words.noValues}</figcaption>}
    </figure>
  );
}

/** Returns the plies of the searched positions, with their values. */
function values(): (readonly [number, number])[] {
  const found = new Map(evaluations.value);
  const thought = session.shown.value?.thought.value;
  if (thought && session.isOfGame(thought)) found.set(thought.ply, worth(thought.report));
  return [...found].sort(([a], [b]) => a - b);
}

/** A mistake. A click shows the position before it. */
function Mark({ mistake, x }: { mistake: Reviewed; x: number }) {
  const { grade, played, ply, valuePlayed } = mistake;
  if (!grade) return null;
  const words = texts.value.analysis;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the list of mistakes offers the same action to the keyboard
    <circle
      class={`mistake ${grade}`}
      cx={x}
      cy={y(valuePlayed)}
      r={5}
      onClick={(event) => {
        event.stopPropagation();
        session.showBetter(mistake);
      }}
    >
      <title>{`${ply + 1}. ${played}: ${words.grades[grade]}`}</title>
    </circle>
  );
}

/** Returns the graph as text for screen readers. */
function spoken(points: readonly (readonly [number, number])[]): string {
  const words = texts.value.analysis;
  if (!points.length) return words.noValues;
  const chances = points.map(([ply, value]) => `${ply}: ${percent(value, "first")}`);
  return `${words.graph(session.nameOfSide("first"))} ${chances.join(", ")}`;
}
