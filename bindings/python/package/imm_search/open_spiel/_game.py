"""An OpenSpiel game as a game written in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Optional, Union

import pyspiel

if TYPE_CHECKING:
    from collections.abc import Sequence

    Evaluate = Callable[[pyspiel.State], float]

_MOST_MOVES = 0xFFFF
_MOST_PLIES = 2**20


def _why_not(kind: pyspiel.GameType, players: int) -> Optional[str]:
    """Returns why imm cannot play a game; `None` if it can."""
    wanted = {
        "is not sequential": kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL,
        "has chance in it": kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC,
        "hides something": kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION,
        "is not zero-sum": kind.utility == pyspiel.GameType.Utility.ZERO_SUM,
        "is not for two players": players == 2,
    }
    return next((why for why, there in wanted.items() if not there), None)


class OpenSpielGame:
    """An OpenSpiel game: two players, zero-sum, sequential, without chance, with perfect information.

    Positions are `pyspiel.State` objects, moves are OpenSpiel's actions. Only the sign of a return counts.

    Attributes:
        spiel: The `pyspiel.Game`.
        evaluate: Your static evaluation of a state for player 0, -1 to 1, or `None`.
    """

    def __init__(self, spec: Union[str, pyspiel.Game], evaluate: Optional[Evaluate] = None) -> None:
        """See `game` for the arguments."""
        self.spiel = pyspiel.load_game(spec) if isinstance(spec, str) else spec
        if why := _why_not(self.spiel.get_type(), self.spiel.num_players()):
            raise ValueError(f"{self.spiel.get_type().short_name} {why}: imm does not play it")
        self.evaluate = evaluate
        self.max_moves = min(_MOST_MOVES, self.spiel.num_distinct_actions())
        self.max_plies = min(_MOST_PLIES, self.spiel.max_game_length())

    def initial(self) -> pyspiel.State:
        """Returns the starting state."""
        return self.spiel.new_initial_state()

    def legal_moves(self, position: pyspiel.State) -> Sequence[int]:
        """Returns OpenSpiel's legal actions, in its order."""
        actions: list[int] = position.legal_actions()
        return actions

    def make(self, position: pyspiel.State, move: int) -> pyspiel.State:
        """Returns a new state, after the action."""
        after = position.clone()
        after.apply_action(move)
        return after

    def to_move(self, position: pyspiel.State) -> int:
        """Returns OpenSpiel's current player; 0 after the end of the game."""
        return max(int(position.current_player()), 0)

    def outcome(self, position: pyspiel.State) -> Optional[int]:
        """Returns the sign of player 0's return, or `None` while the game is not over."""
        if not position.is_terminal():
            return None
        value: float = position.player_return(0)
        return (value > 0) - (value < 0)

    def move_text(self, position: pyspiel.State, move: int) -> str:
        """Returns OpenSpiel's text for the action."""
        text: str = position.action_to_string(move)
        return text

    def __reduce__(self) -> tuple[type[OpenSpielGame], tuple[str, Optional[Evaluate]]]:
        """A pickle contains OpenSpiel's text of the game."""
        return OpenSpielGame, (str(self.spiel), self.evaluate)

    def __str__(self) -> str:
        """OpenSpiel's text of the game."""
        return str(self.spiel)


def game(spec: Union[str, pyspiel.Game], evaluate: Optional[Evaluate] = None) -> OpenSpielGame:
    """Returns an OpenSpiel game for `Search`.

    Args:
        spec: A text for `pyspiel.load_game`, such as `"hex(board_size=5)"`, or a loaded game.
        evaluate: A static evaluation of a state for player 0, -1 to 1, for `mcts(im0.4)`, `bfm()` and `ab()`.

    Raises:
        ValueError: imm cannot play the game: not two players, or with chance or hidden information, or not zero-sum.
    """
    return OpenSpielGame(spec, evaluate)


def playable_games() -> list[str]:
    """Returns the short names of OpenSpiel's registered games that imm can play.

    >>> len(playable_games()) > 25
    True
    """
    names = []
    for kind in pyspiel.registered_games():
        if kind.default_loadable and _why_not(kind, 2) is None and kind.min_num_players <= 2 <= kind.max_num_players:
            spiel = pyspiel.load_game(kind.short_name)
            if spiel.num_players() == 2:
                names.append(kind.short_name)
    return names
