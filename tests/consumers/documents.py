#!/usr/bin/env python3
"""Writes parts of documents for users' projects: code of the tested consumers, and the platforms of packaging/targets.tsv. README
has the most common ways to use imm, docs/INSTALL.md all ways.

    documents.py check    fails if a part of a document is out of date
    documents.py update   writes the parts of the documents
"""

import re
import runpy
import sys
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# A table shows these words once, after the name of a system, and not again after each processor.
BOTH = " (glibc and musl)"


class Way(NamedTuple):
    """A way to use imm: the lines between BEGIN README and END README of a consumer's file, or the whole file without them."""

    words: str
    language: str
    files: list[str]


WAYS = [
    Way("A compiler alone, `imm` being the unpacked archive:", "sh", ["cc/build.sh"]),
    Way("CMake: installed or unpacked; fetched; or as a folder of the project:", "cmake",
        ["cmake-find-package/CMakeLists.txt", "cmake-fetch-content/CMakeLists.txt", "cmake-add-subdirectory/CMakeLists.txt"]),
    Way("make and pkg-config, after `make install`:", "make", ["make-pkg-config/Makefile"]),
    Way("Meson:", "meson", ["meson/meson.build"]),
    Way("Where it is not installed: the archive in `subprojects/packagefiles/`, and `subprojects/imm.wrap`:", "ini",
        ["meson/subprojects/imm.wrap"]),
    Way("Conan 2, after `conan create .` in the unpacked archive:", "ini", ["conan/conanfile.txt"]),
    Way("vcpkg, with [the port](../packaging/vcpkg/README.md) of a checkout `imm`, and an archive and SHA256SUMS in `archives`:", "sh",
        ["vcpkg/build.sh"]),
    Way("CMake with a checkout; `-DIMM_TARGET=` names another target, `-DIMM_PREBUILT=` an unpacked archive where Rust is missing:", "cmake",
        ["cmake-checkout/CMakeLists.txt"]),
]


def snippet(file: str) -> str:
    text = (HERE / file).read_text(encoding="utf-8")
    marked = re.search(r"^[^\n]*BEGIN README\n(.*?)^[^\n]*END README$", text, re.S | re.M)
    if not marked and "README" in text:
        sys.exit(f"tests/consumers/{file}: one mark of README is missing")
    return (marked[1] if marked else text).strip("\n") + "\n"


def consumers(ways: list[Way]) -> str:
    return "".join(f"\n{way.words}\n\n```{way.language}\n" + "\n".join(map(snippet, way.files)) + "```\n" for way in ways) + "\n"


def group_of(kind: str, platform: str) -> tuple[str, str]:
    """Returns the table row of a platform, and the name of the platform in this row."""
    if kind == "board":
        return "boards", platform
    system, _, rest = platform.partition(", ")
    if rest.endswith(BOTH):
        return system + BOTH, rest.removesuffix(BOTH)
    return system, rest or "yes"


def platforms() -> str:
    """Returns the table of systems: on which of them imm was run, only linked, or only built."""
    rows: dict[str, dict[str, list[str]]] = {}
    for target in runpy.run_path(str(ROOT / "tools" / "facts"))["targets"]():
        if target["kind"] != "test":
            system, name = group_of(target["kind"], target["platform"])
            rows.setdefault(system, {"run": [], "linked": [], "built": []})[target["checked"]].append(name)
    text = "\n| | run | linked | built |\n|---|---|---|---|\n"
    for system, cells in rows.items():
        text += f"| {system} | " + " | ".join("; ".join(cells[checked]) for checked in ("run", "linked", "built")) + " |\n"
    return re.sub(r"\|  (?=\|)", "| ", text) + "\n"


def written(document: str, parts: dict[str, str]) -> tuple[str, str]:
    """Returns the current text of a document, and its text with correct parts."""
    text = wanted = (ROOT / document).read_text(encoding="utf-8")
    for name, part in parts.items():
        begin, end = f"<!-- BEGIN {name} -->\n", f"<!-- END {name} -->"
        if wanted.count(begin) != 1 or wanted.count(end) != 1:
            sys.exit(f"{document} has no place for '{name}'")
        before, rest = wanted.split(begin)
        wanted = before + begin + part + end + rest.split(end)[1]
    return text, wanted


def main() -> None:
    if sys.argv[1:] not in (["check"], ["update"]):
        sys.exit(__doc__)
    documents = {
        "docs/INSTALL.md": {"consumers": consumers(WAYS), "platforms": platforms()},
    }
    for document, parts in documents.items():
        text, wanted = written(document, parts)
        if sys.argv[1] == "update":
            (ROOT / document).write_text(wanted, encoding="utf-8")
        elif wanted != text:
            sys.exit(f"{document} does not say what tests/consumers and packaging/targets.tsv say: ./tests/run book-update")


main()
