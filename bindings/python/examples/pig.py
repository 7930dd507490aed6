"""Pig, a game with a die: the first player with 50 points wins."""

from __future__ import annotations

from typing import NamedTuple, Optional

import imm_search as imm

GOAL, HOLD, ROLL = 50, 0, 10
"""The moves are to hold and to roll. The outcomes of a roll are 1 to 6."""


class Position(NamedTuple):
    """The points of both players, the points of this turn, the player to move, and whether the die is rolling."""

    points: tuple[int, int] = (0, 0)
    turn: int = 0
    player: int = 0
    is_rolling: bool = False


class Pig:
    """A player rolls the die as often as they like. Holding keeps the points of the turn; a 1 loses them."""

    max_moves = 6
    max_plies = 2000

    def initial(self) -> Position:
        """Nobody has points."""
        return Position()

    def to_move(self, position: Position) -> int:
        """While the die is rolling, no player is to move."""
        return imm.CHANCE if position.is_rolling else position.player

    def legal_moves(self, position: Position) -> list[int]:
        """The outcomes of the die, or the moves of the player."""
        return [1, 2, 3, 4, 5, 6] if position.is_rolling else [ROLL, HOLD] if position.turn else [ROLL]

    def chance(self, position: Position, side: int) -> int:
        """The sides of the die are equally likely."""
        return 1

    def make(self, position: Position, move: int) -> Position:
        """Rolls the die, adds the number on the die, or ends the turn."""
        if move == ROLL:
            return position._replace(is_rolling=True)
        if move > 1:
            return position._replace(turn=position.turn + move, is_rolling=False)
        points = list(position.points)
        points[position.player] += position.turn if move == HOLD else 0
        return Position((points[0], points[1]), 0, 1 - position.player)

    def outcome(self, position: Position) -> Optional[int]:
        """The points of an unfinished turn do not count."""
        first, second = position.points
        return 1 if first >= GOAL else -1 if second >= GOAL else None

    def evaluate(self, position: Position) -> float:
        """The lead of the first player, with half of the points of this turn."""
        turn = position.turn / 2 * (1 - 2 * position.player)
        return (position.points[0] - position.points[1] + turn) / (GOAL + 10)

    def move_text(self, position: Position, move: int) -> str:
        """A text for each move and outcome."""
        return {HOLD: "hold", ROLL: "roll"}.get(move, str(move))
