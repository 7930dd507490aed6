"""Exceptions. All of them derive from `Error`; the library writes their text."""

from __future__ import annotations


class Error(Exception):
    """The library has refused a call.

    Attributes:
        status: The negative number of `IMM_ERR_*` in `imm.h`; 0 for an error that is not from the C library.

    """

    status: int

    def __init__(self, text: str = "", status: int = 0) -> None:
        """An error with the text and the number of the library."""
        super().__init__(text)
        self.status = status


class GameError(Error, ValueError):
    """The game does not exist or is incomplete."""


class BrokenGameError(Error):
    """A game has broken a rule: it has no moves but is not over, or names a player that does not exist.

    An exception raised by a method of a game in Python stays as it is and does not become this one.
    """


class PlayerError(Error, ValueError):
    """The notation of a player is wrong, or the player cannot play this game."""


class OutOfMemoryError(Error, ValueError):
    """The memory is too small, or the system could not allocate it."""


class LimitError(Error, ValueError):
    """The search has no limit, so it would never end."""


class GameOverError(Error):
    """The game is over: there is nothing to search, and no move to play."""


class PositionError(Error, ValueError):
    """The text or bytes are not a move or a position of this game."""


class IllegalMoveError(PositionError):
    """The move is not legal in this position. A `PositionError`, because its text may not be a move at all."""


class BusyError(Error, RuntimeError):
    """Another call with the same search is running."""


class UnsupportedError(Error):
    """This game, or this position, does not support the request. For example, a chance event has no move to search."""


class LeafError(Error):
    """No leaf waits for a value."""


class NoPastError(Error):
    """There is no move to take back."""


class SavedError(Error, ValueError):
    """The bytes were saved by another game, player, memory or library."""


class NetError(Error, ValueError):
    """The net is missing or damaged, or is for another game or other features."""


class MergeError(Error, ValueError):
    """These searches cannot be merged."""


_NOT_ALLOCATED = -(2**31)
"""The status of the extension module for a failed allocation."""

_CLASSES: dict[type[Error], tuple[int, ...]] = {
    OutOfMemoryError: (-3, _NOT_ALLOCATED),
    PlayerError: (-5, -6, -16, -25),
    UnsupportedError: (-7, -39, -41),
    LeafError: (-40,),
    NetError: (-36, -37, -38),
    BusyError: (-9,),
    LimitError: (-10, -11),
    GameOverError: (-12,),
    IllegalMoveError: (-13,),
    PositionError: (-14, -26),
    GameError: (-17,),
    BrokenGameError: (-18, -19, -20, -21, -22, -23, -24, -42),
    NoPastError: (-27,),
    SavedError: (-28, -29, -30, -31),
    MergeError: (-32, -33, -34, -35),
}
_BY_STATUS = {status: kind for kind, statuses in _CLASSES.items() for status in statuses}


_TEXTS = {
    -41: "a chance event comes next: play one of its outcomes, for example play(sample_chance())",
}
"""Texts for Python, in place of those of the library, which name functions of C."""


def of_status(status: int, text: str) -> Error:
    """Returns the exception for a status of the library."""
    text = _TEXTS.get(status, text)
    return _BY_STATUS.get(status, Error)(text, 0 if status == _NOT_ALLOCATED else status)
