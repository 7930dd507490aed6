"""Games of OpenSpiel that imm has built in, too: how their moves and positions are written there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Optional

if TYPE_CHECKING:
    import pyspiel


@dataclass(frozen=True)
class Native:
    """How a game of OpenSpiel is one of imm's."""

    name: Callable[[pyspiel.Game], Optional[str]]
    """The name of imm's game; `None` where imm has no such board."""
    move: Callable[[pyspiel.Game, int, int], str]
    """The text of imm's move for a game, a player and an action."""
    position: Callable[[pyspiel.State], str]
    """The text of imm's position for a state in which the game goes on."""


def native(game: pyspiel.Game) -> tuple[Optional[Native], str]:
    """The built-in game for one of OpenSpiel's, and its name; `None` where there is none."""
    found = _NATIVES.get(game.get_type().short_name)
    name = found.name(game) if found else None
    return (found, name) if name else (None, "")


def _side(state: pyspiel.State) -> str:
    return str(state.current_player() + 1)


def _rows(state: pyspiel.State) -> list[str]:
    """The rows of a board that is printed with a number before each of them."""
    return [line[1:] for line in str(state).splitlines() if re.match(r"\d\S+$", line)]


def _square(column: int, row: int) -> str:
    return f"{'abcdefgh'[column]}{row + 1}"


_SWAPPED = str.maketrans("bw", "wb")


def _breakthrough_name(game: pyspiel.Game) -> Optional[str]:
    """Below six rows OpenSpiel begins with one row of men a side."""
    columns, rows = (game.get_parameters()[key] for key in ("columns", "rows"))
    return f"breakthrough_{columns}x{rows}" if 2 <= columns <= 8 and 6 <= rows <= 8 else None


def _breakthrough_move(game: pyspiel.Game, _player: int, action: int) -> str:
    """An action is row (from the top), column, direction, and whether it captures.

    OpenSpiel's first player begins at the top, so its rows are turned over.
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
    """Houses and store of either player, in the direction of sowing."""
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
