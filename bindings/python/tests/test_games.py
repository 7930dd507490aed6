"""Custom games: in Python, and in shared libraries."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path
from typing import Any, Optional

import pytest
from games import Nim, TicTacToe

import imm_search as imm

_ROOT = Path(__file__).resolve().parents[3]


def test_a_shared_library_is_a_game(connect_four: Path) -> None:
    """Plays a game of a shared library, takes moves back, copies and pickles it."""
    search = imm.Search(connect_four, "mcts(im0.4)", memory="4 MiB", seed=1)
    start = search.position
    assert search.legal_moves() == list("1234567")
    assert search.search(iterations=2000).best == "4"
    search.play("4")
    others = [search, copy.copy(search), pickle.loads(pickle.dumps(search))]
    assert len({one.search(iterations=500).signature for one in others}) == 1
    search.position = others[1].position
    assert search.position == others[1].position
    others[1].undo()
    assert others[1].position == start
    assert imm.check(str(connect_four)).mistakes == 0


@pytest.mark.parametrize("game", [Nim(), TicTacToe()])
def test_games_in_python_keep_their_promises(game: object) -> None:
    """The library's check finds no mistake."""
    found = imm.check(game)  # type: ignore[arg-type]
    assert found.mistakes == 0, found.text


def test_a_game_in_python_is_played() -> None:
    """Positions are the game's own objects. Copies and pickles continue in the same way."""
    search = imm.Search(Nim(), "mcts(nosolver)", memory="1 MiB", seed=2)
    search.search(iterations=3000)
    search.play("take 1 of 21")
    assert search.position == (20, 1)
    others = [search, copy.deepcopy(search), pickle.loads(pickle.dumps(search))]
    assert len({one.search(iterations=500).signature for one in others}) == 1
    assert [one.position for one in others] == [(20, 1)] * 3
    search.undo()
    assert search.position == (21, 0)
    with pytest.raises(imm.UnsupportedError, match="play"):
        search.position = "21"


@pytest.mark.parametrize("player", ["mcts(im0.4,ipp,np)", "bfm(evaltt)", "ab(all)", "mcts(mix3)", "mcts(marg0.5)"])
def test_every_optional_method_is_asked(player: str) -> None:
    """Players that need an optional method call it."""

    class Everything(TicTacToe):
        max_score = 1

        def __init__(self) -> None:
            self.asked: set[str] = set()

        def _note(self, name: str) -> int:
            self.asked.add(name)
            return 1

        def weight(self, _position: tuple[int, int], _move: int) -> int:
            return self._note("weight")

        def prior(self, _position: tuple[int, int], _move: int) -> float:
            return self._note("prior") / 2

        def order(self, _position: tuple[int, int], _move: int) -> int:
            return self._note("order")

        def noisy(self, _position: tuple[int, int], _move: int) -> bool:
            return not self._note("noisy")

        def hash(self, position: tuple[int, int]) -> int:
            return self._note("hash") * (position[0] << 32 | position[1]) * 0x9E3779B97F4A7C15 & (2**64 - 1)

        def few_pieces(self, _position: tuple[int, int]) -> bool:
            return not self._note("few_pieces")

        def transition(self, _position: tuple[int, int], move: int) -> int:
            return self._note("transition") * (20 + move)

        def score(self, position: tuple[int, int]) -> int:
            return self._note("score") * (self.outcome(position) or 0)

    game = Everything()
    search = imm.Search(game, player, memory="2 MiB")
    search.search(iterations=1000)
    expected = {
        "mcts(im0.4,ipp,np)": {"weight", "prior"},
        "bfm(evaltt)": {"hash"},
        "ab(all)": {"order", "noisy", "hash", "transition"},
        "mcts(mix3)": {"transition"},
        "mcts(marg0.5)": {"score"},
    }
    assert expected[player] <= game.asked


