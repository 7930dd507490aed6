"""The top of a search's tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Optional

from .report import Move, Proof, proof_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    _Found = tuple[tuple[Optional[int], int, float, float, int, int, int, int], str]


@dataclass
class TreeNode:
    """A position of the tree. Values are the FIRST player's, whoever moves."""

    move: Optional[Move]
    """The move that leads to it; `None` at the root."""
    visits: int
    value: float
    minimax: float
    proof: Optional[Proof]
    distance: int
    ply: int
    below: int
    """Moves that the tree knows here, whether they are shown or not."""
    on_line: bool = False
    """Is it on the line that is expected?"""
    children: list[TreeNode] = field(default_factory=list)
    """Those that are shown, the most visited first."""

    @classmethod
    def of(cls, found: Sequence[_Found], line: Sequence[Move]) -> TreeNode:
        """The tree of what the library shows: every position before those below it."""
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
        """This one, and all below it, each before those below it."""
        yield self
        for child in self.children:
            yield from child

    def svg(self) -> str:
        """The tree as a picture; of many positions the most visited ones."""
        from ._tree_svg import svg

        return svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()
