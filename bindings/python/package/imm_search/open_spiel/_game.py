"""An OpenSpiel game as a game written in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Optional, Union

import pyspiel

from ..game import CHANCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    Evaluate = Callable[[pyspiel.State], float]

_MOST_MOVES = 0xFFFF
_MOST_ODDS = 2**24
_MOST_PLIES = 2**20
_MOST_PLAYERS = 8


def _why_not(kind: pyspiel.GameType, players: int) -> Optional[str]:
    """Returns the reason why imm cannot play a game; `None` if it can."""
    wanted = {
        "is not sequential": kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL,
        "does not list the outcomes of its chance events": kind.chance_mode != pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        "hides something": kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION,
        "is not zero-sum": kind.utility == pyspiel.GameType.Utility.ZERO_SUM or players != 2,
        "is for more than eight players": players <= _MOST_PLAYERS,
    }
    return next((why for why, there in wanted.items() if not there), None)


class OpenSpielGame:
    """An OpenSpiel game: sequential, with perfect information, with or without chance events. For two players, zero-sum.

    Positions are `pyspiel.State` objects, moves are OpenSpiel's actions. For two players, only the sign of a return counts.
    For other numbers of players, the returns are scaled to -1 to 1 by the smallest and the largest utility of the game.

    Attributes:
        spiel: The `pyspiel.Game`.
        players: The number of players.
        evaluate: Your static evaluation of a state for player 0, -1 to 1, or `None`. Not used unless there are two players.
        chance: The weight of an outcome of a chance event; `None` for a game without chance events.
    """

    def __init__(self, spec: Union[str, pyspiel.Game], evaluate: Optional[Evaluate] = None) -> None:
        """See `game` for the arguments."""
        self.spiel = pyspiel.load_game(spec) if isinstance(spec, str) else spec
        if why := _why_not(self.spiel.get_type(), self.spiel.num_players()):
            raise ValueError(f"{self.spiel.get_type().short_name} {why}: imm does not play it")
        self.players = self.spiel.num_players()
        self.evaluate = evaluate
        has_chance = self.spiel.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        self.chance: Optional[Callable[[pyspiel.State, int], int]] = self._weight if has_chance else None
        self._event: tuple[Optional[pyspiel.State], dict[int, int]] = (None, {})
        moves, plies = self.spiel.num_distinct_actions(), self.spiel.max_game_length()
        if has_chance:
            moves = max(moves, self.spiel.max_chance_outcomes())
            plies += self.spiel.max_chance_nodes_in_history()
        self.max_moves = min(_MOST_MOVES, moves)
        self.max_plies = min(_MOST_PLIES, plies)

    def initial(self) -> pyspiel.State:
        """Returns the starting state."""
        return self.spiel.new_initial_state()

    def legal_moves(self, position: pyspiel.State) -> Sequence[int]:
        """Returns OpenSpiel's legal actions, in its order; at a chance event, the outcomes that are possible."""
        if position.is_chance_node():
            return list(self._weights(position))
        actions: list[int] = position.legal_actions()
        return actions

    def make(self, position: pyspiel.State, move: int) -> pyspiel.State:
        """Returns a new state, after the action."""
        after = position.clone()
        after.apply_action(move)
        return after

    def to_move(self, position: pyspiel.State) -> int:
        """Returns OpenSpiel's current player; 0 after the end of the game; `CHANCE` at a chance event."""
        if position.is_chance_node():
            return CHANCE
        return max(int(position.current_player()), 0)

    def outcome(self, position: pyspiel.State) -> Union[int, list[float], None]:
        """Returns the sign of player 0's return, or `None` while the game is not over. If not for two, all scaled returns."""
        if not position.is_terminal():
            return None
        if self.players != 2:
            least, most = self.spiel.min_utility(), self.spiel.max_utility()
            return [2 * (value - least) / (most - least) - 1 for value in position.returns()]
        value: float = position.player_return(0)
        return (value > 0) - (value < 0)

    def move_text(self, position: pyspiel.State, move: int) -> str:
        """Returns OpenSpiel's text for the action."""
        text: str = position.action_to_string(move)
        return text

    def _weight(self, position: pyspiel.State, outcome: int) -> int:
        return self._weights(position)[outcome]

    def _weights(self, position: pyspiel.State) -> dict[int, int]:
        """Returns the weight of each possible outcome of a chance event. Keeps the weights of the latest state."""
        state, weights = self._event
        if state is not position:
            outcomes = position.chance_outcomes()
            weights = {action: max(round(odds * _MOST_ODDS), 1) for action, odds in outcomes if odds > 0}
            self._event = (position, weights)
        return weights

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
        ValueError: imm cannot play the game: it is for two players and not zero-sum, or for more than eight, or it has
            simultaneous moves, hidden information, or chance events without a list of their outcomes.
    """
    return OpenSpielGame(spec, evaluate)


def playable_games() -> list[str]:
    """Returns the short names of OpenSpiel's registered games that imm can play.

    >>> len(playable_games()) > 30
    True
    """
    names = []
    for kind in pyspiel.registered_games():
        if kind.default_loadable:
            players = pyspiel.load_game(kind.short_name).num_players()
            if _why_not(kind, players) is None:
                names.append(kind.short_name)
    return names
