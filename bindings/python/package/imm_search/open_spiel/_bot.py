"""imm as a player for OpenSpiel's game loops."""

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
    """The positions of imm's built-in game and of OpenSpiel's game differ."""


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """A player for an OpenSpiel game.

    For Breakthrough, Lines of Action, Mancala, Othello and Oware, it uses imm's fast built-in games. Before each
    move, it compares position and legal moves with OpenSpiel's. All other games are played through `game`. The
    search keeps its results from move to move.

    >>> import pyspiel
    >>> from imm_search.open_spiel import Bot
    >>> spiel = pyspiel.load_game("breakthrough(rows=6,columns=6)")
    >>> bots = [Bot(spiel, 0, "mcts(ipp,im0.4)", iterations=200), Bot(spiel, 1, "mcts()", iterations=200)]
    >>> sum(pyspiel.evaluate_bots(spiel.new_initial_state(), bots, 1))
    0.0

    Args:
        game: The game, or its text for `pyspiel.load_game`.
        player_id: 0 or 1.
        player: The search and its options: see `imm_search.Search`.
        ms: Milliseconds for each move; 0 is no limit. At least one limit must be set.
        iterations: Simulations for each move; 0 is no limit.
        nodes: The maximum number of nodes in the tree; 0 is no limit.
        memory: The memory of the search.
        seed: The seed of the random numbers.
        net: The net for a player with `efNet`: see `imm_search.Search`.
        builtin: Whether to use imm's built-in game if there is one.
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
        """A player at the starting position."""
        super().__init__()
        self._game = OpenSpielGame(game)
        self._player_id = player_id
        self.limits: dict[str, Any] = {"ms": ms, "iterations": iterations, "nodes": nodes}
        """The limits of the next searches, as for `Search.search`. You may change them."""
        self._native, name = native(self._game.spiel) if builtin else (None, "")
        self._search = Search(name or self._game, player, memory=memory, seed=seed, net=net)
        self._history: list[int] = []
        self.report: Optional[Report] = None
        """The results of the latest search; `None` if the latest move needed no search."""

    @property
    def search(self) -> Search:
        """The search, at the latest position that was seen."""
        return self._search

    def player_id(self) -> int:
        """Returns the number of the player, 0 or 1."""
        return self._player_id

    def restart_at(self, state: pyspiel.State) -> None:
        """Continues from this state, which may belong to another game."""
        self._follow(state)

    def inform_action(self, state: pyspiel.State, player_id: int, action: int) -> None:
        """Does nothing: `step` reads the moves of other players from the state."""

    def step(self, state: pyspiel.State) -> int:
        """Returns the action to play.

        Raises:
            DisagreementError: Position or legal moves of imm's built-in game differ from OpenSpiel's.
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
        """Maps imm's move texts to OpenSpiel's actions. For a built-in game, checks that both games agree."""
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
        """Moves the search to this state: by the new moves if possible, otherwise from the starting position."""
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
