/** The language of the page. To add a translation, add its file here. */
import { computed } from "@preact/signals";
import { settings } from "../settings.js";
import { de } from "./de.js";
import { en, type Texts } from "./en.js";

export const LANGUAGES: Readonly<Record<string, Texts>> = { en, de };

/**
 * The language that the user chose. Otherwise the first of the browser's languages in which the
 * page has texts.
 */
export const language = computed(() => {
  const wanted = [settings.value.language, ...navigator.languages];
  const short = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return short.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
});

/** The texts in the current language. */
export const texts = computed<Texts>(() => LANGUAGES[language.value] ?? en);
