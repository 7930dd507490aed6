"""The results of a search, and a figure of them."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, TypedDict

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MOST = 16
_PROVEN = {"FIRST_WINS": "#2f6fb5", "SECOND_WINS": "#b5402f", "DRAW": "#777777"}


class Move(str):
    """The text of a move, with its number as an attribute.

    It is a `str` in every other way. Games in Python and OpenSpiel identify a move by its number.
    """

    __slots__ = ("code",)
    code: int

    def __new__(cls, text: str, code: int) -> Move:
        """A move with this text and number."""
        self = super().__new__(cls, text)
        self.code = code
        return self

    def __getnewargs__(self) -> tuple[str, int]:  # type: ignore[override]
        """The arguments for unpickling."""
        return str(self), self.code


class Leaf(NamedTuple):
    """A position that waits for its value: see `Search.collect`."""

    position: Any
    """The position, in the form of `Search.position`."""
    to_move: int
    """0 if the first player is to move, 1 if the second."""
    moves: list[int]
    """The numbers of the legal moves, in the order of the priors for `Search.tell`."""


class Proof(enum.Enum):
    """The proven result of a position, against every defence."""

    FIRST_WINS = 1
    SECOND_WINS = 2
    DRAW = 3


class Stopped(enum.Enum):
    """The reason why a search has ended."""

    NOT = 0
    """This position has not been searched."""
    ITERATIONS = 1
    NODES = 2
    TIME = 3
    STOPPED = 4
    """By `Search.stop()`."""
    PROVEN = 5
    """The position is solved: nothing is left to search."""
    DEPTH = 6
    """Alpha-beta has reached its maximum depth."""


def proof_of(number: int) -> Optional[Proof]:
    """Returns the proof for a number of the library."""
    return Proof(number) if number else None


class Candidate(NamedTuple):
    """One move of the searched position. Values are always from the FIRST player's point of view."""

    move: Move
    visits: int
    """Simulations that began with this move."""
    value: float
    """-1 to 1; 1 is a win for the first player."""
    minimax: float
    """The implicit minimax value, -1 to 1. Meaningless without the option `im`."""
    proof: Optional[Proof]
    distance: int
    """Plies from this move to the end of the game if a win is proven, otherwise 0."""


class Snapshot(NamedTuple):
    """The state of a search at one moment."""

    elapsed_ms: int
    iterations: int
    depth: int
    best: Optional[Move]
    value: float
    proof: Optional[Proof]


class RawReport(TypedDict):
    """A report in the form of the library."""

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
    """The results of a search. Values are always from the FIRST player's point of view."""

    best: Optional[Move]
    """The move to play; `None` if the game is over or a chance event comes next."""
    value: float
    """The value of the best move, -1 to 1. With playouts, 0.5 means three wins out of four."""
    proof: Optional[Proof]
    """The proven result of the position."""
    distance: int
    """Plies to the end of the game if a win is proven, otherwise 0."""
    iterations: int
    """Simulations of this search; for alpha-beta, visited positions."""
    signature: int
    """A hash of every simulation that built the tree. It is the same on every machine, and in C and Rust."""
    visits: int
    """Simulations through the best move."""
    nodes: int
    """Nodes in the tree now."""
    recycled: int
    """Nodes recycled to make room."""
    depth: int
    """The depth of the deepest node, in plies; for alpha-beta, the depth that was searched completely."""
    elapsed_ms: int
    """The duration of the search in milliseconds."""
    stopped: Stopped
    """Why the search ended."""
    candidates: tuple[Candidate, ...] = ()
    """The moves in the tree, the best first."""
    line: tuple[Move, ...] = ()
    """The expected line of moves; it begins with the best move."""
    history: tuple[Snapshot, ...] = field(default=(), repr=False)
    """The progress of the search, every 50 ms or at longer intervals."""

    def to_pandas(self) -> pd.DataFrame:
        """Returns the candidates as a table: one row for each move, the best first. Needs pandas."""
        import pandas as pd

        table = pd.DataFrame(self.candidates, columns=list(Candidate._fields))
        table["proof"] = [one.proof.name if one.proof else None for one in self.candidates]
        return table

    def plot(self) -> Figure:
        """Returns a figure: candidates by visits with value and proof, and the value over time. Needs matplotlib."""
        return _plot(self)


def _plot(report: Report) -> Figure:
    """Draws candidates by visits with value and proof, and next to them the value over time."""
    from matplotlib.figure import Figure as NewFigure

    shown = report.candidates[:_MOST][::-1]
    figure = NewFigure(figsize=(10, 1.2 + 0.28 * max(len(shown), 8)), layout="constrained")
    left, right = figure.subplots(1, 2)
    _candidates(left, shown)
    _history(right, report)
    proof = f", proven: {report.proof.name.lower().replace('_', ' ')} in {report.distance}" if report.proof else ""
    figure.suptitle(f"{report.best}: value {report.value:+.3f}{proof}; {report.iterations:,} iterations")
    return figure


def _candidates(axes: Axes, shown: tuple[Candidate, ...]) -> None:
    colours = [_PROVEN[one.proof.name] if one.proof else "#9ab8d8" for one in shown]
    bars = axes.barh([str(one.move) for one in shown], [one.visits for one in shown], color=colours)
    labels = [one.proof.name.lower().replace("_", " ") if one.proof else f"{one.value:+.3f}" for one in shown]
    axes.bar_label(bars, labels, padding=3, fontsize=8)
    axes.margins(x=0.2)
    axes.set_xlabel("visits; value for the first player, or what is proven")
    axes.set_title("candidates")


def _history(axes: Axes, report: Report) -> None:
    times = [one.elapsed_ms for one in report.history] + [report.elapsed_ms]
    values = [one.value for one in report.history] + [report.value]
    axes.plot(times, values, color="#2f6fb5", marker="." if len(times) < 40 else "")
    changes = [at for at in range(1, len(report.history)) if report.history[at].best != report.history[at - 1].best]
    for at in changes[-8:]:
        axes.annotate(str(report.history[at].best), (times[at], values[at]), fontsize=8, rotation=45)
    proven = next((one for one in report.history if one.proof), None)
    if proven:
        axes.axvline(proven.elapsed_ms, color="#777", linestyle=":", label="proven")
        axes.legend()
    axes.axhline(0, color="#ccc", linewidth=0.8)
    axes.set_xlabel("milliseconds")
    axes.set_ylabel("value for the first player")
    axes.set_title("the best move's value over time")
