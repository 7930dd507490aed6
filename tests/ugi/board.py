"""A program on the PC plays a game against a board in QEMU, over its serial line: tests/ugi/board.py COMMAND...

COMMAND starts QEMU with c_examples/firmware/engine.c. Also sends bad lines: the board answers them, and its position stays.
"""

import random
import re
import sys

sys.dont_write_bytecode = True
from client import Engine


def test_hostile_lines(board):
    rng = random.Random(1)
    before = board.shown()
    for sent in range(200):
        board.send(bytes(rng.randrange(33, 127) for _ in range(rng.randrange(1, 700))))
        board.ready()
    board.send("x" * 513)
    assert board.ready() == ["info string error: line: longer than 512 bytes"]
    assert board.shown() == before


def test_stop(board):
    board.send("go infinite")
    assert all(line.startswith("info ") for line in board.ready())
    assert board.ask("stop", "bestmove")


def test_game(board):
    """The PC plays at random as the first player."""
    rng = random.Random(7)
    moves = []
    board.send("uginewgame")
    while board.query("gameover") == "false":
        legal = board.legal_moves()
        if board.query("p1turn") == "true":
            move = rng.choice(legal)
        else:
            limits = "nodes 300" if len(moves) % 4 else "movetime 50"
            move, lines = board.go(limits)
            assert re.match(r"info depth \d+ score ", lines[-1]), lines
        assert move in legal, (moves, move)
        moves.append(move)
        board.position(moves)
    result = board.query("result")
    assert result == "p2win", (moves, result)
    print(f"the board wins against random moves: {len(moves)} plies")


with Engine(sys.argv[1:], patience=60) as board:
    options = board.options()
    assert [line.split()[2] for line in options] == ["Player", "Level", "Seed", "MultiPV", "Ponder"], options
    test_hostile_lines(board)
    test_stop(board)
    test_game(board)
    assert board.quit() == 0
