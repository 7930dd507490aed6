"""The games of a run: pairs, openings, and a check that they can be played."""

from __future__ import annotations

import json
import operator
from typing import TYPE_CHECKING, SupportsIndex, Union

from ..search import Search
from ._games import loaded, net_of
from ._play import begin
from ._unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ._games import Packed

    Opening = Union[str, Sequence[Union[str, SupportsIndex]]]
    Openings = Union[SupportsIndex, Sequence[Opening]]


MOST_SEED = 2**63 - 1
"""The archive keeps a seed as a signed 64-bit number."""


def pair_of(
    game: str, first: str, second: str, budgets: Mapping[str, str], opening: str, pair: int, seed: int, memory: int
) -> tuple[Unit, Unit]:
    """Returns the two games of a pair."""
    unit = Unit(game, first, second, budgets[first], budgets[second], opening, pair, seed, memory)
    return unit, unit.swapped()


def check_games(count: int) -> None:
    """Checks that the number of games is even: every opening is played twice."""
    if count <= 0 or count % 2:
        raise ValueError(f"every opening is played twice: expected an even number of games, not {count}")


def opening_texts(openings: Openings, pairs: int) -> list[str]:
    """Returns the opening of each pair, as text for units.

    >>> opening_texts(4, 2)
    ['4', '4']
    >>> opening_texts([["a2-a3", "b7-b6"], "some position"], 3)
    ['["a2-a3","b7-b6"]', '"some position"', '["a2-a3","b7-b6"]']
    """
    if isinstance(openings, SupportsIndex):
        plies = operator.index(openings)
        if plies < 0:
            raise ValueError(f"openings is {plies}: expected 0 random plies or more")
        return [str(plies)] * pairs
    if isinstance(openings, str) or not openings:
        expected = "expected a number of random plies, or a list of positions and of lists of moves"
        raise ValueError(f"openings is {openings!r}: {expected}")
    given = (one if isinstance(one, str) else list(one) for one in openings)
    texts = [json.dumps(one, separators=(",", ":"), default=operator.index) for one in given]
    return [texts[pair % len(texts)] for pair in range(pairs)]


def check_setup(games: Mapping[str, Packed], players: Iterable[str], memory: int, openings: Iterable[str]) -> None:
    """Checks, before any game is sent, that the players can play the games from these openings."""
    for game in games.values():
        for player in players:
            Search(loaded(game), player, memory=memory, net=net_of(game, player))
        search = Search(loaded(game), memory=memory)
        for opening in dict.fromkeys(openings):
            search.restart()
            begin(search, opening, 0, 0)
