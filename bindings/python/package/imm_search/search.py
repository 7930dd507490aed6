"""A search of one game, position after position."""

from __future__ import annotations

import operator
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Optional, SupportsIndex, Union

from . import _imm, errors
from .board import Board
from .report import Candidate, Move, Report, Snapshot, Stopped, proof_of
from .tree import TreeNode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .game import Game
    from .report import RawReport

    AnyGame = Union[str, os.PathLike[str], Game[Any]]

_UNITS = {"": 1, "B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
_OUTCOMES = {0: None, 1: 1, 2: -1, 3: 0}
_EVERY_MS = 50
_MOST_BYTES = 2**48 - 1
_MOST_MS = 10**15
_U32, _U64 = 2**32 - 1, 2**64 - 1
_LISTED = 64
"""Legal moves that an error lists."""


def bytes_of(memory: Union[SupportsIndex, str]) -> int:
    """The number of bytes that a text means.

    >>> bytes_of("64 MiB")
    67108864
    >>> bytes_of(65536)
    65536
    """
    expected = "expected a number of bytes, or a text such as '64 KiB', '64 MiB', '1 GiB'"
    if isinstance(memory, str):
        found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kKMG]i?B|B|)\s*", memory)
        if not found or found[2] not in _UNITS:
            raise ValueError(f"memory is {memory!r}: {expected}")
        size = int(min(float(found[1]) * _UNITS[found[2]], _MOST_BYTES + 1))
    elif isinstance(memory, SupportsIndex):
        size = operator.index(memory)
    else:
        raise TypeError(f"memory is {memory!r}: {expected}")
    if not 0 < size <= _MOST_BYTES:
        raise ValueError(f"memory is {memory!r}: expected 1 to {_MOST_BYTES:,} bytes")
    return size


def whole(name: str, number: SupportsIndex, most: int) -> int:
    """The number that an argument has, if it is whole and from 0 to `most`."""
    if not isinstance(number, SupportsIndex):
        raise TypeError(f"{name} is {number!r}: expected a whole number")
    if not 0 <= operator.index(number) <= most:
        raise ValueError(f"{name} is {number!r}: expected 0 to {most:,}")
    return operator.index(number)


def _microseconds(ms: float) -> int:
    """Microseconds of a limit in milliseconds: at least one, unless there is no limit."""
    try:
        possible = 0 <= ms <= _MOST_MS
    except TypeError:
        raise TypeError(f"ms is {ms!r}: expected a number of milliseconds") from None
    if not possible:
        raise ValueError(f"ms is {ms!r}: expected 0 (no limit) to {_MOST_MS:,} milliseconds")
    return max(round(ms * 1000), 1) if ms > 0 else 0


def load_game(game: AnyGame) -> _imm.Game:
    """The game of a name, of a file, or of an object."""
    if isinstance(game, str) and not re.search(r"[/\\]|\.(so|dylib|dll)$", game):
        return _imm.Game.named(game)
    if isinstance(game, (str, os.PathLike)):
        return _imm.Game.loaded(game)
    return _imm.Game.own(game)


def _named(player: Optional[str]) -> str:
    """The player's notation: `best` where no player is named."""
    return "best" if player is None else player


class CheckResult(NamedTuple):
    """What `check` has found."""

    mistakes: int
    """Different mistakes: 0 where none was found."""
    text: str
    """What methods of a game in Python have raised; each mistake with the moves that lead to it; what was measured."""

    def __str__(self) -> str:
        """The text, so that `print(check(game))` can be read."""
        return self.text


def check(game: AnyGame, *, plies: SupportsIndex = 2000, seed: SupportsIndex = 1) -> CheckResult:
    """Looks for the mistakes of a game's author, by playing it at random. Print the result to read it.

    What the methods of a game in Python raise is reported, too.

    A search believes what a game says: a game that breaks its promises makes it play badly, not fail. So
    call this whenever your game has changed.

    Args:
        game: As of `Search`.
        plies: Positions that are looked at.
        seed: Which random games are played.

    Raises:
        GameError: There is no built-in game of this name, or the file is no game.

    >>> check("kalah").mistakes
    0

    """
    return CheckResult(*load_game(game).check(whole("seed", seed, _U64), whole("plies", plies, _U32)))


