"""A game that is written in Python, as a search wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

Position = TypeVar("Position")


class Game(Protocol[Position]):
    """The rules of a game of two players who see everything, without chance.

    A position is an object of your own, which no method may change: `make` returns a new one. A move is a
    number from 0 to 4294967294, of your own choice. Methods must answer the same for the same position.

    Beside these there are optional methods, which make searches better: define those that you have.

    | method | says |
    |---|---|
    | `evaluate(position) -> float` | how good it is for the FIRST player, -1 to 1: for `im`, `bfm()`, `ab()` |
    | `weight(position, move) -> int` | how likely a playout plays the move: 1 is ordinary: for `ipp` |
    | `prior(position, move) -> float` | how often the mover wins after the move, 0 to 1: for `np` |
    | `order(position, move) -> int` | alpha-beta tries moves of higher numbers first |
    | `noisy(position, move) -> bool` | a capture, say: for `qs` |
    | `hash(position) -> int` | 64 bits of the position and its mover: for `tt`, `evaltt` |
    | `few_pieces(position) -> bool` | trust null moves less |
    | `transition(position, move) -> int` | how often, in 1/255, such moves are played; for `rps`, `tp` |
    | `score(position) -> int` | points of the first player less the second's, and `max_score`: for `marg` |
    | `features(position) -> bytes` | `feature_count` small numbers that a net looks at: for `efNet` |
    | `move_text(position, move) -> str` | the move as text; different moves differ; without it the number |
    """

    max_moves: int
    """The largest number of legal moves that any position has, 1 to 65535."""

    max_plies: int
    """No game has more moves than this. A position takes four bytes for each."""

    def initial(self) -> Position:
        """The position in which games begin."""

    def legal_moves(self, position: Position) -> Sequence[int]:
        """Every legal move, each once; at least one. Asked only while the game goes on."""

    def make(self, position: Position, move: int) -> Position:
        """The position after a legal move. The one before stays as it is."""

    def to_move(self, position: Position) -> int:
        """0 for the first player, 1 for the second; the same may move several times in a row."""

    def outcome(self, position: Position) -> Optional[int]:
        """`None` while the game goes on; then 1 if the first player has won, -1 if the second, 0 for a draw."""
