/** The whole page. */
import type { Side } from "imm-search";
import { NewGame } from "./dialogs/NewGame.js";
import { Rules } from "./dialogs/Rules.js";
import { Settings } from "./dialogs/Settings.js";
import { textsOf } from "./games/about.js";
import { Analysis } from "./panels/Analysis.js";
import { Explaining } from "./panels/Explaining.js";
import { Actions } from "./play/Actions.js";
import { Header } from "./play/Header.js";
import { Moves } from "./play/Moves.js";
import { StatusLine } from "./play/StatusLine.js";
import { Strip } from "./play/Strip.js";
import { dialog } from "./play/screen.js";
import { scene, Table } from "./play/Table.js";
import * as session from "./session/index.js";
import { texts } from "./texts/index.js";
import { Notices } from "./ui/Notices.js";

const { analysing, game, here, onBoard, record } = session;

const DIALOGS = { newGame: NewGame, settings: Settings, rules: Rules };

/**
 * A board fills the width of a desktop screen if the board's width is more than this many times its
 * height.
 */
const WIDE = 1.7;

export function App() {
  if (!here.value) return <p class="opening">{texts.value.opening}</p>;
  const OpenDialog = dialog.value && DIALOGS[dialog.value];
  return (
    <div class="page" data-game={game.value.id} data-plies={record.value.moves.length}>
      <Header />
      {!OpenDialog && <Notices />}
      {session.explaining.value ? <Explaining /> : <Layout />}
      <p class="spoken" aria-live="polite">
        {session.announcement.value}
      </p>
      {OpenDialog && <OpenDialog />}
    </div>
  );
}

/** The rules, which are shown before the first move. */
const FirstRules = () => <p class="rules quiet">{textsOf(game.value).rules}</p>;

/** The board with the strips, buttons and texts around it, and the analysis. */
function Layout() {
  const { width, height } = scene.value;
  const at = onBoard.value;
  const mover = at?.outcome === "ongoing" && !session.ended.value ? at.mover : null;
  const [top, bottom]: readonly [Side, Side] =
    session.user.value === "second" ? ["first", "second"] : ["second", "first"];
  const classes = ["layout", width / height > WIDE ? "wide-board" : "square-board"];
  if (analysing.value) classes.push("analysing");
  return (
    <main class={classes.join(" ")} style={{ "--aspect": width / height }}>
      <div class="screen">
        <Strip side={top} place="top" mover={mover} scene={scene.value} />
        <Table mover={mover} />
        <Strip side={bottom} place="bottom" mover={mover} scene={scene.value} />
        <StatusLine />
        <Actions />
      </div>
      <div class="more">
        <Moves />
        {record.value.moves.length === 0 && !analysing.value && <FirstRules />}
        {analysing.value && <Analysis />}
      </div>
    </main>
  );
}
