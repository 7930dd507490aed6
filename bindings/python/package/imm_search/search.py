"""A search of one game, one position after another."""

from __future__ import annotations

import operator
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Optional, SupportsIndex, Union

from . import _imm, errors
from .board import Board
from .game import CHANCE
from .report import Candidate, Leaf, Move, Report, Snapshot, Stopped, proof_of
from .tree import TreeNode

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .game import Game
    from .report import RawReport

    AnyGame = Union[str, os.PathLike[str], Game[Any]]

_UNITS = {"": 1, "B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
_OUTCOMES = {0: None, 1: 1, 2: -1, 3: 0, 4: 0}
_EVERY_MS = 50
_MOST_BYTES = 2**48 - 1
_MOST_MS = 10**15
_U32, _U64 = 2**32 - 1, 2**64 - 1
_GOLDEN = 0x9E3779B97F4A7C15
_LISTED = 64
"""The maximum number of legal moves that an error lists."""


def bytes_of(memory: Union[SupportsIndex, str]) -> int:
    """Converts a size, such as "64 MiB", to a number of bytes.

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
    """Returns an argument as a number. Raises an error unless it is a whole number from 0 to `most`."""
    if not isinstance(number, SupportsIndex):
        raise TypeError(f"{name} is {number!r}: expected a whole number")
    if not 0 <= operator.index(number) <= most:
        raise ValueError(f"{name} is {number!r}: expected 0 to {most:,}")
    return operator.index(number)


def dice(seed: int, count: int) -> int:
    """Returns 32 random bits: result number `count` of the generator SplitMix64. The JavaScript package uses the same numbers.

    >>> [dice(1, count) for count in range(3)]
    [2433363436, 3203108257, 4170425070]
    """
    bits = (seed + (count + 1) * _GOLDEN) & _U64
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & _U64
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & _U64
    return (bits ^ bits >> 31) >> 32


def _microseconds(ms: float) -> int:
    """Converts a limit in milliseconds to microseconds: at least 1, or 0 for no limit."""
    try:
        possible = 0 <= ms <= _MOST_MS
    except TypeError:
        raise TypeError(f"ms is {ms!r}: expected a number of milliseconds") from None
    if not possible:
        raise ValueError(f"ms is {ms!r}: expected 0 (no limit) to {_MOST_MS:,} milliseconds")
    return max(round(ms * 1000), 1) if ms > 0 else 0


def load_game(game: AnyGame) -> _imm.Game:
    """Returns the game for a name, a file or an object."""
    if isinstance(game, str) and not re.search(r"[/\\]|\.(so|dylib|dll)$", game):
        return _imm.Game.named(game)
    if isinstance(game, (str, os.PathLike)):
        return _imm.Game.loaded(game)
    return _imm.Game.own(game)


def _named(player: Optional[str]) -> str:
    """Returns the player's notation; `best` for `None`."""
    return "best" if player is None else player


class CheckResult(NamedTuple):
    """The result of `check`."""

    mistakes: int
    """The number of different mistakes; 0 if the check found none."""
    text: str
    """The exceptions of a game in Python; each mistake with the moves that lead to it; measurements."""

    def __str__(self) -> str:
        """The text, so that `print(check(game))` is readable."""
        return self.text


def check(game: AnyGame, *, plies: SupportsIndex = 2000, seed: SupportsIndex = 1) -> CheckResult:
    """Looks for mistakes in a game by playing it at random. Print the result to read it.

    The report includes exceptions raised by a game in Python.

    A search trusts the methods of a game. If they have mistakes, imm plays badly instead of failing. So call
    this function whenever your game has changed.

    Args:
        game: See `Search`.
        plies: The number of positions to check.
        seed: Selects the random games.

    Raises:
        GameError: There is no built-in game with this name, or the file has no game.

    >>> check("kalah").mistakes
    0

    """
    return CheckResult(*load_game(game).check(whole("seed", seed, _U64), whole("plies", plies, _U32)))


class BestPlayer(NamedTuple):
    """The player that `best` means."""

    player: str
    """The player's notation."""
    why: str
    """The reason: a measurement, or the methods that the game has."""


def best(game: AnyGame, *, memory: Union[SupportsIndex, str] = "64 MiB", ms: SupportsIndex = 0) -> BestPlayer:
    """Returns the player that `best` means: the strongest measured one for a built-in game, else one that fits the game.

    Args:
        game: See `Search`.
        memory: The memory of the search. With little memory, as on microcontroller boards, other players are the strongest.
        ms: The time for each move in milliseconds; 0 if unknown.

    >>> best("breakthrough")
    BestPlayer(player='ab(efNet,all)', why='measured: it looks deeper than `bfm(efNet)`')
    >>> best("oware").player, best("oware", memory="56 KiB").player
    ('bfm(c0.7,fpu0.5,efNet)', 'ab(efNet,all)')

    """
    return BestPlayer(*load_game(game).best(bytes_of(memory), whole("ms", ms, _U32)))


def memory_for(game: AnyGame, slots: SupportsIndex, player: Optional[str] = "mcts()") -> int:
    """Returns the bytes that a search needs: for a tree with `slots` slots, or for alpha-beta to look `slots` plies ahead.

    >>> memory_for("kalah", 2000) - memory_for("kalah", 1000)
    24000
    """
    return load_game(game).memory(_named(player), whole("slots", slots, _U64))


class Search:
    """A search of one game. It has a current position, and keeps its results about that position.

    >>> search = Search("breakthrough_5x5", "mcts(im0.4)", memory="1 MiB", seed=1)
    >>> report = search.search(iterations=2000)
    >>> report.best in search.legal_moves()
    True
    >>> search.play(report.best)

    Args:
        game: The name of a built-in game (`game_names()`, with sizes as in `breakthrough_6x5` and
            `kalah_std_4x3`), the path of a shared library that exports `imm_plugin`, or an object that follows
            the protocol `Game`.
        player: The search and its options, in the notation of docs/PLAYERS.md. The default is the player of
            `best()`; so is `None`. `mcts()` needs only the rules; `bfm()` and `ab()` need an evaluation.
        memory: Bytes for the whole search, as a number (also of NumPy) or a text such as "64 MiB". When the
            memory is full, the search continues and recycles the least recently used parts of the tree.
        seed: The same game, player, memory, seed and iterations give the same search on every machine.
        net: The net for a player with `efNet`: a file (.immnet) made by `imm-arena train`, or its bytes. The
            default is the net that comes with the game.

    Raises:
        GameError: There is no such game.
        PlayerError: The notation is wrong, or the player needs something that the game does not have.
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
        """A search at the starting position of a game."""
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
        self._rolls = 0

    # ---- properties

    @property
    def game(self) -> AnyGame:
        """The game, as passed to the constructor."""
        return self._game

    @property
    def player(self) -> str:
        """The player's notation: the options that are not the default, in a fixed order."""
        return _imm.player_text(self._player)

    @property
    def memory(self) -> int:
        """The memory of the search in bytes."""
        return self._size

    @property
    def seed(self) -> int:
        """The seed of the random numbers."""
        return self._seed

    def set_player(self, player: Optional[str], seed: Optional[SupportsIndex] = None) -> None:
        """Continues with another player. The position stays. The tree stays if its contents are valid for both players.

        Args:
            player: See the constructor.
            seed: The new seed of the random numbers, also of `sample_chance`; `None` keeps the seed.

        Raises:
            PlayerError: See the constructor. The old player then stays.

        """
        named, number = _named(player), self._seed if seed is None else whole("seed", seed, _U64)
        self._state.set_player(self._handle, named, number)
        self._player = named
        if seed is not None:
            self._seed, self._rolls = number, 0

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
        """Searches until a limit is reached or the position is solved.

        The search uses and keeps the results of earlier searches. Other Python threads run meanwhile, unless
        the game is written in Python. `stop()` ends the search. Ctrl-C does, too: it raises
        `KeyboardInterrupt`, and the results stay.

        Args:
            ms: Time in milliseconds. For this and the other limits, 0 is no limit; at least one must be set.
            iterations: Simulations; for alpha-beta, visited positions.
            nodes: The maximum number of nodes in the tree.
            depth: The maximum depth of the tree, or of alpha-beta, in plies.
            watch: Called with the progress of the search. It must not call methods of this search. An
                exception that it raises ends the search.
            every_ms: Milliseconds between calls of `watch`, and between checks for Ctrl-C.

        Raises:
            LimitError: There is no limit.
            GameOverError: The game is over.
            UnsupportedError: A chance event comes next. Play one of its outcomes: see `sample_chance`.
            BusyError: Another thread is using this search.
            ValueError: A limit is negative, infinite, not a number, or too large.

        """
        bounds = whole("iterations", iterations, _U64), whole("nodes", nodes, _U32), whole("depth", depth, _U32)
        time_us, every = _microseconds(ms), max(whole("every_ms", every_ms, _U32), 1)
        shown = self._shown(watch) if watch else None
        raw, history = self._state.search(time_us, *bounds, every, shown)
        return self._report(raw, history)

    def collect(self, count: SupportsIndex) -> list[Leaf]:
        """Searches until up to `count` new positions need a value, for a player with `efTold`.

        Compute their values, all at once, and pass them to `tell()`. The list is shorter than `count` if the search
        cannot find another leaf before it knows a value; the first leaf of a new search is the position itself. The
        list is empty if the position is solved. `report()` has the results. Playing a move, changing the position
        and saving end the waiting of the leaves.

        >>> search = Search("kalah", "mcts(puct1.5)", memory="1 MiB")
        >>> while search.report().iterations < 100:
        ...     leaves = search.collect(8)
        ...     search.tell([0.0 for leaf in leaves])
        >>> search.report().best in search.legal_moves()
        True

        Raises:
            UnsupportedError: The player has no `efTold`.
            GameOverError: The game is over.

        """
        found = self._state.collect(whole("count", count, _U32), self._handle.has_notation)
        return [Leaf(*leaf) for leaf in found]

    def tell(self, values: Iterable[float], priors: Optional[Iterable[Iterable[float]]] = None) -> None:
        """Tells the values of the oldest leaves that wait, in the order in which they were collected.

        Args:
            values: For each leaf, -1 to 1 for the FIRST player: 1 means that the first player wins. A network that
                judges for the player to move needs its sign changed where `to_move` is 1.
            priors: For each leaf, a number from 0 to 1 for each of its moves: the larger, the sooner `puct` tries
                the move. `None` means that all moves are equal.

        Raises:
            LeafError: There are more values than leaves that wait.
            ValueError: There are not as many priors as values.
            PlayerError: A number is out of range, or a leaf has another number of moves. The leaves before this
                one have their values.

        """
        told = [float(value) for value in values]
        given = [[]] * len(told) if priors is None else [[float(prior) for prior in row] for row in priors]
        if len(given) != len(told):
            raise ValueError(f"there are {len(told)} values and {len(given)} lists of priors: expected one list for each value")
        for value, row in zip(told, given):
            self._state.tell(value, row)

    def report(self) -> Report:
        """Returns the results so far. Before any search, `best` is a legal move chosen by a quick estimate."""
        return self._report(self._state.report(), [])

    def stop(self) -> None:
        """Ends the search of another thread, if one is running. That search returns as if its time were up."""
        self._state.stop()

    def forget(self) -> None:
        """Discards the results. The position stays."""
        self._state.forget()

    def merge(self, *others: Search) -> None:
        """Adds the results of other searches of this position. Use it to search on all cores.

        Give each search a different seed, the same memory, and its own thread. With the same seeds and
        iterations, the merged result does not depend on the speed of the threads.

        Raises:
            MergeError: The game, player or position differs, or a search was already merged.

        """
        self._state.merge([other._state for other in others])

    def line(self, move: Union[str, SupportsIndex, None] = None) -> tuple[Move, ...]:
        """Returns the expected line; if `move` is given, the line begins with it. Empty before any search.

        Raises:
            IllegalMoveError: `move` is not legal.
            GameOverError: `move` is given, and the game is over.

        """
        code = None if move is None else self._legal(move).code
        return tuple(Move(text, code) for code, text in self._state.line(code))

    def tree(self, depth: SupportsIndex = 3, min_visits: SupportsIndex = 1) -> TreeNode:
        """Returns the tree down to `depth` plies, with positions of at least `min_visits`. Jupyter shows it as a picture."""
        found = self._state.tree(whole("depth", depth, _U32), whole("min_visits", min_visits, _U32))
        return TreeNode.of(found, self.line())

    def evaluate(self) -> float:
        """Returns the static value of the position for the FIRST player, -1 to 1, without a search.

        Raises:
            UnsupportedError: The game has no evaluation.

        """
        return self._state.evaluate()

    # ---- the game

    def legal_moves(self) -> list[Move]:
        """Returns the legal moves, or the outcomes of a chance event; an empty list if the game is over."""
        return self._moves(self._state.legal_moves())

    def play(self, move: Union[str, SupportsIndex]) -> None:
        """Plays a move, or an outcome of a chance event, by text or number. The tree keeps results about the new position.

        Raises:
            IllegalMoveError: The move is not legal. The error lists the legal moves.
            GameOverError: The game is over.

        """
        legal = self._legal(move)
        before = self._state.position_bytes()
        self._state.play(legal.code)
        self._past.append(before)
        self._played.append(legal)

    def sample_chance(self, random: Optional[SupportsIndex] = None) -> Move:
        """Samples an outcome of the chance event that comes next, such as the roll of a die. Does not play it.

        With your own dice, play what they show instead.

        Args:
            random: 32 random bits, which select an outcome by its weight. By default, the search samples with its own
                random numbers. Searches with the same seed sample the same numbers, in Python and in JavaScript.

        Raises:
            UnsupportedError: A player is to move.
            GameOverError: The game is over.

        """
        bits = None if random is None else whole("random", random, _U32)
        if self.outcome is not None:
            raise errors.GameOverError("there is no chance event to sample: the game is over", -12)
        if self.to_move != CHANCE:
            raise errors.UnsupportedError("there is no chance event to sample: a player is to move", -7)
        if bits is None:
            bits = dice(self._seed, self._rolls)
            self._rolls += 1
        return self._moves([self._state.sample_chance(bits)])[0]

    def undo(self) -> None:
        """Takes the latest move back. The tree is empty afterwards.

        Raises:
            NoPastError: No move was played.

        """
        if not self._past:
            raise errors.NoPastError("there is no move to take back", -27)
        self._state.set_position_bytes(self._past[-1])
        self._past.pop()
        self._played.pop()

    def restart(self) -> None:
        """Returns to the starting position."""
        self._state.restart()
        self._begin()

    def shuffle(self, seed: SupportsIndex) -> None:
        """Sets up a random starting position, if the game has several: Kalah, Onitama's cards, EinStein's stones.

        Raises:
            UnsupportedError: The game has only one starting position.

        """
        self._state.shuffle(whole("seed", seed, _U64))
        self._begin()

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves since the starting position, or since a position was set up."""
        return tuple(self._played)

    @property
    def outcome(self) -> Optional[int]:
        """`None` while the game is not over; 1 if the first player has won, -1 if the second, 0 for a draw.

        In a game that does not have two players, 0 after the end: see `returns`.
        """
        return _OUTCOMES[self._state.outcome()]

    @property
    def returns(self) -> Optional[tuple[float, ...]]:
        """The result of each player, from -1 to 1; `None` while the game is not over."""
        return None if self.outcome is None else tuple(self._state.returns())

    @property
    def to_move(self) -> int:
        """0 if the first player is to move, 1 if the second, and so on; `CHANCE` (8) if a chance event comes next."""
        return self._state.to_move()

    @property
    def position(self) -> Any:
        """The position: text for a built-in game (docs/GAMES.md), an object for a game in Python, otherwise bytes.

        You can also assign text or bytes. This clears the list of played moves.

        Raises:
            PositionError: The text or bytes are not a position of this game and board.

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
        """Saves position, tree and random numbers as bytes. After `load()`, the search continues bit by bit as before."""
        return self._state.save()

    def load(self, saved: bytes) -> None:
        """Restores bytes of `save()` from a search with the same game, player and memory.

        Raises:
            SavedError: The game, player or memory differs.
            PositionError: The bytes are incomplete or were changed.

        """
        self._state.load(saved)
        self._begin()

    def __copy__(self) -> Search:
        """An independent search that continues in the same way."""
        return _restored(*self._parts())

    def __deepcopy__(self, memo: Mapping[int, Any]) -> Search:
        """The same as a shallow copy: only the game is shared."""
        return self.__copy__()

    def __reduce__(self) -> tuple[Callable[..., Search], tuple[Any, ...]]:
        """A pickle contains the whole search."""
        return _restored, self._parts()

    def __repr__(self) -> str:
        """A short description."""
        return f"<Search of {self._game!s} by {self.player}, {self._size:,} bytes, {len(self._played)} plies>"

    def board(self) -> Board:
        """Returns the position as a picture, with the latest move marked. Jupyter shows a search like this."""
        position = self.position
        text = f"{len(position)} bytes: {position.hex(' ', 4)}" if isinstance(position, bytes) else str(position)
        name = self._game if isinstance(self._game, str) and self._handle.has_notation else ""
        return Board(text, name, self._played[-1] if self._played else "")

    def _repr_svg_(self) -> str:
        return self.board().svg()

    # ---- internal

    def _parts(self) -> tuple[Any, ...]:
        own = (self._game, self._player, self._size, self._seed, self._net)
        return (*own, self.save(), list(self._past), list(self._played), self._rolls)

    def _begin(self) -> None:
        self._past.clear()
        self._played.clear()

    def _legal(self, move: Union[str, SupportsIndex]) -> Move:
        """Returns the legal move with this text or number."""
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
        """Returns an error that says why a move cannot be played, and lists the legal moves."""
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
    rolls: int = 0,
) -> Search:
    search = Search(game, player, memory=memory, seed=seed, net=net)
    search.load(saved)
    search._past, search._played, search._rolls = list(past), list(played), rolls
    return search
