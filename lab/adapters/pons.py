#!/usr/bin/env python3
"""Speaks UGI for Pons' solver of Connect Four, which prints the exact score of each move: pons.py SOLVER [OPTION ...]

SOLVER is the path of c4solver, and each OPTION is passed to it, such as `-b 7x6.book`. The program has no clock: without an opening
book it needs minutes for an empty board, and less than a second after 12 plies.

    make -C c_examples plugin
    cargo arena match --game c_examples/build/connect_four.so best "ugi:python3 lab/adapters/pons.py connect4/c4solver" \\
        --games 20 --ms 100 --random-plies 12
"""

import subprocess
import sys

from ugi import serve

COLUMNS, ROWS = 7, 6
LINES = [(0, 1), (1, 0), (1, 1), (1, -1)]
CENTRE_FIRST = "4352617"


class Board:
    """Connect Four: the players' numbers, 1 and -1, in each column from the bottom. `mover` is one of them."""

    def __init__(self, position):
        if position:
            sys.exit("pons.py: the program starts only from the empty board: use --random-plies instead of openings")
        self.columns, self.mover, self.moves, self.won = [[] for _ in range(COLUMNS)], 1, "", False

    def play(self, move):
        column = int(move) - 1
        self.columns[column].append(self.mover)
        self.won = self.has_four(column, len(self.columns[column]) - 1)
        self.mover, self.moves = -self.mover, self.moves + move

    def has_four(self, column, row):
        """True if the stone on this square is in a line of four."""
        return any(1 + self.count(column, row, x, y) + self.count(column, row, -x, -y) >= 4 for x, y in LINES)

    def count(self, column, row, x, y):
        """Returns the number of the mover's stones next to this square in this direction."""
        found = 0
        while 0 <= (column := column + x) < COLUMNS and 0 <= (row := row + y) < len(self.columns[column]):
            if self.columns[column][row] != self.mover:
                break
            found += 1
        return found

    def must_pass(self):
        return False

    def is_over(self):
        return self.won or len(self.moves) == COLUMNS * ROWS

    def result(self):
        """Returns the result in the words of UGI. The last mover has won if anybody has."""
        return "none" if not self.is_over() else "draw" if not self.won else "p2win" if self.mover == 1 else "p1win"


class Solver:
    """A running solver, which answers each line of moves with the scores of the seven columns."""

    def __init__(self, command):
        silent = subprocess.DEVNULL
        self.process = subprocess.Popen([*command, "-a"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=silent, text=True)

    def think(self, board, _moves, _ms):
        """Returns the move with the best score, near the centre if several have it."""
        self.process.stdin.write(f"{board.moves}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit("pons.py: the program ended")
        scores = dict(zip("1234567", map(int, answer.removeprefix(board.moves).split())))
        return max(CENTRE_FIRST, key=scores.__getitem__)


serve("Pons' solver", Board, Solver(sys.argv[1:]).think)
