"""The experiments of imm-arena, played on a cluster."""

from __future__ import annotations

import json
import os
import subprocess
from itertools import islice, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Optional, Union

from ._files import PackedFile
from ._pool import Pool, bar
from ._unit import GamesFailedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import tqdm

Chunk = tuple[str, ...]


def experiments(
    arena: Union[str, os.PathLike[str]],
    *,
    select: Sequence[str] = (),
    log: Optional[Union[str, os.PathLike[str]]] = None,
    data: Optional[Union[str, os.PathLike[str]]] = None,
    chunk: int = 4,
    address: Optional[str] = None,
    progress: bool = True,
) -> int:
    """Plays the missing games of the experiments of lab/RESULTS.md, like `imm-arena experiments run` on one machine.

    The games are the same, and go to the same log, from which `imm-arena experiments report` makes its tables. The
    program is sent to the machines with the games and must be able to run there. All games of a priority are played
    before the games of the next priority. Time budgets (milliseconds) count the processor time of the playing machine.

    Args:
        arena: The program `imm-arena`.
        select: Options of `imm-arena experiments missing` that select experiments: `["--filter", "table2"]`,
            `["--priority", "1"]`, `["--games", "100"]`.
        log: The log. Default: the log in the folder of the experiments.
        data: The folder of the experiments. Default: the folder that `arena` itself uses.
        chunk: The number of games that are sent to a machine together.
        address: The address of a cluster, see `tournament`.
        progress: Whether to show a progress bar on standard error.

    Returns:
        The number of games played.

    Raises:
        GamesFailedError: Some games could not be played. All other games were played and are in the log.
        subprocess.CalledProcessError: The program `arena` failed. Its error is on standard error.

    """
    program = PackedFile.of(Path(arena))
    files = [word for name, file in (("--data", data), ("--log", log)) if file for word in (name, os.fspath(file))]
    missing = [os.fspath(arena), "experiments", "missing", *select, *files]
    played = 0
    add = [os.fspath(arena), "experiments", "add", *files]
    with Pool(play_chunk, program, address) as pool, bar(0, 0, progress) as shown:
        while games := _first_priority(missing):
            shown.total += len(games)
            pool.submit(_chunks(games, chunk))
            # The log must be complete before the next query for missing games.
            with _Log(add) as out:
                played += _collect(pool, out, shown)
    return played


def _collect(pool: Pool[Chunk, Chunk], out: _Log, shown: tqdm.tqdm[None]) -> int:
    """Writes played games to the log. Returns the number of games."""
    played = 0
    failures: list[tuple[object, str]] = []
    for games, lines, error in pool.done():
        if error is not None:
            failures.append((games[0], error))
        else:
            out.add(lines)
            played += len(lines)
        shown.update(len(games))
    if failures:
        raise GamesFailedError(failures)
    return played


class _Log:
    """The log. Only `imm-arena experiments add` writes it during a run."""

    def __init__(self, command: Sequence[str]) -> None:
        # Start the process in a new session, so that Ctrl-C does not stop it. The process writes
        # all its input to the log, and ends when its input ends.
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, start_new_session=True
        )

    def __enter__(self) -> _Log:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()
        if self._process.returncode:
            raise subprocess.CalledProcessError(self._process.returncode, self._process.args)

    def add(self, lines: Sequence[str]) -> None:
        """Appends lines to the log."""
        assert self._process.stdin
        self._process.stdin.writelines(f"{line}\n" for line in lines)
        self._process.stdin.flush()


def play_chunk(program: PackedFile, games: Chunk) -> Chunk:
    """Plays games, given as lines of `missing`, on this machine. Returns the games' lines for the log."""
    command = [str(program.path()), "experiments", "play", "--jobs", "1"]
    done = subprocess.run(command, input="\n".join(games), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"imm-arena has ended with {done.returncode}: {done.stderr.strip()}")
    return tuple(done.stdout.splitlines())


def _first_priority(missing: Sequence[str]) -> Chunk:
    """Returns the missing games of the first priority with missing games."""
    lines = subprocess.run(missing, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    if not lines:
        return ()
    first = json.loads(lines[0])["priority"]
    return tuple(takewhile(lambda line: json.loads(line)["priority"] == first, lines))


def _chunks(games: Chunk, size: int) -> Iterator[Chunk]:
    """Yields the games in chunks of this size."""
    left = iter(games)
    while some := tuple(islice(left, size)):
        yield some
