"""What `tune` has found."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    import os

    import pandas as pd

    from ._statistics import Score


@dataclass(frozen=True)
class Tuned:
    """The best setting, and all that were tried."""

    player: str
    """The best player, in notation."""
    settings: dict[str, Any]
    """What stands for the placeholders in it."""
    score: Score
    """Its score against the opponent in games that were played after it was chosen, from openings of which no trial has
    seen any: other than the score of its trial it is not too good because it was chosen."""
    trials: pd.DataFrame
    """One row a trial: `number`, `state` (`COMPLETE`, or `PRUNED` where it has ended early), `player`, the settings, `games`,
    `score` and its interval `low` and `high`."""
    importance: dict[str, float]
    """How much of what separates the best quarter of the trials from all each setting explains, 0 to 1; empty for a few."""
    about: str
    """What was done, in a sentence."""

    def report(self, folder: Union[str, os.PathLike[str]]) -> Path:
        """Writes `report.md` with figures as SVG, and `trials.parquet`; answers with the first."""
        from ._report import write_tuned

        return write_tuned(self, Path(folder))
