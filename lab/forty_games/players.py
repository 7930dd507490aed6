"""The players and budgets of docs/FORTY_GAMES.md."""

from __future__ import annotations

UCT = "mcts()"
"""The baseline, which all others meet. It has no evaluation: its playouts go on to the end of the game."""

PLAYERS = {
    "im 0.2": "mcts(im0.2,efNet)",
    "im 0.4": "mcts(im0.4,efNet)",
    "im adaptive": "mcts(im0.4-100,efNet)",
    "cut-offs": "mcts(fet4,efNet)",
    "best-first": "bfm(efNet)",
    "alpha-beta": "ab(efNet,killers,history,pvs,asp)",
}
"""The names of the others in the tables, and their notation. All evaluate by the net of the game."""

SIMULATIONS, MS = 1000, 10
"""The budgets of a move: equal simulations (positions for alpha-beta), and equal processor time."""
OPENING = 4
"""The random plies at the beginning of a pair of games."""
MEMORY = "16 MiB"
PLANNED = 200
"""The planned games of each player in each game with each budget."""
