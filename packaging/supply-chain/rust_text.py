"""Rust source without comments and literals: for scripts that look for words in it."""

import re
from pathlib import Path

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


def bare(text: str) -> str:
    """The text with blanks in place of comments and literals, every other character in its place."""
    parts, done = [], 0
    while match := _SKIPPED.search(text, done):
        start, end = match.start(), _end(text, match)
        parts += [text[done:start], re.sub(r"[^\n]", " ", text[start:end])]
        done = end
    return "".join(parts) + text[done:]


def sources(folder: Path) -> list[Path]:
    """The Rust files below a folder, in an order that is the same everywhere."""
    return sorted(folder.rglob("*.rs"), key=lambda path: path.as_posix())


def count(folder: Path) -> tuple[int, int]:
    """Lines of the Rust files below a folder, and how often they say `unsafe`."""
    texts = [path.read_text(encoding="utf-8") for path in sources(folder)]
    words = sum(len(re.findall(r"\bunsafe\b", bare(text))) for text in texts)
    return sum(text.count("\n") for text in texts), words
