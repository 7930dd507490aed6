"""OpenSpiel games: each is compared with pyspiel in random games, and played by a search."""

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
    """The number of playable games in the installed version; later versions may have more."""
    assert len(_NAMES) >= 31
    assert {"chess", "go", "hex", "amazons", "chinese_checkers", "lines_of_action"} <= set(_NAMES)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", _NAMES)
def test_a_random_walk_agrees(name: str, seed: int) -> None:
    """Compares legal actions, player to move and returns of imm and pyspiel at every ply of a random game."""
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
    """Searches give legal moves, and a copy has the same position. They are short, because chess in Python is slow."""
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
    """A search solves tic-tac-toe as a draw, and Hex as a win for the first player."""
    report = imm.Search(spiel.game("tic_tac_toe"), "ab()", memory="8 MiB").search(iterations=10**6)
    assert report.proof is imm.Proof.DRAW
    report = imm.Search(spiel.game("hex(board_size=3)"), "ab()", memory="8 MiB").search(iterations=10**6)
    assert report.proof is imm.Proof.FIRST_WINS


def test_an_evaluation_can_be_given() -> None:
    """With an evaluation, searches that need one work."""
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
    """Unsuitable games are refused with the reason."""
    with pytest.raises(ValueError, match=why):
        spiel.game(name)
