/** The sign for a mistake, as in books about chess. */
import type { Grade } from "../session/index.js";
import { texts } from "../texts/index.js";

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" } as const;

export function Sign({ grade }: { grade: Grade }) {
  return (
    <span class={`sign ${grade}`} title={texts.value.analysis.grades[grade]}>
      {SIGNS[grade]}
    </span>
  );
}
