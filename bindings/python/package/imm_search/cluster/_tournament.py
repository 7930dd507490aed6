"""A tournament of all players against all others."""

from __future__ import annotations

import math
import time
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Optional, SupportsIndex, Union

from .. import _imm
from ..search import bytes_of, whole
from ._archive import Archive
from ._fixed import budget_texts, reference_of
from ._games import PackedWithNet, packed_games
from ._pool import Alone, Pool, bar
from ._result import Result
from ._setup import MOST_SEED, check_games, check_setup, opening_texts, pair_of
from ._unit import GamesFailedError
from ._work import Shared, work

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    from ..search import AnyGame
    from ._archive import Row
    from ._budget import Budget
    from ._games import Packed
    from ._setup import Openings
    from ._unit import Unit


def tournament(
    players: Sequence[str],
    games: Union[AnyGame, Sequence[AnyGame], Mapping[str, AnyGame]],
    openings: Openings,
    budget: Budget,
    *,
    games_per_pairing: int = 100,
    against: Optional[str] = None,
    nets: Optional[Mapping[str, Union[str, os.PathLike[str]]]] = None,
    minutes: float = math.inf,
    memory: Union[SupportsIndex, str] = "64 MiB",
    seed: SupportsIndex = 1,
    archive: Union[str, os.PathLike[str]] = "imm-archive",
    address: Optional[str] = None,
    progress: bool = True,
) -> Result:
    """Plays all players against each other in all games.

    Games in the archive are not played again. So a stopped run continues, and additional players, games or pairings
    only play the new games.

    Args:
        players: Two or more, in notation.
        games: One or more: names of built-in games, `open_spiel:hex(board_size=5)`, paths of plug-ins, or objects that
            follow `Game` and that every machine can unpickle. A mapping gives them other names. The archive identifies
            games by name, so a game with other rules needs another name.
        openings: How pairs of games begin: a number of random plies, or a list of positions (texts) and of sequences
            of moves, which pairs use in turn. With random plies, a game with several starting positions (Kalah,
            Onitama, EinStein würfelt nicht!) uses a different one for each pair.
        budget: The budget of each player for each move.
        games_per_pairing: Games of each two players in each game: an even number, as all openings are played twice.
        against: One of the players, whom all others meet. Then the others do not meet each other.
        nets: For players with `efNet`: the file of the net (.immnet), by the name of the game. The default is the net
            that comes with the game. The archive identifies nets by the name of the game, so another net needs another
            name.
        minutes: No game begins after this time. The result then has only the games of the archive.
        memory: The memory of each player; a processor needs twice as much.
        seed: Selects the random numbers. Another seed plays other games.
        archive: The folder of the archive, created if it does not exist.
        address: The address of a cluster: `auto` on one of its machines. The default is this machine alone. With `none`,
            this process plays all games, without Ray: on one processor that is faster.
        progress: Whether to show a progress bar on standard error.

    Raises:
        GameError: There is no such game.
        PlayerError: A player cannot play one of the games.
        NetError: A net is damaged, or for another game or other features.
        ValueError: There are fewer than two players, two equal ones, or an odd number of games. `against` is not one of
            the players, or `nets` has a game that is not played.
        ArchiveError: Another process writes the archive, or the archive is damaged.
        GamesFailedError: Games raised exceptions. All others were played.

    """
    packed, size, seed = with_nets(packed_games(games), nets or {}), bytes_of(memory), whole("seed", seed, MOST_SEED)
    check_games(games_per_pairing)
    texts = opening_texts(openings, games_per_pairing // 2)
    check_setup(packed, players, size, texts)
    notations = tuple(_imm.player_text(player) for player in players)
    if len(notations) < 2 or len(set(notations)) < len(notations):
        raise ValueError(f"a tournament needs two players or more, all different: {', '.join(notations)}")
    pairings = list(combinations(notations, 2))
    if against is not None:
        center = _imm.player_text(against)
        if center not in notations:
            raise ValueError(f"against is {center}, expected one of the players: {', '.join(notations)}")
        pairings = [pairing for pairing in pairings if center in pairing]
    began = time.monotonic()
    with Archive(archive) as kept:
        budgets = {name: budget_texts(kept, budget, name, game, notations, size) for name, game in packed.items()}
        units = [
            one
            for pair, opening in enumerate(texts)
            for name in packed
            for first, second in pairings
            for one in pair_of(name, first, second, budgets[name], opening, pair, seed, size)
        ]
        play_all(units, kept, Shared(packed, reference_of(kept, budget)), address, progress, began + 60 * minutes)
        played = [unit.key for unit in units if unit.key in kept]
        found = kept.table().set_index("key", drop=False).loc[played].reset_index(drop=True)
    about = f"{games_per_pairing} games of each two of {len(notations)} players in each game, {budget.text} a move, seed {seed}."
    return Result(found, notations, about)


def with_nets(games: Mapping[str, Packed], nets: Mapping[str, Union[str, os.PathLike[str]]]) -> dict[str, Packed]:
    """Returns the games with their nets."""
    if unknown := set(nets) - set(games):
        raise ValueError(f"nets: there is no game {min(unknown)!r} among {', '.join(games)}")
    return {name: PackedWithNet(game, Path(nets[name]).read_bytes()) if name in nets else game for name, game in games.items()}


def play_all(
    units: Sequence[Unit], archive: Archive, shared: Shared, address: Optional[str], progress: bool, end: float = math.inf
) -> None:
    """Plays the games that the archive does not have. No game begins after the time `end` of the monotonic clock.

    Raises:
        GamesFailedError: Some games could not be played.

    """
    missing = [unit for unit in units if unit.key not in archive]
    if not missing or time.monotonic() >= end:
        return
    failures = []
    pool_of: Union[Pool[Unit, Row], Alone[Unit, Row]]
    pool_of = Alone(work, shared) if address == "none" else Pool(work, shared, address)
    with pool_of as pool, bar(len(units), len(units) - len(missing), progress) as shown:
        pool.submit(missing)
        for unit, row, error in pool.done():
            if error is None:
                archive.add(row)
            else:
                failures.append((unit, error))
            shown.update()
            if time.monotonic() >= end:
                pool.withdraw(lambda _: True)
    if failures:
        raise GamesFailedError(failures)
