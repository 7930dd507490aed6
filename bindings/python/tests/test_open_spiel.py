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
_MORE_PLAYERS = ["pig(players=3)", "pig(players=5)", "chinese_checkers(players=3)"]
_WALKED_PLIES = 2000
_PLAYED_PLIES = 6


def test_all_are_there() -> None:
    """The number of playable games in the installed version; later versions may have more."""
    assert len(_NAMES) >= 41
    assert {"chess", "go", "hex", "amazons", "chinese_checkers", "lines_of_action"} <= set(_NAMES)
    assert {"backgammon", "einstein_wurfelt_nicht", "pig"} <= set(_NAMES)
    assert {"2048", "morpion_solitaire"} <= set(_NAMES)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", _NAMES + _MORE_PLAYERS)
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
        assert search.outcome is None, state.history()
        if state.is_chance_node():
            assert search.to_move == imm.CHANCE, state.history()
            move = search.sample_chance(choose.getrandbits(32))
        else:
            assert search.to_move == state.current_player(), state.history()
            move = choose.choice(moves)
        assert move == state.action_to_string(move.code)
        search.play(move)
        state.apply_action(move.code)
        plies += 1
    assert search.position.history() == state.history()
    assert state.is_terminal(), "the walk was cut"
    assert search.legal_moves() == []
    if game.players == 2:
        assert search.outcome == (state.returns()[0] > 0) - (state.returns()[0] < 0)
        return
    least, most = game.spiel.min_utility(), game.spiel.max_utility()
    assert search.returns == pytest.approx([2 * (value - least) / (most - least) - 1 for value in state.returns()], abs=1e-3)


@pytest.mark.parametrize("name", _NAMES + _MORE_PLAYERS)
def test_a_search_plays(name: str) -> None:
    """Searches give legal moves, and a copy has the same position. They are short, because chess in Python is slow."""
    search = imm.Search(spiel.game(name), memory="8 MiB", seed=1)
    state = pyspiel.load_game(name).new_initial_state()
    for _ in range(_PLAYED_PLIES):
        if state.is_terminal():
            break
        move = search.sample_chance() if state.is_chance_node() else search.search(iterations=3).best
        assert move is not None
        assert move.code in state.legal_actions()
        search.play(move)
        state.apply_action(move.code)
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
    """Searches that need an evaluation work if one is given."""
    game = spiel.game("connect_four", evaluate=lambda state: 0.1 if state.current_player() == 0 else -0.1)
    assert imm.Search(game, "bfm()", memory="1 MiB").evaluate() == pytest.approx(0.1, abs=1e-3)
    with pytest.raises(imm.PlayerError, match="needs an evaluation"):
        imm.Search(spiel.game("connect_four"), "bfm()", memory="1 MiB")


def test_the_weights_of_outcomes_are_their_probabilities() -> None:
    """In Banqi, the pieces of one side are not equally many. An outcome without probability is no move."""
    game = spiel.game("banqi")
    state = game.spiel.new_initial_state()
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert game.chance is not None
    weights = {outcome: game.chance(state, outcome) for outcome in game.legal_moves(state)}
    for outcome, odds in state.chance_outcomes():
        assert weights[outcome] / sum(weights.values()) == pytest.approx(odds, rel=1e-6)
    assert len(set(weights.values())) > 1
    assert spiel.game("tic_tac_toe").chance is None

    class Loaded:
        def is_chance_node(self) -> bool:
            return True

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return [(3, 1.0), (4, 0.0), (5, 1e-12)]

    assert list(game.legal_moves(Loaded())) == [3, 5]
    assert [game.chance(Loaded(), outcome) for outcome in (3, 5)] == [2**24, 1]


@pytest.mark.parametrize(("name", "games"), [("pig(winscore=40)", 8), ("einstein_wurfelt_nicht", 20)])
def test_a_search_beats_random_play_in_games_with_dice(name: str, games: int) -> None:
    """The bot plays games of chance with each seat, in OpenSpiel's order of moves and outcomes. It wins most games."""
    spiel_game = pyspiel.load_game(name)
    won = 0.0
    for seed in range(games):
        seat, choose = seed % 2, random.Random(f"{name} {seed}")
        bot = spiel.Bot(spiel_game, seat, "mcts()", iterations=60, memory="8 MiB", seed=seed)
        state = spiel_game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes())
                action = choose.choices(outcomes, odds)[0]
            elif state.current_player() == seat:
                action = bot.step(state)
            else:
                action = choose.choice(state.legal_actions())
            state.apply_action(action)
        won += (state.returns()[seat] > 0) - (state.returns()[seat] < 0)
    assert won >= games / 2


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("kuhn_poker", "hides"),
        ("matrix_rps", "not sequential"),
        ("dark_hex", "hides"),
        ("negotiation", "does not list the outcomes"),
    ],
)
def test_other_games_are_refused(name: str, why: str) -> None:
    """Unsuitable games are refused with the reason."""
    with pytest.raises(ValueError, match=why):
        spiel.game(name)
