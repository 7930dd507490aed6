"""Builds the compared programs below the target folder: imm from this checkout, peers from their registries."""

import hashlib
import os
import platform
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import peers

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
OUT = TARGET / "benches"
CARGO = os.environ.get("CARGO", "cargo")
CC = os.environ.get("CC", "cc")
C_FLAGS = "-std=c11 -O2"
# The program of threads.py.
THREADS = "threads"

# The command of each program. The script `run` appends the contender's arguments and the amount of
# work.
PROGRAMS: dict[str, list[str]] = {
    peers.IMM: [str(OUT / "imm")],
    peers.RUST: [str(OUT / "rust" / "release" / "imm-peers")],
    **{program: [str(OUT / program)] for program in peers.HAND.values()},
    THREADS: [str(OUT / THREADS)],
    peers.OPENSPIEL: [str(OUT / "venv" / "bin" / "python"), str(HERE / "openspiel" / "measure.py")],
}


def run(*command: object, **others: object) -> None:
    subprocess.run([str(word) for word in command], check=True, **others)  # type: ignore[call-overload]


def said(*command: object) -> str:
    """Returns the first line of a command's output."""
    return subprocess.run([str(word) for word in command], check=True, text=True, capture_output=True).stdout.split("\n")[0]


@cache
def library() -> Path:
    run(CARGO, "build", "--release", "-p", "imm-ffi", "--target-dir", TARGET, cwd=ROOT)
    return TARGET / "release" / "libimm.a"


def c_program(folder: str, out: str, *options: str) -> None:
    """Builds measure.c in this folder, and links imm."""
    run(CC, *C_FLAGS.split(), *options, "-I", ROOT / "include", HERE / folder / "measure.c", library(), "-lm", "-o", OUT / out)


def imm() -> None:
    c_program("imm", "imm")


def hand(game: str) -> None:
    """Builds the search that is written by hand for this game. It links imm for its matches."""
    c_program("hand", peers.HAND[game], f"-DHAND_{game.upper()}")


def rust() -> None:
    run(CARGO, "build", "--release", "--target-dir", OUT / "rust", cwd=HERE / "rust")


def openspiel() -> None:
    """Installs the versions of requirements.txt in a virtual environment."""
    wanted = HERE / "openspiel" / "requirements.txt"
    made = OUT / "venv" / "requirements.txt"
    if made.exists() and made.read_bytes() == wanted.read_bytes():
        return
    run(sys.executable, "-m", "venv", "--clear", OUT / "venv")
    run(OUT / "venv" / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", wanted)
    made.write_bytes(wanted.read_bytes())


BUILDERS: dict[str, Callable[[], None]] = {peers.IMM: imm, peers.RUST: rust, peers.OPENSPIEL: openspiel}
BUILDERS |= {program: partial(hand, game) for game, program in peers.HAND.items()}
BUILDERS[THREADS] = partial(c_program, THREADS, THREADS, "-pthread")


def build(kinds: set[str]) -> None:
    """Builds the programs with these names."""
    OUT.mkdir(parents=True, exist_ok=True)
    for kind, builder in BUILDERS.items():
        if kind in kinds:
            print(f"== builds {kind}", flush=True)
            builder()


def versions() -> dict[str, str]:
    """The commit of imm, and the pinned versions of the peers."""
    manifest = (HERE / "rust" / "Cargo.toml").read_text(encoding="utf-8")
    found = dict(re.findall(r'^([\w-]+) = "=(.*)"$', manifest, re.M))
    wanted = (HERE / "openspiel" / "requirements.txt").read_text(encoding="utf-8")
    found["OpenSpiel"] = re.search(r"^open[_-]spiel==(.*)$", wanted, re.M)[1]  # type: ignore[index]
    return {"imm": said("git", "-C", ROOT, "rev-parse", "--short=7", "HEAD"), **found}


def tools() -> dict[str, str]:
    return {
        "rustc": said("rustc", "--version"),
        "cc": said(CC, "--version"),
        "flags": f"{CC} {C_FLAGS}; cargo --release: opt-level 3, fat LTO, one codegen unit, panic=abort"
        f"{', target-cpu=x86-64-v2' if platform.machine() == 'x86_64' else ''}",
    }


def fingerprint() -> str:
    """A hash of all programs. An interrupted run continues only if the hash is unchanged."""
    state = hashlib.sha256()
    files = [Path(PROGRAMS[program][0]) for program in (peers.IMM, peers.RUST, *peers.HAND.values())]
    files += [HERE / "openspiel" / "requirements.txt"]
    files += [HERE / "openspiel" / "measure.py"]
    for file in files:
        state.update(file.read_bytes())
    return state.hexdigest()[:16]
