#!/usr/bin/env python3
"""Speaks UGI for mcts_gameframe, the program of the authors of the implicit minimax paper: gameframe.py CLASSES [JAVA ...]

CLASSES is the folder with the compiled classes of the program. JAVA is the command of Java 11 or later, `java` by default. Java runs
GameframeEngine.java in this folder, a small program that calls these classes. It starts sooner if you compile it to CLASSES yourself.
The program plays Breakthrough from the usual start, with the improved playouts and implicit minimax backups (alpha 0.4).

    cargo arena match breakthrough best "ugi:python3 lab/adapters/gameframe.py build" --games 20 --ms 100 --random-plies 6
"""

import sys

from java import start
from ugi import serve


class Board:
    """Breakthrough: `pieces` has the piece (w or b) on each square that is not empty. `mover` is 1 (w) or -1."""

    def __init__(self, position):
        if position:
            sys.exit("gameframe.py: the program starts only from the usual position: use --random-plies instead of openings")
        self.pieces = {f"{column}{row}": "w" if row in "12" else "b" for row in "1278" for column in "abcdefgh"}
        self.mover = 1

    def play(self, move):
        self.pieces[move[2:]] = self.pieces.pop(move[:2])
        self.mover = -self.mover

    def must_pass(self):
        return False

    def is_over(self):
        return self.result() != "none"

    def result(self):
        """Returns the result in the words of UGI: a player wins on the last row, or by capturing all pieces."""
        arrived = {piece for square, piece in self.pieces.items() if square[1] == ("8" if piece == "w" else "1")}
        left = set(self.pieces.values())
        return "p1win" if "w" in arrived or left == {"w"} else "p2win" if "b" in arrived or left == {"b"} else "none"


class Program:
    """GameframeEngine, which waits for games."""

    def __init__(self, *command):
        self.ask = start("GameframeEngine", "ai/mcts/MCTSPlayer.class", *command)
        self.think(Board(None), [], 200)  # Java compiles while it runs: without this, the first move is late

    def think(self, _board, moves, ms):
        return self.ask(" ".join([str(ms or 1000), *moves])) or "(none)"


serve("mcts_gameframe", Board, Program(*sys.argv[1:]).think)
