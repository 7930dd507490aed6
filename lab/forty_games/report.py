#!/usr/bin/env python3
"""Writes the tables and the figure of docs/FORTY_GAMES.md from the archive, properties.json and nets/log.jsonl.

python lab/forty_games/report.py             writes them
python lab/forty_games/report.py --check     fails if they are out of date
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from scipy import stats

from games import GAMES, HERE, NETS, ROOT
from imm_search import _imm
from imm_search.cluster import Archive, Score
from imm_search.cluster._statistics import score_of
from players import PLANNED, PLAYERS, SIMULATIONS, UCT

if TYPE_CHECKING:
    import pandas as pd

DOCUMENT = ROOT / "docs" / "FORTY_GAMES.md"
FIGURE = ROOT / "docs" / "figures" / "forty_games.svg"
BUDGETS = ("simulations", "time")
ENOUGH = 10
"""Fewer games of the study have no mean and no correlation."""
SHOWN = ("im 0.4", "best-first")
"""The players of the figure."""
PROPERTIES = {
    "evaluator": "correlation of the evaluator with the result",
    "branching": "legal moves of a position",
    "length": "plies of a game",
    "traps": "moves that lose within three plies, %",
}


class Table(NamedTuple):
    """The scores, and the games that they come from."""

    cells: dict[tuple[str, str, str], Score]
    """The score of each player (`PLAYERS`) by game, player and budget."""
    games: pd.DataFrame


def read() -> Table:
    """Reads the archive."""
    table = Archive.read(HERE / "archive")
    uct = _imm.player_text(UCT)
    cells = {}
    other = table["first"].where(table["first"] != uct, table["second"])
    points = table["points"].where(table["first"] != uct, 1 - table["points"])
    equal = (table["first_budget"] == table["second_budget"]) & (table["first_budget"] == f"iterations={SIMULATIONS}")
    budget = equal.map({True: "simulations", False: "time"})
    names = {_imm.player_text(text): name for name, text in PLAYERS.items()}
    for key, rows in table.groupby([table["game"], other, budget]):
        if key[0] in GAMES and key[1] in names:
            cells[key[0], names[key[1]], key[2]] = score_of(points[rows.index].tolist(), rows["pair"].tolist())
    return Table(cells, table)


def properties() -> dict[str, dict[str, float]]:
    """Returns the measured properties of the games."""
    found: dict[str, dict[str, float]] = json.loads((HERE / "properties.json").read_text())
    return found


def lines_of(head: list[str], rows: list[list[object]]) -> list[str]:
    """Returns the lines of a table. Columns after the first are numbers."""
    rule = "|---|" + "---:|" * (len(head) - 1)
    return [f"| {' | '.join(head)} |", rule, *(f"| {' | '.join(map(str, row))} |" for row in rows)]


def cell(score: Score | None) -> str:
    """Returns the score in percent with its interval."""
    return f"{100 * score.score:.0f} [{100 * score.low:.0f}, {100 * score.high:.0f}]" if score else ""


def mean(scores: list[float]) -> str:
    """Returns the mean over games, with its 95 % interval by Student's t."""
    if len(scores) < ENOUGH:
        return "too few"
    half = float(stats.t.ppf(0.975, len(scores) - 1)) * float(stats.sem(scores))
    middle = fmean(scores)
    return f"{100 * middle:.1f} [{100 * max(middle - half, 0):.1f}, {100 * min(middle + half, 1):.1f}]"


def status(table: Table) -> list[str]:
    """Says how many games the cells have."""
    counts = [score.games for score in table.cells.values()]
    games, cells = len(table.games), len(GAMES) * len(PLAYERS) * len(BUDGETS)
    hours = float(table.games["first_ms"].sum() + table.games["second_ms"].sum()) / 3_600_000
    least = min(counts) if len(counts) == cells else 0
    return [
        f"**Games so far:** {games:,}, in {len(counts)} of {cells} cells. A cell: {least} to {max(counts)} of {PLANNED} games.",
        f"The searches took {hours:.2f} hours on a clock. The matches go on, and will make the intervals below narrower.",
    ]


def games_table() -> list[str]:
    """Returns the table of games."""
    measured, rows = properties(), []
    learned = {line["game"]: line for line in map(json.loads, (NETS / "log.jsonl").read_text().splitlines())}
    for name, game in GAMES.items():
        one, line = measured.get(name, {}), learned.get(name, {})
        source = {"imm": "built in", "C": f"`{game.name.rsplit('/', 1)[-1]}`"}.get(game.source, f"`{game.name}`")
        numbers = [one.get(key, "") for key in ("branching", "length", "random length", "traps", "evaluator")]
        rows.append([game.title, source, *numbers, line.get("games", ""), round(line["seconds"]) if line else ""])
    head = ["game", "source", "moves", "plies", "random plies", "traps, %", "evaluator", "training games", "seconds"]
    return lines_of(head, rows)


def score_table(table: Table, budget: str) -> list[str]:
    """Returns the scores of all players in all games with one budget, the game in which implicit minimax gains most first."""

    def order(game: str) -> float:
        score = table.cells.get((game, "im 0.4", budget))
        return -score.score if score else 1

    rows: list[list[object]] = [
        [GAMES[game].title, *(cell(table.cells.get((game, player, budget))) for player in PLAYERS)]
        for game in sorted(GAMES, key=order)
        if any(key[0] == game and key[2] == budget for key in table.cells)
    ]
    means = [
        mean([score.score for (_, who, by), score in table.cells.items() if (who, by) == (player, budget)]) for player in PLAYERS
    ]
    return lines_of(["game", *PLAYERS], [["**mean of the games**", *means], *rows])


