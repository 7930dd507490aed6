/** Sets up a position: the user changes places of the board, or types the position. */
import { textsOf } from "../games/about.js";
import { withMover } from "../games/scene.js";
import * as session from "../session/index.js";
import { texts } from "../texts/index.js";
import { Button } from "../ui/Button.js";
import { Field } from "../ui/Field.js";

const { editing, game } = session;

export function SetUp({ position }: { position: string }) {
  const { setUp } = texts.value;
  const wrong = session.complaint(position);
  const edit = (text: string | null) => {
    editing.value = text;
  };
  return (
    <div class="status setup">
      <p class="quiet">{setUp.help}</p>
      <Field label={setUp.position} value={position} complaint={session.complaint} onValue={edit} />
      <div class="buttons">
        {(["first", "second"] as const).map((side) => (
          <Button key={side} onClick={() => edit(withMover(position, side))}>
            {setUp.toMove(textsOf(game.value).sides[side])}
          </Button>
        ))}
        <Button class="strong" disabled={wrong !== ""} onClick={() => void session.setUp(position)}>
          {setUp.play}
        </Button>
        <Button onClick={() => edit(null)}>{setUp.cancel}</Button>
      </div>
      {wrong && (
        <p class="wrong" role="status">
          {wrong}
        </p>
      )}
    </div>
  );
}
