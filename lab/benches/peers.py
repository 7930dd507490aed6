"""What is measured: games, amounts, and who searches them. A peer more is a row more: README.md."""

from typing import NamedTuple

# What each program is called with; build.py says where it is.
IMM, RUST, OPENSPIEL = "imm", "rust", "openspiel"


class Contender(NamedTuple):
    """Somebody who searches a game."""

    name: str  # as the table calls it; {versions} are filled in there
    program: str  # IMM, RUST, OPENSPIEL
    arguments: tuple[str, ...]  # before the amount
    most: int = 10**6  # the largest amount that it is asked for: some seconds
    against: str = "imm"  # whose rate its is compared with
    more: int = 0  # is added to what it is asked for: the plies that only it counts


class Task(NamedTuple):
    """A game, and a way to search it from the start."""

    game: str
    title: str
    method: str  # mcts, alphabeta
    amounts: tuple[int, ...]  # simulations; plies
    contenders: tuple[Contender, ...]


def imm(game: str, name: str = "imm") -> Contender:
    return Contender(name, IMM, (game, "mcts()", "mcts"))


def plain(peer: str, game: str) -> Contender:
    """A peer with a board as its users write their own."""
    return Contender(f"{peer}, plain board", RUST, (peer, f"plain_{game}", "mcts"))


def lent(peer: str, game: str) -> Contender:
    """A peer with the board that imm has."""
    return Contender(f"{peer}, imm's board", RUST, (peer, game, "mcts"))


def drawing(game: str, board: str = "imm's board") -> Contender:
    """arbor with playouts that a user hands to it."""
    return Contender(f"arbor, {board}, drawing", RUST, ("arbor-drawing", game, "mcts"))


def openspiel(game: str, most: int, against: str = "imm") -> Contender:
    return Contender("OpenSpiel", OPENSPIEL, (game,), most, against)


def boards(game: str) -> tuple[Contender, ...]:
    """Every peer of crates.io, with both boards."""
    peers = ("arbor", "board-game", "minimax")
    return tuple(plain(peer, game) for peer in peers) + (drawing(game), *(lent(peer, game) for peer in peers))


def alphabeta(game: str, passes: int = 0) -> tuple[Contender, ...]:
    """The peer, which looks `passes` plies further, and imm with three sets of safe switches."""
    players = ("ab(tt)", "ab(tt,killers,pvs)", "ab(tt,etc,killers,history,pvs,asp)")
    ours = tuple(Contender(f"imm `{player}`", IMM, (game, player, "alphabeta")) for player in players)
    return (Contender("minimax", RUST, ("minimax", game, "alphabeta"), more=passes), *ours)


SIZES = (10**4, 10**5, 10**6)
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
        (imm("kalah"), *boards("kalah"), imm("kalah_std", STANDARD), openspiel("mancala", 10**5, STANDARD)),
    ),
    Task("othello", "Othello", "mcts", SIZES, (imm("othello"), *boards("othello"), openspiel("othello", 10**4))),
    Task(
        "connect_four",
        "Connect Four, imm through C callbacks",
        "mcts",
        SIZES,
        (
            imm("connect_four"),
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
    Task("kalah", "Kalah 6x4, minimax's 4 passes beside them", "alphabeta", (12,), alphabeta("kalah", 4)),
    Task("connect_four", "Connect Four", "alphabeta", (13,), alphabeta("connect_four")),
)

# Of `--quick`: whether everything works, not how fast it is.
QUICK = {"mcts": (10**3,), "alphabeta": (4,)}
