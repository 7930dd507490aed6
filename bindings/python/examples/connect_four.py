"""Connect Four on six rows of seven columns: a game of one's own in forty lines."""

from __future__ import annotations

from typing import Optional

Position = tuple[int, int]
"""The stones of the first player and of the second: a bit each, seven a column, the topmost of them always empty."""


def _has_four(stones: int) -> bool:
    return any(stones & stones >> step & stones >> 2 * step & stones >> 3 * step for step in (1, 6, 7, 8))


class ConnectFour:
    """Four in a line win; the first player begins."""

    max_moves = 7
    max_plies = 42

    def initial(self) -> Position:
        """An empty board."""
        return (0, 0)

    def legal_moves(self, position: Position) -> list[int]:
        """The columns that are not full."""
        stones = position[0] | position[1]
        return [column for column in range(7) if not stones >> (7 * column + 5) & 1]

    def make(self, position: Position, column: int) -> Position:
        """A stone falls to the lowest free square of its column."""
        first, second = position
        stone = (first | second) + (1 << 7 * column) & (0x7F << 7 * column) & ~(first | second)
        return (first | stone, second) if self.to_move(position) == 0 else (first, second | stone)

    def to_move(self, position: Position) -> int:
        """By turns."""
        return bin(position[0] | position[1]).count("1") % 2

    def outcome(self, position: Position) -> Optional[int]:
        """Whoever has four in a line has won; a full board is a draw."""
        first, second = position
        if _has_four(first) or _has_four(second):
            return 1 if _has_four(first) else -1
        return None if self.legal_moves(position) else 0
