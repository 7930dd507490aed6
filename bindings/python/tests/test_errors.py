"""Errors name the wrong argument and the expected value."""

from __future__ import annotations

import re
from typing import Any

import pytest

import imm_search as imm


class Index:
    """A whole number that is not an `int`, like NumPy's."""

    def __init__(self, number: int) -> None:
        """Stores the number."""
        self.number = number

    def __index__(self) -> int:
        """Returns the number."""
        return self.number


def _othello() -> imm.Search:
    return imm.Search("othello", "mcts()", memory="1 MiB", seed=1)


@pytest.mark.parametrize("method", ["play", "line"])
@pytest.mark.parametrize("move", ["a1", "z9", "", "d3\0", 0, -1, 2**40, Index(0), imm.Move("a1", 0)])
def test_a_move_that_is_not_legal(method: str, move: Any) -> None:
    """The error quotes the move, and lists the legal moves in the same form."""
    search = _othello()
    with pytest.raises(imm.IllegalMoveError) as raised:
        getattr(search, method)(move)
    legal = search.legal_moves()
    listed = ", ".join(legal if isinstance(move, str) else [f"{one.code} ({one})" for one in legal])
    assert str(raised.value) == f"move {move!r} is not legal: expected one of {listed}"
    assert raised.value.status == -13
    assert search.played == ()


def test_an_error_lists_64_moves_at_most() -> None:
    """The list of legal moves is limited, so that the error stays readable."""

    class Wide:
        max_moves, max_plies = 100, 1

        def initial(self) -> int:
            return 0

        def legal_moves(self, _position: int) -> list[int]:
            return list(range(100))

        def make(self, _position: int, _move: int) -> int:
            return 1

        def to_move(self, _position: int) -> int:
            return 0

        def outcome(self, position: int) -> Any:
            return 0 if position else None

    with pytest.raises(imm.IllegalMoveError, match=r"one of 0, 1, .*, 63 and 36 more$"):
        imm.Search(Wide(), memory="1 MiB").play("nothing")


@pytest.mark.parametrize("move", ["0", 0])
def test_no_move_is_legal_when_the_game_is_over(move: Any) -> None:
    """After the end of the game, moves as text and as number are refused."""
    search = imm.Search("kalah_3x2", memory="256 KiB")
    while search.outcome is None:
        search.play(search.legal_moves()[0])
    for method in (search.play, search.line):
        with pytest.raises(imm.GameOverError, match=f"move {move!r} is not legal: the game is over"):
            method(move)


@pytest.mark.parametrize("move", [1.5, b"d3", [19]])
def test_a_move_is_a_text_or_a_number(move: Any) -> None:
    """Other types are refused."""
    for method in (_othello().play, _othello().line):
        with pytest.raises(TypeError, match=r"move is .*: expected a text or a number"):
            method(move)


def test_whole_numbers_of_other_types() -> None:
    """Sizes, seeds, limits and moves may be of any whole-number type, such as NumPy's."""
    search = imm.Search("kalah", memory=Index(1 << 20), seed=Index(1))
    assert (type(search.memory), search.memory) == (int, 1 << 20)
    assert (type(search.seed), search.seed) == (int, 1)
    search.search(iterations=Index(10), nodes=Index(100), depth=Index(9), every_ms=Index(10))
    search.play(Index(search.legal_moves()[0].code))
    assert type(search.played[0].code) is int
    search.shuffle(Index(3))
    search.set_player("mcts()", Index(7))
    search.tree(Index(1), Index(1))
    assert imm.memory_for("kalah", Index(100)) == imm.memory_for("kalah", 100)
    assert imm.best("kalah", memory=Index(1 << 20), ms=Index(10)).player
    assert imm.check("kalah", plies=Index(10), seed=Index(2)).mistakes == 0


def test_whole_numbers_of_numpy() -> None:
    """Numbers from NumPy arrays are accepted."""
    numpy = pytest.importorskip("numpy")
    assert imm.Search("kalah", memory=numpy.int64(1 << 20), seed=numpy.uint8(3)).memory == 1 << 20
    assert _othello().search(ms=numpy.float32(1), iterations=numpy.int32(5)).iterations <= 5


def test_no_player_is_the_best_one() -> None:
    """Without a player, or with `None`, the search uses the best one."""
    search = imm.Search("othello", None, memory="4 MiB")
    assert search.player == imm.Search("othello", memory="4 MiB").player
    search.set_player("mcts()")
    search.set_player(None)
    assert search.player == imm.Search("othello", memory="4 MiB").player
    assert imm.memory_for("othello", 100, None) == imm.memory_for("othello", 100, "best")


