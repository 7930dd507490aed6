"""OpenSpiel games that are also built into imm: conversion of moves and positions to imm's text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Optional

if TYPE_CHECKING:
    import pyspiel


@dataclass(frozen=True)
class Native:
    """Conversion from an OpenSpiel game to a built-in game of imm."""

    name: Callable[[pyspiel.Game], Optional[str]]
    """Returns the name of imm's game; `None` if imm does not have this board."""
    move: Callable[[pyspiel.Game, int, int], str]
    """Returns imm's text of a move, for a game, a player and an action."""
    position: Callable[[pyspiel.State], str]
    """Returns imm's text of a position, for a state in which the game is not over."""


def native(game: pyspiel.Game) -> tuple[Optional[Native], str]:
    """Returns the conversion and the name of imm's game for an OpenSpiel game; `None` and "" if there is no built-in game."""
    found = _NATIVES.get(game.get_type().short_name)
    name = found.name(game) if found else None
    return (found, name) if name else (None, "")


def _side(state: pyspiel.State) -> str:
    return str(state.current_player() + 1)


def _rows(state: pyspiel.State) -> list[str]:
    """Returns the rows of a board whose text has a number before each row."""
    return [line[1:] for line in str(state).splitlines() if re.match(r"\d\S+$", line)]


def _square(column: int, row: int) -> str:
    return f"{'abcdefgh'[column]}{row + 1}"


_SWAPPED = str.maketrans("bw", "wb")


def _breakthrough_name(game: pyspiel.Game) -> Optional[str]:
    """OpenSpiel's boards with fewer than six rows are excluded: they begin with only one row of pieces for each side."""
    columns, rows = (game.get_parameters()[key] for key in ("columns", "rows"))
    return f"breakthrough_{columns}x{rows}" if 2 <= columns <= 8 and 6 <= rows <= 8 else None


def _breakthrough_move(game: pyspiel.Game, _player: int, action: int) -> str:
    """An action encodes row (from the top), column, direction, and whether it captures.

    OpenSpiel's first player begins at the top, so the rows are reversed.
    """
    square, direction = divmod(action // 2, 6)
    row, column = divmod(square, game.get_parameters()["columns"])
    ahead = 1 if direction < 3 else -1
    return _square(column, row) + _square(column + direction % 3 - 1, row + ahead)


def _breakthrough_position(state: pyspiel.State) -> str:
    rows = [row.translate(_SWAPPED) for row in reversed(_rows(state))]
    return f"{'/'.join(rows)} {_side(state)}"


def _loa_move(game: pyspiel.Game, player: int, action: int) -> str:
    text: str = game.action_to_string(player, action)
    return text[:2] + text[3:]


def _loa_position(state: pyspiel.State) -> str:
    return f"{'/'.join(_rows(state)).translate(str.maketrans('xo', 'bw'))} {_side(state)}"


def _othello_move(_game: pyspiel.Game, _player: int, action: int) -> str:
    return "pass" if action == 64 else _square(action % 8, action // 8)


def _othello_position(state: pyspiel.State) -> str:
    rows = ["".join(line.split()[1:-1]) for line in str(state).splitlines() if re.match(r"\d ", line)]
    return f"{'/'.join(rows).translate(str.maketrans('-xo', '.bw'))} {_side(state)}"


def _seeds(first: list[str], first_store: str, second: list[str], second_store: str, state: pyspiel.State) -> str:
    """Returns imm's text of a position, from houses and store of each player, in the direction of sowing."""
    return f"{','.join(first)}|{first_store}|{','.join(second)}|{second_store} {_side(state)}"


def _oware_name(game: pyspiel.Game) -> Optional[str]:
    given = game.get_parameters()
    return "oware" if (given["num_houses_per_player"], given["num_seeds_per_house"]) == (6, 4) else None


def _oware_position(state: pyspiel.State) -> str:
    rows = [line.split() for line in str(state).splitlines() if re.match(r"[\d ]+$", line)]
    second_store, first_store = re.findall(r"score = (\d+)", str(state))
    return _seeds(rows[1], first_store, rows[0][::-1], second_store, state)


def _mancala_position(state: pyspiel.State) -> str:
    top, stores, bottom = (re.findall(r"\d+", line) for line in str(state).splitlines()[:3])
    return _seeds(bottom, stores[1], top[::-1], stores[0], state)


_NATIVES = {
    "breakthrough": Native(_breakthrough_name, _breakthrough_move, _breakthrough_position),
    "lines_of_action": Native(lambda _: "loa_openspiel", _loa_move, _loa_position),
    "mancala": Native(lambda _: "kalah_std", lambda _game, player, action: str(action - (8 if player else 1)), _mancala_position),
    "othello": Native(lambda _: "othello", _othello_move, _othello_position),
    "oware": Native(
        _oware_name,
        lambda _game, _player, action: str(action),
        _oware_position,
    ),
}
