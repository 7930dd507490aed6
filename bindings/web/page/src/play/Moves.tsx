/** The moves of the game. A click on a move shows the position after it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { textsOf } from "../games/about.js";
import { Sign } from "../panels/Sign.js";
import * as session from "../session/index.js";
import { texts } from "../texts/index.js";
import { Button } from "../ui/Button.js";

const { game, goTo, here, line, record } = session;

export function Moves() {
  const { moves, cursor } = record.value;
  const { analysis, main } = texts.value;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current="true"]');
    if (list.current && current) list.current.scrollTop = current.offsetTop - 60;
  }, [moves, cursor]);
  return (
    <div class="history">
      <ol ref={list} class="moves" aria-label={main.moves}>
        <li>
          <Button aria-current={cursor === 0} onClick={() => goTo(0)}>
            {main.start}
          </Button>
        </li>
        {moves.map((move, i) => {
          const at = line.value[i];
          const mover = at?.mover ?? "first";
          const who = at?.rolls ? main.die : textsOf(game.value).sides[mover];
          const grade = session.mistakes.value.get(i)?.grade;
          const label = main.ply(i + 1, who, move);
          return (
            <li key={i} class={mover}>
              <Button
                aria-label={grade ? `${label}, ${analysis.grades[grade]}` : label}
                aria-current={cursor === i + 1}
                onClick={() => goTo(i + 1)}
              >
                {move}
                {grade && <Sign grade={grade} />}
              </Button>
            </li>
          );
        })}
      </ol>
      <MoveField />
    </div>
  );
}

/** A text field for typing a move. */
function MoveField() {
  const [typed, setTyped] = useState("");
  const { errors, main } = texts.value;
  const legal = session.person.value ? (here.value?.legal ?? []) : [];
  const submit = (event: Event) => {
    event.preventDefault();
    const move = typed.trim();
    if (!legal.includes(move)) {
      const side = session.person.value;
      const why = side
        ? errors.illegal(typed, textsOf(game.value).sides[side])
        : errors.notYourTurn;
      session.notice.value = { kind: "error", text: why };
      return;
    }
    session.play(move);
    setTyped("");
  };
  return (
    <form class="typed" onSubmit={submit}>
      <label>
        {main.typeMove}
        <input
          list="legal-moves"
          value={typed}
          autocomplete="off"
          spellcheck={false}
          size={9}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <datalist id="legal-moves">
        {legal.map((move) => (
          <option key={move} value={move} />
        ))}
      </datalist>
      <button type="submit">{main.play}</button>
    </form>
  );
}
