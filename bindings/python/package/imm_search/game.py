"""The protocol for a game written in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar, Union

if TYPE_CHECKING:
    from collections.abc import Sequence

Position = TypeVar("Position")

CHANCE = 8
"""The result of `to_move` in a position where a chance event comes next, such as the roll of a die."""


class Game(Protocol[Position]):
    """The rules of a game for one to eight players, usually two, with perfect information. Chance events, such as the roll of
    a die, are possible.

    A position is an object of your own class. No method may change it: `make` returns a new one. A move is
    any number from 0 to 4294967294. For equal positions, methods must return equal results.

    Optional methods make searches stronger. Define those that your game has.

    | method | returns |
    |---|---|
    | `evaluate(position) -> float` | the value for the FIRST player, -1 to 1: for `im`, `bfm()`, `ab()` |
    | `weight(position, move) -> int` | the weight of the move in playouts, 1 is ordinary: for `ipp` |
    | `prior(position, move) -> float` | the probability that the mover wins after the move: for `np` |
    | `order(position, move) -> int` | a rank; alpha-beta tries higher ranks first |
    | `noisy(position, move) -> bool` | `True` for a move such as a capture: for `qs` |
    | `hash(position) -> int` | 64 bits that identify position and player to move: for `tt`, `evaltt` |
    | `few_pieces(position) -> bool` | `True` if null moves are less reliable |
    | `transition(position, move) -> int` | how often such moves are played, in 1/255: for `rps`, `tp` |
    | `score(position) -> int` | the first player's margin in points; needs the attribute `max_score`: for `marg` |
    | `features(position) -> bytes` | `feature_count` input features for a net: for `efNet` |
    | `move_text(position, move) -> str` | a unique text for the move; the default is its number |
    | `chance(position, outcome) -> int` | the weight of an outcome, 1 to 16777216: for games with chance events |

    Only a game with chance events has `chance`. In a position where a chance event comes next, `to_move` returns
    `CHANCE`, `legal_moves` lists the outcomes, and `make` makes an outcome like a move. The probability of an outcome is
    its weight divided by the sum of the weights of all outcomes. For example, return 1 for each side of a die.

    A game that does not have two players has the attribute `players`, 1 to 8. Then `to_move` returns a number from 0 to
    `players - 1` (or `CHANCE`), and `outcome` returns `None` or the results of all players, each from -1 to 1. The value
    of a position is `evaluate_for(position, player) -> float` in place of `evaluate`.
    """

    max_moves: int
    """The largest number of legal moves in any position, 1 to 65535."""

    max_plies: int
    """The maximum length of a game in plies. A position takes four bytes for each ply."""

    def initial(self) -> Position:
        """Returns the starting position."""

    def legal_moves(self, position: Position) -> Sequence[int]:
        """Returns every legal move once, at least one. Called only while the game is not over."""

    def make(self, position: Position, move: int) -> Position:
        """Returns the position after a legal move. Must not change `position`."""

    def to_move(self, position: Position) -> int:
        """Returns 0 for the first player, 1 for the second, or `CHANCE`. A player may move several times in a row."""

    def outcome(self, position: Position) -> Union[int, Sequence[float], None]:
        """Returns `None` while the game is not over; then 1 if the first player has won, -1 if the second, 0 for a draw."""
