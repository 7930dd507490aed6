"""Writes the tables of docs/SPEED.md and docs/SPEED_DETAILS.md from the measurements of `run`."""

import sys
from collections import Counter
from collections.abc import Iterable
from math import sqrt
from pathlib import Path
from statistics import median

from peers import TASKS, Contender, Task

# The numbers of simulations in the short table.
SHORT = (10**5, 10**6)

# A line of the file that the script `run` writes: a search, or (in the first line) a description of
# the run.
Record = dict[str, object]


class Measured:
    """All searches, by game, method, amount, contender and round."""

    def __init__(self, records: Iterable[Record]) -> None:
        self.searches = {
            (r["game"], r["method"], r["amount"], r["contender"], r["round"]): r for r in records if "cpu_s" in r
        }

    def rounds(self) -> str:
        """The number of rounds of each search, or the smallest and the largest number."""
        made = Counter(key[:4] for key in self.searches).values()
        return str(max(made)) if min(made) == max(made) else f"{min(made)} to {max(made)}"

    def times(self, task: Task, amount: int, contender: str) -> dict[int, float]:
        """Seconds of processor time of each round."""
        return {
            key[4]: r["cpu_s"]  # type: ignore[misc]
            for key, r in self.searches.items()
            if key[:4] == (task.game, task.method, amount, contender)
        }

    def grown(self, task: Task, amount: int, contender: str) -> float | None:
        """Bytes per simulation. None for a small search, where memory of the process itself would distort the result."""
        if amount < 10**4:
            return None
        found = [
            r["grown_kib"] * 1024 / amount  # type: ignore[operator]
            for key, r in self.searches.items()
            if key[:4] == (task.game, task.method, amount, contender) and r["grown_kib"] is not None
        ]
        return median(found) if found else None

    def ratios(self, task: Task, amount: int, slow: str, fast: str) -> list[float]:
        """The time of `slow` divided by the time of `fast`, for each round."""
        slows, fasts = self.times(task, amount, slow), self.times(task, amount, fast)
        return [slows[number] / fasts[number] for number in slows if number in fasts]


def count(rate: float) -> str:
    """The rate as text, with three significant digits and commas: 959,000."""
    unit = 1
    while rate >= 1000 * unit:
        unit *= 10
    return f"{round(rate / unit) * unit:,}"


def spread(ratios: list[float]) -> str:
    """The median and the range of some ratios."""
    return f"{median(ratios):.2f} [{min(ratios):.2f}, {max(ratios):.2f}]"


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def best(measured: Measured, task: Task, amount: int, contenders: Iterable[Contender]) -> Contender | None:
    """The contender with the smallest median time."""
    found = {c: median(t) for c in contenders if (t := list(measured.times(task, amount, c.name).values()))}
    return min(found, key=found.__getitem__, default=None)


def named(name: str, versions: dict[str, str]) -> str:
    """The name of a contender, with the version of its library."""
    peer, comma, board = name.partition(",")
    return f"{peer} {versions[peer]}{comma}{board}" if peer in versions and peer != "imm" else name


def against_best(measured: Measured, task: Task, amount: int, is_lent: bool) -> str:
    """imm's rate divided by the fastest peer's rate, on imm's board or on the others. Empty if no peer was measured."""
    rivals = [c for c in task.contenders if not c.name.startswith("imm") and ("imm's board" in c.name) == is_lent]
    rival = best(measured, task, amount, rivals)
    if not rival:
        return ""
    return f"{spread(measured.ratios(task, amount, rival.name, rival.against))} {rival.name.partition(',')[0]}"


def short(measured: Measured) -> str:
    """The table with one row for each game: imm's rate divided by the fastest peer's rate."""
    rows = []
    for task in TASKS:
        if task.method == "mcts":
            cells = [against_best(measured, task, amount, False) for amount in SHORT]
            cells.append(against_best(measured, task, SHORT[-1], True))
            if not any(cells) and (other := against_best(measured, task, task.amounts[0], False)):
                cells[0] = f"{other}, at {task.amounts[0]:,}"
            if any(cells):
                rows.append([task.title, *cells])
    head = [f"{SHORT[0]:,} simulations", f"{SHORT[1]:,}", f"on imm's board, {SHORT[-1]:,}"]
    return table(["imm's rate against the best peer's", *head], rows)


def summary(measured: Measured) -> str:
    """The table of imm's rate divided by the fastest peer's rate, for each game and number of simulations."""
    rows = []
    for task in TASKS:
        if task.method == "mcts":
            for amount in task.amounts:
                cells = [against_best(measured, task, amount, is_lent) for is_lent in (False, True)]
                if any(cells):
                    rows.append([f"{task.title}, {amount:,}", *cells])
    return table(["imm's rate against the best peer's", "plain boards and peers' own", "on imm's board"], rows)


