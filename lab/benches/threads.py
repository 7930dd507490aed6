#!/usr/bin/env python3
"""Measures two threads in one shared tree, and writes the tables of docs/THREADS.md.

    lab/benches/threads.py [--rounds N] [--games N]

Writes the rates of an ordinary search, of one thread and of two threads in a shared tree, in turns,
and the results of matches of two threads against one thread that has twice the time.
"""

import argparse
import json
import subprocess
from statistics import median

import build
import markdown

GAMES = {"breakthrough": "Breakthrough", "connect_four": "Connect Four, C callbacks", "kalah": "Kalah", "othello": "Othello"}
PLAYER = "mcts()"
# More matches: the game, and the player. PLAYER plays a match in each game.
OTHERS = [("kalah", "mcts(im0.4)"), ("breakthrough", "bfm()")]
SIMULATIONS = (10**4, 10**5, 10**6)
# The number of threads of each measured search; 0 means an ordinary search.
THREADS = (0, 1, 2)
# In a match, each of the two threads has this time per move, in milliseconds of processor time.
MS = 10
DOCUMENT = build.ROOT / "docs" / "THREADS.md"


def measured(*arguments: object) -> dict[str, float]:
    """Runs the program, and returns what it prints."""
    command = [*build.PROGRAMS[build.THREADS], *map(str, arguments)]
    made = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE)
    return json.loads(made.stdout)  # type: ignore[no-any-return]


def rates(rounds: int) -> str:
    """The table of the rates."""
    rows = []
    for game, title in GAMES.items():
        for amount in SIMULATIONS:
            # A short search is repeated more often, because one measurement of it is less exact.
            turns = rounds * max(1, 10**5 // amount)
            times: dict[int, list[float]] = {threads: [] for threads in THREADS}
            for number in range(turns):
                for threads in THREADS[number % 3 :] + THREADS[: number % 3]:
                    times[threads].append(measured("search", game, PLAYER, amount, threads)["cpu_s"])
            own, one, two = (times[threads] for threads in THREADS)
            against = [
                markdown.spread([slow / fast for slow, fast in zip(others, two, strict=True)]) for others in (one, own)
            ]
            rows.append([title, f"{amount:,}", *(f"{amount / median(took) / 1e6:.2f} M" for took in (own, one, two)), *against])
            print(*rows[-1], sep=" | ", flush=True)
    head = ["game", "simulations", "ordinary", "one thread", "two threads", "two against one", "two against ordinary"]
    return markdown.table(head, rows)


def matches(games: int) -> str:
    """The table of the matches."""
    rows = []
    for game, player in [*((game, PLAYER) for game in GAMES), *OTHERS]:
        made = measured("match", game, player, MS, games, 1)
        rows.append([f"{GAMES[game]}: `{player}`", f"{made['games']:.0f}", markdown.score(made["points"], int(made["games"]))])
        print(*rows[-1], sep=" | ", flush=True)
    return markdown.table(["player", "games", f"two threads with {MS} ms each, against one with {2 * MS} ms"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each large search; 7 without a word")
    parser.add_argument("--games", type=int, default=400, help="games of each match; 400 without a word")
    options = parser.parse_args()
    build.build({build.THREADS})
    text = f"\n{rates(options.rounds)}\n{matches(options.games)}\n"
    DOCUMENT.write_text(markdown.replaced(DOCUMENT, "threads", text), encoding="utf-8")


if __name__ == "__main__":
    main()
