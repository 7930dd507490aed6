"""Games with chance events: Pig in Python and in C, whose die has outcomes of equal and of different weights."""

from __future__ import annotations

import copy
import os
import pickle
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Callable

import pytest

import imm_search as imm
from imm_search.search import dice

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))
import pig as example
from pig import ROLL, Pig, Position

_ROOT = Path(__file__).resolve().parents[3]


class Biased(Pig):
    """A die with weights. The weight of a side is its square."""

    def chance(self, position: Position, side: int) -> int:
        """Returns 1 to 36."""
        del position
        return side * side


def _rolling(game: object = None, player: str = "mcts(im0.4)", seed: int = 1) -> imm.Search:
    """Returns a search of a position in which the die is rolling."""
    search = imm.Search(game or Pig(), player, memory="1 MiB", seed=seed)  # type: ignore[arg-type]
    search.search(iterations=500)
    search.play("roll")
    return search


def _play(search: imm.Search, iterations: int = 30) -> tuple[str, ...]:
    """Plays a game to its end, and returns its moves."""
    while search.outcome is None:
        search.play(search.sample_chance() if search.to_move == imm.CHANCE else search.search(iterations=iterations).best or "")
    return search.played


@pytest.mark.parametrize("player", ["best", "mcts()", "mcts(im0.4)", "bfm()"])
def test_a_game_is_played_to_its_end(player: str) -> None:
    """The seed of a search selects its dice, too."""
    played = [_play(imm.Search(Pig(), player, memory="1 MiB", seed=seed)) for seed in (1, 1, 2)]
    assert played[0] == played[1] != played[2]
    assert {"roll", "hold"} < set(played[0]) <= {"roll", "hold", *"123456"}


def test_while_the_die_rolls_no_player_is_to_move() -> None:
    """The outcomes are the legal moves, and there is nothing to search."""
    search = _rolling()
    assert search.to_move == imm.CHANCE == 8
    assert search.legal_moves() == list("123456")
    with pytest.raises(imm.UnsupportedError, match="chance event comes next: play one of its outcomes") as raised:
        search.search(iterations=10)
    assert raised.value.status == -41
    with pytest.raises(imm.IllegalMoveError, match="expected one of 1, 2, 3, 4, 5, 6"):
        search.play("hold")
    assert search.report().best is None
    assert sorted(one.move for one in search.report().candidates) == list("123456")
    assert search.evaluate() == pytest.approx(0, abs=1e-3)
    search.play(4)
    assert search.position == Position(turn=4)
    assert search.to_move == 0
    assert search.search(iterations=10).best in ("roll", "hold")
    search.undo()
    assert search.to_move == imm.CHANCE


def test_lines_and_trees_go_through_outcomes() -> None:
    """Each position of the tree is reached by a move or an outcome, with the text that it has there."""
    search = imm.Search(Pig(), "mcts(im0.4)", memory="1 MiB", seed=1)
    search.search(iterations=2000)
    (roll,) = search.tree(depth=3).children
    assert roll.move == "roll"
    assert sorted(str(child.move) for child in roll.children) == list("123456")
    assert {str(below.move) for child in roll.children for below in child.children} == {"roll", "hold"}
    visits = [child.visits for child in roll.children]
    assert max(visits) - min(visits) < roll.visits / 8
    assert search.line()[0] == "roll"


