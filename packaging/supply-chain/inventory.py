"""The inventory of unsafe code in the C library, packaging/supply-chain/unsafe.tsv, with a review group for each place.

    python3 packaging/supply-chain/inventory.py check     lists places that are new, changed or gone, and fails if there are any
    python3 packaging/supply-chain/inventory.py update    writes the table; new places get the group '?'
    python3 packaging/supply-chain/inventory.py prove     shows that the check finds changes

A row is a block, a function, an implementation or a foreign function. It has the place, a hash of the
code, the SAFETY comment, and the group of docs/UNSAFE.md that answers the reviewer's questions. A
row whose code or comment changes loses its group: a person must review it and enter the group again.
"""

import hashlib
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "ffi"
TABLE = ROOT / "packaging" / "supply-chain" / "unsafe.tsv"
ANSWERS = ROOT / "docs" / "UNSAFE.md"
HEAD = "file\tfunction\tkind\ttext\tgroup\tsafety"
UNSEEN = "?"
ALIKE = 5
"""If this many places with the same code are in one group, a new place with that code is proposed for the group."""

_UNSAFE = re.compile(r"\bunsafe\b")
_FUNCTION = re.compile(r"\bfn\s+(\w+)")
_GROUP = re.compile(r"^### `([a-z-]+)`", re.MULTILINE)
_QUESTIONS = ("**Who guarantees what, and who checks it?**", "**What could break it?**")


@dataclass(frozen=True)
class Place:
    """An unsafe place. `text` is a hash of its code, which does not depend on line breaks."""

    file: str
    function: str
    kind: str
    text: str
    group: str
    safety: str

    def row(self) -> str:
        return "\t".join((self.file, self.function, self.kind, self.text, self.group, self.safety))

    @property
    def key(self) -> tuple[str, ...]:
        return (self.file, self.function, self.kind, self.text, self.safety)


_SKIPPED = re.compile(
    r"""
    (?P<line>//[^\n]*)
  | (?P<nesting>/\*)
  | \b[bc]?r(?P<hashes>\#*)(?P<raw>")
  | (?P<string>")
  | (?P<character>'(?:\\(?:u\{[^}]*\}|x..|.)|[^'\\])')    # a lifetime has no second quote
    """,
    re.VERBOSE,
)


def _end_of_comment(text: str, start: int) -> int:
    depth, at = 1, start + 2
    while depth and at < len(text):
        if text.startswith("/*", at):
            depth, at = depth + 1, at + 2
        elif text.startswith("*/", at):
            depth, at = depth - 1, at + 2
        else:
            at += 1
    return at


def _end_of_string(text: str, at: int) -> int:
    while at < len(text) and text[at] != '"':
        at += 2 if text[at] == "\\" else 1
    return at + 1


def _end(text: str, match: re.Match[str]) -> int:
    match match.lastgroup:
        case "nesting":
            return _end_of_comment(text, match.start())
        case "raw":
            quote = '"' + match["hashes"]
            return text.index(quote, match.end()) + len(quote)
        case "string":
            return _end_of_string(text, match.end())
    return match.end()


def bare_text(text: str) -> str:
    """Returns the text with comments and literals replaced by blanks. All other characters keep their positions."""
    parts, done = [], 0
    while match := _SKIPPED.search(text, done):
        start, end = match.start(), _end(text, match)
        parts += [text[done:start], re.sub(r"[^\n]", " ", text[start:end])]
        done = end
    return "".join(parts) + text[done:]


def _closing(bare: str, opening: int) -> int:
    """Returns the position after the bracket that closes the one at `opening`."""
    depth = 0
    for at in range(opening, len(bare)):
        depth += {"{": 1, "}": -1}.get(bare[at], 0)
        if depth == 0:
            return at + 1
    return len(bare)


def _extent(bare: str, start: int) -> tuple[str, int] | None:
    """Returns the kind of the place that begins at `start`, and its end. None for a function type."""
    rest = bare[start:]
    if re.match(r"unsafe\s*\{", rest):
        return "block", _closing(bare, bare.index("{", start))
    if re.match(r"unsafe\s+(impl|trait)\b", rest):
        return "impl", bare.index("{", start)
    if re.match(r"unsafe\s+extern\s+\{", rest):  # the name of the ABI is blanked out here
        return "foreign", _closing(bare, bare.index("{", start))
    if re.match(r"unsafe\s+(extern\s+)?fn\s+\w", rest):
        ends = [at for at in (bare.find("{", start), bare.find(";", start)) if at >= 0]
        return "function", min(ends)
    return None


