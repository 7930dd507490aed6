"""Plays one game on the machine of a worker."""

from __future__ import annotations

import json
import random
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..errors import UnsupportedError
from ..game import CHANCE
from ..search import Search
from ._budget import limits
from ._games import loaded, net_of
from ._unit import number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..report import Move
    from ._archive import Row
    from ._games import Packed
    from ._unit import Unit

_LONGEST = 5000
"""The maximum plies of a game without `max_plies`. A longer game is a draw."""


def play(games: Mapping[str, Packed], unit: Unit, factor: float = 1.0) -> Row:
    """Plays a game. Returns it as a row of the archive.

    >>> from imm_search.cluster import Unit
    >>> unit = Unit("breakthrough_5x5", "mcts()", "mcts()", "iterations=10", "iterations=10", "2", 0, 1, 1 << 20)
    >>> games = {"breakthrough_5x5": "breakthrough_5x5"}
    >>> play(games, unit)["moves"] == play(games, unit)["moves"]
    True

    Args:
        games: The games by their names, as `packed_games` makes them.
        unit: The game to play.
        factor: The multiplier for milliseconds on this machine.

    """
    packed = games[unit.game]
    game = loaded(packed)
    players, budgets = (unit.first, unit.second), (unit.first_budget, unit.second_budget)
    searches = [
        Search(game, player, memory=unit.memory, seed=unit.seed_of(seat), net=net_of(packed, player))
        for seat, player in enumerate(players)
    ]
    start = begin(searches[0], unit.opening, unit.seed, unit.pair)
    begin(searches[1], unit.opening, unit.seed, unit.pair)
    moves = [str(move) for move in searches[0].played]
    opening_plies, longest = len(moves), int(getattr(game, "max_plies", _LONGEST))
    dice = random.Random(number("dice", unit.seed, unit.pair))  # the same in both games of a pair
    spent = [{"moves": 0, "iterations": 0, "ms": 0.0} for _ in players]
    while searches[0].outcome is None and len(moves) < longest:
        seat = searches[0].to_move
        if seat == CHANCE:
            move = searches[0].sample_chance(dice.getrandbits(32))
        else:
            began = time.perf_counter()
            report = searches[seat].search(**limits(budgets[seat], factor))  # type: ignore[arg-type]
            assert report.best is not None
            spent[seat]["ms"] += (time.perf_counter() - began) * 1000
            spent[seat]["iterations"] += report.iterations
            spent[seat]["moves"] += 1
            move = report.best
        moves.append(str(move))
        for search in searches:
            search.play(move)
    played: Row = {
        "key": unit.key,
        **asdict(unit),
        "points": ((searches[0].outcome or 0) + 1) / 2,
        "start": start,
        "moves": moves,
        "opening_plies": opening_plies,
        "factor": factor,
        "version": __version__,
    }
    for name, of_seat in zip(("first", "second"), spent):
        played |= {f"{name}_{what}": amount for what, amount in of_seat.items()}
    return played


def begin(search: Search, opening: str, seed: int, pair: int) -> str:
    """Sets up the opening of a pair of games. Returns the text of the position before the opening's moves.

    If the game has several starting positions, the pair's number selects one.
    """
    given: Any = json.loads(opening)
    if isinstance(given, str):
        search.position = given
    if isinstance(given, int):
        try:
            search.shuffle(number("start", seed, pair))
        except UnsupportedError:
            search.restart()
    start = search.position if isinstance(search.position, str) else ""
    if isinstance(given, list):
        for move in given:
            search.play(move)
    elif isinstance(given, int):
        _play_at_random(search, given, random.Random(number("opening", seed, pair)))
    if search.outcome is not None:
        raise ValueError(f"the game is over after its opening {opening}")
    return start


def random_move(search: Search, choose: random.Random) -> Move:
    """Returns a random legal move. All moves have the same probability. Outcomes of a chance event are sampled by weight."""
    return search.sample_chance(choose.getrandbits(32)) if search.to_move == CHANCE else choose.choice(search.legal_moves())


def _play_at_random(search: Search, plies: int, choose: random.Random) -> None:
    """Plays random plies; a chance event is also a ply. If the game is then over, takes the plies back and tries others."""
    for _ in range(1000):
        for _ in range(plies):
            if search.outcome is None:
                search.play(random_move(search, choose))
        if search.outcome is None:
            return
        for _ in search.played:
            search.undo()
    raise ValueError(f"all of 1,000 random games ended within {plies} plies: use fewer random plies")
