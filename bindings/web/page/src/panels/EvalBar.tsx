/** The value of the position, as a bar next to the board. */

import { signed, worth } from "../format.js";
import { textsOf } from "../games/about.js";
import { game, shown } from "../session/index.js";

export function EvalBar() {
  const thought = shown.value[0]?.thought.value;
  const value = thought ? worth(thought.report) : 0;
  const part = `${((1 + value) / 2) * 100}%`;
  const { first, second } = textsOf(game.value).sides;
  const words = thought
    ? `${signed(value)}: ${value < 0 ? second : first} is ahead`
    : "Nothing was thought yet";
  return (
    <div
      class="eval"
      role="meter"
      aria-label={`Value for ${first}`}
      aria-valuemin={-1}
      aria-valuemax={1}
      aria-valuenow={Number(value.toFixed(2))}
      aria-valuetext={words}
      title={words}
    >
      <div class="part" style={{ "--part": part }} />
      <span class="number">{thought ? signed(value, 1) : ""}</span>
    </div>
  );
}
