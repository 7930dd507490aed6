/** A dialog above the page. The page below takes no input until the dialog is closed. */
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { texts } from "../texts/index.js";
import { Button } from "./Button.js";
import { Icon } from "./Icon.js";
import { Notices } from "./Notices.js";

export interface DialogProps {
  title: string;
  onClose(): void;
  children: preact.ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // At once, not after the next frame: a key pressed before that would go to the page below.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close(); // the focus returns to the button that opened the dialog
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key also closes a dialog
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose(); // outside of the contents
      }}
    >
      <div class="contents">
        <div class="title">
          <h2 id={id}>{title}</h2>
          <Button class="plain" aria-label={texts.value.main.close} onClick={onClose}>
            <Icon name="close" />
          </Button>
        </div>
        <Notices />
        {children}
      </div>
    </dialog>
  );
}
