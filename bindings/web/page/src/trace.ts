/** Games as text, one game per line: the traces that `imm-arena replay` reads. */
import { RESULTS } from "./format.js";
import { gameOfName, nameOf } from "./games/index.js";
import type { GameView } from "./games/scene.js";
import type { Here, Rules } from "./rules.js";
import { texts } from "./texts/index.js";

/**
 * A saved game. `result` is from the first player's point of view: 1, 0 or -1; null if the game is
 * not over.
 */
interface Trace {
  id: string;
  game: string;
  start: string;
  plies: { player: 0 | 1 | 2; legal: string[]; move: string; pos: string }[];
  length?: number;
  result: number | null;
}

export function writeTrace(
  game: GameView,
  board: string,
  line: readonly Here[],
  moves: readonly string[],
): string {
  const end = line.at(-1) as Here;
  const trace: Trace = {
    id: `${nameOf(game, board)}-${new Date().toISOString()}`,
    game: nameOf(game, board),
    start: (line[0] as Here).position,
    plies: moves.map((move, i) => {
      const { mover, rolls, legal } = line[i] as Here;
      const pos = (line[i + 1] as Here).position;
      const player = rolls ? 0 : mover === "first" ? 1 : 2;
      return { player, legal: [...legal].sort(), move, pos };
    }),
    ...(end.outcome !== "ongoing" && { length: moves.length }),
    result: RESULTS[end.outcome],
  };
  return `${JSON.stringify(trace)}\n`;
}

/** A saved game that is not checked yet. */
export interface Saved {
  game: GameView;
  board: string;
  start: string;
  moves: string[];
  /** Throws an error if the rules disagree with the saved game. */
  check(rules: Rules): void;
}

/** Reads the first game of a text. Throws an error for an invalid text. */
export function readTrace(text: string): Saved {
  const { errors } = texts.value;
  const trace = parsed(text.trim().split("\n")[0] ?? "");
  const known = gameOfName(String(trace.game));
  if (!known) throw new Error(errors.savedGame(String(trace.game).slice(0, 40)));
  if (typeof trace.start !== "string" || !Array.isArray(trace.plies)) {
    throw new Error(errors.notComplete);
  }
  const { start, plies } = trace;
  const moves = plies.map((ply) => String(ply?.move));
  const check = (rules: Rules) => {
    const line = rules.line(start, moves);
    plies.forEach((ply, i) => {
      const after = line[i + 1] as Here;
      if (typeof ply.pos === "string" && ply.pos !== after.position) {
        const move = String(ply.move);
        throw new Error(errors.savedPosition(i + 1, move, after.position, ply.pos));
      }
    });
  };
  return { ...known, start, moves, check };
}

function parsed(text: string): Partial<Trace> {
  try {
    const trace: unknown = JSON.parse(text);
    if (trace && typeof trace === "object") return trace as Partial<Trace>;
  } catch {
    // Ignore the error of JSON.parse, because its message would not help the user.
  }
  throw new Error(texts.value.errors.notSaved);
}
