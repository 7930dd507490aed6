"""The command line: python -m imm_search.cluster tournament|tune|experiments."""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from ..errors import Error
from . import ArchiveError, Budget, GamesFailedError, experiments, tournament, tune

if TYPE_CHECKING:
    from collections.abc import Sequence


def budget(text: str) -> Budget:
    """Reads a budget of the command line.

    >>> budget("iterations=1000").iterations, budget("ms=50,fixed").fixed
    (1000, True)
    """
    given: dict[str, Any] = {}
    for part in text.split(","):
        name, _, amount = part.partition("=")
        given[name] = ast.literal_eval(amount) if amount else True
    return Budget(**given)


def setting(text: str) -> tuple[str, Any]:
    """Reads a setting to tune from the command line.

    >>> setting("im=0.0..1.0"), setting("ef=efMS|efLH")
    (('im', (0.0, 1.0)), ('ef', ['efMS', 'efLH']))
    """
    name, _, values = text.partition("=")
    if ".." in values:
        low, _, high = values.partition("..")
        return name, (ast.literal_eval(low), ast.literal_eval(high))
    return name, values.split("|")


def arguments() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m imm_search.cluster", description="imm on many machines, by Ray.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, about in (
        ("tournament", "all players against each other"),
        ("tune", "looks for the best settings of a player"),
        ("experiments", "plays what is missing of imm-arena's experiments"),
    ):
        command = commands.add_parser(name, help=about, description=about)
        command.add_argument("--address", help="of a cluster: auto on one of its machines; without, this machine")
        command.add_argument("--quiet", action="store_true", help="no progress bar")
        if name == "experiments":
            command.add_argument("--arena", required=True, help="the program imm-arena")
            command.add_argument("--log", help="the log; without, games.jsonl next to the experiments")
            command.add_argument("--data", help="the folder of the experiments; without, that of the arena's own")
            command.add_argument("--chunk", type=int, default=4, help="games that go to a machine together")
            command.add_argument("select", nargs="*", help="after --: options of `imm-arena experiments missing`")
            continue
        command.add_argument("--budget", type=budget, required=True, help="iterations=1000, nodes=1000, ms=50 or ms=50,fixed")
        command.add_argument("--openings", type=int, default=4, help="random plies with which pairs of games begin")
        command.add_argument("--games", type=int, help="games of each two players; of the best trials")
        command.add_argument("--memory", default="64 MiB", help="of each player")
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--archive", default="imm-archive", help="the folder of the games")
        command.add_argument("--report", help="the folder of the report")
        if name == "tournament":
            command.add_argument("--game", action="append", required=True, help="may be given several times")
            command.add_argument("players", nargs="+", help="in notation")
        else:
            command.add_argument("--game", required=True)
            command.add_argument("--against", default="mcts()", help="the opponent")
            command.add_argument("--trials", type=int, default=50)
            command.add_argument("--finals", type=int, default=400, help="games of the best one in the end")
            command.add_argument("player", help="in notation, with placeholders: 'mcts(im{im},c{c})'")
            command.add_argument("setting", nargs="+", type=setting, help="'im=0.0..1.0', 'ef=efMS|efLH'")
    return parser


def run(given: argparse.Namespace) -> str:
    """Runs a command. Returns the text to print."""
    common: dict[str, Any] = {"address": given.address, "progress": not given.quiet}
    if given.command == "experiments":
        played = experiments(given.arena, select=given.select, log=given.log, data=given.data, chunk=given.chunk, **common)
        return f"{played} games played"
    common |= {name: getattr(given, name) for name in ("memory", "seed", "archive")}
    if given.command == "tournament":
        games = {"games_per_pairing": given.games} if given.games else {}
        result = tournament(given.players, given.game, given.openings, given.budget, **games, **common)
        text = result.elo().table.round().astype(int).to_string()
        return f"{text}\n{result.report(given.report)}" if given.report else text
    games = {"games": given.games} if given.games else {}
    more = {name: getattr(given, name) for name in ("player", "against", "openings", "trials", "finals")}
    tuned = tune(given.game, dict(given.setting), given.budget, **games, **more, **common)
    text = f"{tuned.player}: {tuned.score}"
    return f"{text}\n{tuned.report(given.report)}" if given.report else text


def main(words: Sequence[str]) -> int:
    """Returns the exit code: 0; 1 after an error or failed games; 130 after Ctrl-C, when the next run continues."""
    try:
        print(run(arguments().parse_args(words)))
    except (Error, ArchiveError, GamesFailedError, OSError, ValueError, subprocess.SubprocessError) as error:
        print(f"imm_search.cluster: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; the next run goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
