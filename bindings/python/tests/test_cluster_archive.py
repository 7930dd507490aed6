"""The archive: each game once, whenever it was cut off."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("ray")

from imm_search.cluster import Archive, ArchiveError

if TYPE_CHECKING:
    from pathlib import Path


def row(key: str, points: float = 1.0) -> dict[str, Any]:
    """A game of a made-up archive."""
    return {"key": key, "game": "x", "moves": ["a", "b"], "points": points}


def test_an_archive_has_each_game_once(tmp_path: Path) -> None:
    """In the journal, in Parquet, or in both after an interruption."""
    with Archive(tmp_path) as archive:
        assert archive.add(row("a"))
        assert not archive.add(row("a", 0.0))
        journal = (tmp_path / "games.jsonl").read_bytes()
        archive.compact()
        assert archive.add(row("b"))
    # As if it had been killed between writing Parquet and emptying the journal.
    (tmp_path / "games.jsonl").write_bytes(journal)
    with Archive(tmp_path) as archive:
        assert ("a" in archive, "b" in archive, len(archive)) == (True, True, 2)
        assert archive.table()[["key", "points"]].to_numpy().tolist() == [["a", 1.0], ["b", 1.0]]


def test_a_journal_that_was_cut_off_anywhere(tmp_path: Path) -> None:
    """What is not whole was not played, and does not spoil what comes behind it."""
    lines = [json.dumps(row(key)) + "\n" for key in "ab"]
    for length in range(len(lines[0]), len(lines[0] + lines[1])):
        (tmp_path / "games.jsonl").write_text((lines[0] + lines[1])[:length])
        archive = Archive(tmp_path)
        assert len(archive) == 1
        archive.add(row("c"))
        assert archive.table()["key"].tolist() == ["a", "c"]
        archive._lock.release()
    (tmp_path / "games.jsonl").write_text(lines[0] + "{broken}\n" + lines[1])
    with pytest.raises(ArchiveError, match=r"games.jsonl:2: no game"):
        Archive(tmp_path)


def test_only_one_writes(tmp_path: Path) -> None:
    """Others are refused, also in another process, until it is closed."""
    again = [sys.executable, "-c", f"from imm_search.cluster import Archive; Archive({str(tmp_path)!r})"]
    with Archive(tmp_path):
        refused = subprocess.run(again, capture_output=True, text=True, check=False)
        assert refused.returncode == 1
        assert "another process writes this archive" in refused.stderr
    Archive(tmp_path).close()
