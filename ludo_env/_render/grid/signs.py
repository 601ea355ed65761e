"""Colours and signs of a grid game: the colour of the player, and the sign of the role.

Colour and role are independent (D-11): a unit has the colour of its player and the sign of the
role. Before the roles are known the units are grey.
"""

from __future__ import annotations

from functools import lru_cache

from ludo_env._engine.state import Plain
from ludo_env._families.grid.board import ATTACKING, DEFENDING, EMPTY
from ludo_env._families.grid.units import colour_of
from ludo_env._render.shapes import Area, Disc, Shape

ROLES = ("Attacker", "Defender")
UNDECIDED = "grey"
RADIUS = 0.38  # of a unit

# For a unit: a sword, point upwards; a shield.
SIGNS = {
    ATTACKING: (
        *((0, -0.26), (0.06, -0.18), (0.06, 0.06), (0.16, 0.06), (0.16, 0.12), (0.05, 0.12)),
        *((0.05, 0.25), (-0.05, 0.25), (-0.05, 0.12), (-0.16, 0.12), (-0.16, 0.06)),
        *((-0.06, 0.06), (-0.06, -0.18)),
    ),
    DEFENDING: (
        *((-0.2, -0.2), (0, -0.25), (0.2, -0.2), (0.2, 0.02), (0.12, 0.16), (0, 0.25)),
        *((-0.12, 0.16), (-0.2, 0.02)),
    ),
}


def worn(s: Plain, role: int) -> str:
    """Return the name of the colour of a role's units."""
    return colour_of(s, role) or UNDECIDED


def sign(unit: int, size: float) -> tuple[tuple[float, float], ...]:
    """Return the outline of a role's sign, scaled from that on a unit; () for no role."""
    if unit == EMPTY:
        return ()
    return tuple((round(size * x, 4), round(size * y, 4)) for x, y in SIGNS[unit])


@lru_cache(maxsize=8)
def unit_art(colour: str, unit: int) -> tuple[Shape, ...]:
    """Return a unit around 0: a disc in the colour of its player, with the sign of its role."""
    return (
        Disc(0.04, 0.06, RADIUS + 0.01, "shadow"),
        Disc(0, 0, RADIUS, f"seat {colour}", f"dark {colour}", 0.05),
        Area(sign(unit, 1), f"sign {colour}"),
    )
