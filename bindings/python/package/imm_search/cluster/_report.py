"""Reports in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from . import _figures
from ._archive import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from ._result import Result
    from ._tuned import Tuned


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """The lines of a table: the first column is text, the others are numbers.

    >>> table(["player", "score"], [["a", 1]])
    ['| player | score |', '|---|---:|', '| a | 1 |']
    """
    rule = "|---|" + "---:|" * (len(head) - 1)
    return [_row(head), rule, *(_row(row) for row in rows)]


def _row(cells: Sequence[object]) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def write_tournament(result: Result, folder: Path) -> Path:
    """As of `Result.report`."""
    folder.mkdir(parents=True, exist_ok=True)
    names: list[Optional[str]] = [None, *result.game_names] if len(result.game_names) > 1 else list(result.game_names)
    text = ["# Tournament", "", result.about, "", f"{len(result.games):,} games.", ""]
    for number, game in enumerate(names):
        text += _section(result, game, folder, number)
    text += [
        "Intervals are of 95 %. The two games of a pair share an opening and count as one observation. Scores: Wilson's "
        "interval. Elo: maximum likelihood of the Bradley-Terry model, a draw is half a win, the players' mean is 0. All "
        "games, with their moves: [games.parquet](games.parquet).",
        "",
    ]
    rows = result.games.to_dict("records")
    pq.write_table(pa.Table.from_pylist(rows, schema=SCHEMA), folder / "games.parquet", compression="zstd")
    file = folder / "report.md"
    file.write_text("\n".join(text), encoding="utf-8")
    return file


def _section(result: Result, game: Optional[str], folder: Path, number: int) -> list[str]:
    """Of one game, or of all."""
    ratings, scores, cross = result.elo(game), result.scores(game), result.cross_table(game)
    rows = []
    for player, (rating, low, high) in zip(ratings.table.index, ratings.table.to_numpy()):
        score = scores.loc[player]
        points = f"{round(rating):+} [{round(low):+}, {round(high):+}]"
        rows.append([f"`{player}`", points, _percent(score), f"{score.games:.0f}"])
    text = [f"## {game or 'All games'}", ""]
    text += table(["player", "Elo", "score, %", "games"], rows)
    if not ratings.exact:
        text += ["", "Someone has won, or lost, every game: for the ratings each two players have one draw more."]
    text += ["", f"![Elo with intervals](elo-{number}.svg)", "", "Points of the row against the column, in percent:", ""]
    cells = cross.map(lambda score: "" if pd.isna(score) else f"{100 * score:.1f}")
    text += table(["player", *(f"`{player}`" for player in cross.columns)], [[f"`{p}`", *cells.loc[p]] for p in cross.index])
    text += ["", f"![Cross table](cross-{number}.svg)", ""]
    _figures.elo(ratings.table, game or "all games", folder / f"elo-{number}.svg")
    _figures.cross_table(cross, game or "all games", folder / f"cross-{number}.svg")
    return text


def write_tuned(tuned: Tuned, folder: Path) -> Path:
    """As of `Tuned.report`."""
    folder.mkdir(parents=True, exist_ok=True)
    ended = tuned.trials.sort_values(["state", "score"], ascending=[True, False])
    rows = [[f"`{one.player}`", one.state.lower(), one.games, _percent(one)] for one in ended.head(10).itertuples()]
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


def _percent(score: Any) -> str:
    """A score with its interval."""
    return f"{100 * score.score:.1f} [{100 * score.low:.1f}, {100 * score.high:.1f}]"
