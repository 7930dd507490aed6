"""Runs work on the processors of a cluster."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections import Counter, deque
from typing import TYPE_CHECKING, Any, Callable, Generic, NamedTuple, Optional, TypeVar

import ray
import ray.exceptions
import tqdm

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Item = TypeVar("Item")
Answer = TypeVar("Answer")

_TRIES = 4
"""The number of tries for an item whose worker dies. After these tries, the item itself counts as failed."""
_LOOK_S = 2.0
"""Seconds between two queries for the number of processors."""


class Done(NamedTuple):
    """A finished item of work."""

    item: Any
    answer: Any
    """The result; `None` if the item has failed."""
    error: Optional[str]
    """The reason of the failure; `None` without a failure."""


class Pool(Generic[Item, Answer]):
    """Runs work on every processor of a cluster. Repeats work that is lost with a worker or a machine.

    Items of work must be hashable. The items start in the order of submission. The pool can hold millions of items, because
    only a few are in Ray at a time. Results arrive as soon as they are ready.

    Args:
        work: The function that does one item. It must be in a module that every machine has. Its arguments: `shared`, an item.
        shared: A value that all items share. It is sent to each machine once.
        address: The address of a running cluster, as for `ray.init`: `auto` on one of its machines. By default, Ray runs
            on this machine while the pool is open, unless it is already running.

    """

    def __init__(self, work: Callable[[Any, Item], Answer], shared: object, address: Optional[str] = None) -> None:
        """Connects to the cluster, or starts one."""
        self._ours = not ray.is_initialized()
        if self._ours:
            _connect(address)
        self._shared = ray.put(shared)
        # The pool itself, not Ray, retries lost items, so that an item that kills its workers is
        # not retried forever.
        self._task = ray.remote(num_cpus=1, max_retries=0)(work)
        self._waiting: deque[Item] = deque()
        self._flying: dict[Any, Item] = {}
        self._lost: Counter[Item] = Counter()
        self._processors, self._looked = 0, float("-inf")

    def __enter__(self) -> Pool[Item, Answer]:
        """Returns the pool."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stops unfinished work. Stops Ray if this pool has started Ray."""
        for flying in self._flying:
            ray.cancel(flying, force=True)
        if self._ours:
            ray.shutdown()

    def submit(self, items: Iterable[Item]) -> None:
        """Adds items of work."""
        self._waiting.extend(items)

    def withdraw(self, needless: Callable[[Item], bool]) -> list[Item]:
        """Removes items that have not started and for which `needless` is true. Returns the removed items."""
        taken = [item for item in self._waiting if needless(item)]
        self._waiting = deque(item for item in self._waiting if not needless(item))
        return taken

    @property
    def processors(self) -> int:
        """The current number of processors in the cluster; at least 1."""
        if time.monotonic() - self._looked > _LOOK_S:
            self._processors, self._looked = _processors(), time.monotonic()
        return max(self._processors, 1)

    def __len__(self) -> int:
        """Returns the number of unfinished items."""
        return len(self._waiting) + len(self._flying)

    def done(self) -> Iterator[Done]:
        """Yields each finished item until all items are finished. More items may be submitted meanwhile."""
        while len(self):
            # Submit two items for each processor, so that each processor always has another item
            # waiting.
            while self._waiting and len(self._flying) < 2 * self.processors:
                item = self._waiting.popleft()
                self._flying[self._task.remote(self._shared, item)] = item
            ready, _ = ray.wait(list(self._flying), num_returns=1, timeout=_LOOK_S)
            for one in ready:
                item = self._flying.pop(one)
                ended = self._ended(one, item)
                if ended:
                    yield ended

    def _ended(self, one: Any, item: Item) -> Optional[Done]:
        """Returns the result of an item; `None` if the item was lost and will be repeated."""
        try:
            return Done(item, ray.get(one), None)
        except ray.exceptions.RayTaskError as failed:
            cause = failed.cause
            return Done(item, None, f"{type(cause).__name__}: {cause}")
        except ray.exceptions.RayError as lost:
            # The loss of a machine does not count as a failure of the item.
            self._lost[item] += not isinstance(lost, ray.exceptions.NodeDiedError)
            if self._lost[item] >= _TRIES:
                return Done(item, None, f"its worker has died {_TRIES} times: {str(lost).splitlines()[0]}")
            self._waiting.appendleft(item)
            return None


class Alone(Generic[Item, Answer]):
    """Does the work of a pool in this process, one item after the other, without Ray. For one processor and short runs.

    >>> with Alone(lambda shared, item: shared // item, 6) as alone:
    ...     alone.submit([2, 0])
    ...     list(alone.done())
    [Done(item=2, answer=3, error=None), Done(item=0, answer=None, error='ZeroDivisionError: integer division or modulo by zero')]

    Args:
        work: The function that does one item. Its arguments: `shared`, an item.
        shared: A value that all items share.

    """

    def __init__(self, work: Callable[[Any, Item], Answer], shared: object) -> None:
        """A pool without work."""
        self._work, self._shared = work, shared
        self._waiting: deque[Item] = deque()

    def __enter__(self) -> Alone[Item, Answer]:
        """Returns the pool."""
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing has to be stopped."""

    def submit(self, items: Iterable[Item]) -> None:
        """Adds items of work."""
        self._waiting.extend(items)

    def withdraw(self, needless: Callable[[Item], bool]) -> None:
        """Removes items for which `needless` is true."""
        self._waiting = deque(item for item in self._waiting if not needless(item))

    def done(self) -> Iterator[Done]:
        """Does the items, and yields each result. More items may be submitted meanwhile."""
        while self._waiting:
            item = self._waiting.popleft()
            try:
                done = Done(item, self._work(self._shared, item), None)
            except Exception as failed:
                done = Done(item, None, f"{type(failed).__name__}: {failed}")
            yield done


def bar(total: int, done: int, show: bool) -> tqdm.tqdm[None]:
    """Returns a progress bar that counts games."""
    return tqdm.tqdm(total=total, initial=done, unit="game", disable=not show, file=sys.stderr)


def _processors() -> int:
    resources: dict[str, float] = ray.cluster_resources()
    return int(resources.get("CPU", 0))


def _connect(address: Optional[str]) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address is None:
        ray.init(address="local", include_dashboard=False, **quiet)
    else:
        ray.init(address=address, **quiet)
