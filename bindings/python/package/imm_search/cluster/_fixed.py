"""Budgets in milliseconds: the speed of the reference machine, and conversion to iterations."""

from __future__ import annotations

import random
import time
from functools import partial
from typing import TYPE_CHECKING, Optional

from ..game import CHANCE
from ..search import Search
from ._games import loaded, net_of
from ._play import random_move
from ._speed import speed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._archive import Archive
    from ._budget import Budget
    from ._games import Packed

_POSITIONS, _MS = 5, 100
"""The number of positions, and the milliseconds for each, to measure the iterations per second of a player."""


def reference_of(archive: Archive, budget: Budget) -> Optional[float]:
    """Returns the speed of the budget's reference machine; `None` if the budget is not in milliseconds or is fixed."""
    if not budget.ms or budget.fixed:
        return None
    return budget.reference or archive.fact("speed", speed)


def budget_texts(
    archive: Archive, budget: Budget, name: str, game: Packed, players: Iterable[str], memory: int
) -> dict[str, str]:
    """Returns the budget of each player in a game, as text for units."""
    if not budget.fixed:
        return dict.fromkeys(players, budget.text)
    texts = {}
    for player in players:
        a_second = archive.fact(f"iterations/s of {player} in {name}", partial(_rate, game, player, memory))
        if budget.reference:
            a_second *= budget.reference / archive.fact("speed", speed)
        texts[player] = f"iterations={max(round(a_second * budget.ms / 1000), 1)}"
    return texts


def _rate(game: Packed, player: str, memory: int) -> float:
    """Measures iterations per second of processor time, over positions of a random game."""
    choose, made, spent = random.Random(1), 0, 0.0
    search = Search(loaded(game), player, memory=memory, seed=1, net=net_of(game, player))
    for _ in range(_POSITIONS):
        while search.outcome is None and search.to_move == CHANCE:
            search.play(random_move(search, choose))
        if search.outcome is not None:
            search.restart()
            continue
        began = time.process_time()
        made += search.search(ms=_MS).iterations
        spent += time.process_time() - began
        for _ in range(2):
            if search.outcome is None:
                search.play(random_move(search, choose))
        if search.outcome is not None:
            search.restart()
    return made / max(spent, 1e-6)
