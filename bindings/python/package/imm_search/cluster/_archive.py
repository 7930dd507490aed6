"""The games that were played: a folder to which only one process writes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Union

import filelock
import pyarrow as pa
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    import pandas as pd

    Row = dict[str, Any]

_JOURNAL, _FACTS, _LOCK = "games.jsonl", "facts.json", "lock"
_COMPACT_AT = 10_000
"""Games in the journal that are worth a Parquet file."""

SCHEMA = pa.schema(
    [
        ("key", pa.string()),
        ("game", pa.string()),
        ("first", pa.string()),
        ("second", pa.string()),
        ("first_budget", pa.string()),
        ("second_budget", pa.string()),
        ("opening", pa.string()),
        ("pair", pa.int64()),
        ("seed", pa.int64()),
        ("memory", pa.int64()),
        ("points", pa.float64()),
        ("start", pa.string()),
        ("moves", pa.list_(pa.string())),
        ("opening_plies", pa.int64()),
        ("first_moves", pa.int64()),
        ("second_moves", pa.int64()),
        ("first_iterations", pa.int64()),
        ("second_iterations", pa.int64()),
        ("first_ms", pa.float64()),
        ("second_ms", pa.float64()),
        ("factor", pa.float64()),
        ("node", pa.string()),
        ("version", pa.string()),
    ]
)
"""The columns. First those of the unit; then the first player's points (1, 0.5, 0), the game, and what it took."""


class ArchiveError(Exception):
    """An archive that another process writes, or that was damaged."""


class Archive:
    """A folder of games, each once, which one process may write, and any may read.

    A game is written to a journal, one JSON object a line, as soon as it ends; what stands there half-written was not
    played. A long journal becomes a Parquet file, and so does every journal in the end.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Archive(folder) as archive:
    ...     archive.add({"key": "a", "game": "othello", "points": 1.0})
    ...     archive.add({"key": "a", "game": "othello", "points": 0.0})
    ...     archive.compact()
    ...     archive.table()[["key", "points"]].to_dict("records")
    True
    False
    [{'key': 'a', 'points': 1.0}]

    Args:
        folder: Is made where it is not there.

    Raises:
        ArchiveError: Another process writes it, or a line of it was changed.

    """

    def __init__(self, folder: Union[str, os.PathLike[str]]) -> None:
        """An archive that this process may write until it is closed."""
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = filelock.FileLock(self.folder / _LOCK)
        try:
            self._lock.acquire(timeout=0)
        except filelock.Timeout:
            raise ArchiveError(f"{self.folder}: another process writes this archive") from None
        try:
            self._journal = self._repaired()
            self._in_journal = 0
            self._keys: set[str] = set()
            for part in _parts(self.folder):
                self._keys.update(pq.read_table(part, columns=["key"])["key"].to_pylist())
            for row in _rows(self.folder):
                self._keys.add(row["key"])
                self._in_journal += 1
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> Archive:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes it."""
        self.close()

    def close(self) -> None:
        """Makes the journal a Parquet file, and lets others write."""
        try:
            self.compact()
        finally:
            self._journal.close()
            self._lock.release()

    def __contains__(self, key: str) -> bool:
        """Is this game there?"""
        return key in self._keys

    def __len__(self) -> int:
        """How many games it has."""
        return len(self._keys)

    def add(self, row: Row) -> bool:
        """Writes a game, unless it is there; when this returns, the end of the process does not lose it."""
        if row["key"] in self._keys:
            return False
        self._journal.write(json.dumps(row, separators=(",", ":")) + "\n")
        self._journal.flush()
        self._keys.add(row["key"])
        self._in_journal += 1
        if self._in_journal >= _COMPACT_AT:
            self.compact()
        return True

    def compact(self) -> None:
        """Makes the journal a Parquet file. Interrupted anywhere, no game is lost: it may be in both for a while."""
        if not self._in_journal:
            return
        parts = _parts(self.folder)
        number = 1 + max((int(part.stem.split("-")[1]) for part in parts), default=0)
        file = self.folder / f"games-{number:05}.parquet"
        unfinished = file.with_suffix(".part")
        pq.write_table(pa.Table.from_pylist(list(_rows(self.folder)), schema=SCHEMA), unfinished, compression="zstd")
        with unfinished.open("rb") as written:
            os.fsync(written.fileno())
        unfinished.replace(file)
        self._journal.truncate(0)
        self._in_journal = 0

    def table(self) -> pd.DataFrame:
        """All games, as `read`."""
        return self.read(self.folder)

    @staticmethod
    def read(folder: Union[str, os.PathLike[str]]) -> pd.DataFrame:
        """All games of an archive, one row each, also while another process writes it.

        Raises:
            ArchiveError: A line of the journal was changed.

        """
        # The journal first: what becomes a Parquet file meanwhile is not missed, and counts once.
        journal = pa.Table.from_pylist(list(_rows(Path(folder))), schema=SCHEMA)
        tables = [pq.read_table(part, schema=SCHEMA) for part in _parts(Path(folder))]
        frame: pd.DataFrame = pa.concat_tables([*tables, journal]).to_pandas()
        return frame.drop_duplicates("key", ignore_index=True)

    def fact(self, name: str, find: Callable[[], float]) -> float:
        """What was found once and holds for all games of this archive: how fast the reference machine is, say."""
        file = self.folder / _FACTS
        facts: dict[str, float] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        if name not in facts:
            facts[name] = find()
            unfinished = file.with_suffix(".part")
            unfinished.write_text(json.dumps(facts, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            unfinished.replace(file)
        return facts[name]

    def _repaired(self) -> TextIO:
        """The journal, opened to be written on, without a last line that was cut off."""
        file = self.folder / _JOURNAL
        if file.exists():
            content = file.read_bytes()
            whole = content.rfind(b"\n") + 1
            if whole < len(content):
                with file.open("r+b") as journal:
                    journal.truncate(whole)
        return file.open("a", encoding="utf-8")


def _parts(folder: Path) -> list[Path]:
    return sorted(folder.glob("games-*.parquet"))


def _rows(folder: Path) -> Iterator[Row]:
    """The games of the journal, without a last line that is not whole."""
    file = folder / _JOURNAL
    if not file.exists():
        return
    for number, line in enumerate(file.read_bytes().split(b"\n")[:-1], 1):
        try:
            row = json.loads(line)
            row["key"]
        except (ValueError, KeyError, TypeError):
            raise ArchiveError(f"{file}:{number}: no game; remove the line, and it is played again") from None
        yield row
