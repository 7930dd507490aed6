"""The speed of searches from Python: python experiments/speed.py writes the tables of docs/speed.md.

All times are processor times, so that other load on the machine has little effect. The C program is linked with the
library of this checkout: build it with `cargo build --release -p imm-ffi`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measured import write_part

import imm_search as imm
import imm_search.open_spiel

_HERE = Path(__file__).resolve().parent
_ROOT = _HERE.parents[2]
_PAGE = _HERE.parent / "docs" / "speed.md"
_TARGET = Path(os.environ.get("CARGO_TARGET_DIR", _ROOT / "target"))

_SEARCHES = (
    ("breakthrough", "mcts(ipp,im0.4)"),
    ("kalah", "mcts(im0.4)"),
    ("othello", "bfm()"),
    ("loa", "ab(mia)"),
)
_BEST_OF = 5

sys.path.insert(0, str(_HERE.parent / "examples"))
from connect_four import ConnectFour  # noqa: E402 - needs the path above


def _compile(source: Path, out: Path, *flags: str) -> Path:
    compiler = os.environ.get("CC", "cc")
    command = [compiler, "-std=c11", "-O2", "-I", str(_ROOT / "include"), str(source), *flags, "-o", str(out)]
    subprocess.run(command, check=True)
    return out


def _in_c(program: Path, game: str, player: str, iterations: int, repeats: int) -> float:
    """Returns the microseconds of a search in C: the best of several tries, because other load only slows it down."""
    command = [str(program), game, player, str(iterations), str(repeats)]
    return min(float(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(_BEST_OF))


def _in_python(search: imm.Search, iterations: int, repeats: int) -> float:
    """Returns the microseconds of a search from Python: the best of several tries."""

    def once() -> float:
        spent = 0.0
        for _ in range(repeats):
            search.forget()
            began = time.process_time()
            search.search(iterations=iterations)
            spent += time.process_time() - began
        return 1e6 * spent / repeats

    return min(once() for _ in range(_BEST_OF))


def _against_c(folder: Path) -> list[str]:
    program = _compile(_HERE / "speed.c", folder / "speed", str(_TARGET / "release" / "libimm.a"))
    rows = [
        "| search | one simulation, C | one simulation, Python | 10 ms: Python's simulations/s of C's | 100 ms |",
        "|---|---:|---:|---:|---:|",
    ]
    for game, player in _SEARCHES:
        search = imm.Search(game, player, memory="1 MiB", seed=1)
        one = _in_c(program, game, player, 1, 2000), _in_python(search, 1, 2000)
        cells = []
        for ms, repeats in ((10, 20), (100, 5)):
            iterations = round(1000 * ms / _in_c(program, game, player, 20000, 1) * 20000)
            c, python = _in_c(program, game, player, iterations, repeats), _in_python(search, iterations, repeats)
            cells.append(f"{100 * c / python:.1f} % of {1e6 * iterations / c:,.0f}")
        rows.append(f"| {game}, `{player}` | {one[0]:.1f} us | {one[1]:.1f} us | {' | '.join(cells)} |")
    return rows


def _own_games(folder: Path) -> list[str]:
    flags = ("-shared", "-fPIC", "-DCONNECT_FOUR_GAME_ONLY")
    library = _compile(_ROOT / "c_examples" / "connect_four.c", folder / "connect_four.so", *flags)
    games = (
        ("c_examples/connect_four.c, a shared library", library, 20000),
        ("OpenSpiel's, through pyspiel", imm_search.open_spiel.game("connect_four"), 500),
        ("examples/connect_four.py, in Python", ConnectFour(), 500),
    )
    rows = ["| Connect Four, `mcts()` | simulations/s |", "|---|---:|"]
    for name, game, iterations in games:
        spent = _in_python(imm.Search(game, "mcts()", memory="8 MiB", seed=1), iterations, 3)
        rows.append(f"| {name} | {1e6 * iterations / spent:,.0f} |")
    return rows


def main() -> None:
    """Writes the tables."""
    with tempfile.TemporaryDirectory() as name:
        tables = [*_against_c(Path(name)), "", *_own_games(Path(name))]
    tables += ["", f"Python {sys.version.split()[0]}, imm {imm.__version__}."]
    write_part(_PAGE, "speed", "\n".join(tables))


if __name__ == "__main__":
    main()
