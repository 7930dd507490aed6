/** The main buttons. */
import * as session from "../session/index.js";
import { texts } from "../texts/index.js";
import { Button } from "../ui/Button.js";
import { Icon, type IconName } from "../ui/Icon.js";
import { dialog } from "./screen.js";
import { share } from "./share.js";

const { busy, here, over, paused, seats } = session;

export function Actions() {
  const { main } = texts.value;
  const persons = seats.value.filter(({ kind }) => kind === "person").length;
  const isSlow = busy.value === "thinking" && seats.value.some(({ kind }) => isUnlimited(kind));
  return (
    <div class="actions" role="toolbar" aria-label={main.actions}>
      <Action icon="new" text={main.newGame} onClick={openNewGame} strong={over.value} />
      {over.value && (
        <Action icon="swap" text={main.rematch} onClick={() => void session.rematch()} />
      )}
      {persons > 0 && (
        <Action
          icon="undo"
          text={main.takeBack}
          onClick={session.takeBack}
          disabled={!session.canTakeBack()}
        />
      )}
      {persons === 0 && !over.value && (
        <Action
          icon={paused.value ? "play" : "pause"}
          text={paused.value ? main.resume : main.pause}
          onClick={togglePause}
        />
      )}
      {!over.value && !isSlow && (
        <Action
          icon="hint"
          text={main.hint}
          onClick={() => void session.askHint()}
          disabled={busy.value !== null || !session.person.value}
        />
      )}
      {isSlow && <Action icon="now" text={main.moveNow} onClick={session.moveNow} />}
      {!over.value && persons > 0 && (
        <Action
          icon="flag"
          text={main.resign}
          onClick={session.resign}
          disabled={!here.value || session.atPast.value || session.editing.value !== null}
        />
      )}
      <Action icon="share" text={main.share} onClick={() => void share()} />
    </div>
  );
}

/** True for players with a limit that the user sets. A level has its own limit. */
const isUnlimited = (kind: string) => kind === "best" || kind === "notation";

function openNewGame(): void {
  dialog.value = "newGame";
}

function togglePause(): void {
  paused.value = !paused.value;
}

interface ActionProps {
  icon: IconName;
  text: string;
  onClick(): void;
  disabled?: boolean;
  strong?: boolean;
}

function Action({ icon, text, onClick, disabled = false, strong = false }: ActionProps) {
  return (
    <Button class={`action ${strong ? "strong" : ""}`} disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
      <span>{text}</span>
    </Button>
  );
}
