#!/usr/bin/env python3
"""Measures the properties of the games of docs/FORTY_GAMES.md that have a net, and adds them to properties.json.

    python lab/forty_games/measure.py

The positions are those of GAMES games that UCT plays against itself, with ITERATIONS simulations a move after random plies. No
net has learned from these games, and no player chose the positions by its net.

- branching: legal moves of a position, mean.
- length: plies of a game, mean.
- random length: the same in games of random moves.
- evaluator: correlation of the static evaluation with the result of the game.
- traps: share of random legal moves, in percent, after which the player loses by force within DEPTH plies.
"""

from __future__ import annotations

import json
import random
from statistics import fmean

import numpy as np

import games
import imm_search as imm
from players import OPENING, UCT

GAMES, ITERATIONS = 30, 100
MOVES = 100
"""Random moves that are tested for traps."""
SOLVER, DEPTH, POSITIONS = "ab(solve)", 3, 20_000
"""The solver of the traps. A search that does not end within this number of positions finds no trap."""
PROPERTIES = games.HERE / "properties.json"


def correlation(values: list[float], results: list[float]) -> float:
    """Returns the correlation; 0 if all results are equal."""
    return float(np.corrcoef(values, results)[0, 1]) if np.std(values) > 0 and np.std(results) > 0 else 0.0


def begin(search: imm.Search, number: int) -> None:
    """Goes to the first position of this game."""
    try:
        search.shuffle(number)
    except imm.UnsupportedError:
        search.restart()


def measure(game: str) -> dict[str, float]:
    """Measures a game."""
    choose = random.Random(game)
    uct = imm.Search(games.build(game), UCT, memory="4 MiB")
    evaluator = imm.Search(games.path(game), "bfm(efNet)", memory="1 MiB", net=games.net(game))
    solver = imm.Search(games.path(game), SOLVER, memory="4 MiB")
    branching: list[float] = []
    values: list[float] = []
    results: list[float] = []
    lengths: list[float] = []
    lost = tested = 0
    for number in range(GAMES):
        uct.set_player(UCT, seed=number)
        for search in (uct, evaluator, solver):
            begin(search, number)
        while uct.outcome is None:
            moves = uct.legal_moves()
            early = len(uct.played) < OPENING
            if not early:
                branching.append(len(moves))
                values.append(evaluator.evaluate())
                if choose.random() < MOVES / (GAMES * 30) and tested < MOVES:
                    tested += 1
                    lost += loses(solver, choose.choice(moves))
            move = choose.choice(moves) if early else uct.search(iterations=ITERATIONS).best
            for search in (uct, evaluator, solver):
                search.play(move)
        results += [float(uct.outcome)] * (len(values) - len(results))
        lengths.append(len(uct.played))
    return {
        "branching": round(fmean(branching), 1),
        "length": round(fmean(lengths), 1),
        "random length": round(fmean(random_length(uct, choose, number) for number in range(GAMES)), 1),
        "evaluator": round(correlation(values, results), 2),
        "traps": round(100 * lost / tested, 1) if tested else 0.0,
    }


def loses(solver: imm.Search, move: imm.Move) -> bool:
    """True if the player to move loses by force within DEPTH plies after this move."""
    mover = solver.to_move
    solver.play(move)
    won = solver.outcome
    if won is None:
        proof = solver.search(depth=DEPTH, iterations=POSITIONS).proof
        won = {imm.Proof.FIRST_WINS: 1, imm.Proof.SECOND_WINS: -1}.get(proof, 0)
    solver.undo()
    return won == (-1 if mover == 0 else 1)


def random_length(search: imm.Search, choose: random.Random, number: int) -> int:
    """Returns the number of plies of a random game."""
    begin(search, number)
    while search.outcome is None:
        search.play(choose.choice(search.legal_moves()))
    return len(search.played)


def main() -> None:
    """Measures the games that are not in the file."""
    found = json.loads(PROPERTIES.read_text()) if PROPERTIES.exists() else {}
    for game in games.GAMES:
        if games.net(game).exists() and game not in found:
            found[game] = measure(game)
            print(game, found[game], flush=True)
            lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(found[name])}" for name in games.GAMES if name in found)
            PROPERTIES.write_text(f"{{\n{lines}\n}}\n")


if __name__ == "__main__":
    main()
