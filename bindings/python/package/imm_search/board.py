"""Positions as self-contained SVG pictures, for example in Jupyter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Optional

_SIZE = 36
_EDGE = 24
_LIGHT, _DARK, _FELT, _MARK, _INK = "#f0d9b5", "#e3c49a", "#3b8a57", "#f6f27a", "#222"
_FILL = {"first": "#fdfdfd", "second": "#2b2b2b"}


@dataclass(frozen=True)
class _Squares:
    """A board of squares: the letters of the players' pieces, and how to draw it."""

    first: str
    second: str
    white_begins: bool = True
    row_1_first: bool = False
    plain: Optional[str] = None
    """The colour of all squares; `None` for two alternating colours."""
    die: bool = False
    """The pieces have numbers, and the field after the board is the number that a die shows."""


_BOARDS = {
    "breakthrough": _Squares("w", "b"),
    "loa": _Squares("b", "w", white_begins=False),
    "othello": _Squares("b", "w", white_begins=False, row_1_first=True, plain=_FELT),
    "onitama": _Squares("wW", "bB", plain=_LIGHT),
    "einstein": _Squares("123456", "abcdef", row_1_first=True, die=True),
}
_HOUSES = ("kalah", "oware")


@dataclass(frozen=True)
class Board:
    """A position as a picture: a board for a built-in game, text for other games.

    >>> Board("4,4,4,4,4,4|0|4,4,4,4,4,4|0 1", "kalah").svg().startswith("<svg")
    True
    >>> Board("x.o").svg().count("<text")
    1
    """

    position: str
    """The position: in the notation of docs/GAMES.md, or any text."""
    game: str = ""
    """The name of a built-in game, or empty."""
    last: str = ""
    """The latest move. The picture marks its squares."""

    def svg(self) -> str:
        """The picture as SVG text."""
        kind = re.match(r"[a-z]*", self.game.lower())
        name = kind[0] if kind else ""
        kind_of = _BOARDS.get(name)
        if kind_of and re.match(rf"[.{kind_of.first}{kind_of.second}]+(/[.{kind_of.first}{kind_of.second}]+)+ ", self.position):
            return _squares(self, kind_of)
        if name in _HOUSES and self.position.count("|") == 3:
            return _houses(self)
        return _text(self.position)

    def save(self, path: str) -> None:
        """Writes the picture to a file."""
        Path(path).write_text(self.svg(), encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg()


def _whole(width: float, height: float, parts: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}">'
    background = f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>'
    return "\n".join([head, background, *parts, "</svg>"]) + "\n"


def _label(x: float, y: float, text: str, size: int = 12, anchor: str = "middle", fill: str = _INK) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="{size}" text-anchor="{anchor}" fill="{fill}">'
        f"{escape(text)}</text>"
    )


def _turn(side: str, black_begins: bool) -> str:
    if side == "-":
        return "the game is over"
    colour = ("black", "white") if black_begins else ("white", "black")
    return f"player {side} ({colour[int(side) - 1]}) to move"


def _squares(board: Board, kind: _Squares) -> str:
    fields = board.position.split()
    rows, side = fields[0].split("/"), fields[-1]
    columns, count = len(rows[0]), len(rows)
    marked = {(ord(column) - ord("a"), int(row)) for column, row in re.findall(r"([a-h])([1-8])", board.last.split(":")[0])}
    parts = []
    for index, row in enumerate(rows):
        number = index + 1 if kind.row_1_first else count - index
        y = _EDGE + index * _SIZE
        parts.append(_label(_EDGE / 2, y + _SIZE * 0.62, str(number)))
        for column, letter in enumerate(row):
            x = _EDGE + column * _SIZE
            shade = kind.plain or (_DARK if (column + number) % 2 else _LIGHT)
            fill = _MARK if (column, number) in marked else shade
            parts.append(f'<rect x="{x}" y="{y}" width="{_SIZE}" height="{_SIZE}" fill="{fill}" stroke="#8a7350"/>')
            if letter != ".":
                parts.append(_man(x, y, letter, kind))
    bottom = _EDGE + count * _SIZE
    parts += [_label(_EDGE + (column + 0.5) * _SIZE, bottom + 15, "abcdefgh"[column]) for column in range(columns)]
    lines = [_turn(side, not kind.white_begins)]
    if kind.die and side != "-":
        lines.append("the die rolls next" if fields[1] == "0" else f"the die shows {fields[1]}")
    if len(fields) == 5:
        first, second, middle = (cards.replace(",", ", ") for cards in fields[1:4])
        lines.append(f"cards: {first} · {second} · middle: {middle}")
    parts += [_label(_EDGE, bottom + 34 + 16 * index, line, 12, "start") for index, line in enumerate(lines)]
    width = max(_EDGE * 1.5 + columns * _SIZE, _EDGE + 6.5 * max(map(len, lines)))
    return _whole(width, bottom + 28 + 16 * len(lines), parts)


