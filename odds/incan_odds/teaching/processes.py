"""Many pieces of work in several processes: answers in order, and an end at once when interrupted.

Each process is a new interpreter (`spawn`), as it has to be on Windows, so what it works on is
sent to it once, as it starts. Ctrl-C reaches every process of a terminal; the workers leave it to
the one who asked, who then ends them.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context
from threading import current_thread, main_thread
from typing import Any, Final, TypeVar

MOST_WORKERS: Final = 61
"""The most processes that every system can wait for."""

AHEAD: Final = 4
"""How many pieces of work each process is given before the first is asked for."""

Work = TypeVar("Work")
Answer = TypeVar("Answer")


class WorkerError(RuntimeError):
    """A process has ended before its work was done."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_processes(
    do: Callable[[Work, int], Answer], work: Work, numbers: Iterable[int], workers: int
) -> Iterator[Answer]:
    """Yield `do(work, number)` for each number in order, done in so many processes.

    `do` is a function of a module, and `work` and the answers can be pickled. Raises what `do`
    raises, or `WorkerError`.
    """
    before = set(active_children())
    executor = ProcessPoolExecutor(
        min(workers, MOST_WORKERS), get_context("spawn"), _start, (do, work)
    )
    waiting: deque[Future[Answer]] = deque()
    try:
        for number in numbers:
            with _unheard_interrupts():
                waiting.append(executor.submit(_done, number))
            if len(waiting) > AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BaseException as error:
        # A piece of work can take long: do not wait for it.
        for child in set(active_children()) - before:
            child.terminate()
        if isinstance(error, BrokenProcessPool):
            raise WorkerError("a process of the simulation has ended before its time") from None
        raise
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _unheard_interrupts() -> Iterator[None]:
    """Let processes that start now ignore Ctrl-C from their first moment on.

    Here it is held back meanwhile, where the system can do that.
    """
    hold: Any = getattr(signal, "pthread_sigmask", None)
    if current_thread() is not main_thread():
        # Ctrl-C comes to the main thread alone.
        yield
        return
    if hold:
        hold(signal.SIG_BLOCK, {signal.SIGINT})
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if heard is None else heard)
        if hold:
            hold(signal.SIG_UNBLOCK, {signal.SIGINT})


_given: tuple[Callable[[Any, int], Any], Any] | None = None
"""In a process that works: what it was given as it started."""


def _start(do: Callable[[Any, int], Any], work: Any) -> None:
    global _given
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    _given = do, work


def _done(number: int) -> Any:
    assert _given is not None
    do, work = _given
    return do(work, number)
