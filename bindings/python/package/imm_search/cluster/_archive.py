"""The games that were played: a folder to which only one process writes."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

import filelock
import pyarrow as pa
import pyarrow.parquet as pq

if TYPE_CHECKING:
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

    A game is written to a journal, one JSON object a line, as soon as it ends. A last line that is not complete is
    removed: that game is played again. A long journal becomes a Parquet file, and so does every journal in the end.

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
        ArchiveError: Another process writes it, or it was damaged: the error names the file, and the line of a journal.

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
            self._keys: set[str] = set()
            for part in _parts(self.folder):
                self._keys.update(_part(part, ["key"])["key"].to_pylist())
            journal = _journal_games(self.folder)["key"].to_pylist()
            self._keys.update(journal)
            self._in_journal = len(journal)
            self._journal = self._repaired()
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
        """Writes a game, unless it is there; when this returns, the end of the process does not lose it.

        Raises:
            ValueError: It is no game: a value of another type than its column.

        """
        if why := _why_no_game(row):
            raise ValueError(f"no game: {why}")
        if row["key"] in self._keys:
            return False
        self._journal.write(json.dumps(row, separators=(",", ":"), allow_nan=False) + "\n")
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
        number = 1 + max(map(_number, _parts(self.folder)), default=0)
        file = self.folder / f"games-{number:05}.parquet"
        unfinished = file.with_suffix(".part")
        pq.write_table(_journal_games(self.folder), unfinished, compression="zstd")
        _put(unfinished, file)
        self._journal.truncate(0)
        self._in_journal = 0

    def table(self) -> pd.DataFrame:
        """All games, as `read`."""
        return self.read(self.folder)

    @staticmethod
    def read(folder: Union[str, os.PathLike[str]]) -> pd.DataFrame:
        """All games of an archive, one row each, also while another process writes it.

        Raises:
            ArchiveError: It was damaged: the error names the file, and the line of a journal.

        """
        # The journal first: what becomes a Parquet file meanwhile is not missed, and counts once.
        journal = _journal_games(Path(folder))
        tables = [_part(part) for part in _parts(Path(folder))]
        frame: pd.DataFrame = pa.concat_tables([*tables, journal]).to_pandas()
        return frame.drop_duplicates("key", ignore_index=True)

    def fact(self, name: str, find: Callable[[], float]) -> float:
        """What was found once and holds for all games of this archive: how fast the reference machine is, say.

        Raises:
            ArchiveError: The file of these numbers was damaged.

        """
        file = self.folder / _FACTS
        facts = _facts(file) if file.exists() else {}
        if name not in facts:
            facts[name] = find()
            unfinished = file.with_suffix(".part")
            unfinished.write_text(json.dumps(facts, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            _put(unfinished, file)
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


def _put(unfinished: Path, file: Path) -> None:
    """Gives a complete file its name. When this returns, a power failure loses neither its bytes nor its name."""
    with unfinished.open("r+b") as written:
        os.fsync(written.fileno())
    unfinished.replace(file)
    # Windows has no such call for a folder; NTFS keeps a journal of names.
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _number(part: Path) -> int:
    """The number of a Parquet file, from 1; 0 for a file with a name that is no number."""
    digits = part.stem.split("-", 1)[1]
    return int(digits) if digits.isdecimal() else 0


def _parts(folder: Path) -> list[Path]:
    return sorted(folder.glob("games-*.parquet"))


def _part(file: Path, columns: Optional[list[str]] = None) -> pa.Table:
    """The games of a Parquet file."""
    try:
        table = pq.read_table(file, columns=columns, schema=SCHEMA)
        why = "a game without a key" if table["key"].null_count else ""
    except (pa.ArrowException, ValueError, OSError) as error:
        # Of the operating system, not of Parquet.
        if isinstance(error, OSError) and error.errno:
            raise
        why = str(error)
    if why:
        raise ArchiveError(f"{file}: no Parquet file of games; remove it, and its games are played again: {why}")
    return table


def _facts(file: Path) -> dict[str, float]:
    """The numbers of a file that `Archive.fact` has written."""
    try:
        facts = json.loads(file.read_bytes(), parse_constant=_no_number)
    except (ValueError, RecursionError):
        facts = None
    if not isinstance(facts, dict) or not all(type(fact) in (int, float) for fact in facts.values()):
        raise ArchiveError(f"{file}: expected a JSON object of numbers; remove it, and they are measured again")
    return facts


def _journal_games(folder: Path) -> pa.Table:
    """The games of the journal, without a last line that is not complete."""
    file = folder / _JOURNAL
    lines = file.read_bytes().split(b"\n")[:-1] if file.exists() else []
    games = []
    for number, line in enumerate(lines, 1):
        try:
            game = json.loads(line, parse_constant=_no_number)
            why = _why_no_game(game)
        except (ValueError, RecursionError) as error:
            why = f"not JSON: {error}"
        if why:
            raise ArchiveError(f"{file}:{number}: no game; remove the line, and it is played again: {why}")
        games.append(game)
    return pa.Table.from_pylist(games, schema=SCHEMA)


def _no_number(text: str) -> float:
    """Refuses NaN and Infinity: Python reads them, but they are not JSON."""
    raise ValueError(f"{text} is not a number")


def _why_no_game(row: Any) -> str:
    """Why a row is no game: what is wrong with which column. Empty if it is one."""
    if not isinstance(row, dict):
        return f"expected a JSON object, found {type(row).__name__}"
    if row.get("key") is None:
        return "'key' is missing"
    for column in SCHEMA:
        value = row.get(column.name)
        if value is not None and not _fits(value, column.type):
            return f"{column.name!r} is {str(value)[:80]!r}, expected {column.type}"
    return ""


def _fits(value: object, kind: pa.DataType) -> bool:
    """True if a column of this type keeps the value as it is. PyArrow would round it, or make a list of a text's letters."""
    if pa.types.is_list(kind):
        return isinstance(value, list) and all(_fits(one, kind.value_type) for one in value)
    if pa.types.is_string(kind):
        # JSON can write half of a surrogate pair, which is no text.
        return isinstance(value, str) and value.encode(errors="replace").decode() == value
    if isinstance(value, bool):
        return False
    if pa.types.is_integer(kind):
        return isinstance(value, int) and -(2**63) <= value < 2**63
    return math.isfinite(value) if isinstance(value, float) else isinstance(value, int) and abs(value) <= 2**53
