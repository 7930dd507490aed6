"""Games of OpenSpiel: each is walked beside pyspiel itself, and played by a search."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import imm_search as imm

pyspiel: Any = pytest.importorskip("pyspiel")
import imm_search.open_spiel as spiel  # noqa: E402 - it needs pyspiel

_NAMES = spiel.playable_games()
_WALKED_PLIES = 2000
_PLAYED_PLIES = 6


def test_all_are_there() -> None:
    """So many has the version that is installed here; more may come."""
    assert len(_NAMES) >= 31
    assert {"chess", "go", "hex", "amazons", "chinese_checkers", "lines_of_action"} <= set(_NAMES)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", _NAMES)
def test_a_random_walk_agrees(name: str, seed: int) -> None:
    """Legal actions, mover and returns at every ply of a game, through imm and pyspiel."""
    game = spiel.game(name)
    search = imm.Search(game, memory="8 MiB")
    state = pyspiel.load_game(name).new_initial_state()
    choose = random.Random(f"{name} {seed}")
    plies = 0
    while not state.is_terminal() and plies < _WALKED_PLIES:
        moves = search.legal_moves()
        assert [move.code for move in moves] == state.legal_actions(), state.history()
        assert search.to_move == state.current_player(), state.history()
        assert search.outcome is None, state.history()
        index = choose.randrange(len(moves))
        assert moves[index] == state.action_to_string(moves[index].code)
        search.play(moves[index])
        state.apply_action(moves[index].code)
        plies += 1
    assert search.position.history() == state.history()
    assert state.is_terminal(), "the walk was cut"
    assert search.legal_moves() == []
    assert search.outcome == (state.returns()[0] > 0) - (state.returns()[0] < 0)


@pytest.mark.parametrize("name", _NAMES)
def test_a_search_plays(name: str) -> None:
    """With little effort, which is equal in a copy; games of chess in Python take their time."""
    search = imm.Search(spiel.game(name), memory="8 MiB", seed=1)
    state = pyspiel.load_game(name).new_initial_state()
    for _ in range(_PLAYED_PLIES):
        if state.is_terminal():
            break
        report = search.search(iterations=3)
        assert report.best is not None
        assert report.best.code in state.legal_actions()
        search.play(report.best)
        state.apply_action(report.best.code)
    assert search.position.history() == state.history()
    again = pickle.loads(pickle.dumps(search))
    assert again.position.history() == state.history()


def test_a_search_finds_what_there_is() -> None:
    """Tic-tac-toe is drawn; the first player wins Hex."""
    report = imm.Search(spiel.game("tic_tac_toe"), "ab()", memory="8 MiB").search(iterations=10**6)
    assert report.proof is imm.Proof.DRAW
    report = imm.Search(spiel.game("hex(board_size=3)"), "ab()", memory="8 MiB").search(iterations=10**6)
    assert report.proof is imm.Proof.FIRST_WINS


def test_an_evaluation_can_be_given() -> None:
    """For searches that need one."""
    game = spiel.game("connect_four", evaluate=lambda state: 0.1 if state.current_player() == 0 else -0.1)
    assert imm.Search(game, "bfm()", memory="1 MiB").evaluate() == pytest.approx(0.1, abs=1e-3)
    with pytest.raises(imm.PlayerError, match="needs an evaluation"):
        imm.Search(spiel.game("connect_four"), "bfm()", memory="1 MiB")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("kuhn_poker", "has chance"),
        ("matrix_rps", "not sequential"),
        ("dark_hex", "hides"),
        ("backgammon", "chance"),
    ],
)
def test_other_games_are_refused(name: str, why: str) -> None:
    """And say why."""
    with pytest.raises(ValueError, match=why):
        spiel.game(name)
