"""README.md and docs/RESULTS.md quote rows of lab/RESULTS.md and its pages word for word: quoted_rows.py check|update

A quotation is a table between the marks BEGIN and END of `claim` or `quoted`. `update` replaces each row that differs by the row with
the same names and budget from a table with the same head.
"""

import re
import sys
from pathlib import Path

SOURCES = [Path("lab/RESULTS.md"), *sorted(Path("lab/results").glob("*.md"))]


def rows(text):
    """Returns the rows of all tables, each with the head of its table."""
    head, found = "", []
    lines = text.splitlines()
    for line, following in zip(lines, [*lines[1:], ""]):
        if re.fullmatch(r"[|:-]+", following):
            head = line
        elif line.startswith("|") and not re.fullmatch(r"[|:-]+", line):
            found.append((head, line))
    return found


def key(head, row):
    """Returns the cells that name a row: the first two, and the budget."""
    cells = dict(zip(head.split(" | "), row.split(" | ")))
    return [head, *row.split(" | ")[:2], cells.get("budget")]


def main(way):
    source = [row for path in SOURCES for row in rows(path.read_text(encoding="utf-8"))]
    known, quoted, wrong = {row for _, row in source}, 0, []
    for document in map(Path, ("README.md", "docs/RESULTS.md")):
        text = document.read_text(encoding="utf-8")
        for part in re.findall(r"<!-- BEGIN (?:claim|quoted) -->\n(.*?)<!-- END ", text, re.S):
            for head, row in rows(part):
                quoted += 1
                if row in known:
                    continue
                same = [other for other_head, other in source if key(other_head, other) == key(head, row)]
                if way == "update" and len(same) == 1:
                    text = text.replace(row, same[0])
                else:
                    wrong.append(f"{document}: lab/RESULTS.md and lab/results do not have this row: {row}")
        if way == "update":
            document.write_text(text, encoding="utf-8")
    sys.exit("\n".join(wrong) or (None if quoted >= 25 else f"README.md and docs/RESULTS.md quote only {quoted} rows"))


main(sys.argv[1])
