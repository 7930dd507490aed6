"""A trial of one setting, whose games are played in rungs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Optional

from optuna.trial import Trial, TrialState

from ._statistics import score_of, sprt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ._statistics import Score
    from ._unit import Unit

    Bounds = tuple[float, float]


@dataclass
class Attempt:
    """A trial and its progress."""

    trial: Trial
    player: str
    units: Sequence[Unit]
    """All games of the trial. The games of a pair are adjacent; the player moves first in the first one."""
    rungs: Sequence[int]
    """The numbers of games after which the trial may be pruned."""
    bounds: Optional[Bounds]
    """Elo points of the sequential test; `None` without such a test."""
    rung: int = field(default=0, init=False)

    def wanted(self) -> Sequence[Unit]:
        """Returns the games up to the current rung."""
        return self.units[: self.rungs[self.rung]]

    def go_on(self, points: Mapping[str, float]) -> Optional[TrialState]:
        """Advances the trial by the finished games. `points` has the first player's points by the key of a game.

        Returns the state in which the trial has ended; `None` if it needs more games, those of `wanted()`.
        """
        while True:
            known = points_of(self.wanted(), points)
            if self.bounds and (better := sprt(known, *self.bounds)) is not None:
                return self._ended(score(known), TrialState.COMPLETE if better else TrialState.PRUNED)
            if len(known) < len(self.wanted()):
                return None
            found = score(known)
            self.trial.report(found.score, step=found.games)
            if self.rung + 1 == len(self.rungs):
                return self._ended(found, TrialState.COMPLETE)
            if self.trial.should_prune():
                return self._ended(found, TrialState.PRUNED)
            self.rung += 1

    def _ended(self, found: Score, state: TrialState) -> TrialState:
        for name, fact in (("score", found.score), ("low", found.low), ("high", found.high), ("games", found.games)):
            self.trial.set_user_attr(name, fact)
        return state


def points_of(units: Sequence[Unit], points: Mapping[str, float]) -> list[float]:
    """Returns the player's points in games ordered as in `Attempt.units`, up to the first unfinished pair."""
    made: list[float] = []
    for former, latter in zip(units[::2], units[1::2]):
        if former.key not in points or latter.key not in points:
            break
        made += [points[former.key], 1 - points[latter.key]]
    return made


def score(made: Sequence[float]) -> Score:
    """Returns the score of games whose pairs are adjacent."""
    return score_of(made, [game // 2 for game in range(len(made))])