_NUMBERS: list[tuple[str, Any, Any]] = [
    ("ms", 10**15, lambda wrong: _othello().search(ms=wrong, iterations=10)),
    ("iterations", 2**64 - 1, lambda wrong: _othello().search(iterations=wrong)),
    ("nodes", 2**32 - 1, lambda wrong: _othello().search(nodes=wrong)),
    ("depth", 2**32 - 1, lambda wrong: _othello().search(depth=wrong)),
    ("every_ms", 2**32 - 1, lambda wrong: _othello().search(iterations=1, every_ms=wrong)),
    ("depth", 2**32 - 1, lambda wrong: _othello().tree(depth=wrong)),
    ("min_visits", 2**32 - 1, lambda wrong: _othello().tree(min_visits=wrong)),
    ("memory", 2**48 - 1, lambda wrong: imm.Search("kalah", memory=wrong)),
    ("memory", 2**48 - 1, lambda wrong: imm.best("kalah", memory=wrong)),
    ("ms", 2**32 - 1, lambda wrong: imm.best("kalah", ms=wrong)),
    ("seed", 2**64 - 1, lambda wrong: imm.Search("kalah", seed=wrong)),
    ("seed", 2**64 - 1, lambda wrong: _othello().set_player("mcts()", wrong)),
    ("seed", 2**64 - 1, lambda wrong: imm.Search("kalah").shuffle(wrong)),
    ("seed", 2**64 - 1, lambda wrong: imm.check("kalah", seed=wrong)),
    ("plies", 2**32 - 1, lambda wrong: imm.check("kalah", plies=wrong)),
    ("slots", 2**64 - 1, lambda wrong: imm.memory_for("kalah", wrong)),
]


@pytest.mark.parametrize(("name", "most", "call"), _NUMBERS)
def test_a_number_out_of_range_is_named(name: str, most: int, call: Any) -> None:
    """The error names the argument and the valid range."""
    for wrong in (-1, most + 1, 10**400):
        with pytest.raises(ValueError, match=rf"^{name} is {wrong}: expected [01] .*{most:,}"):
            call(wrong)
    with pytest.raises(TypeError, match=rf"^{name} is \[\]: expected a"):
        call([])


@pytest.mark.parametrize("wrong", [float("inf"), float("-inf"), float("nan"), -0.5, 1e15 * 2])
def test_milliseconds_are_a_number(wrong: float) -> None:
    """Invalid milliseconds are refused, even if there is a limit of iterations."""
    with pytest.raises(ValueError, match=rf"^ms is {wrong!r}: expected 0 \(no limit\) to "):
        _othello().search(ms=wrong, iterations=10)


@pytest.mark.parametrize("wrong", ["much", "1 TiB", "-1", "1 kiB", "9" * 400, f"{2**48} kB"])
def test_a_size_that_cannot_be_is_quoted(wrong: str) -> None:
    """The error quotes the size and gives a valid example."""
    with pytest.raises(ValueError, match=rf"^memory is '{wrong}': expected "):
        imm.Search("kalah", memory=wrong)


def test_memory_that_is_too_small_or_not_there() -> None:
    """Too little memory and failed allocation have different errors. The first one gives the smallest size that works."""
    with pytest.raises(imm.OutOfMemoryError, match=r"^memory is 10 bytes, which is too small: .* at least \d+$") as small:
        imm.Search("kalah", "mcts()", memory=10)
    least = int(str(small.value).split()[-1])
    assert small.value.status == -3
    imm.Search("kalah", "mcts()", memory=least)
    with pytest.raises(imm.OutOfMemoryError, match="too small"):
        imm.Search("kalah", "mcts()", memory=least - 1)
    most = 2**48 - 1
    with pytest.raises(imm.OutOfMemoryError, match=rf"^memory is {most} bytes: the system could not allocate") as huge:
        imm.Search("kalah", "mcts()", memory=most)
    assert "too small" not in str(huge.value)
    assert huge.value.status == 0


@pytest.mark.parametrize("player", ["mcts(x)", "best(", "mcts(\0)"])
def test_a_player_that_is_none_is_quoted(player: str) -> None:
    """Every call that takes a player quotes a wrong one in its error."""
    quoted = re.escape(player.replace("\0", r"\0"))
    for call in (
        lambda: imm.Search("kalah", player, memory="1 MiB"),
        lambda: imm.Search("kalah", memory="1 MiB").set_player(player),
        lambda: imm.memory_for("kalah", 10, player),
        lambda: imm._imm.player_text(player),
    ):
        with pytest.raises(imm.PlayerError, match=rf"^player ['\"]{quoted}['\"]: "):
            call()


def test_a_position_that_cannot_be_is_quoted() -> None:
    """The error quotes the wrong position and a valid one."""
    search = _othello()
    start = search.position
    for text, why in [("bb/ww 1", "character 3 is '/', expected b, w or ."), ("bb\0", "a 0 is in it")]:
        with pytest.raises(imm.PositionError) as raised:
            search.position = text
        assert str(raised.value) == (f"position {text!r} is not one of this game and board: {why}; the present one is {start!r}")
    with pytest.raises(imm.PositionError, match=r"^position of 3 bytes is not one of .* is of \d+ bytes$"):
        search.position = b"abc"
    with pytest.raises(imm.UnsupportedError, match=r"^position is 5: expected a text or bytes"):
        search.position = 5  # type: ignore[assignment]
    assert search.position == start
