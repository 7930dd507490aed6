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
    """One game, described by everything that determines its moves. Equal units are the same game.

    >>> unit = Unit("othello", "mcts()", "bfm()", "iterations=100", "iterations=100", "4", 0, 1, 1 << 20)
    >>> unit.key == unit.swapped().swapped().key != unit.swapped().key
    True
    """

    game: str
    """The name of the game."""
    first: str
    """The player who moves first, in notation."""
    second: str
    """The player who moves second, in notation."""
    first_budget: str
    """The first player's budget for each move: `iterations=1000`."""
    second_budget: str
    """The second player's budget for each move."""
    opening: str
    """JSON: a number of random plies, a list of moves, or the text of a position."""
    pair: int
    """The number of the pair of games. Both have the same opening, with swapped seats."""
    seed: int
    """The seed of the run."""
    memory: int
    """The memory of each player in bytes."""

    @cached_property
    def key(self) -> str:
        """A hash of all fields, by which the archive identifies the game."""
        canonical = json.dumps(asdict(self), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()[:32]

    def swapped(self) -> Unit:
        """Returns the other game of the pair."""
        first, second = (self.second, self.second_budget), (self.first, self.first_budget)
        return replace(self, first=first[0], first_budget=first[1], second=second[0], second_budget=second[1])

    def seed_of(self, seat: int) -> int:
        """Returns the seed of the player who moves first (0) or second (1)."""
        return number(self.key, seat)

    def __str__(self) -> str:
        """A description for messages."""
        players = f"{self.first} ({self.first_budget}) - {self.second} ({self.second_budget})"
        return f"{self.game}, pair {self.pair}, {players}, opening {self.opening}, seed {self.seed}"


def number(*parts: object) -> int:
    """Returns a 63-bit hash of these parts, the same on every machine.

    >>> number("opening", 1)
    3242619037429188201
    """
    digest = hashlib.sha256("/".join(str(part) for part in parts).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


class GamesFailedError(Exception):
    """Games that could not be played. All others were played and are in the archive. The next run tries the failed ones again.

    Attributes:
        failures: The games that could not be played, each with its reason.

    """

    def __init__(self, failures: Sequence[tuple[object, str]]) -> None:
        """An error that names the first failed game."""
        unit, why = failures[0]
        super().__init__(f"{len(failures)} could not be played. The first: {unit}: {why}")
        self.failures = list(failures)
