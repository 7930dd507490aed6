"""A report as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .report import Candidate, Report

_MOST = 16
_PROVEN = {"FIRST_WINS": "#2f6fb5", "SECOND_WINS": "#b5402f", "DRAW": "#777777"}


def plot(report: Report) -> Figure:
    """Candidates by visits, with value and proof; beside them the value over time."""
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
