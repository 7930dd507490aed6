#!/usr/bin/env python3
"""Speaks UGI for GNU Backgammon 1.07 or later: gnubg.py PLUGIN [PLIES [FILE [ANALYSIS_PLIES]]]

PLUGIN is c_examples/build/backgammon.so, from `make -C c_examples backgammon_plugin`. GNU Backgammon plays without a cube and looks
PLIES turns ahead (default 0). With FILE, it also analyses the plays of both players, ANALYSIS_PLIES turns ahead (default 2), and at the
end appends a line to FILE: the mean error of each player in thousandths of a point, over all plays that were not forced.

    cargo arena match --game c_examples/build/backgammon.so "bfm(efNet,marg1)" \\
        "ugi:python3 lab/adapters/gnubg.py c_examples/build/backgammon.so" --net c_examples/backgammon.immnet --games 100 --iterations 1

The program `gnubg` runs this file again, with the module `gnubg` that it has: see answer_in_gnubg().
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import fmean, stdev

BAR, PLACES = 25, 26
INSIDE = "IMM_IN_GNUBG"  # an environment variable, set in the program
SIGN = "imm:"  # begins each line of an answer, because the program also prints other lines


def answer_in_gnubg():
    """Answers requests on standard input: "best", the plies, the dice and the board; "value", the plies and the board; or "rating" and
    an error in millionths of a point.

    A board has 25 numbers for the opponent and 25 for the player on roll: the points from 1, and the bar. The answers are places from
    and to which checkers move, the points that the player on roll wins on average, and a rating from 0 to 7.
    """
    import gnubg  # the module of the program, not this file

    gnubg.command("set jacoby off")
    money = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
    for line in sys.stdin:
        what, plies, *numbers = line.split()
        numbers = [int(number) for number in numbers]
        context = gnubg.evalcontext(0, int(plies), 1, int(int(plies) > 1), 0.0)
        board = tuple(numbers[-50:-25]), tuple(numbers[-25:])
        if what == "best":
            answer = gnubg.findbestmove(board, money, context, tuple(numbers[:2]))
        elif what == "value":
            answer = (gnubg.evaluate(board, money, context)[5],)
        else:
            answer = (gnubg.errorrating(int(plies) / 1e6),)
        os.write(1, f"{SIGN} {' '.join(map(str, answer))}\n".encode())  # sys.stdout of the program has another buffer
    os._exit(0)


class Gnubg:
    """The running program."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["gnubg", "-t", "-q", "-p", str(Path(__file__).resolve())],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            cwd="/",  # in the folder of this file, `import gnubg` would find this file
            env={**os.environ, INSIDE: "1", "PATH": f"{os.environ.get('PATH', '')}:/usr/games"},
        )  # fmt: skip

    def ask(self, *words):
        print(*words, file=self.process.stdin, flush=True)
        for line in self.process.stdout:
            if line.startswith(SIGN):
                return line.split()[1:]
        sys.exit("gnubg.py: the program gnubg has ended")

    def best(self, plies, board):
        """Returns the best play on this board, as the position after it: two rows of places, the first player's first."""
        numbers = [int(number) for number in self.ask("best", plies, *board.dice(), *board.numbers(board.rows(), board.mover_index()))]
        rows, own = board.rows(), board.mover_index()
        for source, target in zip(numbers[::2], numbers[1::2], strict=True):
            if source == 0:
                break
            rows[own][source] -= 1
            rows[own][max(target, 0)] += 1
            if target > 0 and rows[1 - own][BAR - target]:
                rows[1 - own][BAR - target] = 0
                rows[1 - own][BAR] += 1
        return bytes(rows[0] + rows[1])

    def value(self, plies, key, own):
        """Returns the points that the player `own` wins on average if the opponent rolls next in this position."""
        rows = [list(key[:PLACES]), list(key[PLACES : 2 * PLACES])]
        return -float(self.ask("value", plies, *Board.numbers(rows, 1 - own))[0])