def simulations(measured: Measured, task: Task, versions: dict[str, str]) -> str:
    """The table of one game: rates, the ratio of imm's rate to each peer's rate, and memory."""

    def cell(contender: Contender, amount: int) -> str:
        times = list(measured.times(task, amount, contender.name).values())
        if not times:
            return ""
        rate = count(amount / median(times))
        if contender.name.startswith("imm"):
            return rate
        return f"{rate}: {spread(measured.ratios(task, amount, contender.name, contender.against))}"

    def size(contender: Contender) -> str:
        found = [g for amount in task.amounts if (g := measured.grown(task, amount, contender.name))]
        return f"{found[-1]:.0f}" if found else ""

    head = [task.title, *(f"{amount:,}" for amount in task.amounts), "bytes"]
    present = [c for c in task.contenders if any(measured.times(task, amount, c.name) for amount in task.amounts)]
    if not present:
        return ""
    return table(head, ([named(c.name, versions), *(cell(c, a) for a in task.amounts), size(c)] for c in present))


def depths(measured: Measured) -> str:
    """The table of times to a fixed depth."""
    rows = []
    for task in TASKS:
        if task.method == "alphabeta":
            amount, rival = task.amounts[0], task.contenders[0].name
            for contender in task.contenders:
                if times := list(measured.times(task, amount, contender.name).values()):
                    ratio = "" if contender.name == rival else spread(measured.ratios(task, amount, rival, contender.name))
                    rows.append([f"{task.title}: {contender.name}", str(amount), f"{1000 * median(times):,.0f}", ratio])
    return table(["from the start", "plies", "ms", "minimax takes, times"], rows)


def score(points: float, games: int) -> str:
    """A score with its 95 % interval (Wilson), in percent."""
    z, share = 1.96, points / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return f"{100 * share:.1f} % [{100 * (middle - half):.1f}, {100 * (middle + half):.1f}]"


def matches(records: list[Record]) -> str:
    """The table of the matches against the searches that are written by hand."""
    rows = []
    titles = {task.game: task.title for task in TASKS if task.method == "mcts"}
    for game, r in {r["match"]: r for r in records if "match" in r}.items():
        games, points = int(str(r["games"])), float(str(r["points_of_imm"]))
        rows.append([titles[str(game)].split(",")[0], str(r["ms"]), str(games), score(points, games)])
    head = ["`mcts()` through C callbacks against the search written by hand", "ms for a move", "games", "imm's score"]
    return table(head, rows) if rows else ""


def origin(records: list[Record], measured: Measured) -> str:
    """How and when the figures were measured."""
    about = next(r for r in records if "versions" in r)
    return (
        f"Measured by `lab/benches/run` on {about['date']}, imm at {about['versions']['imm']}: medians of "  # type: ignore[index]
        f"{measured.rounds()} interleaved rounds, processor time, in\nbrackets the range over the rounds."
    )


def page(records: list[Record]) -> str:
    """The part of docs/SPEED.md: the short table."""
    measured = Measured(records)
    return f"\n{origin(records, measured)}\n\n{short(measured)}\n"


def details(records: list[Record]) -> str:
    """The part of docs/SPEED_DETAILS.md: all tables."""
    about = next(r for r in records if "versions" in r)
    measured = Measured(records)
    versions, tools = about["versions"], about["tools"]
    parts = [
        f"{origin(records, measured)} {about['machine']}\n"
        f"Built by {tools['rustc']} and {tools['cc']}: `{tools['flags']}`.\n",  # type: ignore[index]
        summary(measured),
        "Simulations a second, and how many times that rate is imm's. Bytes a simulation: growth of the process\n"
        "in the largest of the searches.\n",
        *(simulations(measured, task, versions) for task in TASKS if task.method == "mcts"),  # type: ignore[arg-type]
        matches(records),
        "Alpha-beta with a table of 64 MiB and the same evaluation.\n",
        depths(measured),
    ]
    return "\n" + "\n".join(part for part in parts if part) + "\n"


def replaced(document: Path, part: str, content: str) -> str:
    """The text of the document, with another content between the markers of this part."""
    begin, end = f"<!-- BEGIN {part} -->\n", f"<!-- END {part} -->\n"
    text = document.read_text(encoding="utf-8")
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        sys.exit(f"{document.name} has no part '{part}'")
    before, rest = text.split(begin)
    return before + begin + content + end + rest.split(end)[1]


def write(folder: Path, records: list[Record]) -> None:
    """Writes both documents, or none if one of them has no place for its tables."""
    contents = {"SPEED.md": page(records), "SPEED_DETAILS.md": details(records)}
    texts = {folder / name: replaced(folder / name, "peers", content) for name, content in contents.items()}
    for document, text in texts.items():
        document.write_text(text, encoding="utf-8")
