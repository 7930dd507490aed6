#!/usr/bin/env python3
"""Reads the headers of the checks in tests/checks, and writes the tables of checks in documents.

    catalogue.py check    fails if the table in a document is out of date
    catalogue.py update   writes the tables

The header of a check is the comment after the first line of its file. A paragraph says what the check proves. Fields follow:

    layer: 1=10 2=60      the layers of the check, and its arguments in each layer
    inputs: src *.md      path prefixes and patterns: `tests/run --changed` runs the check if a matching file changed
    seconds: 60           processor time from a clean clone; a layer starts its longest checks first
"""

import os
import re
import sys
from pathlib import Path
from typing import NamedTuple

# The name of each layer of checks, and its time limit in seconds. The limit is for two processors
# and a clean clone.
LAYERS = {0: ("quick", 90), 1: ("fast", 8 * 60), 2: ("deep", 30 * 60), 3: ("release", 2 * 3600)}
BEGIN, END = "<!-- BEGIN checks -->\n", "<!-- END checks -->\n"


class Check(NamedTuple):
    """The header of a check: what it proves, and the fields."""

    about: str
    layers: dict[int, list[str]]
    inputs: list[str]
    seconds: int


def read(path: Path) -> Check:
    """Reads the header of a check from its file."""
    comment = re.match(r"#!.*\n((?:#.*\n)+)", path.read_text(encoding="utf-8"))
    about, _, rest = (comment[1] if comment else "").replace("# ", "").partition("#\n")
    fields = dict(re.findall(r"^(\w+): (.*)$", rest, re.M))
    if missing := {"layer", "inputs", "seconds"} - set(fields):
        sys.exit(f"{path}: the comment at the top has no line '{missing.pop()}: '")
    layers = [word.partition("=") for word in fields["layer"].split()]
    words = {int(layer): argument.split() for layer, _, argument in layers}
    return Check(about.strip(), words, fields["inputs"].split(), int(fields["seconds"]))


CHECKS = {path.name: read(path) for path in sorted(Path(__file__).parent.joinpath("checks").iterdir()) if os.access(path, os.X_OK)}


def layers_of(names: list[str]) -> str:
    """Returns the layers in which these checks run, for a table: "1, 2"."""
    return ", ".join(str(layer) for layer in sorted({layer for name in names for layer in CHECKS[name].layers}))


def table(whole: bool) -> str:
    """Returns the table of all checks, with the whole description of each, or with its first sentence."""
    text = "\n| check | layer | proves |\n|---|---|---|\n"
    for name, check in sorted(CHECKS.items(), key=lambda item: (min(item[1].layers), item[0])):
        about = check.about.replace("\n", " ")
        text += f"| `{name}` | {layers_of([name])} | {about if whole else re.split(r'(?<=[.]) ', about)[0].rstrip('.')} |\n"
    return text + "\n"


def main() -> None:
    for document, whole in ((Path("tests/README.md"), True), (Path("CONTRIBUTING.md"), False)):
        text = document.read_text(encoding="utf-8")
        before, rest = text.split(BEGIN)
        wanted = before + BEGIN + table(whole) + END + rest.split(END)[1]
        if sys.argv[1:] == ["update"]:
            document.write_text(wanted, encoding="utf-8")
        elif wanted != text:
            sys.exit(f"{document}: the table of checks is not up to date: ./tests/run book-update")


if __name__ == "__main__":
    main()
