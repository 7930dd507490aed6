"""What a tournament has found."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Optional, Union

import pandas as pd

from ._statistics import Ratings, Score, elo, score_of

if TYPE_CHECKING:
    import os


@dataclass(frozen=True)
class Result:
    """The games of a tournament, and what they say."""

    games: pd.DataFrame
    """One row a game: its unit's fields, `points` of the first player, `moves`, and what it took."""
    players: tuple[str, ...]
    """In the order in which they were given."""
    about: str
    """What was played, in a sentence."""

    @property
    def game_names(self) -> list[str]:
        """The games, in the order in which they were given."""
        return list(dict.fromkeys(self.games["game"]))

    def of(self, game: Optional[str]) -> pd.DataFrame:
        """The rows of one game; of all where it is `None`."""
        return self.games if game is None else self.games[self.games["game"] == game]

    def score(self, player: str, against: Optional[str] = None, game: Optional[str] = None) -> Score:
        """The score of a player with its interval, against one other or all of them, in one game or all."""
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
        """By player, the best first: `score` and its interval `low` and `high`, `games` and `pairs`."""
        rows = [self.score(player, None, game) for player in self.players]
        table = pd.DataFrame(rows, index=pd.Index(self.players, name="player"))
        return table.sort_values("score", ascending=False, kind="stable")

    def cross_table(self, game: Optional[str] = None) -> pd.DataFrame:
        """The scores of the players of the rows against those of the columns; nothing against themselves."""
        rows = [[None if one == other else self.score(one, other, game).score for other in self.players] for one in self.players]
        return pd.DataFrame(rows, index=pd.Index(self.players, name="player"), columns=list(self.players), dtype=float)

    def elo(self, game: Optional[str] = None) -> Ratings:
        """Elo ratings with intervals of 95 %, in one game or over all of them: the mean of the players is 0."""
        return elo(self.of(game))

    def report(self, folder: Union[str, os.PathLike[str]]) -> Path:
        """Writes `report.md` with figures as SVG, and `games.parquet`; answers with the first."""
        from ._report import write_tournament

        return write_tournament(self, Path(folder))
