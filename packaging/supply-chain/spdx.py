"""Licence expressions: may a crate be used by whoever accepts certain licences?"""

import re

_WORD = re.compile(r"\(|\)|[^\s()]+")


class Unreadable(ValueError):
    """An expression that is none."""


def is_met(expression: str, allowed: set[str]) -> bool:
    """Is `MIT OR (Apache-2.0 AND Zlib)` met by these licences? An exception (WITH) only gives rights away.

    The old way to write OR, a slash, is understood, too.
    """
    words = _WORD.findall(expression.replace("/", " OR "))[::-1]
    answer = _any_of(words, allowed)
    if words:
        raise Unreadable(expression)
    return answer


def _any_of(words: list[str], allowed: set[str]) -> bool:
    answer = _all_of(words, allowed)
    while words and words[-1] == "OR":
        words.pop()
        answer = _all_of(words, allowed) or answer
    return answer


def _all_of(words: list[str], allowed: set[str]) -> bool:
    answer = _one(words, allowed)
    while words and words[-1] == "AND":
        words.pop()
        answer = _one(words, allowed) and answer
    return answer


def _one(words: list[str], allowed: set[str]) -> bool:
    if not words or words[-1] in (")", "OR", "AND", "WITH"):
        raise Unreadable("a licence is missing")
    if (word := words.pop()) != "(":
        if words and words[-1] == "WITH":
            del words[-2:]
        return word in allowed
    answer = _any_of(words, allowed)
    if not words or words.pop() != ")":
        raise Unreadable("a bracket is missing")
    return answer
