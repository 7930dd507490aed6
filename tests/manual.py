#!/usr/bin/env python3
"""Runs the commands and Python programs of README.md and docs/, as a reader would type them.

    manual.py sh ARENA    runs the shell commands; ARENA is the path of imm-arena
    manual.py python      runs the Python programs; needs the module imm_search

Works in a folder that has a link to each file of the checkout, so that nothing is written into the checkout. Long matches are
shortened (SHORTER). Commands that another check runs, or that would take too long, are listed with the reason in ELSEWHERE.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)

# Commands that this script does not run. Each key is the beginning of a command. Each value is the
# check that runs the command, or the reason why no check runs the command.
ELSEWHERE = {
    "./tests/run": "the tests",
    "cargo build --release -p imm-ffi": "the check builds it first",
    "make -C c_examples human": "it waits for a person; `play` runs it with a script",
    "make -C c_examples/firmware": "the check `firmware`",
    "make -C examples run": "the check `boards`",
    "make -C ../imm/bindings/web": "the check `web`, like all commands of docs/JAVASCRIPT.md",
    "npm install": "the checks `web` and `first-minute`",
    "packaging/release": "the checks `release-parts` and `first-minute`",
    "apt install": "the check `first-minute`",
    "cc program.c -limm": "the check `first-minute`",
    "pip install ./imm_search": "the check `first-minute`",
    "python3 -c": "the check `first-minute`",
    "node -e": "the check `first-minute`",
    "unzip": "the check `first-minute`",
    "x86_64-w64-mingw32-gcc": "the check `first-minute`",
    "npx": "the check `web`",
    "node move.mjs": "the check `web`",
    "python3 -m http.server": "the check `web`",
    "make -C packaging": "the checks `firmware`, `consumers` and `packages`",
    "FEATURES=": "the check `firmware`",
    "cc -std=c99 -Iimm/include": "the check `consumers`",
    "c++ -std=c++17 -Iimm/include": "the check `consumers`",
    "export IMM_ARCHIVES": "the check `consumers`, if VCPKG_ROOT is set",
    '"$VCPKG_ROOT/vcpkg"': "the check `consumers`, if VCPKG_ROOT is set",
    'cmake -B build -DCMAKE_TOOLCHAIN_FILE="$VCPKG_ROOT': "the check `consumers`, if VCPKG_ROOT is set",
    "cargo install": "the network; the check `mutants` of a release",
    "cargo mutants": "hours",
    "arena train": "the check `lab` of a release",
    "arena fit": "an hour",
    "arena transitions": "minutes",
    "arena levels": "hours; it writes docs/LEVELS.md",
    "arena tune": "two hours",
    "arena bench": "minutes; the check `signature` runs `bench`",
    "lab/benches/run": "twenty minutes",
    "lab/own_games/measure.py": "an hour; it writes tables of docs/PLAYERS.md and docs/RULES_ONLY.md",
    "python lab/forty_games": "hours; the test test_forty_games.py of the check `python` compares the tables of docs/FORTY_GAMES.md",
    "arena experiments run": "hours",
    "arena experiments report": "the tests of imm-arena; it writes lab/RESULTS.md",
    "python bindings/python/experiments/more_players.py": "minutes; it needs OpenSpiel, and writes a table of docs/MORE_PLAYERS.md",
    "arena champions": "the tests of imm-arena; it needs other programs, and writes docs/CHAMPIONS.md",
}

# Replacements that shorten the runs: fewer games, iterations, milliseconds and seconds. Each command still
# runs to its end.
SHORTER = [(r"--games \d+", "--games 2"), (r"--iterations (\d{2})\d{3,}\b", r"--iterations \g<1>00"), (r"--ms \d+", "--ms 2"), (r"--seconds \d+", "--seconds 2"), (r"@\d+", "@200")]

# The files that the reader of the manual writes, and that commands use. Maps the name of each file
# to a document and a number. The number selects one of the C programs of the document: the first
# program is 1. The number 0 selects the whole document.
FILES = {
    "first.c": ("docs/FIRST_PROGRAM.md", 1),
    "program.c": ("README.md", 1),
    "my_game.c": ("c_examples/connect_four.c", 0),
}
# Names that the reader replaces.
NAMES = {" FILE ": " tests/fixtures/kalah_endgames.jsonl ", " A ": ' "bfm(efNet)" ', "my_game.train/my_game.immnet": "c_examples/connect_four.immnet",
         "breakthrough.immnet": "src/games/breakthrough/breakthrough.immnet"}


def blocks(language):
    """Yields (place, text, next block) for each block of a language in README.md and docs/."""
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        text = path.read_text(encoding="utf-8")
        found = list(BLOCK.finditer(text))
        for match, after in zip(found, [*found[1:], None]):
            if match[1] == language:
                yield f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}", match[2], after[2] if after else ""


def commands(text):
    """Returns the commands of a block, without comments and aliases."""
    lines = re.sub(r"\\\n\s*", "", text).split("\n")
    lines = [re.sub(r"\s+#.*", "", line).strip() for line in lines]
    return [re.sub(r"^(cargo arena|imm-arena)\b", "arena", line) for line in lines if line and not line.startswith(("#", "alias "))]


def elsewhere(command):
    """Returns why a command is not run here, or None."""
    return next((why for start, why in ELSEWHERE.items() if command.startswith(start)), None)


def folder():
    """Makes a folder with a link to each file of the checkout, and the files that a reader writes."""
    place = Path(tempfile.mkdtemp(prefix="imm-manual-"))
    for path in ROOT.iterdir():
        if path.name not in (".git", "Cargo.lock"):
            (place / path.name).symlink_to(path)
    for name, (document, number) in FILES.items():
        text = (ROOT / document).read_text(encoding="utf-8")
        programs = [match[2] for match in BLOCK.finditer(text) if match[1] == "c"]
        (place / name).write_text("#define CONNECT_FOUR_GAME_ONLY\n" + text if number == 0 else programs[number - 1], encoding="utf-8")
    return place


def run(place, where, command, shown="", **options):
    """Runs a command in the folder. Ends with its output if it fails, unless the manual shows that it does."""
    done = subprocess.run(command, cwd=place, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, check=False, **options)
    if done.returncode and done.stdout.strip() not in shown:
        sys.exit(f"{where}: this does not run as written:\n{command}\n{done.stdout}")


def shell(arena):
    """Runs the shell commands."""
    place, ran, skipped, seen = folder(), 0, {}, set()
    (place / "bin").mkdir()
    (place / "bin" / "arena").symlink_to(Path(arena).resolve())
    environment = {**os.environ, "PATH": f"{place / 'bin'}:{os.environ['PATH']}"}
    environment.setdefault("CARGO_TARGET_DIR", str(ROOT / "target"))
    for where, text, shown in blocks("sh"):
        for command in commands(text):
            if why := elsewhere(command):
                skipped[next(start for start in ELSEWHERE if command.startswith(start))] = why
                continue
            for wanted, shorter in SHORTER:
                command = re.sub(wanted, shorter, command)
            for name, real in NAMES.items():
                command = command.replace(name, real)
            if command in seen:
                continue
            seen.add(command)
            run(place, where, command, shown, shell=True, env=environment)
            ran += 1
    shutil.rmtree(place)
    if unused := set(ELSEWHERE) - set(skipped):
        sys.exit(f"tests/manual.py: no command begins with {sorted(unused)}: remove it from ELSEWHERE")
    print(f"{ran} commands of the manual run; {len(skipped)} kinds run in other checks or take too long")


def python():
    """Runs the Python programs."""
    place, ran = folder(), 0
    for where, text, _ in blocks("python"):
        run(place, where, [sys.executable, "-c", text])
        ran += 1
    shutil.rmtree(place)
    print(f"{ran} Python programs of the manual run")


if sys.argv[1:2] == ["sh"] and len(sys.argv) == 3:
    shell(sys.argv[2])
elif sys.argv[1:] == ["python"]:
    python()
else:
    sys.exit(__doc__)
