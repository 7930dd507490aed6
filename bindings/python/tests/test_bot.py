"""imm as a player for OpenSpiel: compares its built-in games with pyspiel's, and runs OpenSpiel's game loops."""

from __future__ import annotations

import random
from typing import Any

import pytest

import imm_search as imm

pyspiel: Any = pytest.importorskip("pyspiel")
from open_spiel.python.algorithms import evaluate_bots  # noqa: E402 - as the next one
from open_spiel.python.bots.uniform_random import UniformRandomBot  # noqa: E402

from imm_search.open_spiel import Bot, DisagreementError  # noqa: E402
from imm_search.open_spiel._native import native  # noqa: E402

_NATIVE = [
    "breakthrough",
    "breakthrough(rows=6,columns=4)",
    "lines_of_action",
    "mancala",
    "othello",
    "oware",
]
_GAMES = 100


@pytest.mark.parametrize("name", _NATIVE)
def test_built_in_games_are_those_of_openspiel(name: str) -> None:
    """Compares position, player to move and legal moves at every ply of random games, and the results."""
    game = pyspiel.load_game(name)
    known, own = native(game)
    assert known is not None
    search = imm.Search(own, memory="1 MiB")
    ends = {1: 0, 0: 0, -1: 0}
    for seed in range(_GAMES):
        choose = random.Random(seed)
        state = game.new_initial_state()
        search.restart()
        while not state.is_terminal() and len(state.history()) < 900:
            player = state.current_player()
            codes = {known.move(game, player, action): action for action in state.legal_actions()}
            assert search.outcome is None, state.history()
            assert search.position == known.position(state), state.history()
            assert search.to_move == player
            assert set(search.legal_moves()) == set(codes), state.history()
            text = _restless(choose, list(codes), search, name)
            search.play(text)
            state.apply_action(codes[text])
        if state.is_terminal():
            result = (state.returns()[0] > 0) - (state.returns()[0] < 0)
            assert search.outcome == result, state.history()
            ends[result] += 1
    assert sum(ends.values()) > _GAMES / 2
    if name == "lines_of_action":
        assert all(ends.values()), ends


def _restless(choose: random.Random, moves: list[str], search: imm.Search, name: str) -> str:
    """Returns a random move. In Lines of Action, the move often takes the latest move back, so that positions repeat."""
    if name == "lines_of_action" and len(search.played) > 1 and choose.random() < 0.1:
        own = search.played[-2]
        if own[2:] + own[:2] in moves:
            return own[2:] + own[:2]
    return choose.choice(moves)


@pytest.mark.parametrize("name", ["breakthrough(rows=6,columns=5)", "mancala", "tic_tac_toe"])
def test_openspiels_loops_run_it(name: str) -> None:
    """OpenSpiel's loops in C++ and in Python run several games; imm wins against a random player."""
    game = pyspiel.load_game(name)
    chance = UniformRandomBot(1, random.Random(1))
    bot = Bot(game, 0, iterations=100, memory="1 MiB", seed=1)
    won = 0.0
    for seed in range(4):
        returns = evaluate_bots.evaluate_bots(game.new_initial_state(), [bot, chance], random.Random(seed))
        won += returns[0]
    assert won >= 2
    bots = [bot, Bot(game, 1, iterations=50, memory="1 MiB")]
    assert sum(pyspiel.evaluate_bots(game.new_initial_state(), bots, 7)) == 0


def test_a_built_in_game_is_used_where_there_is_one() -> None:
    """With and without the built-in game, the bot returns a legal move and has a report about it."""
    game = pyspiel.load_game("othello")
    state = game.new_initial_state()
    bots = [Bot(game, 0, iterations=50), Bot(game, 0, iterations=50, builtin=False)]
    assert bots[0].search.game == "othello"
    assert bots[1].search.game != "othello"
    for bot in bots:
        assert bot.step(state) in state.legal_actions()
        assert bot.report is not None
        assert bot.report.iterations == 50
        assert bot.player_id() == 0


def test_the_tree_is_kept_from_move_to_move() -> None:
    """The tree is kept if the game continues; for another game the search starts again."""
    game = pyspiel.load_game("oware")
    bot = Bot(game, 0, iterations=3000, seed=1)
    state = game.new_initial_state()
    state.apply_action(bot.step(state))
    state.apply_action(state.legal_actions()[0])
    bot.restart_at(state)
    assert bot.search.report().visits > 0
    other = game.new_initial_state()
    assert bot.step(other) in other.legal_actions()
    assert bot.search.played == ()


def test_a_disagreement_is_told() -> None:
    """If imm's game differs from OpenSpiel's, the bot raises an error instead of playing on."""
    bot = Bot("mancala", 0, iterations=10)
    state = pyspiel.load_game("mancala").new_initial_state()
    bot.search.play("1")
    with pytest.raises(DisagreementError, match="OpenSpiel is at"):
        bot.step(state)


@pytest.mark.parametrize("board", ["rows=6,columns=9", "rows=5,columns=5"])
def test_boards_that_imm_lacks_are_played_through_pyspiel(board: str) -> None:
    """Tests Breakthrough with nine columns, and with only one row of pieces."""
    game = pyspiel.load_game(f"breakthrough({board})")
    state = game.new_initial_state()
    assert Bot(game, 0, iterations=5).step(state) in state.legal_actions()
