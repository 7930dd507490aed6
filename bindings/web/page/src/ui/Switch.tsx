/** A switch with a label. */
export interface SwitchProps {
  label: string;
  value: boolean;
  onValue(value: boolean): void;
}

export function Switch({ label, value, onValue }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={value}
        onChange={(event) => onValue(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
