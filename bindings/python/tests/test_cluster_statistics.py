"""Compares scores, ratings and the sequential test with results computed by hand."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("ray")

import pandas as pd

from imm_search.cluster._statistics import elo, score_of, sprt


def games_between(players: list[tuple[str, str, float]]) -> pd.DataFrame:
    """Returns pairs of games. Each entry has two players, and the first player's points in each of the two games."""
    rows = []
    for number, (one, other, points) in enumerate(players):
        rows += [(one, other, points, number, "x"), (other, one, 1 - points, number, "x")]
    return pd.DataFrame(rows, columns=["first", "second", "points", "pair", "game"])


def test_scores_count_pairs() -> None:
    """The interval must be Wilson's, for the number of independent games with the same variance as the pairs."""
    # The expected numbers were computed by hand. The pairs have 1, 1, 0.5 and 0.5 points per game,
    # so the mean is 0.75 and the variance is 1/12. The variance of the mean is 1/48. The mean of 9
    # independent games, 0.1875 / (1/48), would have the same variance.
    found = score_of([1, 1, 1, 1, 1, 0, 0.5, 0.5], [0, 0, 1, 1, 2, 2, 3, 3])
    z = 3.182446305284263  # Student's t with three degrees of freedom.
    middle, half = 0.75 + z * z / 18, z * (0.1875 / 9 + z * z / 324) ** 0.5
    assert (found.score, found.games, found.pairs) == (0.75, 8, 4)
    assert found.low == pytest.approx((middle - half) / (1 + z * z / 9), abs=1e-9)
    assert found.high == pytest.approx((middle + half) / (1 + z * z / 9), abs=1e-9)
    assert score_of([], []).high == 1
    # If all games are won, the 20 games (not the 10 pairs) must count as independent, as in
    # imm-arena.
    assert 0 < score_of([1] * 20, [n // 2 for n in range(20)]).low < 1


def test_elo_of_two_players_is_that_of_their_score() -> None:
    """Compares Elo and error with values computed by hand, for 75 of 100 points in pairs with equal results."""
    ratings = elo(games_between([("a", "b", 1.0), ("a", "b", 1.0), ("a", "b", 1.0), ("a", "b", 0.0)] * 25))
    table = ratings.table
    assert ratings.exact
    assert table.loc["a", "elo"] == pytest.approx(200 * 0.47712125, abs=1e-3)
    assert table.loc["b", "elo"] == -table.loc["a", "elo"]
    # Both games of a pair have the same result, so there are 100 observations. The error of the
    # logit is 1/sqrt(100 * 3/16); each player has half of this error. The correction for a finite
    # sample is 100/99 * 199/199. The quantile of Student's t with 99 degrees of freedom is 1.9842.
    error = 0.5 * 400 / 2.302585 * 1.984217 * (16 / 300 * 100 / 99) ** 0.5
    assert table.loc["a", "high"] - table.loc["a", "elo"] == pytest.approx(error, rel=1e-4)


def test_elo_of_many_players() -> None:
    """Players that beat each other in a circle must have equal ratings. A player that wins every game must get a rating."""
    circle = elo(games_between([("a", "b", 1.0), ("b", "c", 1.0), ("c", "a", 1.0)] * 10)).table
    assert circle["elo"].abs().max() < 1e-6
    best = elo(games_between([("a", "b", 1.0), ("b", "c", 0.5), ("a", "c", 1.0)] * 10))
    assert not best.exact
    assert best.table.index[0] == "a"
    assert 200 < best.table.loc["a", "elo"] < 1000


def test_a_sequential_test_errs_as_seldom_as_it_says() -> None:
    """The error rate must be small in 200 matches of equal players, and in 200 of players 100 Elo points apart."""
    for elo_now, wrong in ((0, True), (100, False)):
        choose = random.Random(elo_now)
        expected = 1 / (1 + 10 ** (-elo_now / 400))
        errors = 0
        for _ in range(200):
            points: list[float] = []
            while (decided := sprt(points, 0, 100)) is None:
                points += [float(choose.random() < expected) for _ in "ab"]
            errors += decided == wrong
        assert errors < 200 * 0.1
