/** The game so far: the graph of values. */
import { analyseGame, busy, record } from "../session/index.js";
import { Button } from "../ui/Button.js";
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
    </section>
  );
}
