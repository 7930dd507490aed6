"""Tests of searches whose values the caller tells: `collect` and `tell`."""

from __future__ import annotations

import copy

import pytest
from games import Nim

import imm_search as imm

PLAYER = "mcts(puct1.5)"


def _searched(batch: int, leaves: int = 200, game: object = "breakthrough_5x5") -> imm.Search:
    """Returns a search that was told the number of the legal moves of each leaf as its value."""
    search = imm.Search(game, PLAYER, memory="1 MiB", seed=3)  # type: ignore[arg-type]
    while leaves > 0:
        found = search.collect(min(batch, leaves))
        search.tell(
            [(len(leaf.moves) - 8) / 24 for leaf in found], [[1 / (1 + move % 5) for move in leaf.moves] for leaf in found]
        )
        leaves -= len(found)
    return search


def test_the_same_batches_give_the_same_tree() -> None:
    """Equal batches give equal signatures, other batches give another tree."""
    signatures = [_searched(batch).report().signature for batch in (1, 8, 8, 32)]
    assert signatures[1] == signatures[2]
    assert len(set(signatures)) == 3
    assert _searched(8).report().iterations >= 200


def test_a_leaf_of_a_built_in_game_is_a_text() -> None:
    """Another search can be set to the leaf, and has the same legal moves and player to move."""
    search, other = _searched(8), imm.Search("breakthrough_5x5", "mcts()", memory="64 KiB")
    leaves = search.collect(8)
    assert leaves
    for leaf in leaves:
        other.position = leaf.position
        assert [move.code for move in other.legal_moves()] == leaf.moves
        assert other.to_move == leaf.to_move


def test_a_leaf_of_a_game_in_python_is_its_object() -> None:
    """The position of a leaf is what `make` has returned. The search proves the game with a few values."""
    search = imm.Search(Nim(), PLAYER, memory="1 MiB", seed=1)
    told = 0
    while leaves := search.collect(4):
        for leaf in leaves:
            assert leaf.moves == Nim().legal_moves(leaf.position)
            assert leaf.to_move == Nim().to_move(leaf.position)
        search.tell([0.0] * len(leaves))
        told += len(leaves)
    assert told > 1
    assert search.report().stopped == imm.Stopped.PROVEN
    assert search.report().proof is not None


def test_leaves_wait_until_the_search_changes() -> None:
    """Leaves can be told in parts. A move and a copy end the waiting."""
    search = _searched(8)
    leaves = search.collect(6)
    search.tell([0.5, -0.5])
    search.tell([0.0] * (len(leaves) - 2))
    with pytest.raises(imm.LeafError, match="waits"):
        search.tell([0.0])
    assert search.collect(6)
    copied = copy.copy(search)
    for changed in (search, copied):
        with pytest.raises(imm.LeafError):
            changed.tell([0.0])
    search.collect(6)
    search.play(search.legal_moves()[0])
    assert search.report().iterations == 0
    with pytest.raises(imm.LeafError):
        search.tell([0.0])


def test_wrong_numbers_are_refused() -> None:
    """The leaf still waits after an error."""
    search = _searched(8)
    leaf = search.collect(1)[0]
    for value in (1.5, float("nan")):
        with pytest.raises(imm.PlayerError, match="out of range"):
            search.tell([value])
    for priors in ([-0.1] * len(leaf.moves), [2.0] * len(leaf.moves), [0.5]):
        with pytest.raises(imm.PlayerError, match="out of range"):
            search.tell([0.0], [priors])
    with pytest.raises(ValueError, match="2 values and 1 lists"):
        search.tell([0.0, 0.0], [[]])
    search.tell([0.0], [[0.0] * len(leaf.moves)])


def test_only_such_a_player_collects() -> None:
    """`search` and `collect` are for different players."""
    with pytest.raises(imm.UnsupportedError, match="efTold"):
        imm.Search("kalah", "mcts()", memory="1 MiB").collect(1)
    search = imm.Search("kalah", PLAYER, memory="1 MiB")
    with pytest.raises(imm.UnsupportedError, match="imm_collect"):
        search.search(iterations=10)
    with pytest.raises(imm.UnsupportedError):
        search.evaluate()
    with pytest.raises(imm.MergeError):
        search.merge(imm.Search("kalah", PLAYER, memory="1 MiB", seed=2))
