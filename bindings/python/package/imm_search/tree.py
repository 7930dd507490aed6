"""The top of a search's tree, and its picture.

The root is on the left. Each position without visible children has its own row.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Optional

from .report import Move, Proof, proof_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    _Found = tuple[tuple[Optional[int], int, float, float, int, int, int, int], str]

_WIDTH, _HEIGHT, _ROW, _COLUMN, _MARGIN = 150, 20, 26, 210, 12
_MOST = 60
"""The maximum number of positions in a picture. A larger tree shows the most visited ones."""


@dataclass
class TreeNode:
    """A position of the tree. Values are always from the FIRST player's point of view."""

    move: Optional[Move]
    """The move that leads to this position; `None` at the root."""
    visits: int
    value: float
    minimax: float
    proof: Optional[Proof]
    distance: int
    ply: int
    below: int
    """The number of children in the search's tree, including those not shown."""
    on_line: bool = False
    """True if the position is on the expected line."""
    children: list[TreeNode] = field(default_factory=list)
    """The children that are shown, the most visited first."""

    @classmethod
    def of(cls, found: Sequence[_Found], line: Sequence[Move]) -> TreeNode:
        """Builds the tree from the library's list, in which every position comes before its descendants."""
        path: list[TreeNode] = []
        for (code, visits, value, minimax, proof, distance, ply, below), text in found:
            move = None if code is None else Move(text, code)
            node = cls(move, visits, value, minimax, proof_of(proof), distance, ply, below)
            del path[ply:]
            if path:
                node.on_line = path[-1].on_line and line[ply - 1 : ply] == (move,)
                path[-1].children.append(node)
            else:
                node.on_line = True
            path.append(node)
        root = path[0]
        for node in root:
            node.children.sort(key=lambda child: -child.visits)
        return root

    def __iter__(self) -> Iterator[TreeNode]:
        """Yields this position and its descendants, each before its own descendants."""
        yield self
        for child in self.children:
            yield from child

    def svg(self) -> str:
        """The tree as SVG text. A large tree shows only the most visited positions."""
        return _svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()


def _kept(root: TreeNode) -> set[int]:
    """Returns the ids of the positions to show: the most visited. Their ancestors are included, as they have more visits."""
    nodes = sorted(root, key=lambda node: (node.ply > 0, not node.on_line, -node.visits, node.ply))
    return {id(node) for node in nodes[:_MOST]}


def _svg(root: TreeNode) -> str:
    """Draws the picture: visits, and value or proven result. The expected line has dark edges."""
    kept, rows = _kept(root), dict[int, float]()
    nodes = [node for node in root if id(node) in kept]
    below = {id(node): [child for child in node.children if id(child) in kept] for node in nodes}
    leaves = 0
    for node in nodes:
        if not below[id(node)]:
            rows[id(node)] = leaves
            leaves += 1
    for node in reversed(nodes):
        if children := below[id(node)]:
            rows[id(node)] = (rows[id(children[0])] + rows[id(children[-1])]) / 2
    width = 2 * _MARGIN + max(node.ply for node in nodes) * _COLUMN + _WIDTH
    height = 2 * _MARGIN + leaves * _ROW
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    most = max(root.visits, 1)
    for node in nodes:
        x, y = _MARGIN + node.ply * _COLUMN + _WIDTH, _MARGIN + rows[id(node)] * _ROW + _HEIGHT / 2
        for child in below[id(node)]:
            to_x, to_y = x + _COLUMN - _WIDTH, _MARGIN + rows[id(child)] * _ROW + _HEIGHT / 2
            bend, pen = (x + to_x) / 2, 1 + 7 * (child.visits / most) ** 0.5
            colour = "#111" if child.on_line else "#999"
            parts.append(
                f'<path d="M{x:g} {y:g}C{bend:g} {y:g} {bend:g} {to_y:g} {to_x:g} {to_y:g}" fill="none" stroke="{colour}" '
                f'stroke-width="{pen:.1f}"/>'
            )
    parts += [_node(node, rows[id(node)]) for node in nodes]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _node(node: TreeNode, row: float) -> str:
    x, y = _MARGIN + node.ply * _COLUMN, _MARGIN + row * _ROW
    name = escape(node.move or "root")
    shown = node.proof.name.lower().replace("_", " ") if node.proof else f"{node.value:+.2f}"
    title = f"{name}: {node.visits} visits, value {node.value:+.3f}, minimax {node.minimax:+.3f}, {node.below} moves in the tree"
    pen = 'stroke="#111" stroke-width="2.5"' if node.on_line else 'stroke="#777"'
    font = f'y="{y + 14:g}" font-family="sans-serif" font-size="12" fill="#222"'
    return (
        f'<g><title>{title}</title><rect x="{x}" y="{y:g}" width="{_WIDTH}" height="{_HEIGHT}" rx="4" '
        f'fill="{_colour(node.value)}" {pen}/><text x="{x + 6}" font-weight="bold" {font}>{name}</text>'
        f'<text x="{x + _WIDTH - 6}" text-anchor="end" {font}>{node.visits} {shown}</text></g>'
    )


def _colour(value: float) -> str:
    """Returns white for an even position, more blue the better it is for the first player, more red for the second."""
    share = min(abs(value), 1)
    full = (110, 170, 235) if value >= 0 else (240, 135, 120)
    return "#" + "".join(f"{round(255 - share * (255 - channel)):02x}" for channel in full)
