"""Connect Four by a network in PyTorch: the search collects positions, and the network judges them all at once.

python network.py 10       learns from its own games for ten minutes, then plays matches
python network.py speed    measures simulations a second with batches of 1, 8 and 64 positions
"""

from __future__ import annotations

import random
import sys
import time
from typing import TYPE_CHECKING

import torch
from connect_four import ConnectFour
from torch import nn

import imm_search as imm

if TYPE_CHECKING:
    from collections.abc import Sequence

    Sample = tuple[torch.Tensor, torch.Tensor, float]
    """A position, the visits of its moves, and the result for the player to move."""

PLAYER = "mcts(puct1.5)"


class Network(nn.Module):
    """Judges positions. Returns the value for the player to move, and a number for each column."""

    def __init__(self, width: int = 32) -> None:
        """A network without knowledge."""
        super().__init__()
        layers = [nn.Conv2d(2, width, 3, padding=1), nn.ReLU(), nn.Conv2d(width, width, 3, padding=1), nn.ReLU()]
        self.body = nn.Sequential(*layers, nn.Flatten())
        self.value, self.policy = nn.Linear(49 * width, 1), nn.Linear(49 * width, 7)

    def forward(self, boards: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns values from -1 to 1, and logits of the seven columns."""
        seen = self.body(boards)
        return torch.tanh(self.value(seen)).squeeze(1), self.policy(seen)


def encode(leaves: Sequence[imm.Leaf]) -> torch.Tensor:
    """Returns two planes of 7 x 7 squares for each position: the stones of the player to move, and of the opponent."""
    stones = torch.tensor([(leaf.position[leaf.to_move], leaf.position[1 - leaf.to_move]) for leaf in leaves])
    return (stones.unsqueeze(-1) >> torch.arange(49) & 1).float().view(-1, 2, 7, 7)


@torch.no_grad()
def judge(network: Network, leaves: Sequence[imm.Leaf]) -> tuple[list[float], list[list[float]]]:
    """Returns the values of the leaves for the first player, and the priors of their moves."""
    values, logits = network(encode(leaves))
    priors = torch.softmax(logits, dim=1).tolist()
    signed = [-value if leaf.to_move else value for value, leaf in zip(values.tolist(), leaves)]
    return signed, [[row[move] for move in leaf.moves] for row, leaf in zip(priors, leaves)]


def think(search: imm.Search, network: Network, simulations: int, batch: int = 8) -> int:
    """Searches the position. Returns the number of positions that the network has judged."""
    judged = 0
    while judged < simulations and (leaves := search.collect(batch)):
        search.tell(*judge(network, leaves))
        judged += len(leaves)
    return judged


def self_play(network: Network, simulations: int, seed: int) -> list[Sample]:
    """Plays a game and returns its positions. Moves are sampled by their visits."""
    search = imm.Search(ConnectFour(), "mcts(puct1.5,temp1)", memory="1 MiB", seed=seed)
    choose, seen = random.Random(seed), []
    for move in choose.choices(range(7), k=choose.randrange(4)):
        search.play(move)
    while search.outcome is None:
        think(search, network, simulations)
        report = search.report()
        visits = torch.zeros(7)
        for candidate in report.candidates:
            visits[candidate.move.code] = candidate.visits
        if visits.sum() > 0:
            seen.append((imm.Leaf(search.position, search.to_move, []), visits / visits.sum()))
        search.play(report.best)
    return [(encode([leaf])[0], visits, search.outcome * (1 - 2 * leaf.to_move)) for leaf, visits in seen]


def learn(network: Network, optimizer: torch.optim.Optimizer, samples: Sequence[Sample]) -> float:
    """Takes one step towards the results and the visits of these samples. Returns the loss before the step."""
    boards, visits, results = zip(*samples)
    values, logits = network(torch.stack(boards))
    surprise = -(torch.stack(visits) * torch.log_softmax(logits, dim=1)).sum(dim=1)
    loss = ((values - torch.tensor(results)) ** 2 + surprise).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def train(network: Network, seconds: float, simulations: int = 100) -> int:
    """Learns from games of the network against itself. Returns the number of games."""
    optimizer = torch.optim.Adam(network.parameters(), lr=0.002, weight_decay=1e-4)
    samples: list[Sample] = []
    games, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        samples = (samples + self_play(network, simulations, seed=games))[-20_000:]
        games += 1
        for _ in range(8):
            learn(network, optimizer, random.sample(samples, min(len(samples), 128)))
    return games


def choose(search: imm.Search, network: Network, simulations: int, batch: int) -> imm.Move:
    """Returns the move of a player after this number of simulations."""
    if "efTold" not in search.player:
        return search.search(iterations=simulations).best
    think(search, network, simulations, batch)
    return search.report().best


def match(network: Network, players: Sequence[str], batches: Sequence[int], games: int, simulations: int = 100) -> float:
    """Plays games from random openings, each with both colours. Returns the score of the first player, 0 to 1."""
    score = 0.0
    for game in range(games):
        searches = [imm.Search(ConnectFour(), player, memory="1 MiB", seed=game) for player in players]
        opening = random.Random(game // 2).choices(range(7), k=3)
        while searches[0].outcome is None:
            ply, side = len(searches[0].played), searches[0].to_move ^ game % 2
            move = opening[ply] if ply < 3 else choose(searches[side], network, simulations, batches[side])
            for search in searches:
                search.play(move)
        score += 0.5 + searches[0].outcome * (0.5 - game % 2)
    return score / games


def speed(network: Network, batch: int, seconds: float = 5) -> float:
    """Returns the number of simulations per second from the starting position."""
    search = imm.Search(ConnectFour(), PLAYER, memory="64 MiB", seed=1)
    judged, start = 0, time.monotonic()
    while time.monotonic() < start + seconds:
        judged += think(search, network, 100 * batch, batch)
    return judged / (time.monotonic() - start)


def main() -> None:
    """Trains, or measures the speed."""
    torch.set_num_threads(1)
    torch.manual_seed(1)
    network = Network()
    if sys.argv[1:] == ["speed"]:
        for batch in (1, 8, 64):
            print(f"batch {batch:2}: {speed(network, batch):7,.0f} simulations a second")
        return
    print(f"learned from {train(network, 60 * float(sys.argv[1]))} games; 200 games each, 100 simulations a move:")
    for player, batch, other, batches in (
        (PLAYER, 8, "mcts()", 1),
        (PLAYER, 8, "mcts(efTold)", 8),
        (PLAYER, 8, PLAYER, 1),
        (PLAYER, 64, PLAYER, 1),
    ):
        score = match(network, [player, other], [batch, batches], 200)
        print(f"{player}, batch {batch}, against {other}, batch {batches}: {score:.1%}")


if __name__ == "__main__":
    main()
