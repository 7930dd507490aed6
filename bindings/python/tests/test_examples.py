"""The example of a custom game has no mistakes, and is really Connect Four."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import imm_search as imm

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))
from connect_four import ConnectFour
from pig import ROLL, Pig


def test_connect_four_keeps_its_promises() -> None:
    """The library's check finds no mistake. The example has the number of lines that the documents give."""
    found = imm.check(ConnectFour())
    assert found.mistakes == 0, found.text
    source = Path(sys.modules["connect_four"].__file__ or "").read_text(encoding="utf-8")
    assert len([line for line in source.splitlines() if line.strip()]) <= 40


def test_pig_is_that_of_openspiel() -> None:
    """Compares the points of both players in random games; OpenSpiel's game has the outcomes and moves in another order."""
    pyspiel = pytest.importorskip("pyspiel")
    import random

    for seed in range(50):
        choose, game = random.Random(seed), Pig()
        state, position = pyspiel.load_game("pig(winscore=50)").new_initial_state(), game.initial()
        while not state.is_terminal():
            assert game.outcome(position) is None
            if state.is_chance_node():
                side = choose.randint(1, 6)
                assert game.to_move(position) == imm.CHANCE
                assert state.action_to_string(side - 1) == f"Roll {side}"
                state.apply_action(side - 1)
                position = game.make(position, side)
            else:
                assert game.to_move(position) == state.current_player()
                move = choose.choice(game.legal_moves(position))
                state.apply_action(0 if move == ROLL else 1)
                position = game.make(position, move)
        assert game.outcome(position) == state.returns()[0]


def test_connect_four_is_that_of_openspiel() -> None:
    """Compares legal moves and results at every ply of random games."""
    pyspiel = pytest.importorskip("pyspiel")
    import random

    for seed in range(50):
        choose, game = random.Random(seed), ConnectFour()
        state, position = pyspiel.load_game("connect_four").new_initial_state(), game.initial()
        while not state.is_terminal():
            assert game.outcome(position) is None
            assert game.legal_moves(position) == state.legal_actions()
            assert game.to_move(position) == state.current_player()
            move = choose.choice(state.legal_actions())
            state.apply_action(move)
            position = game.make(position, move)
        assert game.outcome(position) == state.returns()[0]
