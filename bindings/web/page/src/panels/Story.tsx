/** The graph of the game, the review, and the moves that were mistakes. */
import type { Side } from "imm-search";
import * as session from "../session/index.js";
import { texts } from "../texts/index.js";
import { Button } from "../ui/Button.js";
import { Graph } from "./Graph.js";
import { percent } from "./inWords.js";
import { Sign } from "./Sign.js";

const { advice, mistakes, progress, record, review } = session;

export function Story() {
  const words = texts.value.analysis;
  return (
    <section class="card story" aria-labelledby="story-title">
      <div class="title">
        <h2 id="story-title">{words.game}</h2>
        {progress.value ? (
          <Running {...progress.value} />
        ) : (
          <Button
            onClick={() => void session.reviewGame()}
            disabled={record.value.moves.length === 0}
          >
            {words.review}
          </Button>
        )}
      </div>
      <Graph />
      {advice.value && <Explained {...advice.value} />}
      {review.value.length > 0 && <Mistakes />}
    </section>
  );
}

function Running({ done, total }: { done: number; total: number }) {
  const words = texts.value.analysis;
  return (
    <div class="running">
      <progress max={total} value={done} aria-label={words.reviewing} />
      <span>{words.reviewed(done, total)}</span>
      <Button onClick={session.stopReview}>{words.stop}</Button>
    </div>
  );
}

/** Says what was wrong with a move, and what was better. */
function Explained({ mistake, isBefore }: session.Advice) {
  const words = texts.value.analysis;
  const { better, grade, mover, played, valueBetter, valuePlayed } = mistake;
  if (!grade) return null;
  const [from, to] = [percent(valueBetter, mover), percent(valuePlayed, mover)];
  const who = session.nameOfSide(mover);
  return (
    <div class={`advice ${grade}`} role="status">
      <p>
        <Sign grade={grade} /> {words.was(who, played, words.grades[grade])}{" "}
        {words.chanceFell(from, to)}
      </p>
      {isBefore ? (
        <p>
          {words.betterIs} <b>{better[0]}</b>.{" "}
          {better.length > 1 && `${words.expectedThen} ${better.slice(1, 6).join(" ")}`}
        </p>
      ) : (
        <Button onClick={() => session.showBetter(mistake)}>
          {mover === session.user.value ? words.whatShouldI : words.whatWasBetter}
        </Button>
      )}
    </div>
  );
}

/** The number of mistakes of each side, and a list of them. */
function Mistakes() {
  const words = texts.value.analysis;
  const found = [...mistakes.value.values()].sort((a, b) => a.ply - b.ply);
  const count = (side: Side) => found.filter(({ mover }) => mover === side).length;
  return (
    <>
      <p class="quiet">
        {(["first", "second"] as const)
          .map((side) => words.count(session.nameOfSide(side), count(side)))
          .join(" ")}
      </p>
      {found.length > 0 && (
        <ol class="mistakes" aria-label={words.mistakes}>
          {found.map((one) => (
            <li key={one.ply} class={one.mover}>
              <Button
                aria-current={advice.value?.mistake === one}
                onClick={() => session.showBetter(one)}
              >
                {one.grade && <Sign grade={one.grade} />}
                <span>{words.instead(one.ply + 1, one.played, one.better[0] ?? "")}</span>
              </Button>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
