/** The light or dark theme: the system setting, until the user chooses a theme. */
import { signal } from "@preact/signals";

const KEY = "imm-theme";
const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
const theme = signal<"light" | "dark">(kept() ?? system());

function kept(): "light" | "dark" | null {
  try {
    const word = localStorage.getItem(KEY);
    return word === "light" || word === "dark" ? word : null;
  } catch {
    return null; // the browser does not store settings
  }
}

export function applyTheme(): void {
  document.documentElement.dataset.theme = theme.value;
}

export function Theme() {
  const isDark = theme.value === "dark";
  return (
    <button
      type="button"
      class="theme"
      aria-pressed={isDark}
      onClick={() => {
        theme.value = isDark ? "light" : "dark";
        applyTheme();
        try {
          localStorage.setItem(KEY, theme.value);
        } catch {
          // Without storage, the choice lasts only for this visit.
        }
      }}
    >
      Dark
    </button>
  );
}
