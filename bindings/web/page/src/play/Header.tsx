/** The top of the page: the games, and the buttons for the rules, the analysis and the settings. */
import { useEffect, useRef } from "preact/hooks";
import { textsOf } from "../games/about.js";
import { GAMES } from "../games/index.js";
import { analysing, game, newGame } from "../session/index.js";
import { texts } from "../texts/index.js";
import { Button } from "../ui/Button.js";
import { Icon, type IconName } from "../ui/Icon.js";
import { dialog, switchAnalysis } from "./screen.js";

export function Header() {
  const { main } = texts.value;
  return (
    <header>
      <h1>imm</h1>
      <Games />
      <div class="tools">
        <Tool icon="rules" text={main.rules} onClick={() => open("rules")} />
        <Tool
          icon="analysis"
          text={main.analysis}
          pressed={analysing.value}
          onClick={switchAnalysis}
        />
        <Tool icon="settings" text={main.settings} onClick={() => open("settings")} />
      </div>
    </header>
  );
}

function open(which: NonNullable<typeof dialog.value>): void {
  dialog.value = which;
}

interface ToolProps {
  icon: IconName;
  text: string;
  pressed?: boolean;
  onClick(): void;
}

function Tool({ icon, text, pressed, onClick }: ToolProps) {
  return (
    <Button class="tool" aria-label={text} aria-pressed={pressed} onClick={onClick}>
      <Icon name={icon} />
      <span>{text}</span>
    </Button>
  );
}

/** The row of games. On a narrow screen the row scrolls, and the current game is in view. */
function Games() {
  const row = useRef<HTMLElement>(null);
  const { id: current } = game.value;
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(`[data-tab="${current}"]`);
    if (!row.current || !tab) return;
    row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={row} aria-label={texts.value.main.games}>
      {GAMES.map((one) => (
        <Button
          key={one.id}
          class="tab"
          data-tab={one.id}
          aria-current={one.id === current ? "page" : undefined}
          onClick={() => void newGame(one)}
        >
          {textsOf(one).title}
        </Button>
      ))}
    </nav>
  );
}
