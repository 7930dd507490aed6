"""Games that do not have two players, written in Python."""

from __future__ import annotations

from typing import Optional

import pytest

import imm_search as imm


class Heap:
    """Players take one or two of nine stones in turn. The player who takes the last stone wins. The results are 1 and -0.5."""

    max_moves = 2
    max_plies = 9

    def __init__(self, players: int) -> None:
        """A game for this number of players."""
        self.players = players

    def initial(self) -> tuple[int, int]:
        """Returns the heap and the number of moves so far."""
        return (9, 0)

    def legal_moves(self, position: tuple[int, int]) -> list[int]:
        """One or two stones."""
        return [1] if position[0] == 1 else [1, 2]

    def make(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        """Takes stones."""
        return (position[0] - move, position[1] + 1)

    def to_move(self, position: tuple[int, int]) -> int:
        """Players move in turn."""
        return position[1] % self.players

    def outcome(self, position: tuple[int, int]) -> Optional[list[float]]:
        """The results, or `None`."""
        if position[0]:
            return None
        last = (position[1] - 1) % self.players
        return [1.0 if player == last else -0.5 for player in range(self.players)]

    def evaluate_for(self, position: tuple[int, int], player: int) -> float:
        """A value without meaning."""
        return 0.3 if position[0] % 3 == player else 0.0


@pytest.mark.parametrize("players", [1, 3, 4, 8])
@pytest.mark.parametrize("player", ["mcts()", "mcts(im0.4)", "bfm()", "ab()", "best"])
def test_whole_games(players: int, player: str) -> None:
    """Each player of imm plays games to their end, and the results are those of `outcome`."""
    search = imm.Search(Heap(players), player, memory="1 MiB", seed=1)
    for ply in range(9):
        if search.outcome is not None:
            break
        assert search.to_move == ply % players
        assert search.returns is None
        search.play(search.search(iterations=200).best or "")
    assert search.outcome == 0
    returns = search.returns
    assert returns is not None
    assert len(returns) == players
    assert sorted(returns)[-1] == 1.0
    assert sum(value < 0 for value in returns) == players - 1


def test_two_players_have_returns_too() -> None:
    """For two players, the results are 1 and -1, or 0."""
    search = imm.Search("kalah_2x1", "mcts()", memory="1 MiB", seed=1)
    while search.outcome is None:
        assert search.returns is None
        search.play(search.search(iterations=50).best or "")
    outcome = search.outcome
    assert search.returns == (outcome, -outcome)


def test_the_check_finds_no_mistake() -> None:
    """The check plays the game for three."""
    assert imm.check(Heap(3), plies=200, seed=1).mistakes == 0


@pytest.mark.parametrize(
    ("wrong", "told"),
    [([1.0, 0.0], "expected None, or 3 numbers, one for each player"), (1, "Heap.outcome\\(\\) returned 1: expected None, or 3")],
)
def test_wrong_results_are_told(wrong: object, told: str) -> None:
    """An error says what `outcome` must return."""
    game = Heap(3)
    game.outcome = lambda position: None if position[0] else wrong  # type: ignore[assignment,method-assign,return-value]
    with pytest.raises(TypeError, match=told):
        imm.Search(game, "mcts()", memory="1 MiB").search(iterations=100)


@pytest.mark.parametrize("players", [0, 9])
def test_the_number_of_players_is_checked(players: int) -> None:
    """There are one to eight players."""
    with pytest.raises(ValueError, match=f"players is {players}: expected a whole number, 1 to 8"):
        imm.Search(Heap(players), "mcts()")


@pytest.mark.parametrize(("player", "word"), [("mcts(pn1)", "pn"), ("ab(wdl)", "wdl"), ("mcts(marg0.5)", "marg")])
def test_options_for_two_players_are_refused(player: str, word: str) -> None:
    """The error names the option."""
    with pytest.raises(imm.PlayerError, match=f"'{word}'"):
        imm.Search(Heap(3), player)
