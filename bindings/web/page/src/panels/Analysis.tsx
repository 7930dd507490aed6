/** The analysis: what the engine thinks about the position, the review of the game, and the tree. */
import * as session from "../session/index.js";
import { texts } from "../texts/index.js";
import { Engine } from "./Engine.js";
import { Story } from "./Story.js";
import { Tree } from "./Tree.js";

export function Analysis() {
  return (
    <div class="analysis">
      <Engine />
      <Story />
      <Top />
    </div>
  );
}

/** The top of the engine's search tree. */
function Top() {
  const thought = session.shown.value?.thought.value;
  if (!thought?.tree) return null;
  const walk = (moves: readonly string[]) => session.lookAhead(thought, moves);
  return (
    <section class="card" aria-labelledby="tree-title">
      <h2 id="tree-title">{texts.value.tree.title}</h2>
      <Tree part={thought.tree} player={thought.player} onWalk={walk} />
    </section>
  );
}
