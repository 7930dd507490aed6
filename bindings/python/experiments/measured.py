"""Code that the experiments share: players with a processor time for each move, intervals, and tables in documents."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, Callable

import pyspiel

if TYPE_CHECKING:
    from pathlib import Path

Think = Callable[[Any, int], tuple[int, int]]
"""Maps a state and a number of simulations to an action and the number of simulations run."""


class Measured:
    """A player with a processor time for each move. It runs as many simulations as fit into
    that time at the speed of its previous move. For the first move, it uses the speed of a trial
    search of the starting position.
    """

    _TOLD = 0.2
    """Only moves that take at least this part of the time measure the speed. Forced moves and moves in solved positions take
    less."""

    def __init__(self, think: Think, seconds: float, trial: Any) -> None:
        """`trial` is a position for measuring the speed."""
        self._think, self._seconds = think, seconds
        began = time.process_time()
        _, made = think(trial, 500)
        self._rate = made / max(time.process_time() - began, 1e-4)
        self.made: list[tuple[int, int]] = []
        """For each measured move: the ply, and the simulations that fit into the time."""

    def move(self, state: Any) -> int:
        """Returns an action."""
        began = time.process_time()
        action, made = self._think(state, max(int(self._rate * self._seconds), 1))
        spent = time.process_time() - began
        if spent > self._TOLD * self._seconds:
            self._rate = made / spent
            self.made.append((state.move_number(), int(self._rate * self._seconds)))
        return action


def mcts_bot(game: Any, seed: int) -> Think:
    """Returns OpenSpiel's player. A new bot is created for each move, because it keeps nothing between moves."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)

    def think(state: Any, simulations: int) -> tuple[int, int]:
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 2000, True, seed, False)
        root = bot.mcts_search(state)
        return root.best_child().action, root.explore_count

    return think


def interval(score: float, games: int) -> tuple[float, float]:
    """Returns Wilson's 95 % interval; a draw is half a win."""
    z2 = 1.96**2
    middle = (score + z2 / (2 * games)) / (1 + z2 / games)
    half = 1.96 / (1 + z2 / games) * math.sqrt(score * (1 - score) / games + z2 / (4 * games**2))
    return middle - half, middle + half


def write_part(document: Path, name: str, text: str) -> None:
    """Replaces the text between the marks BEGIN and END of this name."""
    begin, end = f"<!-- BEGIN {name} -->", f"<!-- END {name} -->"
    before, rest = document.read_text(encoding="utf-8").split(begin)
    after = rest.split(end)[1]
    document.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}", encoding="utf-8")
