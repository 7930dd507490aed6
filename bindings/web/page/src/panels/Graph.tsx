/**
 * A graph of the values of the game's positions, one curve for each player that searched positions.
 */
import { line as curve } from "d3-shape";
import { signed } from "../format.js";
import { textsOf } from "../games/about.js";
import { evaluations, game, goTo, record } from "../session/index.js";

const WIDTH = 480;
const HEIGHT = 120;
const EDGE = 8;
/** The maximum number of curves. The user could not distinguish more curves. */
const MOST = 4;

export function Graph() {
  const { moves, cursor } = record.value;
  const players = [...evaluations.value].filter(([, values]) => values.size).slice(-MOST);
  const last = Math.max(1, moves.length);
  const x = (ply: number) => EDGE + (ply / last) * (WIDTH - 2 * EDGE);
  const y = (value: number) => EDGE + ((1 - value) / 2) * (HEIGHT - 2 * EDGE);
  const path = curve<[number, number]>(
    ([ply]) => x(ply),
    ([, value]) => y(value),
  );
  const { first, second } = textsOf(game.value).sides;
  const pick = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width) * WIDTH;
    goTo(Math.round(((part - EDGE) / (WIDTH - 2 * EDGE)) * last));
  };
  return (
    <figure class="graph">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list of moves does the same by keys */}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={spoken(players)}
        onClick={pick}
      >
        <rect class="above" width={WIDTH} height={HEIGHT / 2} />
        <rect class="below" y={HEIGHT / 2} width={WIDTH} height={HEIGHT / 2} />
        <line class="zero" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <line class="cursor" x1={x(cursor)} x2={x(cursor)} y1="0" y2={HEIGHT} />
        <text x="6" y="13">
          {first}
        </text>
        <text x="6" y={HEIGHT - 6}>
          {second}
        </text>
        {players.map(([player, values], i) => {
          const points = [...values].sort(([a], [b]) => a - b);
          return (
            <g key={player} class={`series s${i}`}>
              <path d={path(points) ?? ""} />
              {points.map(([ply, value]) => (
                <circle key={ply} cx={x(ply)} cy={y(value)} r={2.4}>
                  <title>{`${player}, ply ${ply}: ${signed(value)}`}</title>
                </circle>
              ))}
            </g>
          );
        })}
      </svg>
      <figcaption>
        {players.length === 0 && "Values appear here as players think."}
        {players.map(([player], i) => (
          <span key={player} class={`series s${i}`}>
            <i /> <code>{player}</code>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const spoken = (players: [string, ReadonlyMap<number, number>][]) =>
  players.length
    ? `Values of the game: ${players.map(([player, values]) => `${player}: ${[...values].map(([ply, value]) => `ply ${ply} ${signed(value)}`).join(", ")}`).join("; ")}`
    : "Values of the game: none yet";
