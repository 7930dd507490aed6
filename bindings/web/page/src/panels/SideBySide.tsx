/** A position, and the searches of two players side by side. */
import { useEffect, useState } from "preact/hooks";
import type { Arrow } from "../board/Arrows.js";
import { Board } from "../board/Board.js";
import { Cards } from "../board/Cards.js";
import { textsOf } from "../games/about.js";
import * as session from "../session/index.js";
import { settings } from "../settings.js";
import { texts } from "../texts/index.js";
import type { Thinker } from "../thinker.js";
import { Button } from "../ui/Button.js";
import { Result } from "./Result.js";
import { Tree } from "./Tree.js";

const { comparison, game } = session;

/** The colours of the two players: the kinds of their arrows. */
const KINDS = ["ghost", "hint"] as const;

/** A board has its text below it if the board's width is more than this many times its height. */
const WIDE = 1.7;

/** Shows the current comparison. The children are text below the board. */
export function SideBySide({ children }: { children: preact.ComponentChildren }) {
  const found = comparison.value;
  const [ahead, lookAhead] = useState<readonly string[]>([]);
  useEffect(() => lookAhead([]), [found]);
  return (
    <>
      <div class="card position">
        {found && <Position comparison={found} ahead={ahead} />}
        {ahead.length > 0 && (
          <Button onClick={() => lookAhead([])}>{texts.value.explain.backToPosition}</Button>
        )}
        {children}
      </div>
      <div class="card thoughts">
        {found?.thinkers.map((thinker, i) => (
          // The two players may be identical, so the index is used as the key.
          <Search key={i} thinker={thinker} kind={KINDS[i] ?? "ghost"} onWalk={lookAhead} />
        ))}
      </div>
    </>
  );
}

interface PositionProps {
  comparison: session.Comparison;
  /** The moves that lead to a position of a tree. */
  ahead: readonly string[];
}

/** The board with the moves that the two players choose. */
function Position({ comparison: { line, moves, rules, thinkers }, ahead }: PositionProps) {
  const view = game.value;
  const start = line[0]?.position ?? "";
  const at = ahead.length ? rules.line(start, [...moves, ...ahead]).at(-1) : line.at(-1);
  if (!at) return null;
  const scene = view.scene(at.position);
  const aspect = (scene.width + 1) / (scene.height + 1);
  const arrows = ahead.length ? [] : arrowsOf(at.position, thinkers);
  const { sides } = textsOf(view);
  return (
    <>
      <div class={`diagram ${aspect > WIDE ? "wide" : ""}`} style={{ "--aspect": aspect }}>
        <Board
          game={view}
          position={at.position}
          scene={scene}
          coordinates={settings.value.coordinates}
          moving={false}
          legal={[]}
          last={null}
          arrows={arrows}
          label={`${textsOf(view).title}: ${texts.value.turn.moves(sides[at.mover])}`}
          onMove={() => {}}
        />
      </div>
      <div class="decks">
        {(["first", "middle", "second"] as const).map((owner) => (
          <Cards
            key={owner}
            cards={scene.cards ?? []}
            owner={owner}
            mover={at.mover}
            title={
              owner === "middle"
                ? texts.value.board.middleCard
                : texts.value.board.cardsOf(sides[owner])
            }
          />
        ))}
      </div>
      <p>
        <b>{texts.value.turn.moves(sides[at.mover])}</b>{" "}
        {scene.die ? texts.value.turn.dieShows(scene.die) : ""}
      </p>
    </>
  );
}

function arrowsOf(position: string, thinkers: readonly Thinker[]): Arrow[] {
  return thinkers.flatMap(({ thought }, i) => {
    const best = thought.value?.report.best;
    const kind = KINDS[i] ?? "ghost";
    return best ? [{ step: game.value.step(position, best), kind, number: 1 }] : [];
  });
}

interface SearchProps {
  thinker: Thinker;
  kind: Arrow["kind"];
  onWalk(moves: readonly string[]): void;
}

function Search({ thinker, kind, onWalk }: SearchProps) {
  const words = texts.value.explain;
  const thought = thinker.thought.value;
  const best = thought?.report.best;
  const isMinimax = usesMinimax(thinker.player);
  return (
    <article aria-label={words.searchOf(thinker.player)}>
      <h3>
        <i class={`dot ${kind}`} />
        {isMinimax ? words.withMinimax : words.withoutMinimax} <code>{thinker.player}</code>
        {thought?.running && <span class="pulse" title={texts.value.analysis.searching} />}
      </h3>
      <p class="quiet">{isMinimax ? words.minimaxHelp : words.meanHelp}</p>
      {thought ? (
        <>
          <p class="choice">{best && words.plays(best)}</p>
          <Result thought={thought} names={{ sides: textsOf(game.value).sides, user: null }} />
          {thought.tree && (
            <Tree
              part={thought.tree}
              player={thinker.player}
              onWalk={(moves) => {
                onWalk(moves);
                void session.lookBelow(thinker, moves);
              }}
            />
          )}
        </>
      ) : (
        <p class="quiet">{texts.value.analysis.begins}</p>
      )}
    </article>
  );
}

/** True if the player uses implicit minimax. */
const usesMinimax = (player: string) => /\bim\d/.test(player);
