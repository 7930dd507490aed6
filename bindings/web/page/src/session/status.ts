/** What the page says about the game: whose turn it is, what happened, and the result. */
import { computed } from "@preact/signals";
import type { Side } from "imm-search";
import { textsOf } from "../games/about.js";
import { opponent } from "../games/scene.js";
import { playerOf } from "../player.js";
import type { Here } from "../rules.js";
import { texts } from "../texts/index.js";
import * as state from "./state.js";

const { busy, ended, game, here, line, record } = state;

/** The result of the game, as the page shows it. */
export interface Result {
  headline: string;
  detail: string;
  /** True if the user of the page won against imm. */
  isWon: boolean;
}

export interface Status {
  text: string;
  kind: "turn" | "wait" | "again" | "pass" | "wrong";
}

/** Returns the name of a side: "You" or "imm" if you play against imm. */
export function nameOfSide(side: Side): string {
  const { engine, you } = texts.value;
  if (!state.user.value) return textsOf(game.value).sides[side];
  return state.user.value === side ? you : engine;
}

/** Returns the names of both sides. */
export const namesOfSides = () => ({ first: nameOfSide("first"), second: nameOfSide("second") });

/** The result of the game; null while the game goes on. */
export const result = computed<Result | null>(() => {
  const at = here.value;
  if (!at || !state.over.value || state.atPast.value) return null;
  const words = texts.value.result;
  const outcome = ended.value?.winner ?? at.outcome;
  const detail = ended.value ? endedBy(ended.value) : reasonOf(at);
  if (outcome !== "first" && outcome !== "second") {
    return { headline: words.draw, detail, isWon: false };
  }
  const isWon = outcome === state.user.value;
  const side = textsOf(game.value).sides[outcome];
  const headline = state.user.value ? (isWon ? words.youWin : words.youLose) : words.wins(side);
  return { headline, detail, isWon };
});

function endedBy({ winner, reason }: state.Ended): string {
  const words = texts.value.result;
  if (reason === "time") return words.time;
  const loser = opponent(winner);
  if (state.user.value === loser) return words.youResigned;
  return words.resigned(textsOf(game.value).sides[loser]);
}

/** If the game ended by its rules, returns the score and the reason why it ended. */
function reasonOf({ position, outcome }: Here): string {
  const { reasons, result: words } = texts.value;
  const { score, reason } = game.value.ending(position, outcome);
  const parts = reason ? [reasons[reason]] : [];
  if (score && (outcome === "first" || outcome === "second")) {
    const loser = opponent(outcome);
    parts.unshift(words.score(textsOf(game.value).sides[outcome], score[outcome], score[loser]));
  } else if (score) parts.unshift(words.drawScore(score.first));
  return parts.join(". ") || reasons.rules;
}

/** The side that made the latest move before the current position; null at the start. */
function latestMover(): Side | null {
  const before = line.value.slice(0, record.value.cursor);
  return before.findLast(({ rolls }) => !rolls)?.mover ?? null;
}

const isPass = (move: string | undefined) => move?.startsWith("pass") ?? false;

/** The user's passes, if the user has no other move. */
export const passes = computed<readonly string[]>(() =>
  state.person.value && !state.over.value ? (here.value?.legal.filter(isPass) ?? []) : [],
);

/** Returns the reason why imm cannot play a side with the chosen player, or "" if it can. */
function refusal(): string {
  const players = state.seats.value.map((seat) => playerOf(seat, game.value.player));
  const refusals = players.map((player) => (player === null ? "" : state.refusal(player)));
  return refusals.find(Boolean) ?? "";
}

/** The line of text that tells whose turn it is. */
export const status = computed<Status>(() => {
  const at = here.value;
  const { turn } = texts.value;
  if (!at) return { text: "", kind: "wait" };
  if (state.editing.value !== null) return { text: turn.setUp, kind: "wait" };
  if (at.rolls) return { text: turn.rolls, kind: "wait" };
  const wrong = refusal();
  if (wrong) return { text: wrong, kind: "wrong" };
  return state.person.value ? userTurn(at) : engineTurn(at);
});

function userTurn({ mover }: Here): Status {
  const { turn } = texts.value;
  const isUser = state.user.value === mover;
  const side = textsOf(game.value).sides[mover];
  if (passes.value.length) {
    return { text: isUser ? turn.passYou : turn.passSide(side), kind: "pass" };
  }
  const text = isUser ? turn.yours : turn.moves(side);
  if (isPass(record.value.moves[record.value.cursor - 1])) {
    const other = nameOfSide(opponent(mover));
    return { text: `${turn.passed(other)} ${text}`, kind: "pass" };
  }
  if (latestMover() !== mover) return { text, kind: "turn" };
  return { text: isUser ? turn.againYou : turn.again(side), kind: "again" };
}

function engineTurn({ mover }: Here): Status {
  const { turn } = texts.value;
  const name = nameOfSide(mover);
  if (latestMover() === mover) return { text: turn.again(name), kind: "again" };
  if (state.paused.value) return { text: turn.paused, kind: "wait" };
  return { text: busy.value ? turn.thinks(name) : turn.moves(name), kind: "wait" };
}

/** Returns the result of the game, or the side to move, as a screen reader says it. */
export function standing(): string {
  const end = result.value;
  if (end) return `${end.headline} ${end.detail}.`;
  return `${status.value.text}.`.replace(/([.!…])\.$/, "$1");
}