class BestPlayer(NamedTuple):
    """What `best` is."""

    player: str
    """Its notation."""
    why: str
    """What was measured, or which functions of the game decide."""


def best(game: AnyGame, *, memory: Union[SupportsIndex, str] = "64 MiB", ms: SupportsIndex = 0) -> BestPlayer:
    """The player that `best` is: the strongest that was measured in a built-in game, else one for what the game has.

    Args:
        game: As of `Search`.
        memory: That the search will have: in blocks as small as those of boards others are the strongest.
        ms: Milliseconds that it will have for a move, 0 where that is not known.

    >>> best("breakthrough")
    BestPlayer(player='ab(efNet,all)', why='it looks deeper than `bfm(efNet)`')
    >>> best("oware").player, best("oware", memory="56 KiB").player
    ('bfm(c0.7,fpu0.5,efNet)', 'ab(efNet,all)')

    """
    return BestPlayer(*load_game(game).best(bytes_of(memory), whole("ms", ms, _U32)))


def memory_for(game: AnyGame, slots: SupportsIndex, player: Optional[str] = "mcts()") -> int:
    """Bytes that a search needs for so many slots of a tree, or for alpha-beta to look so many plies ahead.

    >>> memory_for("kalah", 2000) - memory_for("kalah", 1000)
    24000
    """
    return load_game(game).memory(_named(player), whole("slots", slots, _U64))


