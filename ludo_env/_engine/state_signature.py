"""Signatures by which this process recognises the states that it saved itself.

Checking a state takes much longer than loading it, and a search loads many. A state with the
signature of this process was saved from a running game here, and has not been changed since.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import blake2b

_KEY = secrets.token_bytes(32)


def signature(*parts: bytes) -> bytes:
    """Return the signature of some bytes; another process has other signatures."""
    digest = blake2b(key=_KEY, digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.digest()


def is_signed(sign: object, *parts: bytes) -> bool:
    """Return whether this is the signature of these bytes."""
    return isinstance(sign, bytes) and hmac.compare_digest(sign, signature(*parts))
