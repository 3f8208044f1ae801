"""How many calls are in flight: a limit that finds out what a service bears.

Additive increase, multiplicative decrease, as in TCP's congestion avoidance (Chiu and Jain, Computer Networks and ISDN
Systems 17:1-14, 1989): the limit grows by one for each round of calls that all succeed, and halves when the service
says that it is overloaded. Calls that were under way at the time of a halving say nothing about the new limit, so a
burst of refusals halves once.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class AdaptiveLimit:
    """A limit on calls in flight, within one event loop.

    Args:
        most: the limit to begin with, and never passed; at least 1.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.limit = most
        self._busy = 0
        self._round = 0
        self._successes = 0
        self._opens_at = 0.0
        self._waiting: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[int]:
        """Wait for a place among the calls in flight, and for the end of a pause; yields the round of the call."""
        loop = asyncio.get_running_loop()
        while True:
            pause = self._opens_at - loop.time()
            if pause > 0:
                await asyncio.sleep(pause)
            elif self._busy < self.limit:
                break
            else:
                await self._queue(loop)
        self._busy += 1
        try:
            yield self._round
        finally:
            self._busy -= 1
            self._wake()

    def succeeded(self) -> None:
        """A call was answered."""
        self._successes += 1
        if self._successes >= self.limit:
            self._successes = 0
            if self.limit < self.most:
                self.limit += 1
                self._wake()

    def overloaded(self, call_round: int, pause_seconds: float) -> None:
        """The service is overloaded: halve, at most once a round, and let nobody call before the pause is over.

        Args:
            call_round: what `slot` gave to the call that was refused.
            pause_seconds: how long the service asks to be left alone; 0 where it does not say.
        """
        self._opens_at = max(self._opens_at, asyncio.get_running_loop().time() + pause_seconds)
        if call_round == self._round:
            self._round += 1
            self._successes = 0
            self.limit = max(1, self.limit // 2)

    async def _queue(self, loop: asyncio.AbstractEventLoop) -> None:
        place: asyncio.Future[None] = loop.create_future()
        self._waiting.append(place)
        try:
            await place
        except asyncio.CancelledError:
            # Whoever was woken and goes away hands the place on.
            self._wake()
            raise

    def _wake(self) -> None:
        free = self.limit - self._busy
        while free > 0 and self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                free -= 1
