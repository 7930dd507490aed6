#!/usr/bin/env python3
"""Plays the matches of docs/FORTY_GAMES.md. Continues where it stopped, on any machine.

    python lab/forty_games/play.py --minutes 60          builds the games, trains missing nets, and plays for an hour
    python lab/forty_games/play.py --minutes 60 --processors 8

The archive is the folder `archive`: commit it, and the next run continues with it. All cells of the table get the same number
of games: a round has two games of each player in each game with both budgets. The first round also trains the nets. You can
stop it (Ctrl-C, or kill).
"""

from __future__ import annotations

import argparse
import signal
import sys
import time

import pyarrow as pa
import pyarrow.parquet as pq
import ray

import games
from imm_search.cluster import Archive, Budget, tournament
from players import MEMORY, MS, OPENING, PLANNED, PLAYERS, SIMULATIONS, UCT
from train import train_missing

ARCHIVE = games.HERE / "archive"
PAIR = 2
"""Games that a cell gets before the next cell: a pair with the same opening."""
LAST = ("go_7", "loa", "checkers", "antichess", "nine_mens_morris", "y_9")
"""Games that take long come last in a round."""
ORDER = [*sorted(set(games.GAMES) - set(LAST)), *LAST]
BUDGETS = (Budget(iterations=SIMULATIONS), Budget(ms=MS, fixed=True))


def merge(before: set[str]) -> None:
    """Puts the Parquet files of this run together, so that a run adds one file.

    Leaves out the moves, which are more than half of the bytes: a game that is played again from its row has the same moves.
    """
    new = sorted(file for file in ARCHIVE.glob("games-*.parquet") if file.name not in before)
    if new:
        table = pa.concat_tables([pq.read_table(file) for file in new])
        column = table.schema.get_field_index("moves")
        table = table.set_column(column, table.schema.field("moves"), pa.nulls(len(table), table.schema.field("moves").type))
        whole = ARCHIVE / "merged.part"
        pq.write_table(table, whole, compression="zstd", compression_level=19)
        whole.replace(new[0])
        for file in new[1:]:
            file.unlink()


def main() -> None:
    """Plays until the time is over or all games are played."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60, help="no game begins after this time")
    parser.add_argument("--processors", type=int, default=1, help="games that are played at the same time")
    parser.add_argument("--games", type=int, default=PLANNED, help="the games of each cell")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    end = time.monotonic() + 60 * args.minutes
    before = {file.name for file in ARCHIVE.glob("games-*.parquet")}
    if args.processors > 1:
        ray.init(num_cpus=args.processors, include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        for count in range(PAIR, args.games + 1, PAIR):
            for game in ORDER:
                train_missing([game])
                for budget in BUDGETS:
                    tournament(
                        [UCT, *PLAYERS.values()],
                        {game: games.build(game)},
                        OPENING,
                        budget,
                        games_per_pairing=count,
                        against=UCT,
                        nets={game: games.net(game)},
                        minutes=max(end - time.monotonic(), 0) / 60,
                        memory=MEMORY,
                        archive=ARCHIVE,
                        address="none" if args.processors == 1 else None,
                        progress=False,
                    )
                if time.monotonic() >= end:
                    return
                print(f"{time.strftime('%H:%M:%S')} {game}: {count} games a cell", flush=True)
    finally:
        merge(before)
        print(f"{len(Archive.read(ARCHIVE))} games")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stopped: all finished games are in the archive")
