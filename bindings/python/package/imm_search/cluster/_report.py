"""Tables and numbers for Markdown reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Returns the lines of a table. The first column is text, the others are numbers.

    >>> table(["player", "score"], [["a", 1]])
    ['| player | score |', '|---|---:|', '| a | 1 |']
    """
    rule = "|---|" + "---:|" * (len(head) - 1)
    return [_row(head), rule, *(_row(row) for row in rows)]


def _row(cells: Sequence[object]) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def percent(score: Any) -> str:
    """Formats a score with its interval, in percent."""
    return f"{100 * score.score:.1f} [{100 * score.low:.1f}, {100 * score.high:.1f}]"
