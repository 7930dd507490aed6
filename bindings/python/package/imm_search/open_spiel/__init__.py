"""OpenSpiel games for imm, and imm as a player for OpenSpiel. Needs the package `open_spiel`.

>>> import imm_search.open_spiel
>>> hex5 = imm_search.open_spiel.game("hex(board_size=5)")
>>> search = imm_search.Search(hex5, memory="1 MiB", seed=1)
>>> search.search(iterations=200).iterations
200
"""

from ._bot import Bot, DisagreementError
from ._game import OpenSpielGame, game, playable_games

__all__ = ["Bot", "DisagreementError", "OpenSpielGame", "game", "playable_games"]
