"""A tree as a picture: from the left to the right, a row for each position below which nothing is shown."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .tree import TreeNode

_WIDTH, _HEIGHT, _ROW, _COLUMN, _MARGIN = 150, 20, 26, 210, 12
_MOST = 60
"""Rows: of more, the most visited positions are shown."""


def _kept(root: TreeNode) -> set[int]:
    """The positions that are shown: the most visited, with all above them, since these have more visits."""
    nodes = sorted(root, key=lambda node: (node.ply > 0, not node.on_line, -node.visits, node.ply))
    return {id(node) for node in nodes[:_MOST]}


def svg(root: TreeNode) -> str:
    """The picture: visits and value, or what is proven; the line that is expected has dark edges."""
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
    """White where it is even, blue the better it is for the first player, red for the second."""
    share = min(abs(value), 1)
    full = (110, 170, 235) if value >= 0 else (240, 135, 120)
    return "#" + "".join(f"{round(255 - share * (255 - channel)):02x}" for channel in full)
