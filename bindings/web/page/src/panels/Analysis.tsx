/** The analysis: what imm thinks about the position, and the values of the game. */
import { Story } from "./Story.js";
import { Watch } from "./Watch.js";

export function Analysis() {
  return (
    <div class="analysis">
      <Watch />
      <Story />
    </div>
  );
}