def verdicts(table: Table) -> list[str]:
    """Counts the games in which each player is better or worse than UCT."""
    rows: list[list[object]] = []
    for budget in BUDGETS:
        for player in PLAYERS:
            scores = [score for (_, who, by), score in table.cells.items() if (who, by) == (player, budget)]
            better, worse = sum(score.low > 0.5 for score in scores), sum(score.high < 0.5 for score in scores)
            above = sum(score.score > 0.5 for score in scores)
            rows.append([f"{player}, equal {budget}", better, worse, len(scores) - better - worse, above])
    return lines_of(["player", "better", "worse", "not decided", "score above 50 %"], rows)


def spearman(xs: list[float], ys: list[float]) -> str:
    """Returns the rank correlation with a 95 % interval (Fisher's z; Bonett and Wright 2000)."""
    n = len(xs)
    if n < ENOUGH or len(set(xs)) < 2 or len(set(ys)) < 2:
        return "too few"
    rho = float(stats.spearmanr(xs, ys).statistic)
    half = 1.96 * math.sqrt((1 + rho * rho / 2) / (n - 3))
    middle = math.atanh(max(min(rho, 0.999), -0.999))
    return f"{rho:+.2f} [{math.tanh(middle - half):+.2f}, {math.tanh(middle + half):+.2f}]"


def explained(table: Table) -> list[str]:
    """Returns the rank correlations of the scores with the properties of the games."""
    measured, rows = properties(), []
    for budget in BUDGETS:
        for player in PLAYERS:
            found: list[object] = []
            for key in PROPERTIES:
                both = [
                    (measured[game][key], score.score)
                    for (game, who, by), score in table.cells.items()
                    if (who, by) == (player, budget) and game in measured
                ]
                found.append(spearman([x for x, _ in both], [y for _, y in both]))
            rows.append([f"{player}, equal {budget}", *found])
    return lines_of(["score of", *PROPERTIES], rows)


def figure(table: Table) -> str:
    """Returns the figure: the score of two players against each property, one dot for each game."""
    measured, size, gap, top = properties(), 200, 50, 40
    text = []
    for row, player in enumerate(SHOWN):
        for column, key in enumerate(PROPERTIES):
            dots = [
                (float(measured[game][key]), score.score, game)
                for (game, who, by), score in sorted(table.cells.items())
                if who == player and by == "simulations" and game in measured
            ]
            logarithmic = key in ("branching", "length")
            xs = [math.log(x) if logarithmic else x for x, _, _ in dots]
            low, high = min(xs), max(xs)
            left, up = gap + column * (size + gap), top + row * (size + 2 * top)
            text.append(f'<rect x="{left}" y="{up}" width="{size}" height="{size}" fill="none" stroke="#888"/>')
            text.append(f'<path d="M{left} {up + size / 2:.0f}h{size}" stroke="#888" stroke-dasharray="3"/>')
            if column == 0:
                text += [
                    f'<text x="{left - 6}" y="{up + size * (1 - share / 100) + 4:.0f}" text-anchor="end">{share}</text>'
                    for share in (0, 50, 100)
                ]
                text.append(f'<text x="{left}" y="{up - 8}" font-weight="bold">{player}: score against UCT, %</text>')
            text.append(f'<text x="{left + size / 2:.0f}" y="{up + size + 30}" text-anchor="middle">{PROPERTIES[key]}</text>')
            for x, anchor, at in ((low, "start", left), (high, "end", left + size)):
                shown = math.exp(x) if logarithmic else x
                text.append(f'<text x="{at}" y="{up + size + 15}" text-anchor="{anchor}">{shown:.3g}</text>')
            for (_, share, game), x in zip(dots, xs):
                place = left + 6 + (size - 12) * (x - low) / ((high - low) or 1)
                text.append(
                    f'<circle cx="{place:.0f}" cy="{up + size * (1 - share):.0f}" r="4" fill="#1f77b4" fill-opacity="0.6">'
                    f"<title>{GAMES[game].title}</title></circle>"
                )
    width, height = gap + len(PROPERTIES) * (size + gap), len(SHOWN) * (size + 2 * top)
    start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">'
    return "\n".join([start, f'<rect width="{width}" height="{height}" fill="#fff"/>', *text, "</svg>"]) + "\n"


def document(table: Table, text: str) -> str:
    """Returns the document with its generated parts."""
    parts = {
        "forty games, status": status(table),
        "forty games, games": games_table(),
        "forty games, simulations": score_table(table, "simulations"),
        "forty games, time": score_table(table, "time"),
        "forty games, verdicts": verdicts(table),
        "forty games, explained": explained(table),
    }
    for name, lines in parts.items():
        begin, end = f"<!-- BEGIN {name} -->\n", f"<!-- END {name} -->"
        head, rest = text.split(begin)
        text = head + begin + "\n" + "\n".join(lines) + "\n\n" + end + rest.split(end, 1)[1]
    return text


def main() -> None:
    """Writes the document and the figure, or checks them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if a file is out of date")
    args = parser.parse_args()
    table = read()
    for file, new in ((DOCUMENT, document(table, DOCUMENT.read_text(encoding="utf-8"))), (FIGURE, figure(table))):
        if args.check and (not file.exists() or file.read_text(encoding="utf-8") != new):
            sys.exit(f"{file.relative_to(ROOT)}: not up to date: python lab/forty_games/report.py")
        file.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
