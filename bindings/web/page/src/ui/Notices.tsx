/** The message to the user, such as an error. */
import { notice } from "../session/index.js";
import { texts } from "../texts/index.js";
import { Button } from "./Button.js";

export function Notices() {
  const told = notice.value;
  return (
    <div class="notices" role="alert">
      {told && (
        <p class={`notice ${told.kind}`}>
          {told.text}
          <Button
            onClick={() => {
              notice.value = null;
            }}
          >
            {texts.value.main.dismiss}
          </Button>
        </p>
      )}
    </div>
  );
}
