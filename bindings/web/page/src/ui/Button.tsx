/** A button that does not submit a form. */
import type { ComponentProps } from "preact";

export function Button(props: ComponentProps<"button">) {
  return <button type="button" {...props} />;
}
