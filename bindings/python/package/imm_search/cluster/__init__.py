"""Tournaments, tuning and experiments on many machines, with Ray.

To install all requirements, run `pip install './bindings/python[cluster]'` in a checkout of imm.

Every game is a unit of work with its own seed. An archive keeps each game once. So a run that was stopped, or that
lost a machine, continues without losing or repeating a game.
"""

try:
    from ._archive import Archive, ArchiveError
    from ._budget import Budget
    from ._experiments import experiments
    from ._result import Result
    from ._speed import speed
    from ._statistics import Ratings, Score
    from ._tournament import tournament
    from ._tune import tune
    from ._tuned import Tuned
    from ._unit import GamesFailedError, Unit
except ModuleNotFoundError as _missing:
    raise ImportError(
        f"imm_search.cluster needs {_missing.name}: run pip install './bindings/python[cluster]' in a checkout of imm",
        name=_missing.name,
    ) from _missing

__all__ = [
    "Archive",
    "ArchiveError",
    "Budget",
    "GamesFailedError",
    "Ratings",
    "Result",
    "Score",
    "Tuned",
    "Unit",
    "experiments",
    "speed",
    "tournament",
    "tune",
]
