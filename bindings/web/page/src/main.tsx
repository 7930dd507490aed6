import { render } from "preact";
import { App } from "./App.js";
import * as session from "./session/index.js";
import "./style.css";
import { applyTheme } from "./Theme.js";

applyTheme();
render(<App />, document.getElementById("app") as HTMLElement);
await session.start();
addEventListener("hashchange", () => void session.openLink(location.hash.slice(1)));
