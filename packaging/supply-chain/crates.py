"""Are the crates those that we have agreed to?

    python3 packaging/supply-chain/crates.py check    says what is wrong, one line each, and fails
    python3 packaging/supply-chain/crates.py prove    shows that each of these mistakes is found

By deny.toml: licences, registries, no wildcards, for the whole workspace. By the notes in
packaging/supply-chain/README.md: every foreign crate of libimm.a was looked at in this version, by its
checksum; it is no larger and no more unsafe than the note says; it needs no licence but MIT.
cargo-deny checks the first half as well, and better (two versions of a crate, in programs, too),
where it is installed.
"""

import dataclasses
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import closure
import rust_text
import spdx
from closure import ROOT, Crate, Graph

NOTES = ROOT / "packaging" / "supply-chain" / "README.md"
FIELDS = ("Used for", "Source", "Unsafe", "Runs while building", "Kept by", "If it vanished", "Reviewed", "Checksum")
LICENSE_OF_LIBRARY = {"MIT"}
_FIELD = re.compile(r"^- \*\*(?P<name>[^*]+)\*\*: (?P<text>.*(?:\n  .*)*)", re.MULTILINE)


def _workspace(graph: Graph, deny: dict) -> list[str]:
    """What deny.toml forbids, of all crates of the workspace."""
    found = []
    registries = {f"registry+{url}" for url in deny["sources"]["allow-registry"]}
    allowed = set(deny["licenses"]["allow"])
    crates = list(graph.crates.values())
    for crate in crates:
        if not crate.is_ours and crate.source not in registries:
            found.append(f"{crate}: comes from {crate.source}")
        if not crate.is_ours and not crate.checksum:
            found.append(f"{crate}: Cargo.lock has no checksum")
        if crate.license and not spdx.is_met(crate.license, allowed):
            found.append(f"{crate}: its licence is {crate.license}")
        if not crate.license and not crate.is_private:
            found.append(f"{crate}: has no licence")
        if crate.is_ours:
            found += [f"{crate}: depends on any version of {name}" for name in crate.wildcards]
    return found


def notes_of(text: str) -> dict[str, dict[str, str]]:
    """The notes by "name version", each by its fields."""
    parts = re.split(r"^### (\S+ \d\S*)$", text, flags=re.MULTILINE)
    return {
        title: {m["name"]: " ".join(m["text"].split()) for m in _FIELD.finditer(body)}
        for title, body in zip(parts[1::2], parts[2::2], strict=True)
    }


def _note(crate: Crate, note: dict[str, str]) -> list[str]:
    found = [f"{crate}: its note says nothing of '{name}'" for name in FIELDS if not note.get(name)]
    if crate.checksum not in note.get("Checksum", ""):
        found.append(f"{crate}: its note is about other bytes: Cargo.lock has checksum {crate.checksum}")
    lines, words = rust_text.count(crate.folder / "src")
    measured = f"{lines:,} lines, `unsafe` {words} times"
    if not note.get("Source", "").startswith(measured):
        found.append(f"{crate}: its note must say '{measured}'")
    return found


def _library(graph: Graph, notes: dict[str, dict[str, str]]) -> list[str]:
    """What was not agreed to, of the crates that libimm.a is made of."""
    found = []
    known = {str(crate) for crate in graph.foreign()}
    versions = Counter(crate.name for crate in graph.foreign())
    found += [f"{name}: {count} versions" for name, count in versions.items() if count > 1]
    for crate in graph.foreign():
        found += _note(crate, notes[str(crate)]) if str(crate) in notes else [f"{crate}: nobody has looked at it"]
        if crate.license and not spdx.is_met(crate.license, LICENSE_OF_LIBRARY):
            found.append(f"{crate}: needs more than MIT: {crate.license}")
    return found + [f"{title}: is noted, but not used" for title in notes if title not in known]


def mistakes(graph: Graph, deny: dict, notes: dict[str, dict[str, str]]) -> list[str]:
    """All that is wrong."""
    return _workspace(graph, deny) + _library(graph, notes)


def _changed(graph: Graph, name: str, /, **fields: object) -> Graph:
    crates = {key: dataclasses.replace(c, **fields) if c.name == name else c for key, c in graph.crates.items()}
    return dataclasses.replace(graph, crates=crates)


def _newcomer(graph: Graph) -> Graph:
    stranger = next(key for key, crate in graph.crates.items() if crate.name == "cfg-if")
    return dataclasses.replace(graph, library=[*graph.library, stranger])


def prove(graph: Graph, deny: dict, notes: dict[str, dict[str, str]]) -> list[str]:
    """Mistakes that would not be found."""
    less = {title: note for title, note in notes.items() if not title.startswith("libm ")}
    libm = next(title for title in notes if title.startswith("libm "))
    other = {**notes, libm: {**notes[libm], "Checksum": "`0`"}}
    shrunk = {**notes, libm: {**notes[libm], "Source": "1 lines, `unsafe` 0 times"}}
    empty = {**notes, libm: {name: text for name, text in notes[libm].items() if name != "Reviewed"}}
    planted: dict[str, Callable[[], list[str]]] = {
        "a licence that is not allowed": lambda: mistakes(_changed(graph, "libm", license="GPL-3.0-only"), deny, notes),
        "a licence that is only allowed elsewhere": lambda: mistakes(_changed(graph, "libm", license="Zlib"), deny, notes),
        "no licence": lambda: mistakes(_changed(graph, "libm", license=""), deny, notes),
        "another registry": lambda: mistakes(_changed(graph, "libm", source="git+https://example.org"), deny, notes),
        "no checksum": lambda: mistakes(_changed(graph, "libm", checksum=""), deny, notes),
        "a second version": lambda: mistakes(_changed(graph, "hash32", name="libm"), deny, notes),
        "a wildcard": lambda: mistakes(_changed(graph, "imm-search", wildcards=("libm",)), deny, notes),
        "another version": lambda: mistakes(_changed(graph, "libm", version="0.2.17"), deny, notes),
        "a new crate": lambda: mistakes(_newcomer(graph), deny, notes),
        "a note that is missing": lambda: mistakes(graph, deny, less),
        "a note about other bytes": lambda: mistakes(graph, deny, other),
        "a note about less source": lambda: mistakes(graph, deny, shrunk),
        "a note that leaves something out": lambda: mistakes(graph, deny, empty),
    }
    return [f"the check would not notice {what}" for what, find in planted.items() if not find()]


def main() -> int:
    if sys.argv[1:] not in (["check"], ["prove"]):
        print(__doc__, file=sys.stderr)
        return 2
    graph = closure.read()
    deny = tomllib.loads((ROOT / "deny.toml").read_text(encoding="utf-8"))
    notes = notes_of(NOTES.read_text(encoding="utf-8"))
    found = (prove if sys.argv[1] == "prove" else mistakes)(graph, deny, notes)
    for line in found:
        print(line, file=sys.stderr)
    if not found and sys.argv[1] == "check":
        print(f"{len(graph.crates)} crates, {len(graph.foreign())} of them in the library")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
