/** Shares a link to the game. */
import { link, notice } from "../session/index.js";
import { texts } from "../texts/index.js";

export async function share(): Promise<void> {
  const url = new URL(location.href);
  url.hash = link();
  history.replaceState(null, "", url);
  const { copied, inBar } = texts.value.share;
  try {
    await navigator.clipboard.writeText(url.href);
    notice.value = { kind: "info", text: copied };
  } catch {
    notice.value = { kind: "info", text: inBar };
  }
}
