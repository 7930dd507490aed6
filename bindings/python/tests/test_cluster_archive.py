"""The archive must contain each game once, even after an interruption at any moment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray")

from imm_search.cluster import Archive, ArchiveError


def row(key: str, points: float = 1.0) -> dict[str, Any]:
    """Returns a row of a made-up game."""
    return {"key": key, "game": "x", "moves": ["a", "b"], "points": points}


def test_an_archive_has_each_game_once(tmp_path: Path) -> None:
    """Each game must count once: in the journal, in Parquet, or in both files after an interruption."""
    with Archive(tmp_path) as archive:
        assert archive.add(row("a"))
        assert not archive.add(row("a", 0.0))
        journal = (tmp_path / "games.jsonl").read_bytes()
        archive.compact()
        assert archive.add(row("b"))
    # Restore the journal, as if the process was killed after it wrote the Parquet file and before
    # it emptied the journal.
    (tmp_path / "games.jsonl").write_bytes(journal)
    with Archive(tmp_path) as archive:
        assert ("a" in archive, "b" in archive, len(archive)) == (True, True, 2)
        assert archive.table()[["key", "points"]].to_numpy().tolist() == [["a", 1.0], ["b", 1.0]]


def test_a_journal_that_was_cut_off_anywhere(tmp_path: Path) -> None:
    """An incomplete line must count as not played, and must not damage the lines after it."""
    lines = [json.dumps(row(key)) + "\n" for key in "ab"]
    for length in range(len(lines[0]), len(lines[0] + lines[1])):
        (tmp_path / "games.jsonl").write_text((lines[0] + lines[1])[:length])
        archive = Archive(tmp_path)
        assert len(archive) == 1
        archive.add(row("c"))
        assert archive.table()["key"].tolist() == ["a", "c"]
        archive._lock.release()
    (tmp_path / "games.jsonl").write_text(lines[0] + "{broken}\n" + lines[1])
    with pytest.raises(ArchiveError, match=r"games.jsonl:2: not a game: remove the line, and it is played again: not JSON"):
        Archive(tmp_path)


WRONG = {
    b"[" * 100_000: "not JSON",
    b'{"key":"a"': "not JSON",
    b'{"key":"\xff"}': "not JSON",
    b'{"key":"a","points":NaN}': "not JSON",
    b'{"key":"a","points":Infinity}': "not JSON",
    b"": "not JSON",
    b"5": "expected a JSON object, found int",
    b'["key"]': "expected a JSON object, found list",
    b"null": "expected a JSON object, found NoneType",
    b"{}": "'key' is missing",
    b'{"key":null}': "'key' is missing",
    b'{"key":[1]}': r"'key' is '\[1\]', expected string",
    b'{"key":5}': "'key' is '5', expected string",
    b'{"key":"a","moves":"xyz"}': "'moves' is 'xyz', expected list",
    b'{"key":"a","moves":[1]}': r"'moves' is '\[1\]', expected list",
    b'{"key":"a","points":"1"}': "'points' is '1', expected double",
    b'{"key":"a","seed":1.5}': "'seed' is '1.5', expected int64",
    b'{"key":"a","seed":true}': "'seed' is 'True', expected int64",
    b'{"key":"a","points":1' + b"0" * 400 + b"}": r"'points' is '10{79}', expected double",
    b'{"key":"a","points":1e400}': "'points' is 'inf', expected double",
    b'{"key":"\\ud800"}': r"'key' is '.*', expected string",
    b'{"key":"a","seed":' + b"9" * 30 + b"}": "'seed' is '9{30}', expected int64",
    b'{"key":"a","seed":' + b"9" * 5000 + b"}": "not JSON",
}


@pytest.mark.parametrize("line", WRONG, ids=lambda line: repr(line[:20]))
def test_a_line_that_is_no_game(tmp_path: Path, line: bytes) -> None:
    """The error for an invalid line must name the file and the line. After removing the line, the archive must work."""
    games = [json.dumps(row(key)).encode() + b"\n" for key in "ab"]
    journal = tmp_path / "games.jsonl"
    content = games[0] + line + b"\n" + games[1]
    journal.write_bytes(content)
    for _ in range(2):
        for call in (Archive, Archive.read):
            with pytest.raises(ArchiveError, match=rf"games.jsonl:2: not a game: .*: {WRONG[line]}"):
                call(tmp_path)
        assert journal.read_bytes() == content
    journal.write_bytes(b"".join(games))
    Archive(tmp_path).close()
    assert Archive.read(tmp_path)["key"].tolist() == ["a", "b"]


@pytest.mark.parametrize(
    ("wrong", "column"),
    [
        ({"points": float("nan")}, "points"),
        ({"seed": 2**63}, "seed"),
        ({"moves": "ab"}, "moves"),
        ({"key": 5}, "key"),
        ({"key": None}, "key"),
    ],
)
def test_a_game_that_cannot_be_read_is_not_written(tmp_path: Path, wrong: dict[str, Any], column: str) -> None:
    """Invalid rows must be refused, so that no run writes an archive that the next run cannot read."""
    with Archive(tmp_path) as archive:
        with pytest.raises(ValueError, match=f"not a game: '{column}' is "):
            archive.add(row("a") | wrong)
        assert archive.add(row("b"))
    assert Archive.read(tmp_path)["key"].tolist() == ["b"]


@pytest.mark.parametrize("content", [b"", b"PAR1xxxx", b"PAR1" + b"\0" * 100 + b"PAR1"])
def test_a_parquet_file_that_is_none(tmp_path: Path, content: bytes) -> None:
    """The error for a damaged Parquet file must name the file."""
    (tmp_path / "games-00001.parquet").write_bytes(content)
    for call in (Archive, Archive.read):
        with pytest.raises(ArchiveError, match=r"games-00001.parquet: not a Parquet file of games: remove it"):
            call(tmp_path)


def test_a_parquet_file_of_something_else(tmp_path: Path) -> None:
    """A table without keys must be refused. A file without a number in its name must not disturb compact()."""
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "games-all.parquet"
    for wrong in ({"name": ["a"]}, {"key": ["a"], "points": ["many"]}, {"key": [None]}):
        pq.write_table(pa.table(wrong), file)
        with pytest.raises(ArchiveError, match=r"games-all.parquet: not a Parquet file of games"):
            Archive.read(tmp_path)
    pq.write_table(pa.table({"key": ["a"]}), file)
    with Archive(tmp_path) as archive:
        archive.add(row("b"))
    assert (tmp_path / "games-00001.parquet").exists()
    assert sorted(Archive.read(tmp_path)["key"]) == ["a", "b"]


@pytest.mark.parametrize("content", ["", "[]", '{"speed": "fast"}', '{"speed": NaN}', '{"speed": true}'])
def test_facts_that_are_none(tmp_path: Path, content: str) -> None:
    """The error for wrong content must name the file and the expected content."""
    (tmp_path / "facts.json").write_text(content)
    with (
        Archive(tmp_path) as archive,
        pytest.raises(ArchiveError, match=r"facts.json: expected a JSON object of numbers; remove it"),
    ):
        archive.fact("speed", lambda: 1.0)


def test_games_are_on_the_disk_before_the_journal_is_emptied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes, name and folder must be synced in this order. A power failure then leaves the games in one of the files."""
    done: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def note_fsync(handle: int) -> None:
        assert (tmp_path / "games.jsonl").stat().st_size
        synced = (file for file in (tmp_path, *tmp_path.iterdir()) if os.path.samestat(file.stat(), os.fstat(handle)))
        done.append(f"fsync of {next(synced)}")
        fsync(handle)

    def note_replace(old: Path, new: Path) -> Path:
        done.append(f"rename to {new.name}")
        return replace(old, new)

    with Archive(tmp_path) as archive:
        archive.add(row("a"))
        monkeypatch.setattr(os, "fsync", note_fsync)
        monkeypatch.setattr(Path, "replace", note_replace)
        archive.fact("speed", lambda: 1.0)
        archive.compact()
        monkeypatch.undo()
        assert (tmp_path / "games.jsonl").stat().st_size == 0
    expected = [
        (f"fsync of {tmp_path / part}", f"rename to {file}", f"fsync of {tmp_path}")
        for part, file in (("facts.part", "facts.json"), ("games-00001.part", "games-00001.parquet"))
    ]
    assert done == [step for steps in expected for step in steps]


def test_only_one_writes(tmp_path: Path) -> None:
    """A second writer, even in another process, must be refused until the archive is closed."""
    again = [sys.executable, "-c", f"from imm_search.cluster import Archive; Archive({str(tmp_path)!r})"]
    with Archive(tmp_path):
        refused = subprocess.run(again, capture_output=True, text=True, check=False)
        assert refused.returncode == 1
        assert "another process writes this archive" in refused.stderr
    Archive(tmp_path).close()
