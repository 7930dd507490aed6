/** The search results of one player, or of two players side by side. */
import { amount, proven, shade, signed, worth } from "../format.js";
import type { GameView } from "../games/scene.js";
import { game, shown } from "../session/index.js";
import type { Thinker, Thought } from "../thinker.js";
import { Tree } from "./Tree.js";

export function Thinking() {
  if (!shown.value.length) {
    return (
      <p class="quiet">
        Nobody thinks. Play a move, or switch <b>Think along</b> on, to see candidates, the line
        that is expected, and the tree.
      </p>
    );
  }
  return (
    <div class={`thoughts ${shown.value.length > 1 ? "two" : ""}`}>
      {shown.value.map((thinker, i) => (
        // The two players may be identical, so the index is used as the key.
        <OneThinker key={i} thinker={thinker} />
      ))}
    </div>
  );
}

function OneThinker({ thinker }: { thinker: Thinker }) {
  const thought = thinker.thought.value;
  return (
    <article aria-label={`What ${thinker.player} thinks`}>
      <h3>
        <code>{thinker.player}</code>
        {thought?.running && <span class="pulse" title="thinking" />}
      </h3>
      {thought ? (
        <Found thought={thought} game={game.value} />
      ) : (
        <p class="quiet">begins to think …</p>
      )}
    </article>
  );
}

function Found({ thought, game }: { thought: Thought; game: GameView }) {
  const { report, line, candidates, tree } = thought;
  const isOver = proven(report.proof, report.distance, game);
  const positions = thought.player.includes("ab(") ? "positions" : "simulations";
  const perSecond =
    report.ms > 0 ? `${amount(Math.round((report.iterations / report.ms) * 1000))}/s` : "–";
  return (
    <>
      <dl class="figures">
        <Figure name="value" value={signed(worth(report))} />
        <Figure name={positions} value={amount(report.iterations)} />
        <Figure name="speed" value={perSecond} />
        <Figure name="nodes" value={amount(report.nodes)} />
        <Figure name="depth" value={String(report.depth)} />
      </dl>
      {isOver && <p class="proof">✓ proven: {isOver}</p>}
      <p class="line">
        <b>expects</b> {line.length ? line.slice(0, 12).join(" ") : "–"}
      </p>
      <Candidates thought={thought} candidates={candidates} game={game} />
      {tree && <Tree part={tree} thought={thought} />}
    </>
  );
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

const MOST = 6;

function Candidates({
  thought,
  candidates,
  game,
}: {
  thought: Thought;
  candidates: Thought["candidates"];
  game: GameView;
}) {
  const most = Math.max(1, ...candidates.map(({ visits }) => visits));
  const hasMinimax = candidates.some(({ minimax, proof }) => minimax !== 0 && proof === "open");
  return (
    <table class="candidates">
      <caption>Candidates</caption>
      <thead>
        <tr>
          <th scope="col">move</th>
          <th scope="col">visits</th>
          <th scope="col">value</th>
          {hasMinimax && <th scope="col">minimax</th>}
          <th scope="col">proven</th>
        </tr>
      </thead>
      <tbody>
        {candidates.slice(0, MOST).map((one) => (
          <tr key={one.move}>
            <th scope="row">
              <span class="swatch" style={{ background: shade(worth(one)) }} />
              {one.move}
            </th>
            <td class="bar" style={{ "--part": `${(one.visits / most) * 100}%` }}>
              {amount(one.visits)}
            </td>
            <td>{signed(one.value)}</td>
            {hasMinimax && <td>{signed(one.minimax)}</td>}
            <td>{proven(one.proof, one.distance, game)}</td>
          </tr>
        ))}
      </tbody>
      {!candidates.length && (
        <tfoot>
          <tr>
            <td colSpan={5}>{thought.report.best ? `plays ${thought.report.best}` : "none yet"}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
