"""How a service is asked; importing this loads no client."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ChatOptions:
    """How the service is asked.

    Attributes:
        max_tokens: an answer is cut after so many tokens, hidden reasoning included, and is then an error.
        timeout_seconds: a try is given up after so long.
        max_retries: further tries after rate limits, timeouts, lost connections and server errors, with waits as the
            service asks, else ever longer ones with jitter.
        first_wait_seconds: mean of the first such wait; each further one is twice as long, up to a minute.
        needs_key: False where nothing is going to be asked.
    """

    max_tokens: int = 4096
    timeout_seconds: float = 120.0
    max_retries: int = 4
    first_wait_seconds: float = 0.5
    needs_key: bool = True
