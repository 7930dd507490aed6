/**
 * The game so far: the graph of values, and the moves. A click on a move shows the position after
 * the move.
 */
import { analyseGame, busy, game, goTo, line, record } from "../session/index.js";
import { Button } from "./Button.js";
import { Graph } from "./Graph.js";

export function Story() {
  return (
    <section class="card story" aria-labelledby="story-title">
      <div class="title">
        <h2 id="story-title">The game so far</h2>
        <Button
          onClick={() => void analyseGame()}
          disabled={busy.value !== null || record.value.moves.length === 0}
        >
          Analyse the whole game
        </Button>
      </div>
      <Graph />
      <Moves />
    </section>
  );
}

function Moves() {
  const { moves, cursor } = record.value;
  return (
    <ol class="moves" aria-label="Moves">
      <li>
        <Button aria-current={cursor === 0} onClick={() => goTo(0)}>
          start
        </Button>
      </li>
      {moves.map((move, i) => {
        const at = line.value[i];
        const mover = at?.mover ?? "first";
        const who = at?.rolls ? "die" : game.value.sides[mover];
        return (
          <li key={i} class={mover}>
            <Button
              aria-label={`Ply ${i + 1}, ${who}, ${move}`}
              aria-current={cursor === i + 1}
              onClick={() => goTo(i + 1)}
            >
              {move}
            </Button>
          </li>
        );
      })}
    </ol>
  );
}
