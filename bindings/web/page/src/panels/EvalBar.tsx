/** The chances of both sides, as a bar next to the board. */
import type { Report } from "imm-search";
import { RESULTS, worth } from "../format.js";
import { here, nameOfSide, namesOfSides, shown, standing, user } from "../session/index.js";
import { texts } from "../texts/index.js";
import { chance, percent, standingOf } from "./inWords.js";

export function EvalBar() {
  const report = shown.value?.thought.value?.report;
  const result = here.value && RESULTS[here.value.outcome];
  const known = report ? worth(report) : result;
  const part = chance(known ?? 0, "first");
  const text = report ? spoken(report) : known === null ? texts.value.analysis.off : standing();
  return (
    <div
      class="eval"
      role="meter"
      aria-label={texts.value.analysis.chanceOf(nameOfSide("first"))}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={part}
      aria-valuetext={text}
      title={text}
    >
      <div class="part" style={{ "--part": `${part}%` }} />
      <span class="number">{known === null ? "" : part}</span>
    </div>
  );
}

/** Returns who is ahead, and the chance of this side. */
function spoken(report: Report): string {
  const value = worth(report);
  const leader = value < 0 ? "second" : "first";
  return `${standingOf(report, { sides: namesOfSides(), user: user.value })}, ${percent(value, leader)}`;
}
