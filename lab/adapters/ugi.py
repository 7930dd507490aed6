"""The protocol of the adapters in this folder: UGI, for a program that does not speak it. An adapter needs a `Board` and `think`."""

import sys


def serve(name, board_type, think):
    """Answers the commands on standard input until `quit`.

    board_type(text) is a board: the usual start, or a position in imm's notation. It has the methods play(move), must_pass(),
    is_over() and result(), and `mover`, which is 1 for the first player. think(board, moves, ms) returns the move of the program after
    these moves. `ms` is the time in milliseconds, or None if the command names no time.
    """
    board, start, moves = board_type(None), None, []
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "ugi":
            print(f"id name {name}\nugiok", flush=True)
        elif command == "isready":
            print("readyok", flush=True)
        elif command == "position":
            setup, _, played = " ".join(words).partition(" moves ")
            setup, played = setup.removeprefix("fen ") if setup.startswith("fen ") else None, played.split()
            if setup != start or played[: len(moves)] != moves:
                board, start, moves = board_type(setup), setup, []
            for move in played[len(moves) :]:
                board.play(move)
            moves = played
        elif command == "go":
            ms = int(words[1]) if words[:1] == ["movetime"] else None
            print(f"bestmove {'0000' if board.must_pass() else think(board, moves, ms)}", flush=True)
        elif command == "query":
            answers = {"gameover": str(board.is_over()).lower(), "p1turn": str(board.mover == 1).lower(), "result": board.result()}
            print("response", answers.get(words[0]), flush=True)
        elif command == "quit":
            return
