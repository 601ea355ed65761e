"""Refusals: errors with an HTTP status."""

from __future__ import annotations

from ludo_env._engine.errors import LudoError

WRONG, FORBIDDEN, UNKNOWN, NOT_NOW, TOO_LARGE, TOO_MANY, BUSY = 400, 403, 404, 409, 413, 429, 503


class Refusal(LudoError):  # noqa: N818  (most are no mistake of the program)
    """A request that is refused; `status` is the status of the HTTP response."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
