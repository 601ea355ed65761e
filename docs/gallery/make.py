"""Makes the pictures of the gallery, and its page: `python docs/gallery/make.py`.

Of each game a seeded game of agents is played, and its most crowded moment is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ludo_env import load_game, ludo_v0
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
_MOST = 400  # moves that are looked at
_HEAD = """# Gallery

Every game in its most crowded moment; `python docs/gallery/make.py` makes these pictures and this
page. The window, `rgb_array`, the replay page and notebooks draw the very same scenes. Rings are
around the pieces that can be played, dots where they end; grey dots are the way of the last move.
"""


def main() -> None:
    """Writes a picture of each game, and the page that shows them all."""
    lines = [_HEAD]
    for title, name, svg in pictures():
        (HERE / f"{name}.svg").write_text(svg + "\n", "utf-8")
        lines.append(f"## {title}\n\n![{title}](gallery/{name}.svg)\n")
    (HERE.parent / "gallery.md").write_text("\n".join(lines), "utf-8")


def pictures() -> Iterator[tuple[str, str, str]]:
    """Of each picture: its title, its name, and the picture."""
    for number, name in enumerate(sorted({*game_names(), "generals"})):
        title = name.replace("_", " ").capitalize()
        yield title, name, drawn(Table(load_game(name), [], SEED, number, "python"), DAY)
    teams = Table(ludo_v0.spec(mode="teams"), [], SEED, backend="python")
    yield "Ludo in teams, at night", "ludo_night", drawn(teams, NIGHT)
    french = Table(load_game("french"), [], SEED + 1, backend="python")
    yield "French Ludo, for every eye", "french_clear", drawn(french, CLEAR)


def drawn(table: Table, theme: Theme) -> str:
    """The most crowded moment of a game as SVG."""
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
    return svg_of(best, theme, WIDTH)


def crowded(scene: Scene) -> float:
    """How much there is to see: pieces away from their yards, those that share a square, marks."""
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
