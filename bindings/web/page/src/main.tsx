import { effect } from "@preact/signals";
import { render } from "preact";
import { registerServiceWorker } from "../offline/register.js";
import { App } from "./App.js";
import * as session from "./session/index.js";
import { applyTheme } from "./settings.js";
import "./styles/index.css";
import { language, texts } from "./texts/index.js";

applyTheme();
effect(() => {
  document.documentElement.lang = language.value;
  document.title = texts.value.title;
});
render(<App />, document.getElementById("app") as HTMLElement);
await session.start();
addEventListener("hashchange", () => void session.openLink(location.hash.slice(1)));
registerServiceWorker();
