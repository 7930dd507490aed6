"""A program that plays the first legal move of Breakthrough 2x4, and has a fault on demand.

Usage: fake.py ugi|uci|gtp [MODE [FILE]]. The mode `same` answers every question with the move 0. The
mode `deaf` appends the id of the process to FILE.
"""

import os
import sys
import time

LANGUAGE, MODE = sys.argv[1], (sys.argv[2:] or ["plain"])[0]
WIDTH, HEIGHT = 2, 4
START = "bb/bb/ww/ww 1"


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


class Board:
    """The board as a dictionary from (column, row) to 1 (first player) or 2, and the side to move."""

    def __init__(self, text=START):
        rows, side = text.split(" ")
        self.side = int(side) if side != "-" else 1
        pieces = {"w": 1, "b": 2}
        lines = enumerate(reversed(rows.split("/")))
        self.on = {(x, y): pieces[c] for y, line in lines for x, c in enumerate(line) if c != "."}

    def moves(self):
        forward = 1 if self.side == 1 else -1
        for x, y in sorted(square for square, piece in self.on.items() if piece == self.side):
            for dx in (-1, 0, 1):
                target = self.on.get((x + dx, y + forward))
                free = target is None or (dx != 0 and target != self.side)
                if 0 <= x + dx < WIDTH and 0 <= y + forward < HEIGHT and free:
                    yield f"{'abcdefgh'[x]}{y + 1}{'abcdefgh'[x + dx]}{y + forward + 1}"

    def play(self, move):
        square = lambda text: ("abcdefgh".index(text[0]), int(text[1]) - 1)
        self.on[square(move[2:])] = self.on.pop(square(move[:2]))
        self.side = 3 - self.side

    def winner(self):
        for side, goal in ((1, HEIGHT - 1), (2, 0)):
            others = [piece for piece in self.on.values() if piece != side]
            if not others or any(y == goal and piece == side for (_, y), piece in self.on.items()):
                return side
        return 0


def choose(board):
    """Returns the move to answer, after the fault of the mode."""
    if MODE == "crash":
        sys.exit("the program crashes")
    if MODE in ("silent", "deaf"):
        time.sleep(1000)
    if MODE == "slow":
        time.sleep(0.3)
    if MODE == "garbage":
        sys.stdout.buffer.write(b"\xff\xfe \x00 bestmov\n" + b"x" * 300_000 + b"\n\n\ninfo\ninfo nodes\ninfo string nodes 5\n")
        say("info depth 1 nodes 123 pv a2a3")
    if MODE == "flood":
        while True:
            say("info string nothing")
    if MODE == "nothing":
        return ""
    if MODE == "same":
        return "0"
    return "a1a9" if MODE == "illegal" else next(board.moves())


def ugi():
    ok = {"ugi": "ugiok", "uci": "uciok"}
    board = Board()
    for line in sys.stdin:
        words = line.split()
        if words[0] in ok:
            if MODE == "mute":
                continue
            if MODE == "broken":
                sys.exit("first line\nno licence")
            say("id name fake\noption name Hash type spin default 1 min 1 max 9\n" + ok[words[0]])
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "setoption" and words[-1] == "0":
            say("info string error: setoption: Hash needs a number from 1 to 9, not '0'")
        elif words[0] == "position" and MODE != "same":
            fen, _, moves = line.partition(" moves ")
            board = Board(fen.removeprefix("position fen ").strip()) if " fen " in fen else Board()
            for move in moves.split():
                board.play(move)
        elif words[0] == "go":
            move = choose(board)
            say(f"bestmove {move}")
        elif words == ["query", "gameover"]:
            say(f"response {'true' if board.winner() else 'false'}")
        elif words == ["query", "result"]:
            result = ["none", "p1win", "p2win"][board.winner()]
            say(f"response {'draw' if MODE == 'liar' else result}")
        elif words[0] == "quit":
            break


def gtp():
    board = Board()
    for line in sys.stdin:
        words = line.split()
        if not words or MODE == "sleepy":
            # A program that needs a second line to wake up, as Edax does.
            if not words and MODE == "sleepy":
                say("= 2\n")
                globals()["MODE"] = "plain"
        elif words[0] == "list_commands":
            say("= clear_board\nplay\ngenmove\ntime_settings\ntime_left\n")
        elif words[0] == "clear_board":
            board = Board()
            say("=\n")
        elif words[0] == "play":
            board.play(words[2])
            say("=\n")
        elif words[0] == "genmove" and MODE == "refuse":
            say("? cannot\n")
        elif words[0] == "genmove" and MODE == "resign":
            say("= resign\n")
        elif words[0] == "genmove":
            move = choose(board)
            board.play(move)
            say(f"= {move}\n")
        elif words[0] == "komi":
            say("? unknown command\n")
        else:
            say("= 2\n")


if MODE == "deaf" and len(sys.argv) > 3:
    open(sys.argv[3], "a").write(f"{os.getpid()}\n")
gtp() if LANGUAGE == "gtp" else ugi()
