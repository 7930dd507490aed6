"""The example of a custom game has no mistakes, and is really Connect Four."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import imm_search as imm

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))
from connect_four import ConnectFour


def test_connect_four_keeps_its_promises() -> None:
    """The library's check finds no mistake. The example has the number of lines that the documents give."""
    found = imm.check(ConnectFour())
    assert found.mistakes == 0, found.text
    source = Path(sys.modules["connect_four"].__file__ or "").read_text(encoding="utf-8")
    assert len([line for line in source.splitlines() if line.strip()]) <= 40


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
