"""The random generator: counter-based, identical on every backend and in every view.

A stream is two 32-bit keys and a counter. Draw number n of a stream is a hash of (keys, n), so
games never share state, and game `index` of seed `seed` rolls the same dice wherever it is played.
All arithmetic is 32-bit inside 64-bit integers: plain Python and compiled code agree bit for bit.
"""

from __future__ import annotations

import secrets
from typing import Any

from ludo_env._engine.arguments import is_integer
from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.rule import Field

# The fields of a stream, as a record like a game's state.
STREAM_FIELDS = (
    Field("key0", high=2**32 - 1),
    Field("key1", high=2**32 - 1),
    Field("drawn", high=2**62),
)

# A saved stream with more draws than this is refused: no game takes so many.
MOST_DRAWN = 2**61

# Where the draws of agents begin in a stream, so that they never reveal upcoming dice.
FAR = 1 << 31

WIDEST_SEED = 2**512
_MASK = 0xFFFFFFFF
_GOLDEN = 0x9E3779B9  # 2**32 divided by the golden ratio: spreads consecutive counters.


def mix(word: int) -> int:
    """A bijection of 32-bit words in which every input bit moves every output bit."""
    # Two rounds of multiply and xor-shift; constants by C. Wellons, "Hash prospecting".
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & _MASK
    word = ((word ^ (word >> 15)) * 0x846CA68B) & _MASK
    return word ^ (word >> 16)


def draw(stream: Any, sides: int) -> int:
    """Return the next outcome 0..sides-1 of a stream, uniform; the bias is below sides / 2**32."""
    count = stream.drawn
    stream.drawn = count + 1
    word = mix((count * _GOLDEN + stream.key0) & _MASK)
    word = mix((word ^ stream.key1) + (count >> 32) & _MASK)
    return (word * sides) >> 32


def stream_keys(seed: int | None, index: Any = 0) -> tuple[Any, Any]:
    """Return the two keys of stream `index` of a seed; without a seed, use fresh entropy.

    An array of indices (uint64) gives an array of each key.
    """
    if seed is None:
        seed = secrets.randbits(128)
    seed = seed_number(seed)
    # Every 32-bit word of the seed goes through both halves, in order, so that no two seeds
    # collide.
    key0, key1 = 0x243F6A88, 0x85A308D3  # digits of pi, an arbitrary constant
    words = [seed & _MASK]
    while seed := seed >> 32:
        words.append(seed & _MASK)
    for word in (*words, len(words), index & _MASK, index >> 32):
        key0 = mix((key0 + word + _GOLDEN) & _MASK) ^ key1
        key1 = mix((key1 ^ word) + key0 & _MASK)
    return key0, key1


def keys_further(keys: tuple[Any, Any], drawn: int) -> tuple[Any, Any]:
    """Return the keys of the stream that continues another one after `drawn` draws."""
    return (keys[0] + drawn * _GOLDEN) & _MASK, keys[1]


def seed_number(seed: Any) -> int:
    """Return a seed as a plain number; refuse anything else."""
    number = int(seed) if is_integer(seed) else -1
    if number < 0:
        raise LudoError(f"A seed is a whole number of 0 or more, not {quoted(seed)}.")
    if number >= WIDEST_SEED:
        raise LudoError(f"A seed has at most 512 bits, and {quoted(seed)} has more.")
    return number
