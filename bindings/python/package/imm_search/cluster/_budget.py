"""The budget of a player for each move."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Budget:
    """The budget of each player for each move: exactly one of iterations, nodes and milliseconds.

    >>> Budget(iterations=1000).text
    'iterations=1000'
    >>> Budget()
    Traceback (most recent call last):
    ValueError: a budget needs exactly one of iterations, nodes and ms

    Args:
        iterations: Simulations; for alpha-beta, visited positions. Games are then the same on every machine.
        nodes: The maximum number of nodes in the tree. Games are then the same on every machine.
        ms: Milliseconds of the reference machine. A machine that is half as fast gets twice as many.
        fixed: Convert `ms` to a number of iterations for each player and game. The number is measured once and kept
            in the archive. Games are then the same on every machine.
        reference: The speed of the reference machine, as `imm_search.cluster.speed()` measures it. The default is the
            machine on which the archive was created.

    Raises:
        ValueError: Not exactly one of the three is given, or a number is not positive.

    """

    iterations: int = 0
    nodes: int = 0
    ms: float = 0
    fixed: bool = False
    reference: Optional[float] = None

    def __post_init__(self) -> None:
        """Checks the arguments."""
        given = [amount for amount in (self.iterations, self.nodes, self.ms) if amount]
        if len(given) != 1:
            raise ValueError("a budget needs exactly one of iterations, nodes and ms")
        for name in ("iterations", "nodes", "ms", "reference"):
            if (amount := getattr(self, name)) and not 0 < amount < math.inf:
                raise ValueError(f"budget: {name} is {amount!r}, expected a positive number")
        if self.reference == 0:
            raise ValueError("budget: reference is 0, expected a positive number")
        if not self.ms and (self.fixed or self.reference is not None):
            raise ValueError("`fixed` and `reference` need `ms`")

    @property
    def text(self) -> str:
        """The budget as text, for a unit of work."""
        name = next(name for name in ("iterations", "nodes", "ms") if getattr(self, name))
        return f"{name}={getattr(self, name):g}" if name == "ms" else f"{name}={getattr(self, name)}"


def limits(text: str, factor: float) -> dict[str, float]:
    """Returns the limits of a search for a budget's text. Multiplies milliseconds by the factor.

    >>> limits("nodes=50", 2.0), limits("ms=50", 2.0)
    ({'nodes': 50}, {'ms': 100.0})
    """
    name, amount = text.split("=")
    return {name: float(amount) * factor} if name == "ms" else {name: int(amount)}
