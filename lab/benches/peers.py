"""The measurements: games, amounts of work, and contenders. README.md says how to add a peer."""

from typing import NamedTuple

# The names of the programs; build.py has their paths and commands.
IMM, RUST, OPENSPIEL = "imm", "rust", "openspiel"
HAND = {"kalah": "hand_kalah", "connect_four": "hand_connect_four"}


class Contender(NamedTuple):
    """A library, with its board and settings, that searches a game."""

    name: str  # the name in the table
    program: str  # IMM, RUST, OPENSPIEL or one of HAND
    arguments: tuple[str, ...]  # the program's arguments before the amount
    most: int = 10**6  # the largest amount that takes only some seconds
    against: str = "imm"  # the contender with which the rate is compared
    more: int = 0  # plies to add to the amount: pass moves, which only this contender counts as plies


class Task(NamedTuple):
    """A game, and a way to search its start position."""

    game: str
    title: str
    method: str  # mcts or alphabeta
    amounts: tuple[int, ...]  # simulations for mcts, plies for alphabeta
    contenders: tuple[Contender, ...]


def imm(game: str, name: str = "imm", most: int = 10**7) -> Contender:
    return Contender(name, IMM, (game, "mcts()", "mcts"), most)


def hand(game: str, board: str) -> Contender:
    """A search written by hand for this one game, in C."""
    return Contender(f"written by hand, {board}", HAND[game], (), 10**7)


def plain(peer: str, game: str) -> Contender:
    """A peer with a simple board, as its users would write it."""
    return Contender(f"{peer}, plain board", RUST, (peer, f"plain_{game}", "mcts"))


def lent(peer: str, game: str) -> Contender:
    """A peer with imm's board."""
    return Contender(f"{peer}, imm's board", RUST, (peer, game, "mcts"))


def drawing(game: str, board: str = "imm's board") -> Contender:
    """arbor with user playouts, which sample moves instead of listing them."""
    return Contender(f"arbor, {board}, drawing", RUST, ("arbor-drawing", game, "mcts"))


def openspiel(game: str, most: int, against: str = "imm") -> Contender:
    return Contender("OpenSpiel", OPENSPIEL, (game,), most, against)


def boards(game: str) -> tuple[Contender, ...]:
    """Every peer from crates.io, with a simple board and with imm's board."""
    peers = ("arbor", "board-game", "minimax")
    return tuple(plain(peer, game) for peer in peers) + (drawing(game), *(lent(peer, game) for peer in peers))


def alphabeta(game: str, passes: int = 0) -> tuple[Contender, ...]:
    """minimax, which searches `passes` plies deeper, and imm with three sets of options that keep the result."""
    players = ("ab(tt)", "ab(tt,killers,pvs)", "ab(tt,etc,killers,history,pvs,asp)")
    ours = tuple(Contender(f"imm `{player}`", IMM, (game, player, "alphabeta")) for player in players)
    return (Contender("minimax", RUST, ("minimax", game, "alphabeta"), more=passes), *ours)


SIZES = (10**4, 10**5, 10**6, 10**7)
STANDARD = "imm, OpenSpiel's rules"

TASKS = (
    Task(
        "breakthrough",
        "Breakthrough 8x8",
        "mcts",
        SIZES,
        (imm("breakthrough"), *boards("breakthrough"), openspiel("breakthrough", 10**4)),
    ),
    Task(
        "kalah",
        "Kalah 6x4",
        "mcts",
        SIZES,
        (
            imm("kalah"),
            hand("kalah", "plain board"),
            *boards("kalah"),
            imm("kalah_std", STANDARD, 10**5),
            openspiel("mancala", 10**5, STANDARD),
        ),
    ),
    Task("othello", "Othello", "mcts", SIZES, (imm("othello"), *boards("othello"), openspiel("othello", 10**4))),
    Task(
        "connect_four",
        "Connect Four, imm through C callbacks",
        "mcts",
        SIZES,
        (
            imm("connect_four"),
            hand("connect_four", "the example's board"),
            Contender("arbor, the example's board", RUST, ("arbor", "connect_four", "mcts")),
            drawing("connect_four", "the example's board"),
            Contender("board-game, its own board", RUST, ("board-game", "connect_four", "mcts")),
            Contender("minimax, the example's board", RUST, ("minimax", "connect_four", "mcts")),
            openspiel("connect_four", 10**5),
        ),
    ),
    Task(
        "oware",
        "Oware",
        "mcts",
        SIZES,
        (
            imm("oware"),
            Contender("board-game, its own board", RUST, ("board-game", "oware", "mcts")),
            openspiel("oware", 10**5),
        ),
    ),
    Task("loa", "Lines of Action", "mcts", (10**3,), (imm("loa"), openspiel("lines_of_action", 10**3))),
    Task("breakthrough", "Breakthrough 8x8", "alphabeta", (8,), alphabeta("breakthrough")),
    Task("kalah", "Kalah 6x4, minimax's passes among the plies", "alphabeta", (16,), alphabeta("kalah")),
    Task("kalah", "Kalah 6x4, with minimax's 4 passes", "alphabeta", (12,), alphabeta("kalah", 4)),
    Task("connect_four", "Connect Four", "alphabeta", (13,), alphabeta("connect_four")),
)

# The amounts of work for `--quick`, which only tests that all programs work.
QUICK = {"mcts": (10**3,), "alphabeta": (4,)}
