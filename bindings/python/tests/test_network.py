"""The example with a network in PyTorch plays, and learns from its own games."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import imm_search as imm

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))
import network as example
from connect_four import ConnectFour


def test_a_board_is_encoded_for_the_player_to_move() -> None:
    """The planes are the stones of the player to move, then of the opponent; squares count up in each column."""
    search = imm.Search(ConnectFour(), example.PLAYER, memory="1 MiB")
    for column in (3, 3, 6):
        search.play(column)
    leaf = search.collect(1)[0]
    assert leaf.to_move == 1
    own, other = example.encode([leaf])[0].nonzero().tolist(), [[0, 3, 1], [1, 3, 0], [1, 6, 0]]
    assert own == other


def test_values_and_priors_belong_to_the_leaves() -> None:
    """Values are for the first player; each leaf has one prior for each legal move."""
    torch.manual_seed(1)
    network = example.Network()
    leaves = [imm.Leaf((1, 0), 1, [0, 3]), imm.Leaf((0, 1), 0, [0, 3])]
    (first, second), priors = example.judge(network, leaves)
    assert first == pytest.approx(-second, abs=1e-6)
    assert [len(row) for row in priors] == [2, 2]
    assert priors[0] == pytest.approx(priors[1], abs=1e-6)


def test_the_network_learns_from_games() -> None:
    """The loss of the same samples falls. All results are for the player to move."""
    torch.manual_seed(1)
    network = example.Network(width=8)
    samples = [sample for seed in range(3) for sample in example.self_play(network, simulations=16, seed=seed)]
    assert len(samples) > 15
    assert {result for *_, result in samples} <= {-1, 0, 1}
    optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
    losses = [example.learn(network, optimizer, samples) for _ in range(20)]
    assert losses[-1] < 0.8 * losses[0]


def test_the_speed_is_measured_and_a_match_played() -> None:
    """Both commands of the example work, here with little time."""
    network = example.Network(width=8)
    assert example.speed(network, 8, seconds=0.2) > 10
    assert 0 <= example.match(network, [example.PLAYER, "mcts()"], [8, 1], games=2, simulations=10) <= 1
