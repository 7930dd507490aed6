"""The archive of played games: a folder to which only one process writes."""

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
"""The journal becomes a Parquet file when it has this number of games."""

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
"""The columns: a unit's fields; the first player's points (1, 0.5 or 0); the moves; the iterations and time spent."""


class ArchiveError(Exception):
    """Another process writes the archive, or the archive is damaged."""


class Archive:
    """A folder with games, each game once. Only one process may write to the folder; any process may read it.

    Each finished game is one line of a journal, a JSON object. An incomplete last line is removed, and its game is played
    again. A long journal becomes a Parquet file, and so does every journal when the archive is closed.

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
        folder: The folder. Created if it does not exist.

    Raises:
        ArchiveError: Another process writes the archive, or the archive is damaged. The error names the file and the line.

    """

    def __init__(self, folder: Union[str, os.PathLike[str]]) -> None:
        """Opens the archive for writing. Other processes cannot write until `close`."""
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
        """Returns the archive."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the archive."""
        self.close()

    def close(self) -> None:
        """Converts the journal to a Parquet file, and allows other processes to write."""
        try:
            self.compact()
        finally:
            self._journal.close()
            self._lock.release()

    def __contains__(self, key: str) -> bool:
        """True if the archive contains the game with this key."""
        return key in self._keys

    def __len__(self) -> int:
        """Returns the number of games."""
        return len(self._keys)

    def add(self, row: Row) -> bool:
        """Writes a game, unless the archive contains it. The game then survives a crash of the process.

        Returns `False` if the archive already contains the game.

        Raises:
            ValueError: The row is not a game: a value does not fit the type of its column.

        """
        if why := _why_no_game(row):
            raise ValueError(f"not a game: {why}")
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
        """Converts the journal to a Parquet file. An interruption loses no game, but a game may then be in both files."""
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
        """Returns all games, like `read`."""
        return self.read(self.folder)

    @staticmethod
    def read(folder: Union[str, os.PathLike[str]]) -> pd.DataFrame:
        """Returns all games of an archive, one row per game. Meanwhile, another process may write the archive.

        Raises:
            ArchiveError: The archive is damaged. The error names the file and the journal line.

        """
        # Read the journal before the Parquet files. If another process moves a game from the
        # journal to a Parquet file meanwhile, this process reads the game twice and does not miss
        # it. Duplicates are removed.
        journal = _journal_games(Path(folder))
        tables = [_part(part) for part in _parts(Path(folder))]
        frame: pd.DataFrame = pa.concat_tables([*tables, journal]).to_pandas()
        return frame.drop_duplicates("key", ignore_index=True)

    def fact(self, name: str, find: Callable[[], float]) -> float:
        """Returns a number that is measured once for the whole archive, for example the speed of the reference machine.

        Raises:
            ArchiveError: The file with these numbers is damaged.

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
        """Opens the journal for appending, and removes an incomplete last line."""
        file = self.folder / _JOURNAL
        if file.exists():
            content = file.read_bytes()
            whole = content.rfind(b"\n") + 1
            if whole < len(content):
                with file.open("r+b") as journal:
                    journal.truncate(whole)
        return file.open("a", encoding="utf-8")


def _put(unfinished: Path, file: Path) -> None:
    """Gives a complete file its final name. A later power failure loses neither the file's bytes nor its name."""
    with unfinished.open("r+b") as written:
        os.fsync(written.fileno())
    unfinished.replace(file)
    # Windows cannot sync a folder, but NTFS keeps a journal of file names.
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _number(part: Path) -> int:
    """Returns the number in a Parquet file's name, from 1; 0 if the name has no number."""
    digits = part.stem.split("-", 1)[1]
    return int(digits) if digits.isdecimal() else 0


def _parts(folder: Path) -> list[Path]:
    return sorted(folder.glob("games-*.parquet"))


def _part(file: Path, columns: Optional[list[str]] = None) -> pa.Table:
    """Reads the games of a Parquet file."""
    try:
        table = pq.read_table(file, columns=columns, schema=SCHEMA)
        why = "a game without a key" if table["key"].null_count else ""
    except (pa.ArrowException, ValueError, OSError) as error:
        # An error with an `errno` comes from the operating system, not from Parquet.
        if isinstance(error, OSError) and error.errno:
            raise
        why = str(error)
    if why:
        raise ArchiveError(f"{file}: not a Parquet file of games: remove it, and its games are played again: {why}")
    return table


def _facts(file: Path) -> dict[str, float]:
    """Reads the numbers of a file that `Archive.fact` has written."""
    try:
        facts = json.loads(file.read_bytes(), parse_constant=_no_number)
    except (ValueError, RecursionError):
        facts = None
    if not isinstance(facts, dict) or not all(type(fact) in (int, float) for fact in facts.values()):
        raise ArchiveError(f"{file}: expected a JSON object of numbers; remove it, and they are measured again")
    return facts


def _journal_games(folder: Path) -> pa.Table:
    """Reads the games of the journal, except an incomplete last line."""
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
            raise ArchiveError(f"{file}:{number}: not a game: remove the line, and it is played again: {why}")
        games.append(game)
    return pa.Table.from_pylist(games, schema=SCHEMA)


def _no_number(text: str) -> float:
    """Refuses NaN and Infinity: Python reads them, but they are not JSON."""
    raise ValueError(f"{text} is not a number")


def _why_no_game(row: Any) -> str:
    """Returns the reason why a row is not a game: the column and the error. Returns an empty text if the row is a game."""
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
    """True if a column of this type stores the value unchanged. PyArrow would round a number, or split a text into letters."""
    if pa.types.is_list(kind):
        return isinstance(value, list) and all(_fits(one, kind.value_type) for one in value)
    if pa.types.is_string(kind):
        # JSON can contain half of a surrogate pair, which is not valid text.
        return isinstance(value, str) and value.encode(errors="replace").decode() == value
    if isinstance(value, bool):
        return False
    if pa.types.is_integer(kind):
        return isinstance(value, int) and -(2**63) <= value < 2**63
    return math.isfinite(value) if isinstance(value, float) else isinstance(value, int) and abs(value) <= 2**53
