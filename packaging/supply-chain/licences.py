"""The licence texts that must travel with libimm.a, as one text: packaging/LICENSES.txt.

    python3 packaging/supply-chain/licences.py make     prints it
    python3 packaging/supply-chain/licences.py check    says whether the committed one is it
    python3 packaging/supply-chain/licences.py prove    shows that a change is found

Each crate's own file, as crates.io has it; where there is a choice, MIT. Rust's own parts have no
such file in a usual installation: their texts are in packaging/supply-chain/rust/.
"""

import difflib
import re
import sys
from pathlib import Path

import closure
from closure import ROOT, Crate

COMMITTED = ROOT / "packaging" / "LICENSES.txt"
RUST = ROOT / "packaging" / "supply-chain" / "rust"
HEAD = """\
Licences of what is in libimm.a

Keep this text with the archive, and with firmware and programs that contain it: the licences below ask
for that. imm itself comes under the MIT licence or the Apache License 2.0, at your option; of what others
have written the MIT licence is chosen where there is a choice.
"""
RUST_PARTS = (
    ("core, of the Rust compiler", "core.txt"),
    ("compiler_builtins, of the Rust compiler (arithmetic that a processor lacks)", "compiler_builtins.txt"),
)
_SUN = re.compile(r"/\*\n( \* =+\n \* Copyright \(C\) 1993 by Sun.*? \* =+\n) \*/", re.DOTALL)


class NoLicence(Exception):
    """A crate that comes without a text."""


def _text_of(crate: Crate) -> str:
    for name in ("LICENSE-MIT", "LICENSE.txt", "LICENSE"):
        file = crate.folder / name
        if file.is_file():
            return file.read_text(encoding="utf-8")
    raise NoLicence(f"{crate} has no file with its licence")


def _shortened(crate: Crate, text: str) -> str:
    """Without what contributors agree to: libm's file has the whole Apache License for that alone."""
    if crate.name != "libm":
        return text
    before, _, rest = text.partition("As a contributor, you agree")
    _, _, notices = rest.partition("This Rust library contains the following copyrights:")
    if not notices:
        raise NoLicence(f"{crate}: its file is not what it was: read it, and see what must travel")
    return f"{before}This Rust library contains the following copyrights:{notices}{_of_files(crate)}"


def _of_files(crate: Crate) -> str:
    """The notice that stands in the files themselves of the functions in use, and wants to be preserved."""
    notices = {_SUN.search((crate.folder / "src" / "math" / name).read_text(encoding="utf-8")) for name in ("expf.rs", "logf.rs")}
    texts = {re.sub(r"(?m)^ \* ?", "", found.group(1)).strip() for found in notices if found}
    if len(texts) != 1:
        raise NoLicence(f"{crate}: expf and logf do not begin with the notice that they had")
    return f"\nOf expf and logf:\n\n{texts.pop()}\n"


def _section(title: str, text: str) -> str:
    return f"\n{'=' * 104}\n{title}\n{'=' * 104}\n\n{text.strip()}\n"


def make(crates: list[Crate]) -> str:
    """The whole text."""
    parts = [HEAD, _section("imm", (ROOT / "LICENSE-MIT").read_text(encoding="utf-8"))]
    parts += [_section(f"{c} ({c.license})", _shortened(c, _text_of(c))) for c in crates]
    parts += [_section(title, (RUST / name).read_text(encoding="utf-8")) for title, name in RUST_PARTS]
    return "".join(parts)


def difference(committed: str, made: str) -> str:
    """What differs, as a patch."""
    lines = difflib.unified_diff(committed.splitlines(), made.splitlines(), "packaging/LICENSES.txt", "the crates", lineterm="")
    return "\n".join(lines)


def main() -> int:
    crates = closure.read().foreign()
    made = make(crates)
    match sys.argv[1:]:
        case ["make"]:
            sys.stdout.write(made)
            return 0
        case ["check"]:
            differs = difference(COMMITTED.read_text(encoding="utf-8"), made)
            if differs:
                print(f"{differs}\npackaging/LICENSES.txt is not up to date: ./tests/run audit-update", file=sys.stderr)
                return 1
            print(f"the licences of {len(crates)} crates, and of Rust's own parts, travel with the archive")
            return 0
        case ["prove"]:
            notices = ("Developed at SunPro", "Rich Felker", "Jorge Aparicio", "LLVM", "The imm authors", "Rand Project")
            lost = [f"packaging/LICENSES.txt lacks {notice}" for notice in notices if notice not in made]
            if not difference(made, make(crates[1:])):
                lost.append("the check would not notice a crate that is missing")
            print(*lost, sep="\n", end="", file=sys.stderr)
            return 1 if lost else 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
