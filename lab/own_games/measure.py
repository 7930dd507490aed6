#!/usr/bin/env python3
"""Measures which player `best` should be in a custom game, by matches in the games of this folder.

    lab/own_games/measure.py run [--games 60] [--only five,hex]   plays the missing games
    lab/own_games/measure.py report                               writes the tables of PLAYERS.md and RULES_ONLY.md in docs
    lab/own_games/measure.py report --check                       fails if the tables are out of date

`run` builds the games and imm-arena. You can stop it (Ctrl-C), and the same command continues. The results are in
results.json, one row for each match. After a change of a game, delete its rows, and its logs in target/own_games.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
BUILD = TARGET / "own_games"
RESULTS = HERE / "results.json"
ARENA = TARGET / "release" / "imm-arena"
MS, RANDOM_PLIES = 5, 4

# The file of each game, and its name in the tables.
GAMES = {
    "connect_four": "Connect Four", "hex": "Hex 7 x 7", "dots_and_boxes": "Dots and Boxes 4 x 4", "five": "Five in a row 9 x 9",
    "trap": "Four wins, three loses", "domineering": "Domineering 8 x 8", "clobber": "Clobber 6 x 6", "konane": "Konane 8 x 8",
    "amazons": "Amazons 6 x 6", "crossing": "Crossing 6 x 6", "ataxx": "Ataxx 6 x 6",
}  # fmt: skip

# Games with rules only. They test players that were chosen with other games. So do not use them to choose or to tune a player.
HELD_OUT = {"atari_go": "Atari Go 7 x 7", "knightthrough": "Knightthrough 8 x 8", "pentago": "Pentago 6 x 6", "snort": "Snort 7 x 7"}

# The sets of callbacks. Each list names the callbacks that are missing in the set.
SETS = {
    "all": [], "evaluate": ["WEIGHT", "HASH", "ORDER"], "evaluate, hash": ["WEIGHT", "ORDER"], "evaluate, order": ["WEIGHT", "HASH"],
    "evaluate, hash, order": ["WEIGHT"],
}  # fmt: skip
WITHOUT_EVALUATION = ["clobber"]
WITHOUT_HASH = "ab(killers,history,null,multicut,multicuta,rps,qs,pvs,asp)"

DEFAULT = ("mcts(grave,mob0.2,t1)", "mcts()", "all")
CORRECTED = ("bfm(reg)", "bfm()", "all")

# The matches of GAMES in MS milliseconds: player A, player B, and the callbacks of the game. If B is a set of callbacks, both
# players are `ab(all)`, but A has more callbacks than B. Then each player has its own process, and its time is wall time.
MATCHES = [
    ("mcts(c0.3,im0.8,ip)", "bfm()", "all"),
    ("bfm()", "mcts()", "all"),
    CORRECTED,
    ("ab(all)", "bfm()", "all"),
    ("mcts(dec)", "mcts()", "all"),
    DEFAULT,
    ("mcts(pn1,t1)", "mcts()", "all"),
    ("mcts(ipp)", "mcts()", "all"),
    ("ab(all)", "mcts()", "evaluate"),
    ("ab(all)", "mcts(im0.4)", "evaluate"),
    ("ab(all)", "bfm()", "evaluate"),
    ("ab(all)", WITHOUT_HASH, "evaluate, hash"),
    ("ab(all)", "evaluate", "evaluate, order"),
    ("ab(all)", "evaluate, hash", "evaluate, hash, order"),
    ("mcts(im0.4)", "mcts()", "all"),
    ("mcts(im0.4,ipp)", "mcts(im0.4)", "all"),
    ("ab(all)", "mcts(im0.4,ipp)", "all"),
]

# The matches with other times per move: players and callbacks, milliseconds, the number of games, and the list of
# games.
TIMES = [(DEFAULT, 10, 100, HELD_OUT), (DEFAULT, 100, 40, HELD_OUT), (DEFAULT, 100, 30, GAMES), (CORRECTED, 50, 40, GAMES)]

# The players for games with rules only; `ipp` needs weights too.
RULES_ONLY = ("mcts(dec)", "mcts(grave,mob0.2,t1)", "mcts(pn1,t1)", "mcts(ipp)")

# For each table: its document, its games and its columns. A column has a heading and a match. If the time for a move is
# not MS, the match also gives the milliseconds.
TABLES = {
    "own games, rules": ("PLAYERS.md", GAMES, [(f"`{a}`", (a, "mcts()", "all")) for a in RULES_ONLY]),
    "own games, evaluation": ("PLAYERS.md", GAMES, [
        ("`bfm()` against `mcts()`", ("bfm()", "mcts()", "all")),
        ("`bfm(reg)` against `bfm()`", CORRECTED),
        ("the same, 50 ms", (*CORRECTED, 50)),
        ("`ab(all)` against `bfm()`", ("ab(all)", "bfm()", "all")),
        ("`mcts(c0.3,im0.8,ip)` against `bfm()`", ("mcts(c0.3,im0.8,ip)", "bfm()", "all")),
        ("`ab(all)` against `bfm()`, `evaluate` alone", ("ab(all)", "bfm()", "evaluate")),
        ("`mcts(im0.4)` against `mcts()`", ("mcts(im0.4)", "mcts()", "all")),
        ("`mcts(im0.4,ipp)` against `mcts(im0.4)`", ("mcts(im0.4,ipp)", "mcts(im0.4)", "all")),
    ]),
    "own games, callbacks of alpha-beta": ("PLAYERS.md", GAMES, [
        ("`hash`", ("ab(all)", WITHOUT_HASH, "evaluate, hash")),
        ("`order`", ("ab(all)", "evaluate", "evaluate, order")),
        ("`order`, both with `hash`", ("ab(all)", "evaluate, hash", "evaluate, hash, order")),
    ]),
    "own games, held out": ("RULES_ONLY.md", HELD_OUT, [("10 ms", (*DEFAULT, 10)), ("100 ms", (*DEFAULT, 100))]),
    "own games, longer": ("RULES_ONLY.md", GAMES, [("5 ms", DEFAULT), ("100 ms", (*DEFAULT, 100))]),
}  # fmt: skip


def fits(game, a, b, callbacks):
    """True if the game has the evaluation that these players need."""
    return game not in WITHOUT_EVALUATION or callbacks == "all" and not re.search(r"ab|bfm|im", a + b)


def library(game, callbacks):
    """Builds the game with these callbacks as a shared library, and returns its path."""
    BUILD.mkdir(parents=True, exist_ok=True)
    path = BUILD / f"{game}-{callbacks.replace(', ', '-')}.so"
    sources = [*HERE.glob("*.[ch]"), *(ROOT / "c_examples").glob("*.c"), ROOT / "include" / "imm.h"]
    if not path.exists() or path.stat().st_mtime < max(source.stat().st_mtime for source in sources):
        flags = [f"-DNO_{word}" for word in SETS[callbacks]]
        command = [os.environ.get("CC", "cc"), "-std=c99", "-O2", "-Wall", "-Wextra", "-Wno-unused-function", "-shared", "-fPIC"]
        subprocess.run([*command, *flags, f"-I{ROOT / 'include'}", str(HERE / f"{game}.c"), "-o", str(path)], check=True)
    return path


def engine(game, callbacks):
    """Returns `ab(all)` in a game with these callbacks as a program, so that A and B can have different callbacks."""
    return f"ugi:{ARENA} ugi --game {library(game, callbacks)} --player ab(all)"


def arena(*words):
    return subprocess.run([str(ARENA), *map(str, words)], check=True, stdout=subprocess.PIPE, text=True).stdout


def read():
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else []


def key(row):
    return row["game"], row["a"], row["b"], row["callbacks"], row.get("ms", MS)


def write(rows):
    lines = ",\n".join(json.dumps(rows[key]) for key in sorted(rows))
    RESULTS.with_suffix(".tmp").write_text(f"[\n{lines}\n]\n")
    RESULTS.with_suffix(".tmp").replace(RESULTS)


def plan(count):
    """Returns the number of games of each match, by the key of its row, in the order of play. Matches in MS have `count`."""
    matches = {(game, *match, MS): count for match in MATCHES for game in GAMES if fits(game, *match)}
    return matches | {(game, *match, ms): count for match, ms, count, games in TIMES for game in games if fits(game, *match)}


def run(args):
    subprocess.run(["cargo", "build", "--release", "-p", "imm-harness"], cwd=ROOT / "lab", check=True)
    matches = plan(args.games)
    rows = {key(row): row for row in read() if key(row) in matches}
    for match, count in matches.items():
        game, a, b, callbacks, ms = match
        if game not in args.only.split(",") or rows.get(match, {}).get("games", 0) >= count:
            continue
        players = [engine(game, callbacks), engine(game, b)] if b in SETS else [a, b]
        clock, limit = ("wall", 2 * ms) if b in SETS else ("cpu", ms)
        path = library(game, callbacks)
        out = arena(
            "tournament", "--game", path, *players, "--games", count, "--ms", limit, "--clock", clock, "--random-plies", RANDOM_PLIES,
            "--jobs", 1, "--log", path.with_suffix(".jsonl"), "--json",
        )  # fmt: skip
        found = json.loads(out)["matches"][0]
        row = {"game": game, "a": a, "b": b, "callbacks": callbacks, "games": found["games"], "wins": found["a_wins"],
               "draws": found["draws"], "score": round(100 * found["a_score"], 1),
               "ci95": [round(100 * end, 1) for end in found["ci95"]]}  # fmt: skip
        rows[match] = row if ms == MS else row | {"ms": ms}
        write(rows)
        print(f"{game:15} {a:22} {b:18} {callbacks:22} {ms:4} ms {row['games']:4} games {row['score']:5} % {row['ci95']}", flush=True)


def table(rows, games, columns):
    """Returns a table with a row for each game and a column for each match: the head of the column, and the match."""
    keys = [match if len(match) == 4 else (*match, MS) for _, match in columns]
    found = {game: [rows.get((game, *key)) for key in keys] for game in games}
    counts = [min((row["games"] for row in column if row), default=0) for column in zip(*found.values())]
    heads = " | ".join(f"{head}; {count} games" for (head, _), count in zip(columns, counts))
    lines = [f"| game | {heads} |", "|---|" + "---|" * len(columns)]
    for game, cells in found.items():
        if any(cells):
            texts = [f"{row['score']} % [{row['ci95'][0]}, {row['ci95'][1]}]" if row else "" for row in cells]
            lines.append(f"| {games[game]} | {' | '.join(texts)} |")
    return "\n" + "\n".join(lines) + "\n\n"


def report(args):
    rows = {key(row): row for row in read()}
    for name, (document, games, columns) in TABLES.items():
        path = ROOT / "docs" / document
        text = path.read_text(encoding="utf-8")
        begin, end = f"<!-- BEGIN {name} -->\n", f"<!-- END {name} -->"
        head, rest = text.split(begin)
        new = head + begin + table(rows, games, columns) + end + rest.split(end, 1)[1]
        if args.check and new != text:
            sys.exit(f"docs/{document}: the table of custom games '{name}' is not up to date: lab/own_games/measure.py report")
        path.write_text(new, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("run", help="play the missing games")
    command.add_argument("--games", type=int, default=60, help=f"the games of each match in {MS} ms")
    command.add_argument("--only", default=",".join(GAMES | HELD_OUT), help="some games, such as five,hex")
    command.set_defaults(function=run)
    command = commands.add_parser("report", help="write the tables")
    command.add_argument("--check", action="store_true", help="write nothing, and fail if a table is out of date")
    command.set_defaults(function=report)
    args = parser.parse_args()
    args.function(args)


main()