def test_outcomes_are_sampled_by_weight() -> None:
    """Equal steps through all random numbers select each outcome in proportion to its weight."""
    search, count = _rolling(Biased()), 91 * 4
    sampled = Counter(search.sample_chance(-(-(index << 32) // count)) for index in range(count))
    assert sampled == {str(side): 4 * side * side for side in range(1, 7)}
    assert [_rolling().sample_chance(bits) for bits in (0, 2**32 - 1)] == ["1", "6"]
    assert search.to_move == imm.CHANCE


def test_a_search_expects_the_weights() -> None:
    """The tree visits an outcome more often if its weight is larger."""

    class Poor(Pig):
        def chance(self, position: Position, side: int) -> int:
            del position
            return 50 if side == 1 else 1

    for game, most, share in ((Poor(), "1", 0.8), (Biased(), "6", 0.3)):
        search = imm.Search(game, "mcts()", memory="4 MiB", seed=1)
        search.search(iterations=500)
        outcomes = search.tree(depth=2).children[0].children
        assert outcomes[0].move == most
        assert outcomes[0].visits > share * sum(one.visits for one in outcomes)


def test_dice_are_reproducible() -> None:
    """The same seed gives the same outcomes; copies, pickles and a new seed continue as documented."""
    search = _rolling()
    first = [search.sample_chance() for _ in range(20)]
    assert len(set(first)) > 3
    others = [search, copy.copy(search), copy.deepcopy(search), pickle.loads(pickle.dumps(search))]
    later = [[one.sample_chance() for _ in range(20)] for one in others]
    assert later[0] == later[1] == later[2] == later[3] != first
    assert first == [str(dice(1, count) * 6 // 2**32 + 1) for count in range(20)]
    search.set_player("mcts()")
    assert [search.sample_chance() for _ in range(9)] == [str(dice(1, count) * 6 // 2**32 + 1) for count in range(40, 49)]
    search.set_player("mcts()", seed=1)
    assert [search.sample_chance() for _ in range(20)] == first
    assert [_rolling(seed=9).sample_chance() for _ in range(20)] != first


def test_copies_and_saves_continue_in_the_same_way() -> None:
    """A search that is copied, pickled or saved at a chance event goes on bit by bit."""
    search = _rolling()
    loaded = imm.Search(Pig(), "mcts(im0.4)", memory="1 MiB", seed=1)
    loaded.load(search.save())
    others = [search, copy.copy(search), pickle.loads(pickle.dumps(search)), loaded]
    assert {one.to_move for one in others} == {imm.CHANCE}
    for one in others:
        one.play("5")
    assert len({one.search(iterations=300).signature for one in others}) == 1
    assert search.played == ("roll", "5")


@pytest.fixture(scope="module")
def pig_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds Pig of the C examples as a shared library."""
    folder = tmp_path_factory.mktemp("pig")
    source, library = _ROOT / "c_examples" / "pig.c", folder / "pig.so"
    flags = ["-std=c11", "-O2", "-shared", "-fPIC", "-DPIG_GAME_ONLY", "-I", str(_ROOT / "include")]
    subprocess.run([os.environ.get("CC", "cc"), *flags, str(source), "-o", str(library)], check=True)
    return library


@pytest.mark.parametrize("biased", [False, True])
def test_a_search_is_that_of_c(pig_library: Path, monkeypatch: pytest.MonkeyPatch, biased: bool) -> None:
    """A game in Python and the same game in C have equal trees and equal dice."""
    monkeypatch.setattr(example, "GOAL", 100)
    searches = [imm.Search(game, "mcts()", memory="1 MiB", seed=3) for game in (Pig(), pig_library)]
    if biased:
        searches[0] = imm.Search(Biased(), "mcts()", memory="1 MiB", seed=3)
    for _ in range(4):
        reports = [search.search(iterations=200) for search in searches]
        assert (reports[0].signature == reports[1].signature) is not biased
        if biased:
            return
        for search in searches:
            search.play("roll")
        outcomes = [search.sample_chance() for search in searches]
        assert outcomes[0] == outcomes[1]
        for search in searches:
            search.play(outcomes[0])
    assert _play(searches[1], 5)[-1] == "hold"


def _wrong(answer: Any) -> Callable[..., Any]:
    return lambda _self, _position, _side: answer


@pytest.mark.parametrize(
    ("answer", "kind"),
    [(0, ValueError), (2**24 + 1, ValueError), (-1, OverflowError), (2**32, OverflowError), (0.5, TypeError), (None, TypeError)],
)
def test_a_wrong_weight_is_told(answer: Any, kind: type[Exception]) -> None:
    """The error names the method, the answer and the range, in a search and in a sample. Then the search works again."""
    game = Pig()
    searches = [imm.Search(game, player, memory="1 MiB", seed=1) for player in ("mcts()", "mcts(im0.4)")]
    searches.append(_rolling(game))
    type.__setattr__(Pig, "chance", _wrong(answer))
    try:
        words = rf"^Pig\.chance\(\) returned {re.escape(repr(answer))}: expected a whole number, 1 to 16777216$"
        for search in searches:
            with pytest.raises(kind, match=words):
                search.sample_chance() if search.to_move == imm.CHANCE else search.search(iterations=100)
    finally:
        type.__setattr__(Pig, "chance", _wrong(2**24))
    for search in searches:
        assert search.sample_chance() if search.to_move == imm.CHANCE else search.search(iterations=100).best
    type.__setattr__(Pig, "chance", _wrong(1))


def test_an_exception_of_chance_is_raised() -> None:
    """The exception is raised unchanged, by a search and by a sample."""

    class Raises(Pig):
        def chance(self, position: Position, side: int) -> int:
            raise ZeroDivisionError(f"side {side}")

    search = imm.Search(Raises(), "mcts()", memory="1 MiB")
    with pytest.raises(ZeroDivisionError, match="side 1"):
        search.search(iterations=100)
    search.play(ROLL)
    with pytest.raises(ZeroDivisionError, match="side 1"):
        search.sample_chance()


def test_chance_needs_its_method() -> None:
    """`to_move` may return `CHANCE` only if the game has `chance`; `None` counts as no method."""
    game: Any = type("NoDie", (Pig,), {"chance": None})()
    with pytest.raises(imm.BrokenGameError, match=r"to_move\(\) returned a player that the game does not have"):
        imm.Search(game, "mcts()", memory="1 MiB").search(iterations=100)


def test_a_sample_needs_a_chance_event() -> None:
    """The error says why there is none. The argument is 32 random bits."""
    search = imm.Search(Pig(), "mcts()", memory="1 MiB")
    with pytest.raises(imm.UnsupportedError, match="no chance event to sample: a player is to move"):
        search.sample_chance()
    with pytest.raises(imm.UnsupportedError, match="no chance event to sample: a player is to move"):
        imm.Search("kalah", memory="1 MiB").sample_chance(1)
    _play(search, 5)
    with pytest.raises(imm.GameOverError, match="no chance event to sample: the game is over"):
        search.sample_chance()
    search = _rolling()
    for wrong in (-1, 2**32):
        with pytest.raises(ValueError, match=rf"^random is {wrong}: expected 0 to 4,294,967,295"):
            search.sample_chance(wrong)
    with pytest.raises(TypeError, match=r"^random is 0\.5: expected a whole number"):
        search.sample_chance(0.5)  # type: ignore[arg-type]


def test_a_player_that_does_not_support_chance_is_refused() -> None:
    """The error names the option. `best` is a player that supports chance."""
    with pytest.raises(imm.PlayerError, match="'pn' does not support games with chance events"):
        imm.Search(Pig(), "mcts(pn1)", memory="1 MiB")
    assert _rolling(player=imm.best(Pig()).player).to_move == imm.CHANCE


def test_merged_searches_go_through_chance() -> None:
    """Searches of a position with dice below it are merged; at a chance event this is refused with the reason."""
    searches = [imm.Search(Pig(), "mcts()", memory="1 MiB", seed=seed) for seed in (1, 2)]
    for search in searches:
        search.search(iterations=200)
    searches[0].merge(searches[1])
    assert searches[0].report().visits >= 390
    searches = [_rolling(seed=seed) for seed in (1, 2)]
    with pytest.raises(imm.UnsupportedError, match="a chance event comes next"):
        searches[0].merge(searches[1])


class TestOfCluster:
    """Games of a tournament."""

    @staticmethod
    def _units(opening: str = "5", pair: int = 0) -> Any:
        pytest.importorskip("ray")
        from imm_search.cluster import Unit

        unit = Unit("Pig", "mcts()", "mcts(c2)", "iterations=20", "iterations=20", opening, pair, 1, 1 << 20)
        return unit, unit.swapped()

    @staticmethod
    def _dice(moves: list[str]) -> list[str]:
        return [move for move in moves if move.isdigit()]

    def test_the_games_of_a_pair_have_the_same_dice(self) -> None:
        """Outcome number N is the same in both games, whatever the players do. Another pair has other dice."""
        units = self._units()
        from imm_search.cluster._play import play

        games: Any = {"Pig": "Pig"}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("imm_search.cluster._play.loaded", lambda _: Biased())
            rows = [play(games, unit) for unit in (*units, *self._units(pair=1))]
            again = play(games, units[0])
        assert rows[0]["moves"] == again["moves"]
        assert rows[0]["moves"] != rows[1]["moves"]
        first, second, other = (self._dice(row["moves"]) for row in rows[:3])
        common = min(len(first), len(second))
        assert common > 10
        assert first[:common] == second[:common]
        assert first[:common] != other[:common]
        assert rows[0]["opening_plies"] == 5
        assert rows[0]["first_moves"] + rows[0]["second_moves"] == len(rows[0]["moves"]) - 5 - (len(first) - 2)

    def test_openings_may_end_at_a_chance_event(self) -> None:
        """After such an opening, the game begins with the dice. An opening may also name outcomes."""
        from imm_search.cluster._play import play

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("imm_search.cluster._play.loaded", lambda _: Pig())
            for opening in ("1", '["roll","6","roll"]'):
                row = play({"Pig": "Pig"}, self._units(opening)[0])
                assert row["moves"][row["opening_plies"] - 1] == "roll"
                assert row["moves"][row["opening_plies"]] in "123456"

    def test_a_tournament_and_fixed_milliseconds(self, tmp_path: Path) -> None:
        """Ray plays all games, and the speed of a player is measured only where a player is to move."""
        ray = pytest.importorskip("ray")
        from imm_search.cluster import Budget, tournament

        ray.init(address="local", num_cpus=1, include_dashboard=False, log_to_driver=False)
        try:
            run: Any = {"games_per_pairing": 2, "memory": "256 KiB", "progress": False, "archive": tmp_path}
            games = tournament(["mcts()", "mcts(im0.4)"], Pig(), 3, Budget(ms=1, fixed=True), **run).games
        finally:
            ray.shutdown()
        assert len(games) == 2
        assert set(games["points"]) <= {0.0, 1.0}
        assert games["first_budget"].str.match(r"iterations=\d+$").all()


def test_a_check_finds_no_mistake() -> None:
    """A check goes through chance events, too."""
    for game in (Pig(), Biased()):
        found = imm.check(game)
        assert found.mistakes == 0, found.text
