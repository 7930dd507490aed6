"""The work of a cluster's worker."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional

import ray

from .. import __version__
from ._play import play
from ._speed import speed_of_node

if TYPE_CHECKING:
    from ._archive import Row
    from ._games import Packed
    from ._unit import Unit


@dataclass(frozen=True)
class Shared:
    """The data that all games of a run share. It is sent to each machine once."""

    games: dict[str, Packed]
    """The games by name."""
    reference: Optional[float]
    """The speed of the reference machine for milliseconds; `None` without milliseconds."""
    version: str = __version__
    """The version of the library on the machine that started the run."""


def work(shared: Shared, unit: Unit) -> Row:
    """Plays a game on this machine."""
    if shared.version != __version__:
        raise RuntimeError(f"this machine has imm {__version__}, but the driver has {shared.version}: install the same wheel")
    node = ray.get_runtime_context().get_node_id() if ray.is_initialized() else "alone"
    factor = shared.reference / speed_of_node(node) if shared.reference else 1.0
    return play(shared.games, unit, factor) | {"node": f"{platform.node()}/{node[:8]}"}
