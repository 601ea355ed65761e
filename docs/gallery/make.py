"""Make the pictures of the gallery, and its page: `python docs/gallery/make.py`.

Each picture shows the most crowded moment of a seeded game of agents.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ludo_env import Spec, load_game, ludo_v0
from ludo_env.catalogue import game_names
from ludo_env.play import Table
from ludo_env.render import (
    CLEAR,
    DAY,
    NIGHT,
    Disc,
    Look,
    Piece,
    Scene,
    Theme,
    Yard,
    choices_of,
    key_text,
    scene_of,
    svg_of,
)

HERE = Path(__file__).parent
SEED = 4
WIDTH = 480
_MOST = 400  # moves of a game that are considered
_HEAD = """# Gallery

Each game at its most crowded moment; `python docs/gallery/make.py` makes these pictures and this
page. The window, `rgb_array`, the replay page and notebooks draw the same scenes. Rings mark the
pieces that can be played, dots mark where they end, and grey dots show the path of the last move.
"""


def main() -> None:
    """Write a picture of each game, and the page that shows them all."""
    for picture in pictures():
        path_of(picture).write_text(svg_text(picture), "utf-8")
    (HERE.parent / "gallery.md").write_text(page(), "utf-8")


class Picture(NamedTuple):
    """A picture of the gallery."""

    title: str
    name: str
    spec: Spec
    seed: int = SEED
    theme: Theme = DAY


def pictures() -> list[Picture]:
    """Return all pictures; each depends only on its own game, so a new game changes no other."""
    found = [
        Picture(name.replace("_", " ").capitalize(), name, load_game(name))
        for name in sorted({*game_names(), "generals"})
    ]
    teams = Picture("Ludo in teams, at night", "ludo_night", ludo_v0.spec(mode="teams"))
    french = Picture(
        "French Ludo, colour-blind safe", "french_clear", load_game("french"), SEED + 1
    )
    return [*found, teams._replace(theme=NIGHT), french._replace(theme=CLEAR)]


def path_of(picture: Picture) -> Path:
    """Return the file of a picture."""
    return HERE / f"{picture.name}.svg"


def svg_text(picture: Picture) -> str:
    """Return the contents of the file of a picture."""
    table = Table(picture.spec, [], picture.seed, backend="python")
    return drawn(table, picture.theme) + "\n"


def page() -> str:
    """Return the page that shows all pictures."""
    shown = [f"## {one.title}\n\n![{one.title}](gallery/{one.name}.svg)\n" for one in pictures()]
    return "\n".join([_HEAD, *shown])


def drawn(table: Table, theme: Theme) -> str:
    """Return the most crowded moment of a game as SVG."""
    best, most = scene_of(table.game, table.record), -1.0
    done = None
    while not table.over and table.moves < _MOST:
        choices = choices_of(table.game, table.record)
        look = Look(
            done=done,
            sources=tuple(sorted({one.source for one in choices} - {None}, key=key_text)),
            targets=tuple(sorted({one.target for one in choices} - {None}, key=key_text)),
            symbols=theme.symbols,
        )
        scene = scene_of(table.game, table.record, look)
        if crowded(scene) > most and look.sources:
            best, most = scene, crowded(scene)
        action = table.choose()
        done = table.game.effects(table.record, action)
        table.play(action)
    return svg_of(best, theme, WIDTH, dark=NIGHT if theme == DAY else None)


def crowded(scene: Scene) -> float:
    """Return a score of what there is to see: pieces out of yards, shared squares, marks."""
    boxes = [spot for spot in scene.spots if isinstance(spot.key, Yard)]
    score = 0.0
    for item in scene.items:
        if isinstance(item.key, Piece) and not any(box.holds(item.x, item.y) for box in boxes):
            discs = [shape.radius for shape in item.art if isinstance(shape, Disc)]
            score += 1.0 if max(discs) > 0.35 else 1.5
        kind = key_text(item.key).partition(" ")[0]
        score += 0.8 * (kind in {"captured", "captive", "hit", "locked"})
        score += 0.3 * (kind in {"target", "die"})
    return score


if __name__ == "__main__":
    main()
