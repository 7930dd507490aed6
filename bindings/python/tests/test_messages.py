"""The messages of all errors that a program can cause, in one list: messages.txt. Read it as a user would.

With IMM_UPDATE_MESSAGES=1 the test writes the list.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import imm_search as imm

if TYPE_CHECKING:
    from collections.abc import Callable

LIST = Path(__file__).with_name("messages.txt")


class Nim:
    """Take one or two of three stones; the last one wins."""

    max_moves, max_plies = 2, 3

    def initial(self) -> tuple[int, int]:
        """Returns the stones and the player."""
        return 3, 0

    def legal_moves(self, position: tuple[int, int]) -> list[int]:
        """Returns how many stones can be taken."""
        return [1, 2][: position[0]]

    def make(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        """Returns the position after a move."""
        return position[0] - move, 1 - position[1]

    def to_move(self, position: tuple[int, int]) -> int:
        """Returns the player to move."""
        return position[1]

    def outcome(self, position: tuple[int, int]) -> int | None:
        """Returns the winner."""
        return None if position[0] else 1 - position[1]


def changed(**members: object) -> Nim:
    """Returns the game with other members."""
    game: Nim = type("Nim", (Nim,), members)()
    return game


class Coin(Nim):
    """A coin decides how many stones are taken first."""

    def to_move(self, position: tuple[int, int]) -> int:
        """Returns chance at the start."""
        return imm.CHANCE if position == (3, 0) else position[1]

    def chance(self, _position: tuple[int, int], _side: int) -> int:
        """Returns equal weights."""
        return 1


def thrown(**members: object) -> Coin:
    """Returns the game with other members."""
    game: Coin = type("Coin", (Coin,), members)()
    return game


def opened(game: object = "othello", player: str = "mcts()", **options: object) -> imm.Search:
    """Opens a small search."""
    return imm.Search(game, player, **{"memory": "1 MiB", "seed": 1} | options)  # type: ignore[arg-type]


def positioned(game: object, position: object) -> None:
    """Sets a position."""
    opened(game).position = position  # type: ignore[assignment]


def after(search: imm.Search, *moves: str) -> imm.Search:
    """Plays moves."""
    for move in moves:
        search.play(move)
    return search


CASES: dict[str, Callable[[], object]] = {
    "Search('chess')": lambda: opened("chess"),
    "Search(5)": lambda: opened(5),
    "Search('othello', 'uct()')": lambda: opened(player="uct()"),
    "Search('othello', 'mcts(im2)')": lambda: opened(player="mcts(im2)"),
    "Search('othello', 'mcts(efLH)')": lambda: opened(player="mcts(efLH)"),
    "Search('othello', memory='much')": lambda: opened(memory="much"),
    "Search('othello', memory=-1)": lambda: opened(memory=-1),
    "Search('othello', memory=2.5)": lambda: opened(memory=2.5),
    "Search('othello', memory=8)": lambda: opened(memory=8),
    "Search('othello', seed=-1)": lambda: opened(seed=-1),
    "Search('othello', seed=0.5)": lambda: opened(seed=0.5),
    "search(iterations=-1)": lambda: opened().search(iterations=-1),
    "search(ms='long')": lambda: opened().search(ms="long"),  # type: ignore[arg-type]
    "search(ms=-1)": lambda: opened().search(ms=-1),
    "play('a1')": lambda: opened().play("a1"),
    "play(0)": lambda: opened().play(0),
    "play(1.5)": lambda: opened().play(1.5),  # type: ignore[arg-type]
    "play() after the end": lambda: after(opened(Nim()), "2", "1").play("1"),
    "search() after the end": lambda: after(opened(Nim()), "2", "1").search(iterations=9),
    "undo() at the start": lambda: opened().undo(),
    "position = 'x'": lambda: positioned("othello", "x"),
    "position = 5": lambda: positioned("othello", 5),
    "position = 'x' of a custom game": lambda: positioned(Nim(), "x"),
    "load(b'x')": lambda: opened().load(b"x"),
    "load(): another game": lambda: opened("kalah").load(opened().save()),
    "a game without legal_moves()": lambda: opened(changed(legal_moves=None)),
    "max_moves = 0": lambda: opened(changed(max_moves=0)),
    "max_moves = 1": lambda: opened(changed(max_moves=1)).search(iterations=9),
    "max_plies = 1": lambda: opened(changed(max_plies=1)).search(iterations=9),
    "legal_moves() returns []": lambda: opened(changed(legal_moves=lambda _self, _at: [])).search(iterations=9),
    "legal_moves() returns ['a']": lambda: opened(changed(legal_moves=lambda _self, _at: ["a"])).search(iterations=9),
    "to_move() returns 7": lambda: opened(changed(to_move=lambda _self, _at: 7)).search(iterations=9),
    "outcome() returns 7": lambda: opened(changed(outcome=lambda _self, _at: 7)).search(iterations=9),
    "search() at a chance event": lambda: opened(Coin()).search(iterations=9),
    "sample_chance() for a player": lambda: opened().sample_chance(),
    "sample_chance() after the end": lambda: after(opened(Nim()), "2", "1").sample_chance(),
    "sample_chance(-1)": lambda: opened(Coin()).sample_chance(-1),
    "Search() of a game with chance, 'mcts(pn1)'": lambda: opened(Coin(), "mcts(pn1)"),
    "to_move() returns CHANCE without chance()": lambda: opened(thrown(chance=None)).search(iterations=9),
    "chance() returns 0": lambda: opened(thrown(chance=lambda _self, _at, _side: 0)).sample_chance(),
    "chance() returns 'a'": lambda: opened(thrown(chance=lambda _self, _at, _side: "a")).sample_chance(),
    "evaluate() returns nan": lambda: opened(changed(evaluate=lambda _self, _at: float("nan")), "mcts(im0.4)").search(
        iterations=9
    ),
    "evaluate() returns 'good'": lambda: opened(changed(evaluate=lambda _self, _at: "good"), "mcts(im0.4)").search(iterations=9),
}


def shown(case: Callable[[], object]) -> str:
    """Returns the error of a case as Python shows it."""
    try:
        case()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "no error"


def test_messages() -> None:
    """Each error says what was wrong, where, and what would be right."""
    found = "".join(f"{name}\n    {shown(case)}\n" for name, case in CASES.items())
    assert "no error" not in found
    if "IMM_UPDATE_MESSAGES" in os.environ:
        LIST.write_text(found, encoding="utf-8")
    assert found == LIST.read_text(encoding="utf-8")
