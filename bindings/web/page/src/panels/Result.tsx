/** The results of one search: who is ahead, the best line, and the moves that were considered. */
import { signal } from "@preact/signals";
import type { Candidate } from "imm-search";
import { amount, shade, signed, worth } from "../format.js";
import { texts } from "../texts/index.js";
import type { Thought } from "../thinker.js";
import { type Names, percent, prospect, standingOf } from "./inWords.js";

/** True while the page shows the numbers of the search. */
export const detailed = signal(false);

/** The maximum length of a line, and the maximum number of moves in the table. */
const LONGEST = 10;
const MOST = 6;

export function Result({ thought, names }: { thought: Thought; names: Names }) {
  const words = texts.value.analysis;
  const { report, line } = thought;
  const leader = worth(report) < 0 ? "second" : "first";
  const chance = percent(worth(report), leader);
  return (
    <>
      <p class="verdict" title={words.chanceHelp}>
        <b>{standingOf(report, names)}</b>
        {report.proof === "open" && <span>{words.chance(names.sides[leader], chance)}</span>}
      </p>
      <p class="line">
        <b>{words.bestLine}</b> {line.length ? line.slice(0, LONGEST).join(" ") : "–"}
      </p>
      <Considered thought={thought} names={names} />
      {detailed.value && <Figures thought={thought} />}
    </>
  );
}

function Considered({ thought, names }: { thought: Thought; names: Names }) {
  const words = texts.value.analysis;
  const { candidates, here } = thought;
  const visits = candidates.reduce((sum, one) => sum + one.visits, 0);
  const isUser = names.user === here.mover;
  return (
    <table class="candidates">
      <caption>{words.considered}</caption>
      <thead>
        <tr>
          <th scope="col">{words.move}</th>
          <th scope="col" title={words.chanceHelp}>
            {isUser ? words.yourChance : words.chanceOf(names.sides[here.mover])}
          </th>
          {detailed.value ? <NumberHeadings /> : visits > 0 && <EffortHeading />}
        </tr>
      </thead>
      <tbody>
        {candidates.slice(0, MOST).map((one) => (
          <tr key={one.move}>
            <th scope="row">
              <span class="swatch" style={{ background: shade(worth(one)) }} />
              {one.move}
            </th>
            <td>{prospect(one, here.mover)}</td>
            {detailed.value ? (
              <Numbers candidate={one} />
            ) : (
              visits > 0 && <Effort part={one.visits / visits} />
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EffortHeading() {
  const words = texts.value.analysis;
  return (
    <th scope="col" title={words.effortHelp}>
      {words.effort}
    </th>
  );
}

/** The share of the search that was spent on a move. */
function Effort({ part }: { part: number }) {
  const text = `${Math.round(part * 100)} %`;
  return (
    <td class="bar" style={{ "--part": text.replace(" ", "") }}>
      {text}
    </td>
  );
}

function NumberHeadings() {
  const words = texts.value.analysis;
  return (
    <>
      <th scope="col" title={words.visitsHelp}>
        {words.visits}
      </th>
      <th scope="col" title={words.valueHelp}>
        {words.value}
      </th>
      <th scope="col" title={words.minimaxHelp}>
        {words.minimax}
      </th>
    </>
  );
}

function Numbers({ candidate: { minimax, value, visits } }: { candidate: Candidate }) {
  return (
    <>
      <td>{amount(visits)}</td>
      <td>{signed(value)}</td>
      <td>{signed(minimax)}</td>
    </>
  );
}

/** The size and the speed of the search. */
function Figures({ thought: { player, report } }: { thought: Thought }) {
  const words = texts.value.analysis;
  const perSecond = Math.round((report.iterations / Math.max(1, report.ms)) * 1000);
  const figures: readonly (readonly [string, string])[] = [
    [words.player, player],
    [player.includes("ab(") ? words.positions : words.simulations, amount(report.iterations)],
    [words.perSecond, report.ms > 0 ? amount(perSecond) : "–"],
    [words.nodes, amount(report.nodes)],
    [words.depth, String(report.depth)],
  ];
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
