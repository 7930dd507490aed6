"""What a search has found."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Optional, TypedDict

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class Move(str):
    """A move as text, which remembers its number.

    It is a `str` in every way. The number is what games in Python, and OpenSpiel, know the move by.
    """

    __slots__ = ("code",)
    code: int

    def __new__(cls, text: str, code: int) -> Move:
        """A move of this text and number."""
        self = super().__new__(cls, text)
        self.code = code
        return self

    def __getnewargs__(self) -> tuple[str, int]:  # type: ignore[override]
        """What pickles keep."""
        return str(self), self.code


class Proof(enum.Enum):
    """What is proven about a position, against every defence."""

    FIRST_WINS = 1
    SECOND_WINS = 2
    DRAW = 3


class Stopped(enum.Enum):
    """Why a search has ended."""

    NOT = 0
    """There was no search of this position."""
    ITERATIONS = 1
    NODES = 2
    TIME = 3
    STOPPED = 4
    """By `Search.stop()`."""
    PROVEN = 5
    """Nothing is left to search."""
    DEPTH = 6
    """Alpha-beta has looked as far ahead as it may."""


def proof_of(number: int) -> Optional[Proof]:
    """The proof of the library's number."""
    return Proof(number) if number else None


class Candidate(NamedTuple):
    """One move of the position that was searched. Values are the FIRST player's, whoever moves."""

    move: Move
    visits: int
    """Simulations that began with it."""
    value: float
    """-1 to 1: 1 is a win of the first player."""
    minimax: float
    """Its implicit minimax value; says nothing without the option `im`."""
    proof: Optional[Proof]
    distance: int
    """Plies to the end after it where a win is proven, else 0."""


class Snapshot(NamedTuple):
    """What was known at a moment of a search."""

    elapsed_ms: int
    iterations: int
    depth: int
    best: Optional[Move]
    value: float
    proof: Optional[Proof]


class RawReport(TypedDict):
    """A report as the library has it."""

    best: Optional[int]
    value: float
    proof: int
    distance: int
    iterations: int
    signature: int
    visits: int
    nodes: int
    recycled: int
    depth: int
    elapsed_ms: int
    stopped: int


@dataclass(frozen=True)
class Report:
    """What a search has found. Values are the FIRST player's, whoever moves."""

    best: Optional[Move]
    """The move to play; `None` where the game is over."""
    value: float
    """Value of the best move, -1 to 1. Of playouts, 0.5 is three wins of four."""
    proof: Optional[Proof]
    """What is proven about the position."""
    distance: int
    """Plies to the end of the game where a win is proven, else 0."""
    iterations: int
    """Simulations of this search; positions that alpha-beta has visited."""
    signature: int
    """A hash over every simulation that built the tree: equal on every machine, and in C and Rust."""
    visits: int
    """Simulations through the best move."""
    nodes: int
    """Nodes in the tree now."""
    recycled: int
    """Nodes given up to make room."""
    depth: int
    """Plies of the deepest node; of alpha-beta, those that were searched completely."""
    elapsed_ms: int
    """Milliseconds that it took."""
    stopped: Stopped
    """Why it ended."""
    candidates: tuple[Candidate, ...] = ()
    """The moves that were tried, the best first."""
    line: tuple[Move, ...] = ()
    """The moves that are expected, the best one first."""
    history: tuple[Snapshot, ...] = field(default=(), repr=False)
    """What was known while it went on, every 50 ms or longer."""

    def to_pandas(self) -> pd.DataFrame:
        """The candidates as a table: one row a move, the best first. Needs pandas."""
        import pandas as pd

        table = pd.DataFrame(self.candidates, columns=list(Candidate._fields))
        table["proof"] = [one.proof.name if one.proof else None for one in self.candidates]
        return table

    def plot(self) -> Figure:
        """Candidates by visits, with value and proof, and the value over time. Needs matplotlib."""
        from ._plot import plot

        return plot(self)
