"""The result of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Optional, Union

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from . import _figures
from ._archive import SCHEMA
from ._report import percent, table
from ._statistics import Ratings, Score, elo, score_of

if TYPE_CHECKING:
    import os


@dataclass(frozen=True)
class Result:
    """The games of a tournament, with scores and ratings."""

    games: pd.DataFrame
    """One row for each game: its unit's fields, `points` of the first player, `moves`, iterations and time spent."""
    players: tuple[str, ...]
    """The players, in the order in which they were given."""
    about: str
    """A sentence that describes the tournament."""

    @property
    def game_names(self) -> list[str]:
        """The names of the games, in the order in which they were given."""
        return list(dict.fromkeys(self.games["game"]))

    def of(self, game: Optional[str]) -> pd.DataFrame:
        """Returns the rows of one game, or of all games for `None`."""
        return self.games if game is None else self.games[self.games["game"] == game]

    def score(self, player: str, against: Optional[str] = None, game: Optional[str] = None) -> Score:
        """Returns a player's score with its interval, against one player or all, in one game or all."""
        rows = self.of(game)
        parts = []
        for mine, other in (("first", "second"), ("second", "first")):
            part = rows[(rows[mine] == player) & ((rows[other] == against) | (against is None))]
            points = part["points"] if mine == "first" else 1 - part["points"]
            pair = part["game"] + "/" + part[other] + "/" + part["pair"].astype(str)
            parts.append(pd.DataFrame({"points": points, "pair": pair}))
        both = pd.concat(parts)
        return score_of(both["points"].tolist(), both["pair"].tolist())

    def scores(self, game: Optional[str] = None) -> pd.DataFrame:
        """Returns one row for each player, the best first: `score`, its interval `low` and `high`, `games` and `pairs`."""
        rows = [self.score(player, None, game) for player in self.players]
        table = pd.DataFrame(rows, index=pd.Index(self.players, name="player"))
        return table.sort_values("score", ascending=False, kind="stable")

    def cross_table(self, game: Optional[str] = None) -> pd.DataFrame:
        """Returns the scores of the row players against the column players. The diagonal is empty."""
        rows = [[None if one == other else self.score(one, other, game).score for other in self.players] for one in self.players]
        return pd.DataFrame(rows, index=pd.Index(self.players, name="player"), columns=list(self.players), dtype=float)

    def elo(self, game: Optional[str] = None) -> Ratings:
        """Returns Elo ratings with 95 % intervals, in one game or over all. Their mean is 0."""
        return elo(self.of(game))

    def report(self, folder: Union[str, os.PathLike[str]]) -> Path:
        """Writes `report.md` with SVG figures, and `games.parquet`. Returns the path of `report.md`."""
        return _write(self, Path(folder))


def _write(result: Result, folder: Path) -> Path:
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
    """Returns the section of one game, or of all games."""
    ratings, scores, cross = result.elo(game), result.scores(game), result.cross_table(game)
    rows = []
    for player, (rating, low, high) in zip(ratings.table.index, ratings.table.to_numpy()):
        score = scores.loc[player]
        points = f"{round(rating):+} [{round(low):+}, {round(high):+}]"
        rows.append([f"`{player}`", points, percent(score), f"{score.games:.0f}"])
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
