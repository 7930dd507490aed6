#!/usr/bin/env python3
"""Speaks UGI for Zebra, an Othello program without a protocol: zebra.py ZEBRA [DEPTH [EXACT [WLD]]]

ZEBRA is the path of the program, in the folder with its coefficients. DEPTH is its search depth (default 10); with EXACT empty
squares it computes the exact score (14), with WLD the winner (16). Zebra starts again for each move, so times say little.

    cargo arena match othello best "ugi:python3 lab/adapters/zebra.py zebra/zebra 12" --games 20 --ms 100 --random-plies 6

This file is also an example of an adapter: another program needs its own `think` and `Board`; ugi.py speaks the protocol.
"""

import re
import subprocess
import sys
from pathlib import Path

from ugi import serve

STEPS = [-11, -10, -9, -1, 1, 9, 10, 11]


class Board:
    """Othello on squares 11 (a1) to 88 (h8). `mover` and the values of `discs` are 1 (Black) or -1."""

    def __init__(self, position):
        if position:
            sys.exit("zebra.py: Zebra starts only from the usual position: use --random-plies instead of openings")
        self.discs, self.mover = {44: -1, 45: 1, 54: 1, 55: -1}, 1

    def turned(self, square):
        """Returns the discs that a disc on this square turns over."""
        found = []
        for step in STEPS:
            line, at = [], square + step
            while self.discs.get(at) == -self.mover:
                line.append(at)
                at += step
            found += line if self.discs.get(at) == self.mover else []
        return found

    def must_pass(self):
        squares = (10 * row + column for row in range(1, 9) for column in range(1, 9))
        return not any(square not in self.discs and self.turned(square) for square in squares)

    def result(self):
        """Returns the result in the words of UGI. Only imm's score counts empty squares; the winner is the same."""
        discs = sum(self.discs.values())
        return "none" if not self.is_over() else "p1win" if discs > 0 else "p2win" if discs < 0 else "draw"

    def is_over(self):
        passes = []
        for _ in range(2):
            passes.append(self.must_pass())
            self.mover = -self.mover
        return all(passes)

    def play(self, move):
        if move != "0000":
            square = 10 * int(move[1]) + ord(move[0]) - ord("a") + 1
            for turned in [square, *self.turned(square)]:
                self.discs[turned] = self.mover
        self.mover = -self.mover


def think(zebra, depths, moves):
    """Returns Zebra's move after these moves. The player to move must have a move."""
    sequence = "".join(move for move in moves if move != "0000")
    arguments = ["-quiet", "-b", "0", "-r", "0", "-slack", "0", "-l", *depths, *depths, "-evalone"]
    arguments += ["-seq", sequence] if sequence else []
    output = subprocess.run([zebra, *arguments], cwd=zebra.parent, capture_output=True, text=True).stdout
    found = re.search(r"^PV: ([a-h][1-8])", output, re.M)
    return found[1] if found else "(none)"


def main(zebra, depth="10", exact="14", wld="16"):
    path, depths = Path(zebra).resolve(), [depth, exact, wld]
    if not path.is_file():
        sys.exit(f"zebra.py: {path} is not a file: expected the program Zebra")
    serve("Zebra", Board, lambda _board, moves, _ms: think(path, depths, moves))


main(*sys.argv[1:])
