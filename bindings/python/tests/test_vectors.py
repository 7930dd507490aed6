"""The reference searches of tests/firmware/vectors.tsv: signatures equal those of C, Rust and every board."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Union

import pytest
from games import TicTacToe

import imm_search as imm
from imm_search.search import load_game

_VECTORS = Path(__file__).resolve().parents[3] / "tests" / "firmware" / "vectors.tsv"
_MASK = 2**64 - 1


def _rows() -> list[list[str]]:
    lines = _VECTORS.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def _memory(game: Union[str, TicTacToe], player: str, slots: str) -> int:
    """Returns the bytes for a tree with this many slots; for alpha-beta, for this many plies and buckets."""
    plies, _, buckets = slots.partition("/")
    size = imm.memory_for(game, int(plies), player)
    if buckets:
        size *= 2  # The stack gets half of the memory.
        sizes = range(size, 100 * size, 64)
        return next(size for size in sizes if load_game(game).buckets(player, size) == int(buckets))
    return size


@pytest.mark.parametrize("row", _rows(), ids=lambda row: f"{row[0]} {row[1]} {row[3]}")
def test_signatures_are_those_of_c(row: list[str]) -> None:
    """Plays built-in games and a Python game against themselves, and compares signatures."""
    name, player, seed, slots, iterations, searches, expected = row
    game: Any = TicTacToe() if name == "tictactoe" else name
    search = imm.Search(game, player, memory=_memory(game, player, slots), seed=int(seed))
    signature = 0
    for number in range(int(searches)):
        if search.outcome is not None:
            break
        if search.to_move == imm.CHANCE:
            search.play(search.sample_chance(number * 0x9E3779B9 & 0xFFFFFFFF))
        report = search.search(iterations=int(iterations))
        signature = (signature << 1 & _MASK | signature >> 63) ^ report.signature
        assert report.best is not None
        search.play(report.best)
    assert f"{signature:016x}" == expected


def test_there_are_vectors_of_every_kind() -> None:
    """Checks that the file has rows of every kind, because a test without rows could not fail."""
    rows = _rows()
    assert len(rows) > 60
    built_in = {name for name in imm.game_names() if "_" not in name}
    assert built_in | {"tictactoe"} <= {row[0].split("_")[0] for row in rows}