class Broken(Nim):
    """Nim with a mistake."""

    def __init__(self, mistake: str) -> None:
        """Stores which mistake to make."""
        self.mistake = mistake

    def _raises(self, name: str) -> None:
        if self.mistake == name:
            raise ZeroDivisionError(name)

    def legal_moves(self, position: tuple[int, int]) -> list[int]:
        """Returns too many moves, none or an invalid one, or raises an exception."""
        self._raises("legal_moves")
        wrong = {"many": [1, 2, 3, 4], "none": [], "negative": [-1], "no move": [2**32 - 1]}
        return wrong.get(self.mistake) or (wrong[self.mistake] if self.mistake in wrong else super().legal_moves(position))

    def make(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        """May raise an exception."""
        self._raises("make")
        return super().make(position, move)

    def to_move(self, position: tuple[int, int]) -> int:
        """May return a third player, or raise an exception."""
        self._raises("to_move")
        return 3 if self.mistake == "player" else super().to_move(position)

    def outcome(self, position: tuple[int, int]) -> Optional[int]:
        """May return an unknown result, or raise an exception."""
        if position[0] < 10:
            self._raises("outcome")
        return 7 if self.mistake == "result" else super().outcome(position)

    def evaluate(self, _position: tuple[int, int]) -> float:
        """May return something that is not a number, or raise an exception."""
        self._raises("evaluate")
        return float("nan") if self.mistake == "nan" else 0.0


@pytest.mark.parametrize("mistake", ["legal_moves", "make", "to_move", "outcome", "evaluate"])
def test_what_a_game_raises_is_raised(mistake: str) -> None:
    """Exceptions of a game are raised unchanged. The search works again after the game is repaired."""
    game = Broken("")
    search = imm.Search(game, "mcts(im0.4)", memory="1 MiB")
    game.mistake = mistake
    with pytest.raises(ZeroDivisionError, match=mistake):
        search.search(iterations=100)
    game.mistake = ""
    assert search.position == (21, 0)
    assert search.search(iterations=100).best is not None


@pytest.mark.parametrize(
    ("mistake", "kind", "words"),
    [
        ("many", imm.BrokenGameError, "more than max_moves"),
        ("none", imm.BrokenGameError, "no move, and the game is not over"),
        ("no move", imm.BrokenGameError, "IMM_MOVE_NONE"),
        ("negative", OverflowError, r"Broken.legal_moves\(\) returned \[-1\]: expected a sequence of whole numbers"),
        ("player", imm.BrokenGameError, "a player that the game does not have"),
        ("result", ValueError, r"Broken.outcome\(\) returned 7: expected None, 1, 0 or -1"),
        ("nan", imm.BrokenGameError, "NaN"),
    ],
)
def test_broken_promises_are_told(mistake: str, kind: type[Exception], words: str) -> None:
    """The error has the library's text."""
    with pytest.raises(kind, match=words):
        imm.Search(Broken(mistake), "mcts(im0.4)", memory="1 MiB").search(iterations=100)


class Everything(Nim):
    """Nim with all methods that the players of these tests call."""

    max_score = 1
    feature_count = 1

    def evaluate(self, _position: tuple[int, int]) -> Any:
        """Values every position as even."""
        return 0.0


_PLAYERS = {
    "weight": "mcts(ipp)",
    "prior": "mcts(np)",
    "order": "ab(all)",
    "noisy": "ab(all)",
    "hash": "bfm(evaltt)",
    "few_pieces": "ab(all)",
    "transition": "mcts(mix3)",
    "score": "mcts(marg0.5)",
}


@pytest.mark.parametrize(
    ("method", "wrong", "kind"),
    [
        ("legal_moves", 5, TypeError),
        ("legal_moves", "12", TypeError),
        ("legal_moves", [1.5], TypeError),
        ("legal_moves", [2**32], OverflowError),
        ("to_move", "x", TypeError),
        ("to_move", None, TypeError),
        ("outcome", 1.0, TypeError),
        ("outcome", "draw", TypeError),
        ("evaluate", "good", TypeError),
        ("evaluate", None, TypeError),
        ("move_text", 5, TypeError),
        ("weight", -1, OverflowError),
        ("prior", "often", TypeError),
        ("order", 2**40, OverflowError),
        ("noisy", 1, TypeError),
        ("hash", -1, OverflowError),
        ("hash", 2**64, OverflowError),
        ("few_pieces", 0, TypeError),
        ("transition", 0.5, TypeError),
        ("score", "many", TypeError),
    ],
)
def test_a_wrong_type_is_told_with_the_method(method: str, wrong: Any, kind: type[Exception]) -> None:
    """The errors of a search and of a check name the method."""
    game = Everything()
    setattr(game, method, lambda *_: wrong)
    words = rf"Everything\.{method}\(\) returned {re.escape(repr(wrong))}: expected [\w(]"
    found = imm.check(game)
    assert found.mistakes >= 1
    assert re.search(rf"{kind.__name__}.*: {words}", found.text), found.text
    if method != "few_pieces":
        with pytest.raises(kind, match=f"^{words}"):
            imm.Search(game, _PLAYERS.get(method, "mcts(im0.4)"), memory="1 MiB").search(iterations=2000).best  # noqa: B018


def test_a_long_answer_is_cut() -> None:
    """A long answer is truncated in the error, so that it stays readable."""
    game = Everything()
    setattr(game, "legal_moves", lambda _: [1.5] * 1000)  # noqa: B010
    with pytest.raises(TypeError, match=r"returned \[1\.5, [^:]{0,100}\.\.\.: expected") as raised:
        imm.Search(game, memory="1 MiB").search(iterations=10)
    assert isinstance(raised.value.__cause__, TypeError)


@pytest.mark.parametrize("size", ["max_moves", "max_plies", "max_score"])
def test_a_wrong_type_is_told_with_the_attribute(size: str) -> None:
    """The error is raised when the search is created, and names the attribute."""
    game = Everything()
    setattr(game, size, "9")
    setattr(game, "score", lambda _: 0)  # noqa: B010
    with pytest.raises(TypeError, match=rf"^Everything\.{size} is '9': expected a whole number"):
        imm.Search(game, "mcts(marg0.5)", memory="1 MiB")


class Occupied(TicTacToe):
    """Tic-tac-toe that lists occupied squares as legal moves."""

    def legal_moves(self, position: tuple[int, int]) -> list[int]:
        """Returns all squares."""
        del position
        return list(range(9))


class Strict(Occupied):
    """Tic-tac-toe that lists occupied squares, but raises when such a move is made."""

    def make(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        """Raises if the square is not empty."""
        if (position[0] | position[1]) >> move & 1:
            raise AssertionError(f"square {move} is occupied")
        return super().make(position, move)


def test_a_check_reports_what_a_game_raises() -> None:
    """The report has the method, its line number, and the moves that lead to the exception."""
    found = imm.check(Strict())
    assert found.mistakes >= 1
    where = r"make\(\), test_games\.py line \d+: AssertionError after the moves ([\d ]*)(\d) \2: square \2 is occupied"
    assert len(re.findall(where, found.text)) == 1, found.text
    assert "outcome() reports that it failed" in found.text
    found = imm.check(Occupied())
    assert found.mistakes >= 1
    assert "is longer than max_plies" in found.text
    assert "raised" not in found.text


@pytest.mark.parametrize(
    ("attribute", "wrong", "words"),
    [
        ("max_moves", 0, "ValueError: max_moves must be 1 to 65535"),
        ("max_plies", None, r"TypeError: Everything\.max_plies is None: expected a whole number"),
        ("initial", None, "TypeError: game is of type Everything, which has no initial: a custom game needs it"),
    ],
)
def test_a_check_reports_a_game_that_no_search_opens(attribute: str, wrong: object, words: str) -> None:
    """The report has the reason why the game cannot be opened."""
    game = Everything()
    setattr(game, attribute, wrong)
    found = imm.check(game)
    assert found.mistakes == 1
    assert re.search(words, found.text), found.text


def test_a_check_can_be_stopped() -> None:
    """Ctrl-C in a method ends a check, as it ends a search."""

    class Stopped(Nim):
        def make(self, _position: tuple[int, int], _move: int) -> tuple[int, int]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        imm.check(Stopped())


def test_a_check_is_printed_as_it_is_read() -> None:
    """Printing the result shows its text, not a tuple."""
    found = imm.check(Nim())
    assert str(found) == f"{found}" == found.text
    assert found.text.startswith("No mistake found: ")
    assert tuple(found) == (found.mistakes, found.text)


def test_a_game_must_be_complete() -> None:
    """A missing attribute or method is reported when the search is created."""

    class NoSizes(Nim):
        max_moves = 0

    with pytest.raises(ValueError, match="max_moves must be 1 to 65535"):
        imm.Search(NoSizes())
    with pytest.raises(TypeError, match="game is of type object, which has no max_moves"):
        imm.Search(object())  # type: ignore[arg-type]


def test_a_game_that_is_too_long_is_told() -> None:
    """A game longer than `max_plies` raises an error instead of going on for ever."""

    class Endless(Nim):
        max_plies = 5

        def make(self, position: tuple[int, int], move: int) -> tuple[int, int]:
            del move
            return (position[0], 1 - position[1])

    search = imm.Search(Endless(), memory="1 MiB")
    for _ in range(5):
        search.play(search.legal_moves()[0])
    with pytest.raises(ValueError, match="max_plies = 5"):
        search.play(search.legal_moves()[0])


def test_a_method_cannot_ask_the_search_that_asks_it() -> None:
    """A method that calls its own search gets a `BusyError`."""

    class Curious(Nim):
        search: Optional[imm.Search] = None

        def make(self, position: tuple[int, int], move: int) -> tuple[int, int]:
            if self.search:
                self.search.legal_moves()
            return super().make(position, move)

    game = Curious()
    game.search = imm.Search(game, memory="1 MiB")
    with pytest.raises(imm.BusyError):
        game.search.search(iterations=10)
