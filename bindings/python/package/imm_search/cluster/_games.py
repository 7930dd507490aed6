"""Games as they are given, and as they go to other machines."""

from __future__ import annotations

import os
import sys
import sysconfig
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import ray

from ._files import PackedFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..game import Game
    from ..search import AnyGame

    Packed = Union[str, PackedFile, "PackedObject"]

_OPEN_SPIEL = "open_spiel:"
_LIBRARIES = (".so", ".dylib", ".dll")


@dataclass(frozen=True)
class PackedObject:
    """A game in Python as a pickle, with the code of its classes where these are in modules that are not installed."""

    content: bytes = field(repr=False)

    @staticmethod
    def of(game: Game[Any]) -> PackedObject:
        """Pickles it."""
        ours = {sys.modules[kind.__module__] for kind in type(game).__mro__ if not _is_installed(kind.__module__)}
        try:
            for module in ours:
                ray.cloudpickle.register_pickle_by_value(module)
            return PackedObject(ray.cloudpickle.dumps(game))
        finally:
            for module in ours:
                ray.cloudpickle.unregister_pickle_by_value(module)

    def game(self) -> Game[Any]:
        """The game."""
        game: Game[Any] = ray.cloudpickle.loads(self.content)
        return game


def _is_installed(module: str) -> bool:
    """Is it there wherever Python and these packages are? What was typed in is pickled with its code anyway."""
    file = getattr(sys.modules[module], "__file__", None)
    folders = {Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib", "platlib")}
    return not file or any(folder in Path(file).resolve().parents for folder in folders)


def packed_games(games: Union[AnyGame, Iterable[AnyGame], Mapping[str, AnyGame]]) -> dict[str, Packed]:
    """Games by their names, as they are sent to other machines.

    A built-in game goes by its name, `open_spiel:hex(board_size=5)` too, a plug-in with its bytes, and an object with
    its code; its name is its attribute `name`, or else its class's.

    >>> list(packed_games(["othello", "open_spiel:hex(board_size=5)"]))
    ['othello', 'open_spiel:hex(board_size=5)']

    Raises:
        ValueError: No game is given, or two have the same name.
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
        raise ValueError("there is no game")
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


def loaded(game: Packed) -> AnyGame:
    """A game that has arrived, as `Search` takes it."""
    if isinstance(game, PackedFile):
        return game.path()
    if isinstance(game, PackedObject):
        return game.game()
    if isinstance(game, str) and game.startswith(_OPEN_SPIEL):
        from ..open_spiel import game as open_spiel_game

        return open_spiel_game(game[len(_OPEN_SPIEL) :])
    return game
