"""Connect Four with six rows and seven columns: a custom game in forty lines."""

from __future__ import annotations

from typing import Optional

Position = tuple[int, int]
"""The stones of the first and of the second player: one bit each, seven for each column, the top one always 0."""


def _has_four(stones: int) -> bool:
    return any(stones & stones >> step & stones >> 2 * step & stones >> 3 * step for step in (1, 6, 7, 8))


class ConnectFour:
    """Four stones in a line win. The first player begins."""

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
        """Drops a stone to the lowest free square of its column."""
        first, second = position
        stone = (first | second) + (1 << 7 * column) & (0x7F << 7 * column) & ~(first | second)
        return (first | stone, second) if self.to_move(position) == 0 else (first, second | stone)

    def to_move(self, position: Position) -> int:
        """Players move in turns."""
        return bin(position[0] | position[1]).count("1") % 2

    def outcome(self, position: Position) -> Optional[int]:
        """Four stones in a line win; a full board is a draw."""
        first, second = position
        if _has_four(first) or _has_four(second):
            return 1 if _has_four(first) else -1
        return None if self.legal_moves(position) else 0