class Board:
    """A position of imm's game. `mover` is 1 for the first player."""

    def __init__(self, position):
        if position:
            sys.exit("gnubg.py: games begin at the usual start: use no openings")
        self.plugin = Plugin(sys.argv[1])

    @property
    def mover(self):
        return 1 if self.plugin.mover() == FIRST else -1

    def mover_index(self):
        return self.plugin.position.raw[2 * PLACES]

    def dice(self):
        return list(self.plugin.position.raw[2 * PLACES + 2 : 2 * PLACES + 4])

    def rows(self):
        raw = self.plugin.position.raw
        return [list(raw[:PLACES]), list(raw[PLACES : 2 * PLACES])]

    @staticmethod
    def numbers(rows, on_roll):
        return rows[1 - on_roll][1:] + rows[on_roll][1:]

    def play(self, text):
        self.plugin.play(self.find(text))

    def find(self, text):
        """Returns the move with this text of UGI, in which 0000 is a pass."""
        return self.plugin.find("pass" if text == "0000" else text)

    def must_pass(self):
        return self.plugin.mover() != CHANCE and self.plugin.text(self.plugin.moves()[0]) == "pass"

    def is_over(self):
        return self.plugin.result() != ONGOING

    def result(self):
        return ["none", "p1win", "p2win", "draw"][self.plugin.result()]


class Player:
    """Plays for the program, and analyses the plays of both players."""

    def __init__(self, plies, file, analysis_plies):
        self.program, self.plies, self.file, self.analysis_plies = Gnubg(), plies, file, analysis_plies
        self.errors = {"gnubg": [], "opponent": []}
        self.analysed = 0

    def think(self, board, moves, _ms):
        """Returns the program's move. A roll is a forced move."""
        plays = {board.plugin.after(move)[: 2 * PLACES]: move for move in board.plugin.moves()}
        if self.file:
            self.analyse(moves, 1 - board.mover_index())
        if len(plays) == 1:
            return board.plugin.text(*plays.values())
        return board.plugin.text(plays[self.program.best(self.plies, board)])

    def analyse(self, moves, opponent):
        """Analyses the plays since the last call in this game."""
        if len(moves) < self.analysed:
            self.analysed = 0
        board = Board(None)
        for number, move in enumerate(moves):
            if number >= self.analysed and any(board.dice()):
                who = "opponent" if board.mover_index() == opponent else "gnubg"
                self.add_error(board, board.find(move), who)
            board.play(move)
        self.analysed = len(moves)

    def add_error(self, board, move, who):
        if len(board.plugin.moves()) == 1:
            return
        best, played, own = self.program.best(self.analysis_plies, board), board.plugin.after(move)[: 2 * PLACES], board.mover_index()
        lost = 0.0
        if best != played:
            lost = self.program.value(self.analysis_plies, best, own) - self.program.value(self.analysis_plies, played, own)
        self.errors[who].append(max(0.0, lost))

    def report(self):
        if not self.file:
            return
        with open(self.file, "a", encoding="utf-8") as file:
            print(json.dumps({who: self.facts(errors) for who, errors in self.errors.items()}), file=file)

    def facts(self, errors):
        """Returns the mean error in thousandths of a point, with half of its 95 % interval, and the program's rating for it."""
        if len(errors) < 2:
            return {"plays": len(errors)}
        mean, half = fmean(errors), 1.96 * stdev(errors) / len(errors) ** 0.5
        rating = int(self.program.ask("rating", round(1e6 * mean))[0])
        return {"plays": len(errors), "error": round(1000 * mean, 2), "plus_minus": round(1000 * half, 2), "rating": rating}


if INSIDE in os.environ:
    answer_in_gnubg()
else:
    from plugin import CHANCE, FIRST, ONGOING, Plugin
    from ugi import serve

    words = [*sys.argv[2:], *["0", "", "2"][len(sys.argv) - 2 :]]
    player = Player(int(words[0]), words[1], int(words[2]))
    serve("GNU Backgammon", Board, player.think)
    player.report()
