#!/usr/bin/env python3
"""Speaks UGI for maxbennedich/onitama, an Onitama program without a protocol: onitama.py CLASSES [JAVA ...]

CLASSES is the folder with the compiled classes of the program. JAVA is the command of Java 11 or later, `java` by default. Java runs
OnitamaEngine.java in this folder, a small program that calls these classes. It starts sooner if you compile it to CLASSES yourself. The
program does not know passes: if it has no move, the adapter gives up the first card.

    cargo arena match onitama best "ugi:python3 lab/adapters/onitama.py build/classes/java/main" --games 20 --ms 100
"""

import sys

from java import start
from ugi import serve

SQUARES = [f"{column}{row}" for row in "54321" for column in "abcde"]
TEMPLES = {1: "c5", -1: "c1"}


class Board:
    """Onitama: `pieces` has the piece on each square, from a5 on; `hands` has the cards of both players. `mover` is 1 or -1."""

    def __init__(self, position):
        text = position or "bbBbb/...../...../...../wwWww crane,eel elephant,mantis ox 1"
        rows, first, second, self.middle, side = text.split()
        self.pieces = dict(zip(SQUARES, rows.replace("/", ""), strict=True))
        self.hands, self.mover = {1: first.split(","), -1: second.split(",")}, 1 if side == "1" else -1

    def play(self, move):
        squares, card = move.split(":")
        if squares != "pass":
            self.pieces[squares[2:]], self.pieces[squares[:2]] = self.pieces[squares[:2]], "."
        hand = self.hands[self.mover]
        hand[hand.index(card)], self.middle = self.middle, card
        self.mover = -self.mover

    def must_pass(self):
        """False, because a pass needs the name of a card: `think` chooses it."""
        return False

    def is_over(self):
        return self.result() != "none"

    def result(self):
        masters = {piece: square for square, piece in self.pieces.items() if piece in "WB"}
        if masters.get("W") == TEMPLES[1] or "B" not in masters:
            return "p1win"
        return "p2win" if masters.get("B") == TEMPLES[-1] or "W" not in masters else "none"

    def line(self, ms):
        """Returns the position and the time as OnitamaEngine reads them: pieces r and R instead of w and W."""
        pieces = "".join(self.pieces.values()).replace("w", "r").replace("W", "R")
        return " ".join([pieces, *self.hands[1], *self.hands[-1], self.middle, "0" if self.mover == 1 else "1", str(ms)])


class Program:
    """OnitamaEngine, which waits for positions."""

    def __init__(self, *command):
        self.ask = start("OnitamaEngine", "onitama/ai/Searcher.class", *command)
        self.think(Board(None), [], 200)  # Java compiles while it runs: without this, the first move is late

    def think(self, board, _moves, ms):
        move = self.ask(board.line(ms or 1000))
        return f"pass:{board.hands[board.mover][0]}" if move == "none" else move or "(none)"


serve("Onitama", Board, Program(*sys.argv[1:]).think)
