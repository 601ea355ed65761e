"""Positions whose scenes are kept as text; `python tests/scene_positions.py` rewrites them."""

from math import hypot
from pathlib import Path

from ludo_env import game_of, generals_v0, load_game, ludo_v0
from ludo_env.render import Disc, Look, Words, choices_of, in_text, key_text, scene_of

FOLDER = Path(__file__).parent / "scenes"

TOCK = (
    "p0=y,y,y,y p1=y,y,y,6 p2=50,y,y,y p3=y,y,y,19 turn=3 dice=3,5,Q "
    "hands=-/3,4/J,J/3,5,Q gone=2,3,1,1,3,2,3,2,3,3,2,3,1"
)

CARAVANS = (
    "p0=a4,gr2,y p1=a7@0,a13,y p2=bl1,a20,f p3=a1,a36,f@1 p4=a13,cy2,y p5=a30,a24,y turn=0 dice=3"
)

GENERALS = (
    "board=AAA....AA./A......A../........../..D......./...A....../...D....../..A......./"
    "........../D........D/DDD....DDD"
)

BACKGAMMON = (
    "p0=y,y,24,18,18,13,8,8,6,6,6,6,6,f,f p1=y,1,12,12,12,17,17,17,19,19,19,19,19,20,20 "
    "turn=0 dice=3,3,3"
)

# By name: the game, and the position.
POSITIONS = {
    "ludo_start": (load_game("ludo"), "turn=0 dice=3"),
    "ludo_stacks_and_markers": (
        load_game("ludo"),
        "p0=10,10,y,y p1=3,3,3,3 p2=h2,h2,f,f p3=y,1,20,f turn=1 dice=4 hit=0,2",
    ),
    "ludo_teams_nearly_home": (
        ludo_v0.spec(mode="teams"),
        "p0=f,f,f,f p1=y,y,y,y p2=f,f,f,h4 p3=1,2,3,4 turn=2 dice=1 hit=0,2",
    ),
    "strict_two_dice": (load_game("strict"), "p0=0,y,y,12 p1=5,5,y,y turn=1 dice=6"),
    "french_prison_and_lock": (
        load_game("french"),
        "p0=x2,3,y,y p1=x0,x2,7,7 p2=h1,30,y,y p3=y,y,y,y turn=2 dice=6,6,2 locked=1 played=1",
    ),
    "mensch_slots": (load_game("mensch"), "p0=h0,h2,f,y p1=0,y,y,y turn=1 dice=6"),
    "parchis_barriers": (load_game("parchis"), "p0=0,0,5,y p1=20,y,y,y turn=0 dice=5,2"),
    "petits_chevaux_stairs": (load_game("petits_chevaux"), "p0=h5,f,y,y p1=f,f,y,3 turn=0 dice=6"),
    "backgammon_bar": (
        load_game("backgammon"),
        BACKGAMMON,
    ),
    "tock_cards": (load_game("tock"), TOCK),
    "eight_jump": (load_game("eight"), "turn=2 dice=2"),
    "ebb_ford": (load_game("ebb"), "p0=s2,a2,y,f turn=0 dice=3 ebb=1 ebb_count=1 clock=8"),
    "caravans_owners": (load_game("caravans"), CARAVANS),
    "ur_rosettes": (
        load_game("ur_finkel"),
        "p0=6,10,19,y,y,y,f p1=8,2,16,22,y,y,y turn=0 dice=2",
    ),
    "generals_hits": (
        generals_v0.spec(role_choice="fixed"),
        GENERALS + " attacker=0 turn=0 die=3 hits=2 garrison=D shot=1",
    ),
    "generals_second_step": (
        generals_v0.spec(role_choice="fixed"),
        "attacker=1 turn=1 die=6 phase=garrison from=0,0",
    ),
}


def text_of(name: str) -> str:
    """The scene of a position as text, with all playable sources and targets."""
    spec, position = POSITIONS[name]
    game = game_of(spec, "python")
    record, _ = game.read(position)
    choices = choices_of(game, record)
    look = Look(
        sources=tuple(sorted({one.source for one in choices} - {None}, key=key_text)),
        targets=tuple(sorted({one.target for one in choices} - {None}, key=key_text)),
    )
    return in_text(scene_of(game, record, look))


def unread(found):
    """The pieces of a scene that show no number and are not counted on a pile."""
    pieces = [item for item in found.items if key_text(item.key).startswith(("piece ", "unit "))]
    piles = [item for item in found.items if key_text(item.key).startswith("count ")]
    bodies = [(item.x, item.y, radius(item)) for item in pieces]
    missed, covered = [], dict.fromkeys(range(len(piles)), 0)
    for index, item in enumerate(pieces):
        said = [shape for shape in item.art if isinstance(shape, Words)]
        x, y = (item.x + said[0].x, item.y + said[0].y) if said else (item.x, item.y)
        near = 0.3 * bodies[index][2]
        above = bodies[index + 1 :]
        if all(hypot(x - a, y - b) > size + near for a, b, size in above) and not any(
            hypot(x - (pile.x + pile.art[0].x), y - (pile.y + pile.art[0].y)) < near
            for pile in piles
        ):
            continue
        here = [
            number
            for number, pile in enumerate(piles)
            if hypot(item.x - pile.x, item.y - pile.y) < 0.4 * bodies[index][2]
        ]
        if here:
            covered[here[0]] += 1
        else:
            missed.append(item.key)
    said = [pile.art[1].text for pile in piles]
    assert said == [f"\u00d7{count}" for count in covered.values()]
    return missed


def radius(item):
    """The radius of the largest disc of an item in a seat's colour."""
    discs = [shape for shape in item.art if isinstance(shape, Disc)]
    return max(disc.radius for disc in discs if disc.fill.startswith("seat"))


def spots(found):
    """The spots of a scene by the text of their key."""
    return {key_text(spot.key): spot for spot in found.spots}


if __name__ == "__main__":
    for name in POSITIONS:
        (FOLDER / f"{name}.txt").write_text(text_of(name), "utf-8")
