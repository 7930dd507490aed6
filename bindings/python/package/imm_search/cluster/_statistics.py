"""Scores and ratings of players, with confidence intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Optional

import numpy as np
import pandas as pd
from scipy import stats
from scipy.sparse.csgraph import connected_components
from statsmodels.genmod import families
from statsmodels.genmod.generalized_linear_model import GLM
from statsmodels.stats.proportion import proportion_confint

if TYPE_CHECKING:
    from collections.abc import Sequence

_CONFIDENCE = 0.95
_ELO = 400 / np.log(10)
"""Elo points for one unit of the logistic scale."""


class Score(NamedTuple):
    """A score with its 95 % confidence interval, `low` to `high`."""

    score: float
    """Points per game, 0 to 1."""
    low: float
    high: float
    games: int
    pairs: int

    def __str__(self) -> str:
        """The score as text, in percent."""
        return f"{100 * self.score:.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}] in {self.games} games"


def score_of(points: Sequence[float], pairs: Sequence[object]) -> Score:
    """Returns the score of games. The two games of a pair share an opening and count as one observation.

    The interval is Wilson's, for the number of independent games that would have the same variance as the pairs. The
    quantile is Student's t for the number of pairs. If all pairs are equal, their games count as independent. imm-arena
    uses the same interval.

    >>> print(score_of([1, 0, 1, 1, 1, 0.5, 0.5, 0], [0, 0, 1, 1, 2, 2, 3, 3]))
    62.5 % [20.0, 91.7] in 8 games

    Args:
        points: The points of each game: 1, 0.5 or 0.
        pairs: The pair of each game.

    """
    means = pd.Series(points, dtype=float).groupby(pd.Series(pairs)).mean()
    games, count = len(points), len(means)
    if not games:
        return Score(0.5, 0.0, 1.0, 0, 0)
    score = float(np.mean(points))
    variance = float(means.var(ddof=1)) if count > 1 else 0.0
    independent = score * (1 - score) / (variance / count) if variance > 0 else float(games)
    # Find the significance level at which the normal distribution has the same quantile as
    # Student's t.
    quantile = stats.t.ppf((1 + _CONFIDENCE) / 2, count - 1) if count > 1 else stats.norm.ppf((1 + _CONFIDENCE) / 2)
    level = max(2 * stats.norm.sf(quantile), 1e-300)
    low, high = proportion_confint(score * independent, independent, level, method="wilson")
    return Score(score, max(float(low), 0.0), min(float(high), 1.0), games, count)


class Ratings(NamedTuple):
    """The Elo ratings of players."""

    table: pd.DataFrame
    """One row for each player, the best player first: `elo`, with a mean of 0, and its 95 % interval `low` and `high`."""
    exact: bool
    """True if the ratings have the maximum likelihood. False if a group of players won, or lost, every game against the
    other players: then each pair of players that has met gets one more draw."""


def elo(games: pd.DataFrame) -> Ratings:
    """Returns maximum-likelihood ratings of the Bradley-Terry model. A draw counts as half a win.

    The method is a logistic regression. Its errors are the errors of pairs of games, which share an opening. If all pairs are
    equal, they are the errors of independent games.

    >>> games = pd.DataFrame({"first": ["a", "b"] * 8, "second": ["b", "a"] * 8, "pair": [n // 2 for n in range(16)],
    ...                       "game": "x", "points": [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1]})
    >>> elo(games).table["elo"].round().to_dict()
    {'a': 95.0, 'b': -95.0}

    Args:
        games: One row for each game: `first`, `second`, `points` of the first player, `game` and `pair`.

    """
    players = sorted(set(games["first"]) | set(games["second"]))
    place = {player: number for number, player in enumerate(players)}
    seats = np.column_stack([games["first"].map(place), games["second"].map(place)])
    points = games["points"].to_numpy(dtype=float)
    groups = games.groupby(["game", "pair", _unordered(games)]).ngroup().to_numpy()
    exact = _is_connected(seats, points, len(players))
    if not exact:
        met = np.array(sorted({(min(seat), max(seat)) for seat in seats.tolist()}))
        seats, points = np.vstack([seats, met]), np.append(points, np.full(len(met), 0.5))
        groups = np.append(groups, groups.max() + 1 + np.arange(len(met)))
    rows = np.zeros((len(points), len(players)))
    rows[np.arange(len(points)), seats[:, 0]] = 1
    rows[np.arange(len(points)), seats[:, 1]] = -1
    # The regression fixes the rating of `players[0]` at 0. Then all ratings are shifted so that
    # their mean is 0.
    model = GLM(points, rows[:, 1:], family=families.Binomial())
    plain = model.fit()
    clusters = len(np.unique(groups))
    covariance = plain.cov_params()
    quantile = stats.norm.ppf((1 + _CONFIDENCE) / 2)
    if clusters > len(players):
        robust = model.fit(cov_type="cluster", cov_kwds={"groups": groups}).cov_params()
        if np.diag(robust).min() > 1e-9:
            covariance = robust
        quantile = stats.t.ppf((1 + _CONFIDENCE) / 2, clusters - 1)
    move = (np.eye(len(players)) - 1 / len(players))[:, 1:]
    found = _ELO * move @ plain.params
    error = _ELO * np.sqrt(np.diag(move @ covariance @ move.T)) * quantile
    table = pd.DataFrame({"elo": found, "low": found - error, "high": found + error}, index=pd.Index(players, name="player"))
    return Ratings(table.sort_values("elo", ascending=False), exact)


def _unordered(games: pd.DataFrame) -> pd.Series:
    return pd.Series([f"{min(both)} {max(both)}" for both in zip(games["first"], games["second"])], index=games.index)


def _is_connected(seats: np.ndarray, points: np.ndarray, players: int) -> bool:
    """True if every group of players has scored against the other players, so that no rating is infinite."""
    taken = np.zeros((players, players))
    np.add.at(taken, (seats[:, 0], seats[:, 1]), points)
    np.add.at(taken, (seats[:, 1], seats[:, 0]), 1 - points)
    count, _ = connected_components(taken, connection="strong")
    return bool(count == 1)


def sprt(points: Sequence[float], elo0: float, elo1: float, error: float = 0.05) -> Optional[bool]:
    """Tests sequentially whether a player is `elo1` Elo points stronger than its opponent, or only `elo0`.

    The test uses the generalized likelihood ratio of the pairs' points, assumed to be normal with the variance of the
    sample. For the variance, the sample gets one lost and one won pair, so that a few equal results decide nothing.

    Returns `True` for `elo1`, `False` for `elo0`, and `None` if more games are needed.

    >>> sprt([1, 1] * 2, 0, 100), sprt([1, 1] * 50, 0, 100), sprt([1, 0] * 200, 0, 100)
    (None, True, False)

    Args:
        points: The points of the games; the two games of a pair are adjacent.
        elo0: The Elo difference for the result `False`.
        elo1: The Elo difference for the result `True`; more than `elo0`.
        error: The probability of each of the two possible errors.

    """
    means = [(one + other) / 2 for one, other in zip(points[::2], points[1::2])]
    if not means:
        return None
    expected = [1 / (1 + 10 ** (-rating / 400)) for rating in (elo0, elo1)]
    distance, middle = expected[1] - expected[0], sum(expected) / 2
    ratio = len(means) * distance * (float(np.mean(means)) - middle) / float(np.var([*means, 0.0, 1.0]))
    bound = np.log((1 - error) / error)
    return bool(ratio > 0) if abs(ratio) >= bound else None
