"""What can go wrong. All exceptions are `Error`; their text is the library's own words."""

from __future__ import annotations


class Error(Exception):
    """Something that the library has refused.

    Attributes:
        status: The number of `IMM_ERR_*` in `imm.h`, which is negative; 0 for an error that is not the C library's.

    """

    status: int

    def __init__(self, text: str = "", status: int = 0) -> None:
        """An error with the words of the library, and its number."""
        super().__init__(text)
        self.status = status


class GameError(Error, ValueError):
    """There is no such game, or it is incomplete."""


class BrokenGameError(Error):
    """A game has broken a promise: no moves in a game that goes on, or a player that does not exist.

    What a method of a game in Python raises is raised as it is, and not as this.
    """


class PlayerError(Error, ValueError):
    """The notation of a player is wrong, or the player cannot play this game."""


class OutOfMemoryError(Error, ValueError):
    """The memory is too small, or the system could not allocate it."""


class LimitError(Error, ValueError):
    """No limit is set: the search would never end."""


class GameOverError(Error):
    """The game is over: there is nothing to search, and no move to play."""


class PositionError(Error, ValueError):
    """The text or the bytes are no move, or no position, of this game."""


class IllegalMoveError(PositionError):
    """The move is not legal in this position. It may be a text that is no move at all: so this is a `PositionError`, too."""


class BusyError(Error, RuntimeError):
    """Another call with the same search is under way."""


class UnsupportedError(Error):
    """This game does not have what is asked for."""


class NoPastError(Error):
    """There is no move to take back."""


class SavedError(Error, ValueError):
    """The bytes were saved by another game, player, memory or library."""


class NetError(Error, ValueError):
    """There is no net to evaluate by, or its bytes are damaged, or it is for another game or other features."""


class MergeError(Error, ValueError):
    """These searches cannot be merged."""


_NOT_ALLOCATED = -(2**31)
"""What the extension module has for an allocation that failed."""

_CLASSES: dict[type[Error], tuple[int, ...]] = {
    OutOfMemoryError: (-3, _NOT_ALLOCATED),
    PlayerError: (-5, -6, -16, -25),
    UnsupportedError: (-7,),
    NetError: (-36, -37, -38),
    BusyError: (-9,),
    LimitError: (-10, -11),
    GameOverError: (-12,),
    IllegalMoveError: (-13,),
    PositionError: (-14, -26),
    GameError: (-17,),
    BrokenGameError: (-18, -19, -20, -21, -22, -23, -24),
    NoPastError: (-27,),
    SavedError: (-28, -29, -30, -31),
    MergeError: (-32, -33, -34, -35),
}
_BY_STATUS = {status: kind for kind, statuses in _CLASSES.items() for status in statuses}


def of_status(status: int, text: str) -> Error:
    """The exception for a status of the library."""
    return _BY_STATUS.get(status, Error)(text, 0 if status == _NOT_ALLOCATED else status)
