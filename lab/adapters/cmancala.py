#!/usr/bin/env python3
"""Speaks UGI for CMancala, a Kalah program with a terminal interface: cmancala.py MANCALA

MANCALA is the path of the program. It looks at its clock only between two depths, so a move may take longer than its time.

    cargo arena match kalah_std best "ugi:python3 lab/adapters/cmancala.py build/Mancala" --games 20 --ms 100
"""

import re
import subprocess
import sys

from ugi import serve

STORES = (6, 13)


class Board:
    """Kalah with six houses: cells 0 to 5 and the store 6 of the first player, then those of the second. `mover` is 1 or -1."""

    def __init__(self, position):
        board, side = (position or "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1").split()
        self.cells = [int(number) for number in board.replace("|", ",").split(",")]
        self.mover = 1 if side == "1" else -1

    def play(self, move):
        own, other = STORES if self.mover == 1 else STORES[::-1]
        at = int(move) + own - 6
        seeds, self.cells[at] = self.cells[at], 0
        while seeds:
            at = (at + 1) % 14
            if at != other:
                self.cells[at] += 1
                seeds -= 1
        if own - 6 <= at < own and self.cells[at] == 1 and self.cells[12 - at]:
            self.cells[own] += 1 + self.cells[12 - at]
            self.cells[at] = self.cells[12 - at] = 0
        if at != own:
            self.mover = -self.mover

    def must_pass(self):
        return False

    def is_over(self):
        return not any(self.cells[:6]) or not any(self.cells[7:13])

    def result(self):
        first, second = sum(self.cells[:7]), sum(self.cells[7:])
        return "none" if not self.is_over() else "p1win" if first > second else "p2win" if first < second else "draw"

    def code(self):
        """Returns the position as CMancala reads it: a bit for the side to move, then a byte for each cell, in hexadecimal digits.

        Both stores are empty in the code, which has no room for a large last store. What is in the stores changes no move.
        """
        houses = {cell: seeds for cell, seeds in enumerate(self.cells) if cell not in STORES}
        bits = int(self.mover == 1) + sum(seeds << (1 + 8 * cell) for cell, seeds in houses.items())
        return f"{bits:027x}"


class Program:
    """A running CMancala, which waits in its menu for positions."""

    def __init__(self, path):
        self.ms = None
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("autoplay false", "progress false", "player 1 ai", "player 2 ai", "start")

    def send(self, *commands):
        self.process.stdin.write("".join(f"{command}\n" for command in commands))
        self.process.stdin.flush()

    def think(self, board, _moves, ms):
        if ms != self.ms:
            self.ms = ms
            self.send("config", f"time {(ms or 1000) / 1000}", "start")
        self.send(f"load {board.code()}", "step")
        for line in self.process.stdout:
            if found := re.search(r"Move: (\d)", line):
                # For the second player, house 1 of the program is the house next to the store.
                return int(found[1]) - 1 if board.mover == 1 else 6 - int(found[1])
        return "(none)"


serve("CMancala", Board, Program(sys.argv[1]).think)
