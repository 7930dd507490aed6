"""The unit of work: one game."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Unit:
    """One game: all that decides how it goes. Units that are equal are the same game.

    >>> unit = Unit("othello", "mcts()", "bfm()", "iterations=100", "iterations=100", "4", 0, 1, 1 << 20)
    >>> unit.key == unit.swapped().swapped().key != unit.swapped().key
    True
    """

    game: str
    """Its name."""
    first: str
    """Who moves first, in notation."""
    second: str
    """Who moves second."""
    first_budget: str
    """What the first player may spend on a move: `iterations=1000`."""
    second_budget: str
    """What the second player may spend."""
    opening: str
    """JSON: a number of random plies, a list of moves, or the text of a position."""
    pair: int
    """The number of the pair of games: both begin alike, with swapped seats."""
    seed: int
    """The seed of the run."""
    memory: int
    """Bytes that each player has."""

    @cached_property
    def key(self) -> str:
        """A hash over all of it, by which the archive knows the game."""
        canonical = json.dumps(asdict(self), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()[:32]

    def swapped(self) -> Unit:
        """The other game of the pair."""
        first, second = (self.second, self.second_budget), (self.first, self.first_budget)
        return replace(self, first=first[0], first_budget=first[1], second=second[0], second_budget=second[1])

    def seed_of(self, seat: int) -> int:
        """The seed of the player who moves first (0) or second (1)."""
        return number(self.key, seat)

    def __str__(self) -> str:
        """For a person."""
        players = f"{self.first} ({self.first_budget}) - {self.second} ({self.second_budget})"
        return f"{self.game}, pair {self.pair}, {players}, opening {self.opening}, seed {self.seed}"


def number(*parts: object) -> int:
    """A number of 63 bits that follows from these parts, the same on every machine.

    >>> number("opening", 1)
    3242619037429188201
    """
    digest = hashlib.sha256("/".join(str(part) for part in parts).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


class GamesFailedError(Exception):
    """Games that could not be played. The others were, and are in the archive; the next run tries these again.

    Attributes:
        failures: What could not be played, and why.

    """

    def __init__(self, failures: Sequence[tuple[object, str]]) -> None:
        """An error that names the first of them."""
        unit, why = failures[0]
        super().__init__(f"{len(failures)} could not be played. The first: {unit}: {why}")
        self.failures = list(failures)
