"""Searches together with other threads, and Ctrl-C."""

from __future__ import annotations

import signal
import threading
import time
from typing import TYPE_CHECKING

import pytest
from games import Nim

import imm_search as imm

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONG_MS = 60_000


def _later(seconds: float, action: object) -> threading.Thread:
    assert callable(action)
    thread = threading.Timer(seconds, action)
    thread.start()
    return thread


@pytest.mark.parametrize("game", ["othello", Nim()], ids=["built in", "in Python"])
def test_stop_ends_a_search(game: object) -> None:
    """Another thread stops a search, and its results stay."""
    search = imm.Search(game, "mcts(nosolver)", memory="4 MiB")  # type: ignore[arg-type]
    thread = _later(0.2, search.stop)
    began = time.monotonic()
    report = search.search(ms=_LONG_MS)
    thread.join()
    assert time.monotonic() - began < 10
    assert report.stopped is imm.Stopped.STOPPED
    assert report.iterations > 100


def test_other_threads_run_meanwhile() -> None:
    """Other Python threads run during the search of a built-in game."""
    search = imm.Search("othello", memory="4 MiB")
    thread = threading.Thread(target=search.search, kwargs={"ms": 1000})
    counted = 0
    thread.start()
    while thread.is_alive():
        counted += 1
        time.sleep(0.001)
    assert counted > 20


def test_a_search_is_busy_while_it_searches() -> None:
    """During a search, other calls raise an error at once instead of waiting."""
    search = imm.Search("othello", memory="4 MiB")
    thread = threading.Thread(target=search.search, kwargs={"ms": _LONG_MS})
    thread.start()
    time.sleep(0.1)
    for call in (search.report, search.legal_moves, lambda: search.play("d3"), lambda: search.search(ms=1)):
        with pytest.raises(imm.BusyError, match="another call"):
            call()
    search.stop()
    thread.join()
    assert search.report().iterations > 0


@pytest.fixture
def heard() -> Iterator[None]:
    """Makes Ctrl-C raise. If the tests are a background job, the shell makes them ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("game", ["othello", Nim()], ids=["built in", "in Python"])
def test_ctrl_c_ends_a_search(game: object) -> None:
    """Ctrl-C raises KeyboardInterrupt, and the search can be used afterwards."""
    search = imm.Search(game, "mcts(nosolver)", memory="4 MiB")  # type: ignore[arg-type]
    main = threading.main_thread().ident
    assert main is not None
    thread = _later(0.2, lambda: signal.pthread_kill(main, signal.SIGINT))
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        search.search(ms=_LONG_MS)
    thread.join()
    assert time.monotonic() - began < 10
    assert search.search(iterations=10).best is not None


def test_a_watcher_is_shown_what_is_found() -> None:
    """The watcher is called several times. An exception that it raises ends the search."""
    search = imm.Search("othello", memory="4 MiB")
    seen: list[imm.Snapshot] = []
    search.search(ms=500, watch=seen.append, every_ms=20)
    assert len(seen) >= 3
    assert all(one.best in search.legal_moves() for one in seen)

    def tired(_: imm.Snapshot) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        search.search(ms=_LONG_MS, watch=tired)
    with pytest.raises(imm.BusyError):
        search.search(ms=_LONG_MS, watch=lambda _: search.report())
    assert search.search(iterations=10).best is not None
