/** The boards of each game, the default player, and the page's texts about the game. */
import { texts } from "../texts/index.js";
import type { GameId, GameView } from "./scene.js";

type About = Pick<GameView, "id" | "player" | "boards" | "shuffles" | "turns">;

export const ABOUT = {
  breakthrough: {
    id: "breakthrough",
    player: "mcts(im0.4,ipp,efLH)",
    boards: ["breakthrough", "breakthrough_6x6", "breakthrough_5x6", "breakthrough_5x5"],
    turns: true,
  },
  connectFour: { id: "connect_four", player: "mcts(im0.3,ipp)", boards: ["plugin"] },
  einstein: { id: "einstein", player: "mcts(im0.4,ipp)", boards: ["einstein"], shuffles: true },
  kalah: {
    id: "kalah",
    player: "mcts(im0.4)",
    boards: ["kalah", "kalah_std", "kalah_stays", "kalah_empty_6x6", "kalah_empty_4x3"],
    shuffles: true,
    turns: true,
  },
  loa: { id: "loa", player: "mcts(mcloa)", boards: ["loa"] },
  onitama: { id: "onitama", player: "ab(all)", boards: ["onitama"], shuffles: true, turns: true },
  othello: { id: "othello", player: "mcts(im0.4)", boards: ["othello"] },
  oware: { id: "oware", player: "ab(all)", boards: ["oware"], turns: true },
} satisfies Record<string, About>;

/** Returns the texts about a game: its title, sides and rules. */
export const textsOf = ({ id }: { id: GameId }) => texts.value.games[id];

/** Returns the name of a board, as the page shows it. */
export const boardTitle = (view: GameView, board: string): string =>
  (textsOf(view).boards as Readonly<Record<string, string>>)[board] ?? board;