def _safety_of_block(lines: list[str], line: int) -> str:
    """Returns the SAFETY comment above a line. clippy ensures that every block has its own."""
    for above in range(line, max(line - 9, -1), -1):
        if "// SAFETY:" in lines[above]:
            comment = [lines[above], *_while_comment(lines[above + 1 : line + 1], "//")]
            return " ".join(text.strip().removeprefix("//").strip() for text in comment).removeprefix("SAFETY: ")
    return ""


def _safety_of_function(lines: list[str], line: int) -> str:
    """Returns the text after `# Safety` in a function's documentation."""
    documented: list[str] = []
    for text in reversed(lines[max(line - 20, 0) : line]):
        if not re.match(r"\s*(///|#\[|//)", text):
            break
        if text.strip() == "/// # Safety":
            return " ".join(reversed(documented))
        if text.strip().startswith("///"):
            documented.append(text.strip().removeprefix("///").strip())
    return ""


def _while_comment(lines: list[str], mark: str) -> Iterator[str]:
    for text in lines:
        if not text.strip().startswith(mark):
            return
        yield text


def _function_at(functions: list[tuple[int, int, str]], at: int) -> str:
    inside = [(start, name) for start, end, name in functions if start <= at < end]
    return max(inside)[1] if inside else "-"


def _functions(bare: str) -> list[tuple[int, int, str]]:
    """Returns the beginning (at `fn`), end and name of each function."""
    found = []
    for match in _FUNCTION.finditer(bare):
        opening, end = bare.find("{", match.end()), bare.find(";", match.end())
        if opening >= 0 and (end < 0 or opening < end or "[" in bare[match.end() : end]):
            found.append((match.start(), _closing(bare, opening), match[1]))
    return found


def places_of(file: str, text: str) -> list[Place]:
    """Returns the unsafe places of a file."""
    bare, lines, found = bare_text(text), text.split("\n"), []
    functions = _functions(bare)
    for match in _UNSAFE.finditer(bare):
        if (extent := _extent(bare, match.start())) is None:
            continue  # a function type, or #[unsafe(no_mangle)]
        kind, end = extent
        said = " ".join(text[match.start() : end].split())
        function = _function_at(functions, match.start())
        if kind == "function":
            function = _FUNCTION.search(bare, match.start())[1]  # type: ignore[index]
        line = text.count("\n", 0, match.start())
        is_documented = kind == "function" or said.startswith("unsafe trait")
        safety = (_safety_of_function if is_documented else _safety_of_block)(lines, line)
        if kind == "function" and 'extern "C"' in said and function.startswith("imm_"):
            kind, safety = "export", ""  # the header has its requirements
        digest = hashlib.sha256(said.encode()).hexdigest()[:8]
        found.append(Place(file, function, kind, digest, UNSEEN, safety))
    return found


