// TypeScript checks this file: a translation without one of the texts does not compile.
import { de } from "../src/texts/de.js";
import type { Texts } from "../src/texts/en.js";

const { hint, ...others } = de.main;

// @ts-expect-error: the text "hint" is missing
export const incomplete: Texts = { ...de, main: others };
export const complete: Texts = { ...de, main: { ...others, hint } };
