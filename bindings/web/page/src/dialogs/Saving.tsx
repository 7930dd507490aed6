/** Saves and loads games as text and as files. */
import { useState } from "preact/hooks";
import * as session from "../session/index.js";
import { texts } from "../texts/index.js";
import { Button } from "../ui/Button.js";

export function Saving() {
  const [text, setText] = useState("");
  const { experts } = texts.value;
  return (
    <details>
      <summary>{experts.saveAndLoad}</summary>
      <p class="quiet">{experts.saveHelp}</p>
      <label class="column">
        {experts.text}
        <textarea
          rows={4}
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="buttons">
        <Button onClick={() => setText(session.saved())}>{experts.show}</Button>
        <Button onClick={() => download(session.saved(), `${session.game.value.id}.jsonl`)}>
          {experts.saveFile}
        </Button>
        <Button disabled={!text.trim()} onClick={() => void session.loadSaved(text)}>
          {experts.loadText}
        </Button>
        <label class="button">
          {experts.loadFile}
          <input
            type="file"
            accept=".jsonl,.json,.txt"
            onChange={(event) => void loadFile(event.currentTarget)}
          />
        </label>
      </div>
    </details>
  );
}

async function loadFile(input: HTMLInputElement): Promise<void> {
  const [file] = input.files ?? [];
  if (file) await session.loadSaved(await file.text());
  input.value = ""; // so that the user can select the same file again
}

function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  const a = Object.assign(document.createElement("a"), { href: url, download: name });
  a.click();
  URL.revokeObjectURL(url);
}
