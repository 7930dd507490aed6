// A custom game with a die: Pig. A player rolls the die as often as they like. A 1 ends the turn
// without points. Holding keeps the points of the turn. The first player with 50 points wins.
// A position is 5 bytes: the points of both players, the points of this turn, the player to move,
// and whether the die is rolling.
const GOAL = 50;
const [TURN, PLAYER, ROLLING] = [2, 3, 4];
const [HOLD, ROLL] = [0, 10]; // the moves; 1 to 6 are the outcomes of a roll

/** @type {import("imm-search").Game} */
export default {
  positionSize: 5,
  undoSize: 5,
  maxMoves: 6,
  maxPlies: 2000,
  toMove: (pig) => (pig[ROLLING] ? "chance" : pig[PLAYER] ? "second" : "first"),
  legalMoves: (pig) => (pig[ROLLING] ? [1, 2, 3, 4, 5, 6] : pig[TURN] ? [ROLL, HOLD] : [ROLL]),
  chance: () => 1, // the sides of the die are equally likely
  make(pig, move, undo) {
    undo.set(pig);
    pig[ROLLING] = move === ROLL ? 1 : 0;
    if (move === ROLL) return;
    if (move === HOLD) pig[pig[PLAYER]] += pig[TURN];
    if (move > 1) {
      pig[TURN] += move;
    } else {
      pig[TURN] = 0;
      pig[PLAYER] = 1 - pig[PLAYER];
    }
  },
  unmake: (pig, _, undo) => pig.set(undo),
  outcome: (pig) => (pig[0] >= GOAL ? "first" : pig[1] >= GOAL ? "second" : "ongoing"),
  evaluate(pig) {
    const turn = pig[PLAYER] ? -pig[TURN] / 2 : pig[TURN] / 2; // this turn's points may be lost
    return (pig[0] - pig[1] + turn) / (GOAL + 10);
  },
  moveText: (_, move) => (move === HOLD ? "hold" : move === ROLL ? "roll" : String(move)),
};
