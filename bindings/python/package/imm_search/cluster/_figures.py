"""Figures for reports, as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import pandas as pd


def elo(table: pd.DataFrame, title: str, file: Path) -> None:
    """Draws ratings with error bars, the best at the top."""
    figure = Figure(figsize=(7, 1.2 + 0.4 * len(table)), layout="constrained")
    axes = figure.subplots()
    rows = table.iloc[::-1]
    axes.errorbar(rows["elo"], rows.index, xerr=[rows["elo"] - rows["low"], rows["high"] - rows["elo"]], fmt="o", capsize=4)
    axes.axvline(0, color="grey", linewidth=0.8)
    axes.margins(y=0.2)
    axes.set(title=title, xlabel="Elo, with intervals of 95 %")
    save(figure, file)


def cross_table(table: pd.DataFrame, title: str, file: Path) -> None:
    """Draws the scores of the rows against the columns."""
    size = 2.2 + 0.9 * len(table)
    figure = Figure(figsize=(size + 1, size), layout="constrained")
    axes = figure.subplots()
    image = axes.imshow(100 * table.to_numpy(dtype=float), cmap="RdBu", vmin=0, vmax=100)
    axes.set_xticks(range(len(table)), list(table.columns), rotation=30, ha="right")
    axes.set_yticks(range(len(table)), list(table.index))
    for row, scores in enumerate(table.to_numpy(dtype=float)):
        for column, score in enumerate(scores):
            if not np.isnan(score):
                colour = "white" if abs(score - 0.5) > 0.3 else "black"
                axes.text(column, row, f"{100 * score:.0f}", ha="center", va="center", color=colour)
    axes.set_title(title)
    figure.colorbar(image, label="points of the row, %", shrink=0.8)
    save(figure, file)


def trials(table: pd.DataFrame, file: Path) -> None:
    """Draws scores in the order of the trials, with the best score so far."""
    figure = Figure(figsize=(7, 3.5), layout="constrained")
    axes = figure.subplots()
    for state, rows in table.groupby("state"):
        axes.scatter(rows["number"], 100 * rows["score"], label=str(state).lower(), s=16)
    complete = table[table["state"] == "COMPLETE"]
    axes.step(complete["number"], 100 * complete["score"].cummax(), where="post", linewidth=0.8, label="best so far")
    axes.set(xlabel="trial", ylabel="score, %")
    axes.legend()
    save(figure, file)


def settings(table: pd.DataFrame, names: Sequence[str], file: Path) -> None:
    """Draws scores by each setting; larger dots have more games."""
    figure = Figure(figsize=(3.5 * len(names) + 0.5, 3.5), layout="constrained")
    for axes, name in zip(figure.subplots(1, len(names), sharey=True, squeeze=False)[0], names):
        axes.scatter(table[name], 100 * table["score"], s=60 * table["games"] / table["games"].max(), alpha=0.6)
        axes.set(xlabel=name)
    figure.axes[0].set_ylabel("score, %")
    save(figure, file)


def importance(shares: Mapping[str, float], file: Path) -> None:
    """Draws the importance of each setting."""
    figure = Figure(figsize=(7, 1 + 0.4 * len(shares)), layout="constrained")
    axes = figure.subplots()
    axes.barh(list(shares)[::-1], [100 * share for share in shares.values()][::-1])
    axes.set(xlabel="importance, %")
    save(figure, file)


def save(figure: Figure, file: Path) -> None:
    """Writes a figure, with texts as SVG text. Equal figures give equal files."""
    with mpl.rc_context({"svg.hashsalt": "imm", "svg.fonttype": "none"}):
        figure.savefig(file, metadata={"Date": None})
