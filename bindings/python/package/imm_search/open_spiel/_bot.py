"""imm as a player for OpenSpiel's own loops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, SupportsIndex, Union

import pyspiel

from ..errors import Error
from ..search import Search
from ._game import OpenSpielGame
from ._native import native

if TYPE_CHECKING:
    import os

    from ..report import Report


class DisagreementError(Error):
    """imm's built-in game and OpenSpiel's are not in the same position."""


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """A player of a game of OpenSpiel.

    Breakthrough, Lines of Action, Mancala, Othello and Oware are played by imm's built-in games, which are fast;
    before each move position and legal moves are compared with OpenSpiel's. All other games are played through
    `game`. What a search knows is kept from move to move.

    >>> import pyspiel
    >>> from imm_search.open_spiel import Bot
    >>> spiel = pyspiel.load_game("breakthrough(rows=6,columns=6)")
    >>> bots = [Bot(spiel, 0, "mcts(ipp,im0.4)", iterations=200), Bot(spiel, 1, "mcts()", iterations=200)]
    >>> sum(pyspiel.evaluate_bots(spiel.new_initial_state(), bots, 1))
    0.0

    Args:
        game: The game, or its text for `pyspiel.load_game`.
        player_id: 0 or 1.
        player: How to search: see `imm_search.Search`.
        ms: Milliseconds a move; 0 is no limit, but one of the limits must be set.
        iterations: Simulations a move.
        nodes: Nodes that the tree may hold.
        memory: Of the tree.
        seed: Of its random numbers.
        net: What a player with `efNet` evaluates by: see `imm_search.Search`.
        builtin: Whether to use imm's built-in game where there is one.
    """

    def __init__(
        self,
        game: Union[str, pyspiel.Game],
        player_id: int,
        player: Optional[str] = "best",
        *,
        ms: float = 0,
        iterations: SupportsIndex = 0,
        nodes: SupportsIndex = 0,
        memory: Union[SupportsIndex, str] = "64 MiB",
        seed: SupportsIndex = 0,
        net: Union[bytes, str, os.PathLike[str], None] = None,
        builtin: bool = True,
    ) -> None:
        """A player that has not seen a position yet."""
        super().__init__()
        self._game = OpenSpielGame(game)
        self._player_id = player_id
        self.limits: dict[str, Any] = {"ms": ms, "iterations": iterations, "nodes": nodes}
        """Of the next searches, as of `Search.search`; may be changed."""
        self._native, name = native(self._game.spiel) if builtin else (None, "")
        self._search = Search(name or self._game, player, memory=memory, seed=seed, net=net)
        self._history: list[int] = []
        self.report: Optional[Report] = None
        """What the latest search has found; `None` where there was none."""

    @property
    def search(self) -> Search:
        """The search, which stands at the latest position that was seen."""
        return self._search

    def player_id(self) -> int:
        """Whom it plays for."""
        return self._player_id

    def restart_at(self, state: pyspiel.State) -> None:
        """Another game goes on here."""
        self._follow(state)

    def inform_action(self, state: pyspiel.State, player_id: int, action: int) -> None:
        """What others play is seen at the next `step`."""

    def step(self, state: pyspiel.State) -> int:
        """The action to play.

        Raises:
            DisagreementError: imm's built-in game says something else than OpenSpiel.
        """
        self._follow(state)
        codes = self._codes(state)
        if len(codes) == 1:
            self.report = None
            return next(iter(codes.values()))
        self.report = self._search.search(**self.limits)
        assert self.report.best is not None
        return codes[str(self.report.best)] if self._native else self.report.best.code

    def _codes(self, state: pyspiel.State) -> dict[str, int]:
        """OpenSpiel's actions by imm's texts, compared with imm's game where it is a built-in one."""
        player = state.current_player()
        if not self._native:
            return {str(action): action for action in state.legal_actions()}
        codes = {self._native.move(self._game.spiel, player, action): action for action in state.legal_actions()}
        expected, found = self._native.position(state), self._search.position
        if expected != found:
            raise DisagreementError(f"OpenSpiel is at {expected}, imm at {found}, after {state.history()}")
        if set(codes) != set(self._search.legal_moves()):
            raise DisagreementError(f"legal moves differ at {found}, after {state.history()}")
        return codes

    def _follow(self, state: pyspiel.State) -> None:
        """Goes to this position: on from where it is, or from the beginning."""
        history: list[int] = state.history()
        if self._history != history[: len(self._history)]:
            self._search.restart()
            self._history = []
        for action in history[len(self._history) :]:
            self._search.play(self._move(action))
            self._history.append(action)

    def _move(self, action: int) -> Union[str, int]:
        if self._native:
            return self._native.move(self._game.spiel, self._search.to_move, action)
        return action
