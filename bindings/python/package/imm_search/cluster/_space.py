"""The space of settings for `tune`."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex, Union

import numpy as np
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution

Space = Mapping[str, Union[BaseDistribution, "tuple[float, float]", "Sequence[str]"]]
"""Maps each placeholder of the player to its settings: `(0.0, 1.0)` is any number in this range, `(1, 8)` any whole number,
a list any of its texts. A distribution of Optuna is also possible."""


def distributions(space: Space) -> dict[str, BaseDistribution]:
    """Converts the space to distributions of Optuna.

    >>> distributions({"im": (0.0, 1.0), "n": (1, 8), "ef": ["efMS", "efLH"]})["n"]
    IntDistribution(high=8, log=False, low=1, step=1)

    Raises:
        ValueError: The space is empty, or has an entry of another form.

    """
    if not space:
        raise ValueError("there is nothing to tune: the space is empty")
    return {name: _distribution(name, given) for name, given in space.items()}


def _distribution(name: str, given: object) -> BaseDistribution:
    if isinstance(given, BaseDistribution):
        return given
    if isinstance(given, tuple) and len(given) == 2:
        low, high = given
        if isinstance(low, SupportsIndex) and isinstance(high, SupportsIndex):
            return IntDistribution(operator.index(low), operator.index(high))
        return FloatDistribution(float(low), float(high))
    if isinstance(given, list) and given:
        return CategoricalDistribution(given)
    raise ValueError(f"{name}: a range is a pair, as (0.0, 1.0), a choice is a list, as ['efMS', 'efLH']: not {given!r}")


def notation(player: str, settings: Mapping[str, Any]) -> str:
    """Returns the player's notation with these settings. Numbers have at most four decimals, as the notation requires.

    >>> notation("mcts(im{im},c{c},{ef})", {"im": 0.123456, "c": 1.0, "ef": "efMS"})
    'mcts(im0.1235,c1,efMS)'

    Raises:
        ValueError: A placeholder without a setting, or a setting without a placeholder.

    """
    texts = {name: _text(setting) for name, setting in settings.items()}
    try:
        whole = player.format(**texts)
    except (KeyError, IndexError) as missing:
        raise ValueError(f"{player!r} has a placeholder that the space does not have: {missing}") from None
    if unused := [name for name in settings if f"{{{name}}}" not in player]:
        raise ValueError(f"{player!r} has no placeholder for {', '.join(unused)}")
    return whole


def _text(setting: object) -> str:
    if isinstance(setting, float):
        return str(np.format_float_positional(setting, precision=4, trim="-"))
    return str(setting)
