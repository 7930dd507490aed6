"""The result of `tune`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from . import _figures
from ._report import percent, table

if TYPE_CHECKING:
    import os

    import pandas as pd

    from ._statistics import Score


@dataclass(frozen=True)
class Tuned:
    """The best setting, and all trials."""

    player: str
    """The best player, in notation."""
    settings: dict[str, Any]
    """The setting of each placeholder in the best player."""
    score: Score
    """The best player's score against the opponent, in games played after it was selected and from openings that no trial
    used. Unlike the score of its trial, it has no selection bias."""
    trials: pd.DataFrame
    """One row for each trial: `number`, `state` (`COMPLETE`, or `PRUNED` if it ended early), `player`, the settings, `games`,
    `score` and its interval `low` and `high`."""
    importance: dict[str, float]
    """How much each setting explains of the difference between the best quarter of the trials and all, 0 to 1. Empty for few."""
    about: str
    """A sentence that describes the run."""

    def report(self, folder: Union[str, os.PathLike[str]]) -> Path:
        """Writes `report.md` with SVG figures, and `trials.parquet`. Returns the path of `report.md`."""
        return _write(self, Path(folder))


def _write(tuned: Tuned, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    ended = tuned.trials.sort_values(["state", "score"], ascending=[True, False])
    rows = [[f"`{one.player}`", one.state.lower(), one.games, percent(one)] for one in ended.head(10).itertuples()]
    best = f"The best: `{tuned.player}`, {tuned.score} that were played after it was chosen."
    text = ["# Tuning", "", tuned.about, "", best, ""]
    text += ["## Trials", "", f"The best ten of {len(ended)}; their scores are too good, as they were chosen by them.", ""]
    text += table(["player", "trial", "games", "score, %"], rows)
    text += ["", "![Scores by trial](trials.svg)", "", "## Settings", "", "![Scores by setting](settings.svg)", ""]
    if tuned.importance:
        shares = [[name, f"{100 * share:.0f}"] for name, share in tuned.importance.items()]
        text += [*table(["setting", "importance, %"], shares), "", "![Importance](importance.svg)", ""]
        _figures.importance(tuned.importance, folder / "importance.svg")
    text += ["All trials: [trials.parquet](trials.parquet).", ""]
    _figures.trials(tuned.trials, folder / "trials.svg")
    _figures.settings(tuned.trials, list(tuned.settings), folder / "settings.svg")
    tuned.trials.to_parquet(folder / "trials.parquet", index=False)
    file = folder / "report.md"
    file.write_text("\n".join(text), encoding="utf-8")
    return file
