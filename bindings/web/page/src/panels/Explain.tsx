/**
 * What implicit minimax does: a position in which two players differ, their searches side by side,
 * and the text about the method.
 */
import html from "virtual:implicit-minimax";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import * as session from "../session/index.js";
import { texts } from "../texts/index.js";
import { Button } from "../ui/Button.js";
import { Field } from "../ui/Field.js";
import { percent } from "./inWords.js";
import { type Chosen, foundOf, memory, PLAYERS, seed, type Verdict } from "./positions.js";
import { SideBySide } from "./SideBySide.js";

const { board, explaining, game, record } = session;

/** Shows the game again, with the keyboard focus on the button that opened this view. */
function close(): void {
  explaining.value = false;
  requestAnimationFrame(() => document.getElementById("explain")?.focus());
}

export function Explain() {
  const words = texts.value.explain;
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => title.current?.focus(), []);
  return (
    <main class="explain">
      <div class="title">
        <h2 ref={title} tabindex={-1}>
          {words.title}
        </h2>
        <Button class="strong" onClick={close}>
          {words.back}
        </Button>
      </div>
      <Position key={game.value.id} />
      <section class="card method" aria-label={words.method} tabindex={0}>
        <p class="quiet">{words.source}</p>
        <div lang="en" dangerouslySetInnerHTML={{ __html: html }} />
      </section>
    </main>
  );
}

/** The position, and the searches of the two players. */
function Position() {
  const words = texts.value.explain;
  const { chosen, games, positions, simulations } = foundOf(game.value.id);
  const [isOwn, setOwn] = useState(!chosen);
  const [players, setPlayers] = useState(PLAYERS);
  useEffect(() => {
    const position = isOwn || !chosen ? ownPosition() : chosenPosition(chosen);
    void session.compare({ ...position, players, memory, seed, simulations });
    return session.endComparison;
  }, [isOwn, players, chosen]);
  return (
    <SideBySide>
      {!isOwn && chosen && <Judgement chosen={chosen} />}
      {!chosen && <p>{words.agree(games, positions)}</p>}
      {chosen && (
        <Button onClick={() => setOwn(!isOwn)}>{isOwn ? words.useChosen : words.useYours}</Button>
      )}
      <details>
        <summary>{words.players}</summary>
        {players.map((player, i) => (
          <Field
            key={i}
            label={words.player("AB".charAt(i))}
            value={player}
            complaint={session.refusal}
            onValue={(text) => setPlayers(i ? [players[0], text] : [text, players[1]])}
          />
        ))}
      </details>
    </SideBySide>
  );
}

/** Returns the user's position. */
function ownPosition() {
  const { start, moves, cursor } = record.value;
  return { board: board.value, start, moves: moves.slice(0, cursor) };
}

/** Returns the chosen position. If the game has several boards, the position is for the first one. */
function chosenPosition({ moves }: Chosen) {
  return { board: game.value.boards[0] ?? game.value.id, moves: moves.split("_") };
}

/** Tells which of the two moves is better, and how the page knows this. */
function Judgement({ chosen }: { chosen: Chosen }) {
  const words = texts.value.explain;
  const { mean, minimax, judge, worse, better } = chosen;
  const isSolved = worse.solved || better.solved;
  const judged = [inWords(mean, worse, isSolved), inWords(minimax, better, isSolved)] as const;
  return (
    <p class="judgement">
      {words.differ(mean, minimax)}{" "}
      <b>{isSolved ? words.solved(judge, ...judged) : words.searched(judge, ...judged)}</b>
    </p>
  );
}

/** Returns the result of a move in words. The move's value is from the mover's point of view. */
function inWords(move: string, { solved, value }: Verdict, isSolved: boolean): string {
  const { chanceAfter, draws, loses, unsolved, wins } = texts.value.explain;
  if (!solved) return isSolved ? unsolved(move) : chanceAfter(move, percent(value, "first"));
  return value > 0 ? wins(move) : value < 0 ? loses(move) : draws(move);
}
