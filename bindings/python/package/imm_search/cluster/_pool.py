"""Work on the processors of a cluster."""

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
"""How often work is begun whose worker dies, before it is said to be the work's fault."""
_LOOK_S = 2.0
"""Seconds between two looks how many processors there are."""


class Done(NamedTuple):
    """Work that has ended."""

    item: Any
    answer: Any
    """What it has answered; `None` where it has failed."""
    error: Optional[str]
    """Why it has failed; `None` where it has not."""


class Pool(Generic[Item, Answer]):
    """Does work on every processor of a cluster, and begins anew what is lost with a worker or a machine.

    Work is hashable, and done in the order in which it was submitted. Few pieces of it are with Ray at a time, so that
    there may be millions, and what ends is taken as it ends.

    Args:
        work: A function of a module that every machine has, of what all work shares and of one item.
        shared: What all work shares: it is sent to each machine once.
        address: Of a running cluster, as of `ray.init`: `auto` on one of its machines. Without, Ray is started on this
            machine for as long as the pool is open, unless it was started already.

    """

    def __init__(self, work: Callable[[Any, Item], Answer], shared: object, address: Optional[str] = None) -> None:
        """Connects to the cluster, or starts one."""
        self._ours = not ray.is_initialized()
        if self._ours:
            _connect(address)
        self._shared = ray.put(shared)
        # Lost work is begun anew here and not by Ray, so that work that kills its workers is not begun for ever.
        self._task = ray.remote(num_cpus=1, max_retries=0)(work)
        self._waiting: deque[Item] = deque()
        self._flying: dict[Any, Item] = {}
        self._lost: Counter[Item] = Counter()
        self._processors, self._looked = 0, float("-inf")

    def __enter__(self) -> Pool[Item, Answer]:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stops what is not done; stops Ray where it was started here."""
        for flying in self._flying:
            ray.cancel(flying, force=True)
        if self._ours:
            ray.shutdown()

    def submit(self, items: Iterable[Item]) -> None:
        """Adds work."""
        self._waiting.extend(items)

    def withdraw(self, needless: Callable[[Item], bool]) -> list[Item]:
        """Takes back work that has not begun; answers with it."""
        taken = [item for item in self._waiting if needless(item)]
        self._waiting = deque(item for item in self._waiting if not needless(item))
        return taken

    @property
    def processors(self) -> int:
        """How many the cluster has now; at least 1."""
        if time.monotonic() - self._looked > _LOOK_S:
            self._processors, self._looked = _processors(), time.monotonic()
        return max(self._processors, 1)

    def __len__(self) -> int:
        """How much work is not done."""
        return len(self._waiting) + len(self._flying)

    def done(self) -> Iterator[Done]:
        """Work as it ends, until all has ended; more can be submitted meanwhile."""
        while len(self):
            # Twice as many as there are processors: the next one is there when one ends.
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
        """What has become of it; `None` where it was lost and is begun anew."""
        try:
            return Done(item, ray.get(one), None)
        except ray.exceptions.RayTaskError as failed:
            cause = failed.cause
            return Done(item, None, f"{type(cause).__name__}: {cause}")
        except ray.exceptions.RayError as lost:
            # That a machine is gone is no fault of the work that it had.
            self._lost[item] += not isinstance(lost, ray.exceptions.NodeDiedError)
            if self._lost[item] >= _TRIES:
                return Done(item, None, f"its worker has died {_TRIES} times: {str(lost).splitlines()[0]}")
            self._waiting.appendleft(item)
            return None


def bar(total: int, done: int, show: bool) -> tqdm.tqdm[None]:
    """A progress bar of games."""
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
