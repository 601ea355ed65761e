"""Games of many players from inside: wide boards, and colours in all pictures."""

import random
import re

from oracle import french_model
from small_races import few_and_many

from ludo_env import PositionError, Spec, game_of, load_game
from ludo_env._families.track import seating
from ludo_env._render.paint.colours import COLOURS
from ludo_env.catalogue import game_names
from ludo_env.families import TRACK
from ludo_env.play import Replay, Table
from ludo_env.render import Look, draw_text, key_text, replay_page, scene_of


def stretch(spec, seed, decisions):
    """The masks, turns and ends of a stretch of random play in plain Python."""
    game = game_of(spec, "python")
    table = Table(spec, [], seed, backend="python")
    found = []
    while not table.over and len(found) < decisions:
        found.append((game.position(table.record), tuple(table.actions)))
        table.play(table.choose())
    return found


def test_wide_boards_play_as_narrow_ones(monkeypatch):
    """The games are the same when crowds are counted colour by colour."""
    specs = [spec for spec in map(load_game, game_names()) if spec.family is TRACK]
    narrow = [stretch(spec, 7, 90) for spec in specs]
    monkeypatch.setattr(seating, "_PACKED_PIECES", 0)
    for spec, expected in zip(specs, narrow, strict=True):
        fresh = Spec(spec.name + " wide", spec.family, spec.board, spec.rules)
        assert "crowds" in game_of(fresh, "python").layout.fields
        assert stretch(fresh, 7, 90) == expected


def test_obligations_are_the_same_on_wide_boards(monkeypatch):
    """Rules that keep pieces as bits of a number mark the same moves where they cannot."""
    rng, spec = random.Random(2), load_game("french")
    texts = [french_model.random_position(rng) for _ in range(250)]
    narrow = [legal_at(spec, text) for text in texts]
    monkeypatch.setattr(seating, "_PACKED_PIECES", 0)
    wide = Spec("french wide", spec.family, spec.board, spec.rules)
    assert [legal_at(wide, text) for text in texts] == narrow
    assert len({legal for legal in narrow if legal}) > 100


def legal_at(spec, text):
    """The legal actions at a position, or nothing where it is refused."""
    game = game_of(spec, "python")
    try:
        record, _ = game.read(text)
    except PositionError:
        return ()
    return tuple(one.action for one in game.all_effects(record))


@few_and_many
def test_pictures_have_everybody(spec):
    """The scene, the text and the replay page have a plate and all pieces of each player."""
    game = game_of(spec, "python")
    table = Table(spec, [], 3, backend="python")
    for _ in range(20):
        table.play(table.choose())
    scene = scene_of(game, table.record, Look())
    keys = {key_text(item.key) for item in scene.items}
    assert {f"plate {player}" for player in range(spec.players)} <= keys
    pieces = sum(spec.board.counts)
    assert len([key for key in keys if re.fullmatch(r"piece \d+ \d+", key)]) == pieces
    text = draw_text(game, table.record, False)
    for player in range(spec.players):
        assert re.search(rf"\bplayer_{player} +{COLOURS[player]}\b", text)
    page = replay_page(Replay.of_table(table))
    assert all(COLOURS[player] in page for player in range(spec.players))
