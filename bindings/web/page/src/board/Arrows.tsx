/** Arrows for moves that are not played: the expected line, and a hint. */
import type { Scene, Step } from "../games/scene.js";

export interface Arrow {
  step: Step;
  kind: "ghost" | "hint";
  /** The number of the move in the line. The arrow of the first move is the most visible. */
  number: number;
}

export function Arrows({ scene, arrows }: { scene: Scene; arrows: readonly Arrow[] }) {
  const places = new Map(scene.cells.map((cell) => [cell.id, cell]));
  return (
    <g class="arrows" aria-hidden="true">
      <defs>
        {["ghost", "hint"].map((kind) => (
          <marker
            key={kind}
            id={`head-${kind}`}
            viewBox="0 0 10 10"
            refX="6"
            refY="5"
            markerWidth="3.2"
            markerHeight="3.2"
            orient="auto-start-reverse"
          >
            <path class={`head ${kind}`} d="M0 0 10 5 0 10z" />
          </marker>
        ))}
      </defs>
      {arrows.map(({ step, kind, number }) => {
        const to = places.get(step.to);
        const from = step.from ? places.get(step.from) : undefined;
        if (!to) return null;
        const key = `${kind} ${number} ${step.move}`;
        const style = { opacity: kind === "hint" ? 1 : 0.85 / number ** 0.7 };
        if (from) {
          return (
            <g key={key} class={kind} style={style}>
              <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} marker-end={`url(#head-${kind})`} />
              <Badge
                x={(from.x + to.x) / 2}
                y={(from.y + to.y) / 2}
                number={kind === "hint" ? null : number}
              />
            </g>
          );
        }
        const aside = to.shape === "pit" ? { x: to.x + 0.3, y: to.y - 0.3 } : { x: to.x, y: to.y };
        return (
          <g key={key} class={kind} style={style}>
            {to.shape !== "pit" && <circle class="disc" cx={to.x} cy={to.y} r=".34" />}
            {to.shape === "pit" && kind === "hint" && (
              <rect
                class="disc"
                x={to.x - 0.44}
                y={to.y - 0.44}
                width=".88"
                height=".88"
                rx=".42"
              />
            )}
            <Badge {...aside} number={kind === "hint" ? null : number} />
          </g>
        );
      })}
    </g>
  );
}

function Badge({ x, y, number }: { x: number; y: number; number: number | null }) {
  if (number === null) return null;
  return (
    <g class="badge" transform={`translate(${x} ${y})`}>
      <circle r=".16" />
      <text>{number}</text>
    </g>
  );
}