class Search:
    """A search of one game, position after position: it has a position, and what it knows about it.

    >>> search = Search("breakthrough_5x5", "mcts(im0.4)", memory="1 MiB", seed=1)
    >>> report = search.search(iterations=2000)
    >>> report.best in search.legal_moves()
    True
    >>> search.play(report.best)

    Args:
        game: The name of a built-in game (`game_names()`, with sizes as in `breakthrough_6x5` and
            `kalah_std_4x3`), the path of a shared library that exports `imm_plugin`, or an object of your own
            that follows `Game`.
        player: How to search: see docs/PLAYERS.md. Without it, or with `None`, you get what `best()` tells.
            `mcts()` needs the rules alone, `bfm()` and `ab()` an evaluation.
        memory: Bytes for the tree and all else, as a number (also one of NumPy) or a text: "64 MiB". When it is
            full the search goes on: what was unused for longest makes room.
        seed: Same game, player, memory, seed and iterations: the same search, on every machine.
        net: What a player with `efNet` evaluates by: the file (.immnet) that `imm-arena train` has made, or its
            bytes; by default the net that comes with the game.

    Raises:
        GameError: There is no such game.
        PlayerError: The notation is wrong, or the player needs what the game does not have.
        OutOfMemoryError: The memory is too small, or the system could not allocate it.
        NetError: The net is damaged, or for another game or other features.

    """

    def __init__(
        self,
        game: AnyGame,
        player: Optional[str] = "best",
        *,
        memory: Union[SupportsIndex, str] = "64 MiB",
        seed: SupportsIndex = 0,
        net: Union[bytes, str, os.PathLike[str], None] = None,
    ) -> None:
        """A search that stands at the beginning of a game."""
        self._game = game
        self._size = bytes_of(memory)
        self._seed = whole("seed", seed, _U64)
        self._handle = load_game(game)
        self._player = _named(player)
        self._state = _imm.State(self._handle, self._player, self._size, self._seed)
        self._net = net if net is None or isinstance(net, bytes) else Path(net).read_bytes()
        if self._net is not None:
            self._state.set_net(self._net)
        self._past: list[bytes] = []
        self._played: list[Move] = []

    # ---- what it is

    @property
    def game(self) -> AnyGame:
        """The game, as it was given."""
        return self._game

    @property
    def player(self) -> str:
        """The player's notation: what is not the default, in a fixed order."""
        return _imm.player_text(self._player)

    @property
    def memory(self) -> int:
        """Bytes that it was given."""
        return self._size

    @property
    def seed(self) -> int:
        """The seed of its random numbers."""
        return self._seed

    def set_player(self, player: Optional[str], seed: Optional[SupportsIndex] = None) -> None:
        """Goes on with another player. The position stays; the tree where it means the same to both.

        Args:
            player: As of the constructor.
            seed: Of its random numbers; without it the seed stays.

        Raises:
            PlayerError: As of the constructor; the old player goes on then.

        """
        named, number = _named(player), self._seed if seed is None else whole("seed", seed, _U64)
        self._state.set_player(self._handle, named, number)
        self._player, self._seed = named, number

    # ---- searching

    def search(
        self,
        *,
        ms: float = 0,
        iterations: SupportsIndex = 0,
        nodes: SupportsIndex = 0,
        depth: SupportsIndex = 0,
        watch: Optional[Callable[[Snapshot], object]] = None,
        every_ms: SupportsIndex = _EVERY_MS,
    ) -> Report:
        """Searches until one of the limits is reached, or the position is proven.

        What earlier searches have found is used, and stays. Other threads of Python run meanwhile, unless the
        game is one of Python's. `stop()` ends it, and Ctrl-C: that raises `KeyboardInterrupt`, and what was
        found is kept.

        Args:
            ms: Milliseconds. 0 is no limit, as for the others; one must be set.
            iterations: Simulations; of alpha-beta, positions that it visits.
            nodes: Nodes that the tree may hold.
            depth: Plies that the tree may grow, or alpha-beta look ahead.
            watch: Called with what is known so far. It must not ask this search anything; what it raises ends
                the search.
            every_ms: Milliseconds between two calls of `watch`, and two looks for Ctrl-C.

        Raises:
            LimitError: There is no limit.
            GameOverError: The game is over.
            BusyError: Another thread searches.
            ValueError: A limit is negative, infinite, not a number, or too large.

        """
        bounds = whole("iterations", iterations, _U64), whole("nodes", nodes, _U32), whole("depth", depth, _U32)
        time_us, every = _microseconds(ms), max(whole("every_ms", every_ms, _U32), 1)
        shown = self._shown(watch) if watch else None
        raw, history = self._state.search(time_us, *bounds, every, shown)
        return self._report(raw, history)

    def report(self) -> Report:
        """What was found so far. Before any search `best` is a legal move that looks good at a glance."""
        return self._report(self._state.report(), [])

    def stop(self) -> None:
        """Ends the search that another thread makes, if any; it returns as if its time were up."""
        self._state.stop()

    def forget(self) -> None:
        """Forgets what was found; the position stays."""
        self._state.forget()

    def merge(self, *others: Search) -> None:
        """Adds what other searches have found about this position, for searches on all cores.

        Each has a seed of its own, the same memory, and is searched by a thread of its own. With the same seeds
        and iterations the result is the same, whichever was faster.

        Raises:
            MergeError: They are not of one game, player and position; or were merged already.

        """
        self._state.merge([other._state for other in others])

    def line(self, move: Union[str, SupportsIndex, None] = None) -> tuple[Move, ...]:
        """The moves that are expected, from `move` on where it is given; empty before any search.

        Raises:
            IllegalMoveError: `move` is not legal.
            GameOverError: `move` is given, and the game is over.

        """
        code = None if move is None else self._legal(move).code
        return tuple(Move(text, code) for code, text in self._state.line(code))

    def tree(self, depth: SupportsIndex = 3, min_visits: SupportsIndex = 1) -> TreeNode:
        """The tree down to `depth` plies, without positions of fewer visits; Jupyter shows it as a picture."""
        found = self._state.tree(whole("depth", depth, _U32), whole("min_visits", min_visits, _U32))
        return TreeNode.of(found, self.line())

    def evaluate(self) -> float:
        """The static value of the position for the FIRST player, -1 to 1. Nothing is searched.

        Raises:
            UnsupportedError: The game has no evaluation.

        """
        return self._state.evaluate()

    # ---- the game

    def legal_moves(self) -> list[Move]:
        """The legal moves; none where the game is over."""
        return self._moves(self._state.legal_moves())

    def play(self, move: Union[str, SupportsIndex]) -> None:
        """Plays a move: a text, or its number. What the tree knows about the position after it stays.

        Raises:
            IllegalMoveError: It is not legal. The error lists the moves that are.
            GameOverError: The game is over.

        """
        legal = self._legal(move)
        before = self._state.position_bytes()
        self._state.play(legal.code)
        self._past.append(before)
        self._played.append(legal)

    def undo(self) -> None:
        """Takes the latest move back; the tree begins anew.

        Raises:
            NoPastError: No move was played.

        """
        if not self._past:
            raise errors.NoPastError("there is no move to take back", -27)
        self._state.set_position_bytes(self._past[-1])
        self._past.pop()
        self._played.pop()

    def restart(self) -> None:
        """Back to the beginning of the game."""
        self._state.restart()
        self._begin()

    def shuffle(self, seed: SupportsIndex) -> None:
        """To a random beginning, where the game has several: Kalah, and Onitama's cards.

        Raises:
            UnsupportedError: It has only one.

        """
        self._state.shuffle(whole("seed", seed, _U64))
        self._begin()

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves since the beginning, or since a position was set up."""
        return tuple(self._played)

    @property
    def outcome(self) -> Optional[int]:
        """`None` while the game goes on; 1 if the first player has won, -1 if the second, 0 for a draw."""
        return _OUTCOMES[self._state.outcome()]

    @property
    def to_move(self) -> int:
        """0 if the first player is to move, 1 if the second."""
        return self._state.to_move()

    @property
    def position(self) -> Any:
        """The position: a text of a built-in game (docs/GAMES.md), the object of a game in Python, else bytes.

        Texts and bytes can be set, too; then there is no past.

        Raises:
            PositionError: The text or the bytes are no position of this game and board.

        """
        if self._handle.has_notation:
            return self._state.position_text()
        own = self._state.position_object()
        return self._state.position_bytes() if own is None else own

    @position.setter
    def position(self, position: Union[str, bytes]) -> None:
        as_text = self._handle.has_notation
        try:
            if isinstance(position, str) and as_text:
                self._state.set_position(position)
            elif isinstance(position, bytes):
                self._state.set_position_bytes(position)
            else:
                expected = "a text or bytes" if as_text else "bytes"
                raise errors.UnsupportedError(f"position is {position!r}: expected {expected}, or play() the moves", -7)
        except errors.PositionError as error:
            why = ""
            if isinstance(position, str):
                given, here = repr(position), repr(self.position)
                why = ": a 0 is in it" if "\0" in position else f": {self._handle.why_no_position(position)}"
            else:
                given, here = (f"of {len(data)} bytes" for data in (position, self._state.position_bytes()))
            text = f"position {given} is not one of this game and board{why}; the present one is {here}"
            raise errors.PositionError(text, error.status) from None
        self._begin()

    # ---- copies

    def save(self) -> bytes:
        """All there is: position, tree, random numbers. `load()` goes on from there, bit for bit."""
        return self._state.save()

    def load(self, saved: bytes) -> None:
        """Becomes what `save()` has written, by a search of the same game, player and memory.

        Raises:
            SavedError: It was another game, player or memory.
            PositionError: The bytes are not all of a save, or were changed.

        """
        self._state.load(saved)
        self._begin()

    def __copy__(self) -> Search:
        """A search that goes on alike, by itself."""
        return _restored(*self._parts())

    def __deepcopy__(self, memo: Mapping[int, Any]) -> Search:
        """As a copy: nothing is shared but the game."""
        return self.__copy__()

    def __reduce__(self) -> tuple[Callable[..., Search], tuple[Any, ...]]:
        """What pickles keep: all of it."""
        return _restored, self._parts()

    def __repr__(self) -> str:
        """What it is, for a person."""
        return f"<Search of {self._game!s} by {self.player}, {self._size:,} bytes, {len(self._played)} plies>"

    def board(self) -> Board:
        """The position as a picture, with the latest move marked: also what Jupyter shows of a search."""
        position = self.position
        text = f"{len(position)} bytes: {position.hex(' ', 4)}" if isinstance(position, bytes) else str(position)
        name = self._game if isinstance(self._game, str) and self._handle.has_notation else ""
        return Board(text, name, self._played[-1] if self._played else "")

    def _repr_svg_(self) -> str:
        return self.board().svg()

    # ---- within

    def _parts(self) -> tuple[Any, ...]:
        own = (self._game, self._player, self._size, self._seed, self._net)
        return (*own, self.save(), list(self._past), list(self._played))

    def _begin(self) -> None:
        self._past.clear()
        self._played.clear()

    def _legal(self, move: Union[str, SupportsIndex]) -> Move:
        """The legal move of this text or number."""
        if not isinstance(move, (str, SupportsIndex)):
            raise TypeError(f"move is {move!r}: expected a text or a number, as legal_moves() lists them")
        try:
            if isinstance(move, str) and not isinstance(move, Move):
                code = self._state.parse_move(move)
            else:
                code = move.code if isinstance(move, Move) else operator.index(move)
            if 0 <= code <= _U32:
                return self._moves([code])[0]
        except errors.PositionError:
            pass
        raise self._illegal(move)

    def _illegal(self, move: Union[str, SupportsIndex]) -> errors.Error:
        """Why a move cannot be played, and which can."""
        if self.outcome is not None:
            return errors.GameOverError(f"move {move!r} is not legal: the game is over", -12)
        legal = self.legal_moves()
        texts = [str(one) if isinstance(move, str) else f"{one.code} ({one})" for one in legal[:_LISTED]]
        more = f" and {len(legal) - _LISTED} more" if len(legal) > _LISTED else ""
        return errors.IllegalMoveError(f"move {move!r} is not legal: expected one of {', '.join(texts)}{more}", -13)

    def _moves(self, codes: Sequence[int]) -> list[Move]:
        return [Move(text, code) for code, text in zip(codes, self._state.move_texts(codes))]

    def _shown(self, watch: Callable[[Snapshot], object]) -> Callable[[RawReport, Sequence[int]], object]:
        names = {move.code: move for move in self.legal_moves()}

        def show(raw: RawReport, _line: Sequence[int]) -> None:
            best = None if raw["best"] is None else names[raw["best"]]
            proof = proof_of(raw["proof"])
            watch(Snapshot(raw["elapsed_ms"], raw["iterations"], raw["depth"], best, raw["value"], proof))

        return show

    def _report(self, raw: RawReport, history: Sequence[tuple[int, int, int, Optional[int], float, int]]) -> Report:
        found = self._state.candidates()
        codes = {one[0] for one in found} | {one[3] for one in history if one[3] is not None}
        if raw["best"] is not None:
            codes.add(raw["best"])
        named = {move.code: move for move in self._moves(sorted(codes))}
        candidates = (
            Candidate(named[code], visits, value, minimax, proof_of(proof), distance)
            for code, visits, value, minimax, proof, distance in found
        )
        snapshots = (
            Snapshot(ms, iterations, depth, None if best is None else named[best], value, proof_of(proof))
            for ms, iterations, depth, best, value, proof in history
        )
        known: dict[str, Any] = {
            **raw,
            "best": None if raw["best"] is None else named[raw["best"]],
            "proof": proof_of(raw["proof"]),
            "stopped": Stopped(raw["stopped"]),
        }
        return Report(**known, candidates=tuple(candidates), line=self.line(), history=tuple(snapshots))


def _restored(
    game: AnyGame,
    player: str,
    memory: int,
    seed: int,
    net: Optional[bytes],
    saved: bytes,
    past: list[bytes],
    played: list[Move],
) -> Search:
    search = Search(game, player, memory=memory, seed=seed, net=net)
    search.load(saved)
    search._past, search._played = list(past), list(played)
    return search
