"""Games, and their form for sending them to other machines."""

from __future__ import annotations

import os
import sys
import sysconfig
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Union

import ray

from ._files import PackedFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..game import Game
    from ..search import AnyGame

    Packed = Union[str, PackedFile, "PackedObject", "PackedWithNet"]

_OPEN_SPIEL = "open_spiel:"
_LIBRARIES = (".so", ".dylib", ".dll")


@dataclass(frozen=True)
class PackedObject:
    """A game in Python as a pickle. Contains the code of its classes if their modules are not installed."""

    content: bytes = field(repr=False)

    @staticmethod
    def of(game: Game[Any]) -> PackedObject:
        """Pickles a game."""
        ours = {sys.modules[kind.__module__] for kind in type(game).__mro__ if not _is_installed(kind.__module__)}
        try:
            for module in ours:
                ray.cloudpickle.register_pickle_by_value(module)
            return PackedObject(ray.cloudpickle.dumps(game))
        finally:
            for module in ours:
                ray.cloudpickle.unregister_pickle_by_value(module)

    def game(self) -> Game[Any]:
        """Returns the unpickled game."""
        game: Game[Any] = ray.cloudpickle.loads(self.content)
        return game


@dataclass(frozen=True)
class PackedWithNet:
    """A game with the net of its players with `efNet`."""

    game: Packed
    net: bytes = field(repr=False)


def _is_installed(module: str) -> bool:
    """True if every machine with the same packages has this module. Code typed at a prompt is always pickled."""
    file = getattr(sys.modules[module], "__file__", None)
    folders = {Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib", "platlib")}
    return not file or any(folder in Path(file).resolve().parents for folder in folders)


def packed_games(games: Union[AnyGame, Iterable[AnyGame], Mapping[str, AnyGame]]) -> dict[str, Packed]:
    """Returns games by name, in the form that is sent to other machines.

    A built-in game and `open_spiel:hex(board_size=5)` are sent as their name, a plug-in with its bytes, and an object
    with its code. The name of an object is its attribute `name`, or else the name of its class.

    >>> list(packed_games(["othello", "open_spiel:hex(board_size=5)"]))
    ['othello', 'open_spiel:hex(board_size=5)']

    Raises:
        ValueError: There are no games, or two games have the same name.
        GameError: There is no such game.

    """
    if hasattr(games, "items"):
        return {name: _packed(game)[1] for name, game in games.items()}
    one = isinstance(games, (str, os.PathLike)) or hasattr(games, "legal_moves")
    all_games: list[AnyGame] = [games] if one else list(games)  # type: ignore[list-item, arg-type]
    packed: dict[str, Packed] = {}
    for game in all_games:
        name, content = _packed(game)
        if name in packed:
            raise ValueError(f"two games are called {name!r}: give them as a mapping of names to games")
        packed[name] = content
    if not packed:
        raise ValueError("games is empty: expected at least one game")
    return packed


def _packed(game: AnyGame) -> tuple[str, Packed]:
    if isinstance(game, os.PathLike) or (isinstance(game, str) and game.endswith(_LIBRARIES)):
        file = PackedFile.of(Path(game))
        return file.name, file
    if not isinstance(game, str):
        return str(getattr(game, "name", type(game).__name__)), PackedObject.of(game)
    from ..search import load_game

    loaded(game) if game.startswith(_OPEN_SPIEL) else load_game(game)
    return game, game


def net_of(game: Packed, player: str) -> Optional[bytes]:
    """Returns the net with which a player plays a received game. `None` is the net that comes with the game."""
    return game.net if isinstance(game, PackedWithNet) and "efNet" in player else None


def loaded(game: Packed) -> AnyGame:
    """Converts a received game to a game for `Search`."""
    if isinstance(game, PackedWithNet):
        return loaded(game.game)
    if isinstance(game, PackedFile):
        return game.path()
    if isinstance(game, PackedObject):
        return game.game()
    if isinstance(game, str) and game.startswith(_OPEN_SPIEL):
        from ..open_spiel import game as open_spiel_game

        return open_spiel_game(game[len(_OPEN_SPIEL) :])
    return game
