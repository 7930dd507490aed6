/** A text field that shows errors while the user types. */
import { useId, useState } from "preact/hooks";

export interface FieldProps {
  label: string;
  value: string;
  /** Returns the error message for a text; "" if the text is valid. */
  complaint(text: string): string;
  /** Called only for a text without an error. */
  onValue(text: string): void;
  hint?: string;
}

export function Field({ label, value, complaint, onValue, hint }: FieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value;
  const wrong = complaint(text);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        value={text}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={wrong !== ""}
        aria-describedby={`${id}-note`}
        onInput={(event) => {
          const { value: now } = event.currentTarget;
          setTyped(now);
          if (!complaint(now)) onValue(now);
        }}
        onBlur={() => {
          if (!wrong) setTyped(null);
        }}
      />
      <small id={`${id}-note`} class={wrong ? "wrong" : ""} role={wrong ? "status" : undefined}>
        {wrong || hint}
      </small>
    </div>
  );
}
