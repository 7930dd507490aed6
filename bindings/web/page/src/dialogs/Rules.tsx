/** The rules of the current game. */
import { textsOf } from "../games/about.js";
import { closeDialog } from "../play/screen.js";
import { game } from "../session/index.js";
import { texts } from "../texts/index.js";
import { Dialog } from "../ui/Dialog.js";

export function Rules() {
  const { rules, title } = textsOf(game.value);
  return (
    <Dialog title={`${title}: ${texts.value.main.rules}`} onClose={closeDialog}>
      <p class="rules">{rules}</p>
    </Dialog>
  );
}
