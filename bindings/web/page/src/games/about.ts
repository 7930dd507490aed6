/** The page's text about each game, the boards that the page offers, and the default player. */
import type { GameView } from "./scene.js";

type About = Pick<GameView, "id" | "title" | "sides" | "rules" | "player" | "boards" | "shuffle">;

const blackFirst = { first: "Black", second: "White" };
const whiteFirst = { first: "White", second: "Black" };
const southFirst = { first: "South", second: "North" };

/** A smaller board of Breakthrough. */
const small = (columns: number, rows: number) => ({
  name: `breakthrough_${columns}x${rows}`,
  title: `${columns} × ${rows}`,
});

export const ABOUT = {
  breakthrough: {
    id: "breakthrough",
    title: "Breakthrough",
    sides: whiteFirst,
    rules:
      "Move a piece one square forward, straight or diagonally; capture diagonally. Reach the far row, or capture everything.",
    player: "mcts(im0.4,ipp,efLH)",
    boards: [{ name: "breakthrough", title: "8 × 8" }, small(6, 6), small(5, 6), small(5, 5)],
  },
  connectFour: {
    id: "connect_four",
    title: "Connect Four",
    sides: { first: "Yellow", second: "Red" },
    rules: "Drop a disc into a column. Four in a row win, in any direction.",
    player: "mcts(im0.3,ipp)",
    boards: [{ name: "plugin", title: "7 × 6" }],
  },
  einstein: {
    id: "einstein",
    title: "EinStein würfelt nicht!",
    sides: whiteFirst,
    rules:
      "The die chooses the stone; if it was captured, move the next lower or the next higher one. Move one square towards the opposite corner, straight or diagonally, and capture any stone on your way. Reach the corner, or capture all stones of the other side.",
    player: "mcts(im0.4,ipp)",
    shuffle: "Random arrangement",
    boards: [{ name: "einstein", title: "6 stones" }],
  },
  kalah: {
    id: "kalah",
    title: "Kalah",
    sides: southFirst,
    rules:
      "Sow the seeds of a house, one by one. If the last seed lands in your store, you move again; in an empty house of yours it captures the seeds opposite. More seeds win.",
    player: "mcts(im0.4)",
    shuffle: "Random board",
    boards: [
      { name: "kalah", title: "6 houses, 4 seeds" },
      { name: "kalah_std", title: "6 × 4, captures only where there is something" },
      { name: "kalah_stays", title: "6 × 4, the capturing seed stays" },
      { name: "kalah_empty_6x6", title: "6 houses, 6 seeds" },
      { name: "kalah_empty_4x3", title: "4 houses, 3 seeds" },
    ],
  },
  loa: {
    id: "loa",
    title: "Lines of Action",
    sides: blackFirst,
    rules:
      "A piece moves along a line as many squares as there are pieces on the line. It jumps over its own side and captures by landing. Bring all your pieces into one group.",
    player: "mcts(mcloa)",
    boards: [{ name: "loa", title: "8 × 8" }],
  },
  onitama: {
    id: "onitama",
    title: "Onitama",
    sides: whiteFirst,
    rules:
      "Move a piece by one of your two cards; the card then goes to the middle, and you take the one from there. Capture the master, or bring yours to the other gate.",
    player: "ab(all)",
    shuffle: "New deal",
    boards: [{ name: "onitama", title: "16 cards" }],
  },
  othello: {
    id: "othello",
    title: "Othello",
    sides: blackFirst,
    rules:
      "Place a disc so that it encloses discs of the other colour in a row: they are turned over. More discs at the end win.",
    player: "mcts(im0.4)",
    boards: [{ name: "othello", title: "8 × 8" }],
  },
  oware: {
    id: "oware",
    title: "Oware",
    sides: southFirst,
    rules:
      "Sow the seeds of a house. If the last seed makes two or three in a house of the other side, you capture them, and those before it. More than 24 seeds win.",
    player: "ab(all)",
    boards: [{ name: "oware", title: "6 houses, 4 seeds" }],
  },
} satisfies Record<string, About>;
