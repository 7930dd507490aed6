/** The user's settings, which the browser stores. */
import { effect, signal } from "@preact/signals";
import { matching } from "./ui/viewport.js";

export interface Settings {
  /** A language of the page; "" for the browser's language. */
  language: string;
  theme: "system" | "light" | "dark";
  animation: boolean;
  sound: boolean;
  coordinates: boolean;
}

const KEY = "imm-settings";
const DEFAULTS: Settings = {
  language: "",
  theme: "system",
  animation: true,
  sound: false,
  coordinates: true,
};

export const settings = signal<Settings>(stored());

/** Returns the stored settings. Ignores values of other types, because the store may be old. */
function stored(): Settings {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const known = Object.entries(DEFAULTS).map(([key, value]) => [
      key,
      typeof found?.[key] === typeof value ? found[key] : value,
    ]);
    return Object.fromEntries(known) as Settings;
  } catch {
    return DEFAULTS; // the browser does not store settings
  }
}

export function change(changed: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changed };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // Without storage, the choice lasts only for this visit.
  }
}

const isSystemDark = matching("(prefers-color-scheme: dark)");

/** Keeps the theme of the document up to date. */
export function applyTheme(): void {
  effect(() => {
    const { theme } = settings.value;
    const system = isSystemDark.value ? "dark" : "light";
    document.documentElement.dataset.theme = theme === "light" || theme === "dark" ? theme : system;
  });
}
