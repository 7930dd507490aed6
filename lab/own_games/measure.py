#!/usr/bin/env python3
"""Measures which player `best` should be in a custom game, by matches in the games of this folder.

    lab/own_games/measure.py run [--games 60] [--only five,hex]   plays the missing games
    lab/own_games/measure.py report                               writes the tables of docs/PLAYERS.md
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

# The sets of callbacks, and the ones that a game with the set lacks.
SETS = {
    "all": [], "evaluate": ["WEIGHT", "HASH", "ORDER"], "evaluate, hash": ["WEIGHT", "ORDER"], "evaluate, order": ["WEIGHT", "HASH"],
    "evaluate, hash, order": ["WEIGHT"],
}  # fmt: skip
WITHOUT_EVALUATION = ["clobber"]
WITHOUT_HASH = "ab(killers,history,null,multicut,multicuta,rps,qs,pvs,asp)"

# The matches: player A, player B, and the callbacks of the game. If B is a set of callbacks, both play `ab(all)`, and A in a
# game with more callbacks than B. Each then has its own process and wall time.
MATCHES = [
    ("mcts(c0.3,im0.8,ip)", "bfm()", "all"),
    ("bfm()", "mcts()", "all"),
    ("ab(all)", "bfm()", "all"),
    ("mcts(dec)", "mcts()", "all"),
    ("mcts(grave,mob0.2,t1)", "mcts()", "all"),
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

# The players for games with rules only; `ipp` needs weights too.
RULES_ONLY = ("mcts(dec)", "mcts(grave,mob0.2,t1)", "mcts(pn1,t1)", "mcts(ipp)")

# The tables of the document: for each column its head and its match.
DOCUMENT = ROOT / "docs" / "PLAYERS.md"
TABLES = {
    "own games, rules": [(f"`{a}`", (a, "mcts()", "all")) for a in RULES_ONLY],
    "own games, evaluation": [
        ("`bfm()` against `mcts()`", ("bfm()", "mcts()", "all")),
        ("`ab(all)` against `bfm()`", ("ab(all)", "bfm()", "all")),
        ("`mcts(c0.3,im0.8,ip)` against `bfm()`", ("mcts(c0.3,im0.8,ip)", "bfm()", "all")),
        ("`ab(all)` against `bfm()`, `evaluate` alone", ("ab(all)", "bfm()", "evaluate")),
        ("`mcts(im0.4)` against `mcts()`", ("mcts(im0.4)", "mcts()", "all")),
        ("`mcts(im0.4,ipp)` against `mcts(im0.4)`", ("mcts(im0.4,ipp)", "mcts(im0.4)", "all")),
    ],
    "own games, callbacks of alpha-beta": [
        ("`hash`", ("ab(all)", WITHOUT_HASH, "evaluate, hash")),
        ("`order`", ("ab(all)", "evaluate", "evaluate, order")),
        ("`order`, both with `hash`", ("ab(all)", "evaluate, hash", "evaluate, hash, order")),
    ],
}


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
    return row["game"], row["a"], row["b"], row["callbacks"]


def write(rows):
    lines = ",\n".join(json.dumps(rows[key]) for key in sorted(rows))
    RESULTS.with_suffix(".tmp").write_text(f"[\n{lines}\n]\n")
    RESULTS.with_suffix(".tmp").replace(RESULTS)


def run(args):
    subprocess.run(["cargo", "build", "--release", "-p", "imm-harness"], cwd=ROOT / "lab", check=True)
    rows = {key(row): row for row in read() if (row["a"], row["b"], row["callbacks"]) in MATCHES and fits(*key(row))}
    for a, b, callbacks in MATCHES:
        for game in args.only.split(","):
            if not fits(game, a, b, callbacks) or rows.get((game, a, b, callbacks), {}).get("games", 0) >= args.games:
                continue
            players = [engine(game, callbacks), engine(game, b)] if b in SETS else [a, b]
            clock, ms = ("wall", 2 * MS) if b in SETS else ("cpu", MS)
            path = library(game, callbacks)
            out = arena(
                "tournament", "--game", path, *players, "--games", args.games, "--ms", ms, "--clock", clock, "--random-plies", RANDOM_PLIES,
                "--jobs", 1, "--log", path.with_suffix(".jsonl"), "--json",
            )  # fmt: skip
            match = json.loads(out)["matches"][0]
            row = {"game": game, "a": a, "b": b, "callbacks": callbacks, "games": match["games"], "wins": match["a_wins"], "draws": match["draws"],
                   "score": round(100 * match["a_score"], 1), "ci95": [round(100 * end, 1) for end in match["ci95"]]}  # fmt: skip
            rows[key(row)] = row
            write(rows)
            print(f"{game:15} {a:22} {b:18} {callbacks:22} {row['games']:4} games {row['score']:5} % {row['ci95']}", flush=True)


def table(rows, columns):
    """Returns a table with a row for each game and a column for each match: the head of the column, and the match."""
    games = [min((row["games"] for row in rows.values() if key(row)[1:] == match), default=0) for _, match in columns]
    heads = " | ".join(f"{head}; {count} games" for (head, _), count in zip(columns, games))
    lines = [f"| game | {heads} |", "|---|" + "---|" * len(columns)]
    for game, name in GAMES.items():
        found = [rows.get((game, *match)) for _, match in columns]
        if any(found):
            cells = [f"{row['score']} % [{row['ci95'][0]}, {row['ci95'][1]}]" if row else "" for row in found]
            lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n" + "\n".join(lines) + "\n\n"


def report(args):
    rows = {key(row): row for row in read()}
    text = old = DOCUMENT.read_text(encoding="utf-8")
    for name, columns in TABLES.items():
        begin, end = f"<!-- BEGIN {name} -->\n", f"<!-- END {name} -->"
        head, rest = text.split(begin)
        text = head + begin + table(rows, columns) + end + rest.split(end, 1)[1]
    if args.check and text != old:
        sys.exit(f"{DOCUMENT.relative_to(ROOT)}: the tables of custom games are not up to date: lab/own_games/measure.py report")
    DOCUMENT.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("run", help="play the missing games")
    command.add_argument("--games", type=int, default=60, help="the games of each match")
    command.add_argument("--only", default=",".join(GAMES), help="some games, such as five,hex")
    command.set_defaults(function=run)
    command = commands.add_parser("report", help="write the tables")
    command.add_argument("--check", action="store_true", help="write nothing, and fail if a table is out of date")
    command.set_defaults(function=report)
    args = parser.parse_args()
    args.function(args)


main()
