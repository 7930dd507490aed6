// A custom game: tic-tac-toe, for `open(tictactoe)`, or in a worker as the module at a URL.
// A position is 9 bytes, one for each square: 0 for empty, or 1 or 2 for a player's stone.
const lines = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];
const squares = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const stones = (board) => squares.filter((s) => board[s]).length;
const has = (board, who) => lines.some((line) => line.every((s) => board[s] === who));
const open = (board, who) => lines.filter((line) => line.every((s) => board[s] !== 3 - who)).length;

/** @type {import("imm-search").Game} */
export default {
  positionSize: 9,
  maxMoves: 9,
  maxPlies: 9,
  legalMoves: (board) => squares.filter((s) => !board[s]),
  make(board, square) {
    board[square] = (stones(board) % 2) + 1;
  },
  unmake(board, square) {
    board[square] = 0;
  },
  toMove: (board) => (stones(board) % 2 ? "second" : "first"),
  outcome(board) {
    if (has(board, 1)) return "first";
    if (has(board, 2)) return "second";
    return stones(board) === 9 ? "draw" : "ongoing";
  },
  evaluate: (board) => (open(board, 1) - open(board, 2)) / 8, // lines that a player can still complete
  moveText: (_, square) => `${"abc"[square % 3]}${1 + Math.floor(square / 3)}`,
};
