/** The line between the board and the buttons: whose turn it is, or the result of the game. */
import * as session from "../session/index.js";
import { texts } from "../texts/index.js";
import { Button } from "../ui/Button.js";
import { SetUp } from "./SetUp.js";

const { ahead, atPast, editing, game, here, onBoard, record, result, status } = session;

export function StatusLine() {
  if (editing.value !== null) return <SetUp position={editing.value} />;
  if (ahead.value.length) return <Looking />;
  if (atPast.value) return <Past />;
  if (result.value) return <Banner {...result.value} />;
  const { kind, text } = status.value;
  return (
    <div class={`status ${kind}`}>
      <p>{text}</p>
      <Passes />
    </div>
  );
}

function Banner({ headline, detail, isWon }: session.Result) {
  return (
    <div class={`status banner ${isWon ? "won" : ""}`}>
      <p>
        <strong>{headline}</strong> <span>{detail}</span>
      </p>
      {!session.analysing.value && (
        <Button onClick={session.openReview}>{texts.value.analysis.review}</Button>
      )}
    </div>
  );
}

/**
 * The buttons to pass, for a user who has no other move. In Onitama, there is one button for each
 * card that the user can give away.
 */
function Passes() {
  const position = onBoard.value?.position ?? "";
  return session.passes.value.map((move) => {
    const { choice } = game.value.step(position, move);
    return (
      <Button key={move} class="strong" data-move={move} onClick={() => session.play(move)}>
        {texts.value.main.pass} {choice}
      </Button>
    );
  });
}

/** A note while the board shows an earlier position of the game. */
function Past() {
  const { main } = texts.value;
  const { cursor, moves } = record.value;
  const canGoOn = here.value?.outcome === "ongoing";
  return (
    <div class="status looking" role="status">
      <p>{main.past(cursor, moves.length)}</p>
      <Button onClick={() => session.goTo(moves.length)}>{main.back}</Button>
      {canGoOn && <Button onClick={session.goOn}>{main.goOn}</Button>}
    </div>
  );
}

/** A note while the board shows a position of the tree. */
function Looking() {
  const { main } = texts.value;
  return (
    <div class="status looking" role="status">
      <p>{main.ahead(ahead.value.join(" "))}</p>
      <Button
        onClick={() => {
          ahead.value = [];
        }}
      >
        {main.back}
      </Button>
      <Button onClick={session.goOn}>{main.playThese}</Button>
    </div>
  );
}