def _man(x: float, y: float, letter: str, kind: _Squares) -> str:
    is_first = letter in kind.first
    is_white = is_first == kind.white_begins
    fill, ink = (_FILL["first"], _FILL["second"]) if is_white else (_FILL["second"], _FILL["first"])
    middle = (x + _SIZE / 2, y + _SIZE / 2)
    man = f'<circle cx="{middle[0]:g}" cy="{middle[1]:g}" r="{_SIZE * 0.38:g}" fill="{fill}" stroke="{_INK}"/>'
    text = "M" if letter.isupper() else ""
    if kind.die:
        text = str((kind.first if is_first else kind.second).index(letter) + 1)
    return man + (_label(middle[0], middle[1] + 5, text, 14, fill=ink) if text else "")


def _houses(board: Board) -> str:
    """Draws houses. The second player's houses are above, from right to left, because seeds move counter-clockwise."""
    text, side = board.position.split()
    first, first_store, second, second_store = text.split("|")
    houses = (first.split(","), second.split(",")[::-1])
    count, wide = len(houses[0]), _SIZE * 1.3
    width = (count + 2) * wide + 8
    parts = [
        _pit(4 + wide / 2, _EDGE + wide, second_store, 1.7),
        _pit(width - 4 - wide / 2, _EDGE + wide, first_store, 1.7),
    ]
    for column in range(count):
        x = 4 + (column + 1.5) * wide
        parts += [
            _pit(x, _EDGE + wide / 2, houses[1][column], 0.9),
            _pit(x, _EDGE + wide * 1.5, houses[0][column], 0.9),
            _label(x, _EDGE - 8, str(count - 1 - column), 11, fill="#777"),
            _label(x, _EDGE + wide * 2 + 14, str(column), 11, fill="#777"),
        ]
    turn = "the game is over" if side == "-" else f"player {side} ({('below', 'above')[int(side) - 1]}) to move"
    last = f"; played: {board.last}" if board.last else ""
    parts.append(_label(8, _EDGE + wide * 2 + 34, turn + last, 12, "start"))
    return _whole(width, _EDGE + wide * 2 + 44, parts)


def _pit(x: float, y: float, seeds: str, tall: float) -> str:
    wide = _SIZE * 1.3
    radius = wide * 0.42
    shape = (
        f'<rect x="{x - radius:g}" y="{y - radius * tall:g}" width="{2 * radius:g}" height="{2 * radius * tall:g}" '
        f'rx="{radius:g}" fill="{_DARK}" stroke="#8a7350"/>'
    )
    return shape + _label(x, y + 6, seeds, 17)


def _text(text: str) -> str:
    lines = text.rstrip("\n").split("\n")
    width = 16 + 8.5 * max(map(len, lines))
    parts = [
        f'<text x="8" y="{20 + 18 * index}" font-family="monospace" font-size="14" xml:space="preserve" fill="{_INK}">'
        f"{escape(line)}</text>"
        for index, line in enumerate(lines)
    ]
    return _whole(width, 14 + 18 * len(lines), parts)
