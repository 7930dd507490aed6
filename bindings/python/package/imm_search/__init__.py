"""imm for Python: game-tree search in a block of memory.

>>> import imm_search as imm
>>> search = imm.Search("othello", "bfm()", memory="1 MiB", seed=1)
>>> report = search.search(iterations=1000)
>>> report.best in search.legal_moves()
True
"""

from ._imm import game_names
from ._imm import version as _version
from .board import Board
from .errors import (
    BrokenGameError,
    BusyError,
    Error,
    GameError,
    GameOverError,
    IllegalMoveError,
    LeafError,
    LimitError,
    MergeError,
    NetError,
    NoPastError,
    OutOfMemoryError,
    PlayerError,
    PositionError,
    SavedError,
    UnsupportedError,
)
from .game import CHANCE, Game
from .report import Candidate, Leaf, Move, Proof, Report, Snapshot, Stopped
from .search import BestPlayer, CheckResult, Search, best, check, memory_for
from .tree import TreeNode

__version__ = _version()

__all__ = [
    "CHANCE",
    "BestPlayer",
    "Board",
    "BrokenGameError",
    "BusyError",
    "Candidate",
    "CheckResult",
    "Error",
    "Game",
    "GameError",
    "GameOverError",
    "IllegalMoveError",
    "Leaf",
    "LeafError",
    "LimitError",
    "MergeError",
    "Move",
    "NetError",
    "NoPastError",
    "OutOfMemoryError",
    "PlayerError",
    "PositionError",
    "Proof",
    "Report",
    "SavedError",
    "Search",
    "Snapshot",
    "Stopped",
    "TreeNode",
    "UnsupportedError",
    "__version__",
    "best",
    "check",
    "game_names",
    "memory_for",
]