def read_sources(folder: Path = FOLDER) -> list[Place]:
    """Returns all unsafe places of the sources, except in tests. Equal places have equal rows."""
    return [
        place
        for file in sorted(folder.rglob("*.rs"), key=lambda path: path.as_posix())
        if "tests" not in file.relative_to(folder).parts
        for place in places_of(file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8"))
    ]


def read_table(text: str) -> list[Place]:
    """Returns the rows of the table."""
    return [Place(*line.split("\t")) for line in text.splitlines()[1:]]


def grouped(there: list[Place], known: list[Place]) -> list[Place]:
    """Returns the places of the sources with their known groups. A place that moves to another file keeps its group."""
    groups: dict[tuple[str, ...], list[str]] = {}
    elsewhere: dict[tuple[str, ...], set[str]] = {}
    for place in known:
        groups.setdefault(place.key, []).append(place.group)
        elsewhere.setdefault(place.key[1:], set()).add(place.group)
    alike: dict[tuple[str, str], Counter[str]] = {}
    for place in known:
        alike.setdefault((place.kind, place.text), Counter())[place.group] += 1
    result = []
    for place in there:
        if waiting := groups.get(place.key):
            result.append(replace(place, group=waiting.pop(0)))
            continue
        if len(moved := elsewhere.get(place.key[1:], set())) == 1:
            result.append(replace(place, group=next(iter(moved))))
            continue
        same = alike.get((place.kind, place.text), Counter())
        usual = len(same) == 1 and same.total() >= ALIKE
        result.append(replace(place, group=next(iter(same)) if usual else UNSEEN))
    return result


def mistakes(there: list[Place], table: list[Place], answers: str) -> list[str]:
    """Returns the differences between the table, the sources and the answers."""
    found = []
    missing = Counter(place.key for place in there) - Counter(place.key for place in table)
    gone = Counter(place.key for place in table) - Counter(place.key for place in there)
    found += [f"{file}: {function}: this {kind} is new, or has changed: {safety}" for file, function, kind, _, safety in missing]
    found += [f"{file}: {function}: this {kind} is gone, or has changed: {safety}" for file, function, kind, _, safety in gone]
    found += [f"{p.file}: {p.function}: nobody has looked at this {p.kind}" for p in table if p.group == UNSEEN]
    parts = _GROUP.split(answers)
    groups = dict(zip(parts[1::2], parts[2::2], strict=True))
    used = {place.group for place in table} - {UNSEEN}
    found += [f"docs/UNSAFE.md does not know the group '{group}'" for group in sorted(used - set(groups))]
    found += [f"docs/UNSAFE.md: nothing is in the group '{group}'" for group in sorted(set(groups) - used)]
    for group, body in groups.items():
        found += [f"docs/UNSAFE.md: '{group}' does not answer: {q}" for q in _QUESTIONS if q not in body]
    found += [
        f"{p.file}: {p.function}: this {p.kind} has no SAFETY line" for p in there if not p.safety and p.kind in ("block", "impl")
    ]
    return found


def prove(there: list[Place], table: list[Place], answers: str) -> list[str]:
    """Returns planted mistakes that the check does not find."""
    block = "fn new() {\n    // SAFETY: it is there.\n    unsafe { read() }\n}\n"
    added = [*there, *places_of("ffi/src/new.rs", block)]
    changed = places_of("ffi/src/new.rs", block.replace("read", "write"))
    first = next(place for place in table if place.group != UNSEEN)
    planted = {
        "a new block": mistakes(added, table, answers),
        "a block that changed": mistakes([*there, *changed], [*table, *places_of("ffi/src/new.rs", block)], answers),
        "a block that is gone": mistakes(there[1:], table, answers),
        "another SAFETY line": mistakes([replace(there[0], safety="trust me"), *there[1:]], table, answers),
        "a block without a SAFETY line": mistakes(
            [*there, *places_of("f", "fn f() { unsafe { g() } }")], [*table, *places_of("f", "fn f() { unsafe { g() } }")], answers
        ),
        "a place that nobody has looked at": mistakes(there, [replace(table[0], group=UNSEEN), *table[1:]], answers),
        "a group without answers": mistakes(there, [replace(first, group="nonsense"), *table[1:]], answers),
        "an answer that is missing": mistakes(there, table, answers.replace(_QUESTIONS[1], "", 1)),
    }
    return [f"the check would not notice {what}" for what, found in planted.items() if not found]


def main() -> int:
    there = read_sources()
    table = read_table(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else []
    if sys.argv[1:] == ["update"]:
        rows = grouped(there, table)
        TABLE.write_text("\n".join([HEAD, *(place.row() for place in rows)]) + "\n", encoding="utf-8")
        for place in rows:
            if place.group == UNSEEN:
                print(f"{place.file}: {place.function}: look at this {place.kind}, and write its group down")
        return 0
    if sys.argv[1:] not in (["check"], ["prove"]):
        print(__doc__, file=sys.stderr)
        return 2
    answers = ANSWERS.read_text(encoding="utf-8")
    found = (prove if sys.argv[1] == "prove" else mistakes)(there, table, answers)
    print(*found, sep="\n", end="\n" if found else "", file=sys.stderr)
    if not found and sys.argv[1] == "check":
        kinds = Counter(place.kind for place in there)
        print("unsafe in ffi/: " + ", ".join(f"{count} {kind}s" for kind, count in kinds.most_common()))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
