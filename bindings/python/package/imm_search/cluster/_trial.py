"""One setting on trial: its games, in rungs."""

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
    """A trial and how far it is."""

    trial: Trial
    player: str
    units: Sequence[Unit]
    """All games that it may play: those of a pair stand side by side, and the player moves first in the former."""
    rungs: Sequence[int]
    """After so many games it is seen whether it is among the good ones."""
    bounds: Optional[Bounds]
    """Elo points of the sequential test; `None` without such a test."""
    rung: int = field(default=0, init=False)

    def wanted(self) -> Sequence[Unit]:
        """The games up to the rung where it is."""
        return self.units[: self.rungs[self.rung]]

    def go_on(self, points: Mapping[str, float]) -> Optional[TrialState]:
        """Looks at the games that are known, of which `points` has those of the first player.

        Answers with how the trial has ended; `None` where it needs more games, those of `wanted()`.
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
    """What the player has made of its games, which stand as in `Attempt.units`: up to the first pair that is not known."""
    made: list[float] = []
    for former, latter in zip(units[::2], units[1::2]):
        if former.key not in points or latter.key not in points:
            break
        made += [points[former.key], 1 - points[latter.key]]
    return made


def score(made: Sequence[float]) -> Score:
    """The score of pairs that stand side by side."""
    return score_of(made, [game // 2 for game in range(len(made))])
