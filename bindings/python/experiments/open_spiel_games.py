"""imm in every game of OpenSpiel that it can play: python experiments/open_spiel_games.py play|report.

`play` checks each game with `imm_search.check()`, and then plays games of `mcts()` against random players. The seat of imm
changes from game to game. A move of imm takes 20 ms; with `--simulations`, it takes as long as this number of simulations, but
at most two seconds. The command adds one line for each game to open_spiel_games.jsonl, and goes on there if it is started again.
`report` writes the table to docs/open_spiel.md: for each game the games with most simulations.

The result of a game is imm's share of a win: 1 alone, a half in a draw of two. In a game for one player it is 1 if imm has a
better result than a random player in another game, and a half if both have the same.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, Optional

import pyspiel
from measured import interval, write_part

import imm_search as imm
from imm_search import open_spiel as spiel

_LOG = Path(__file__).with_name("open_spiel_games.jsonl")
_DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "open_spiel.md"
_MORE = ["pig(players=3)", "pig(players=4)", "chinese_checkers(players=3)", "chinese_checkers(players=4)"]
_MS = 20
"""The time of a move, in milliseconds."""
_MOST_MS = 2000
"""The longest time of a move that has a number of simulations."""
_FEWEST = 3
"""The table leaves out a number of simulations with fewer games."""
_CHECKED = 200
"""The positions that a check looks at."""
_PLIES = 600
"""A game of several players that is longer counts as an equal share for all."""


def _names() -> list[str]:
    return spiel.playable_games() + _MORE


def _read() -> dict[str, dict[str, Any]]:
    """Returns what the file contains for each game.

    This is the mistakes that the check found, and the results by the number of simulations of a move, 0 for 20 ms.
    """
    found: dict[str, dict[str, Any]] = defaultdict(lambda: {"mistakes": None, "results": defaultdict(list)})
    for line in _LOG.read_text(encoding="utf-8").splitlines() if _LOG.exists() else []:
        record = json.loads(line)
        if "mistakes" in record:
            found[record["game"]]["mistakes"] = record["mistakes"]
        else:
            found[record["game"]]["results"][record.get("simulations", 0)].append(record["share"])
    return found


def _write(record: dict[str, Any]) -> None:
    with _LOG.open("a", encoding="utf-8") as file:
        file.write(json.dumps(record, separators=(",", ":")) + "\n")
    print(record, flush=True)


def _final(name: str, seat: Optional[int], simulations: int, choose: random.Random) -> Any:
    """Plays a game with imm at this seat, or without imm. Returns the final state, or `None` if the game is too long."""
    state = pyspiel.load_game(name).new_initial_state()
    search = imm.Search(spiel.game(name), "mcts()", memory="32 MiB", seed=choose.getrandbits(32)) if seat is not None else None
    for _ in range(_PLIES if state.num_players() > 1 else 10 * _PLIES):
        if state.is_terminal():
            return state
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes())
            action = choose.choices(outcomes, odds)[0]
        elif search is not None and state.current_player() == seat and len(state.legal_actions()) > 1:
            best = search.search(iterations=simulations, ms=_MOST_MS if simulations else _MS).best
            assert best is not None
            action = best.code
        else:
            action = choose.choice(state.legal_actions())
        if search is not None:
            search.play(action)
        state.apply_action(action)
    return state if state.is_terminal() else None


def _share(name: str, number: int, simulations: int) -> float:
    """Plays a game and returns imm's share of a win."""
    choose = random.Random(f"{name} {number}")
    players: int = pyspiel.load_game(name).num_players()
    state = _final(name, number % players, simulations, choose)
    if players == 1:
        other = _final(name, None, 0, choose)
        results: list[float] = [one.returns()[0] if one is not None else 0.0 for one in (state, other)]
        return (1 + (results[0] > results[1]) - (results[0] < results[1])) / 2
    if state is None:
        return 1 / players
    returns: list[float] = state.returns()
    winners = [player for player in range(players) if returns[player] == max(returns)]
    return 1 / len(winners) if number % players in winners else 0.0


def play(names: list[str], games: int, simulations: int, minutes: float) -> None:
    """Checks the games, and plays until each has this number of games, or until the time is over."""
    end, log = time.monotonic() + 60 * minutes, _read()
    for name in names:
        if log[name]["mistakes"] is None:
            _write({"game": name, "mistakes": imm.check(spiel.game(name), plies=_CHECKED, seed=1).mistakes})
    for number in range(games):
        for name in names:
            results = log[name]["results"][simulations]
            if len(results) <= number and time.monotonic() < end:
                results.append(_share(name, number, simulations))
                record = {"game": name, "number": number, "share": round(results[-1], 4)}
                _write(record | ({"simulations": simulations} if simulations else {}))


def report() -> None:
    """Writes the table."""
    log, rows = _read(), []
    for name in _names():
        enough = [number for number, results in log[name]["results"].items() if len(results) >= _FEWEST]
        simulations = max(enough, default=0)
        results, players = log[name]["results"][simulations], pyspiel.load_game(name).num_players()
        if not results:
            continue
        share = sum(results) / len(results)
        low, high = interval(share, len(results))
        rows.append(
            f"| `{name}` | {players} | {log[name]['mistakes']} | {simulations or f'{_MS} ms'} | {len(results)} | "
            f"{100 * share:.0f} [{100 * low:.0f}, {100 * high:.0f}] |"
        )
    table = [
        "| game | players | mistakes found | simulations a move | games | imm's share, % |",
        "|---|---:|---:|---:|---:|---|",
        *rows,
    ]
    write_part(_DOCUMENT, "games", "\n".join(table))


def main() -> None:
    """Runs the commands described at the top of this file."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("what", choices=["play", "report"])
    arguments.add_argument("--game", nargs="+", help="play: only these games")
    arguments.add_argument("--games", type=int, default=10, help="play: of each game")
    arguments.add_argument("--simulations", type=int, default=0, help="play: of each move, in place of 20 ms")
    arguments.add_argument("--minutes", type=float, default=60, help="play: in total")
    given = arguments.parse_args()
    if given.what == "play":
        play(given.game or _names(), given.games, given.simulations, given.minutes)
    else:
        report()


if __name__ == "__main__":
    main()
