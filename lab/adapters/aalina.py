#!/usr/bin/env python3
"""Speaks UGI for Aalina, an Oware program with its own dialect of UCI: aalina.py COMMAND ...

COMMAND is the command of the program, with the option --leaves for its endgame table, and its subcommand `service`. The adapter
switches the opening book off, and stops a search after the processor time of a move (on Linux, for all threads of the process; after
20 times this time at the latest). Both programs play by the Abapa rules: a capture of all seeds of the opponent takes none, and the
game ends when a position occurs again.

    cargo arena match oware best "ugi:python3 lab/adapters/aalina.py java -jar oware.jar --leaves oware-leaves.bin service" \\
        --games 20 --ms 100 --random-plies 4
"""

import os
import select
import subprocess
import sys
import time

from ugi import serve

HOUSES = "ABCDEFabcdef"


class Board:
    """Oware: houses 0 to 5 of the first player, houses 6 to 11 of the second, and the stores of both. `mover` is 1 or -1."""

    def __init__(self, position):
        board, side = (position or "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1").split()
        first, store, second, other_store = board.split("|")
        self.houses = [int(seeds) for seeds in f"{first},{second}".split(",")]
        self.stores, self.mover = {1: int(store), -1: int(other_store)}, 1 if side == "1" else -1
        diagram = "-".join(str(seeds) for seeds in [*self.houses, store, other_store])
        self.start = f"fen {diagram}-{'S' if self.mover == 1 else 'N'}" if position else "startpos"
        self.moves, self.seen = "", [self.key()]

    def key(self):
        return self.mover, tuple(self.houses)

    def own(self, mover):
        """Returns the numbers of this player's houses."""
        return range(6) if mover == 1 else range(6, 12)

    def play(self, move):
        house = at = int(move) + (0 if self.mover == 1 else 6)
        self.moves += HOUSES[house]
        seeds, self.houses[house] = self.houses[house], 0
        while seeds:
            at = (at + 1) % 12
            if at != house:
                self.houses[at] += 1
                seeds -= 1
        other, taken = self.own(-self.mover), []
        while at in other and self.houses[at] in (2, 3):
            taken.append(at)
            at -= 1
        if any(self.houses[house] for house in other if house not in taken):
            for house in taken:
                self.stores[self.mover] += self.houses[house]
                self.houses[house] = 0
                self.seen = []
        self.mover = -self.mover
        self.seen.append(self.key())

    def must_pass(self):
        return False

    def has_move(self):
        """True if the mover has seeds, and can give the opponent seeds if the opponent has none."""
        own, last = self.own(self.mover), self.own(self.mover)[-1]
        if any(self.houses[house] for house in self.own(-self.mover)):
            return any(self.houses[house] for house in own)
        return any(house + self.houses[house] > last for house in own)

    def is_over(self):
        return max(self.stores.values()) > 24 or self.seen[-1] in self.seen[:-1] or not self.has_move()

    def result(self):
        """Returns the result in the words of UGI. Each player gets the seeds that are left in its houses."""
        first, second = (self.stores[mover] + sum(self.houses[house] for house in self.own(mover)) for mover in (1, -1))
        if max(self.stores.values()) > 24:
            first, second = self.stores[1], self.stores[-1]
        return "none" if not self.is_over() else "p1win" if first > second else "p2win" if first < second else "draw"


class Program:
    """A running Aalina without its opening book."""

    def __init__(self, command):
        self.board = None
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send("uci")
        if "option name UseLeaves" not in self.hear("uciok"):
            sys.exit("aalina.py: the program has no endgame table: give its command the option --leaves with the file")
        self.send("setoption name OwnBook value false")
        self.think(Board(None), [], 300)  # Java compiles while it runs: without this, the first move is late

    def send(self, command):
        self.process.stdin.write(f"{command}\n".encode())
        self.process.stdin.flush()

    def hear(self, word, ms=None):
        """Returns the output up to the line with this word. After `ms` of processor time, sends `stop`."""
        output = self.process.stdout.fileno()
        text, clock, latest = "", (~self.process.pid << 3) | 2, time.monotonic() + (ms or 0) / 50
        end = time.clock_gettime(clock) + ms / 1000 if ms else None
        while word not in text or not text.endswith("\n"):
            if select.select([output], [], [], 0.001 if end else None)[0]:
                chunk = os.read(output, 65536).decode()
                if not chunk:
                    sys.exit("aalina.py: the program ended")
                text += chunk
            if end and (time.clock_gettime(clock) >= end or time.monotonic() >= latest):
                self.send("stop")
                end = None
        return text

    def think(self, board, _moves, ms):
        if board is not self.board:
            self.board = board
            self.send("ucinewgame\nisready")
            self.hear("readyok")
        moves = f" moves {board.moves}" if board.moves else ""
        self.send(f"position {board.start}{moves}\ngo infinite")
        answer = self.hear("bestmove", ms or 1000).split("bestmove ")[-1][:1]
        return str(HOUSES.index(answer) % 6) if answer and answer in HOUSES else "(none)"


serve("Aalina", Board, Program(sys.argv[1:]).think)
