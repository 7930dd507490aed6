"""Games in Python that the tests play."""

from __future__ import annotations

from typing import Optional

_LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


class TicTacToe:
    """The same game as c_examples/firmware/tictactoe.c, with equal signatures."""

    max_moves = 9
    max_plies = 9

    def initial(self) -> tuple[int, int]:
        """The stones of each player, one bit for each square. The board is empty."""
        return (0, 0)

    def legal_moves(self, position: tuple[int, int]) -> list[int]:
        """The empty squares."""
        return [square for square in range(9) if not (position[0] | position[1]) >> square & 1]

    def make(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        """Puts a stone on an empty square."""
        first, second = position
        return (first | 1 << move, second) if self.to_move(position) == 0 else (first, second | 1 << move)

    def to_move(self, position: tuple[int, int]) -> int:
        """Players move in turns."""
        return bin(position[0] | position[1]).count("1") % 2

    def outcome(self, position: tuple[int, int]) -> Optional[int]:
        """Three in a line win."""
        for result, stones in zip((1, -1), position):
            if any(stones & line == line for line in _LINES):
                return result
        return 0 if position[0] | position[1] == 0o777 else None

    def evaluate(self, position: tuple[int, int]) -> float:
        """The number of lines that only the first side can still complete, minus the same number for the second side."""
        return sum((not position[1] & line) - (not position[0] & line) for line in _LINES) / 8


class Nim:
    """Players take one to three of 21 stones. The player who takes the last stone wins."""

    max_moves = 3
    max_plies = 21

    def initial(self) -> tuple[int, int]:
        """The number of stones, and the player to move."""
        return (21, 0)

    def legal_moves(self, position: tuple[int, int]) -> list[int]:
        """A move is the number of stones to take."""
        return [count for count in (1, 2, 3) if count <= position[0]]

    def make(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        """Takes the stones."""
        return (position[0] - move, 1 - position[1])

    def to_move(self, position: tuple[int, int]) -> int:
        """Players move in turns."""
        return position[1]

    def outcome(self, position: tuple[int, int]) -> Optional[int]:
        """A player who cannot take a stone has lost."""
        return None if position[0] else (-1 if position[1] == 0 else 1)

    def move_text(self, position: tuple[int, int], move: int) -> str:
        """A text such as "take 2 of 21"."""
        return f"take {move} of {position[0]}"
