"""Paths, effects and dice between two scenes."""

from game_tables import random_table
from scene_positions import spots

from ludo_env import game_of, load_game, ludo_v0
from ludo_env.play import Table
from ludo_env.render import Disc, Unit, choices_of, key_text, scene_of


def test_the_colours_of_players_are_distinct_to_every_eye():
    """In the theme for all, signs differ too: any two of the first six have different heads."""
    from ludo_env._render.piece_shapes import piece_art

    heads = {piece_art(seat, "0", 0.3, symbols=True)[2].points for seat in range(12)}
    assert len(heads) == 12
    plain = {type(piece_art(seat, "0", 0.3, symbols=False)[2]) for seat in range(12)}
    assert plain == {Disc}


def test_the_unit_that_was_played_is_the_one_that_moves():
    """Generals: the unit goes where the action says, with conversions, hits and interceptions."""
    from ludo_env._render.scene import ways_of

    gone = arrived = 0
    for seed in range(3):
        table = Table(load_game("generals"), [], seed, backend="python")
        while not table.over:
            before, action = table.record, table.choose()
            choice = next(c for c in choices_of(table.game, before) if c.action == action)
            report = table.game.describe(before, action)
            table.play(action)
            if not choice.source or not choice.target:
                continue
            done = table.game.effects(before, action)
            assert table.game.effects_between(before, table.record).changes == done.changes
            (way,) = ways_of(table.game, done)
            assert way.key == Unit(choice.source.cell)
            target = Unit(choice.target.cell)
            if "hits the General" in report or way.lands_as is None:
                gone += 1
                spot = spots(scene_of(table.game, before))[key_text(choice.target)]
                assert (way.lands_as, way.points[-1]) == (None, (spot.x, spot.y))
            else:
                arrived += 1
                assert way.lands_as == target
    assert gone > 2
    assert arrived > 250


def test_only_others_are_captured():
    """Generals: choosing a unit to garrison captures nothing, taking one captures its cell."""
    from ludo_env._render.move_hints import effect_of

    taken = 0
    for seed in range(4):
        table = Table(load_game("generals"), [], seed, backend="python")
        while not table.over:
            for choice in choices_of(table.game, table.record)[::7]:
                captures = effect_of(table.game, table.record, choice.action).captures
                words_shown = table.game.describe(table.record, choice.action)
                assert choice.source not in captures
                if "takes a " in words_shown:
                    assert choice.target in captures
                    taken += 1
            table.play(table.choose())
    assert taken > 20


def test_dice_tumble_and_cards_do_not():
    """The die of Ludo moves while it is thrown; a card of Tock does not."""
    from ludo_env._render.animation.dice_roll import falls, tumbling

    table = random_table("tock", 5)
    assert not falls(table.game, table.record, table.record)
    game = game_of(ludo_v0.spec(), "python")
    record, _ = game.read("turn=0 dice=6")
    still = scene_of(game, record)
    assert any(tumbling(still, game, record, time) != still for time in (0.0, 0.08, 0.16))


def test_pieces_hop_from_square_to_square_and_captured_ones_fly():
    """Pieces are above the line between two squares while they move, and on it at each square."""
    from ludo_env._render.animation.motion import tween

    game = game_of(ludo_v0.spec(), "python")
    start = "p0=0,y,y,y p1=y,y,y,42 p2=y,y,y,y p3=y,y,y,y turn=0 dice=3"
    before, _ = game.read(start)
    done = next(one for one in game.all_effects(before) if one.captures)
    after, _ = game.read(start.replace("p0=0", "p0=3").replace("p1=y,y,y,42", "p1=y,y,y,y"))
    motion = tween(game, before, after, done=done)
    highest = {}
    for step in range(201):
        for item in motion.scene(step / 200).items:
            if key_text(item.key) in ("piece 0 0", "piece 1 3"):
                highest.setdefault(key_text(item.key), []).append((item.x, item.y))
    walked, flown = highest["piece 0 0"], highest["piece 1 3"]
    level = walked[0][1]
    assert walked[-1][1] == level
    heights = [level - y for _, y in walked]
    assert max(heights) > 0.25
    peaks = [at for at in range(1, 200) if heights[at - 1] < heights[at] >= heights[at + 1]]
    assert len(peaks) == 3  # one for each square
    (x, y), (end_x, end_y) = flown[0], flown[-1]
    straight = [y + (end_y - y) * (at - x) / (end_x - x) for at, _ in flown]
    assert max(line - at for line, (_, at) in zip(straight, flown, strict=True)) > 1


def test_a_die_turns_while_it_falls():
    """The outline of the die is turned while it falls, and straight at the end."""
    from ludo_env._render.animation.dice_roll import tumbling

    game = game_of(ludo_v0.spec(), "python")
    record, _ = game.read("turn=0 dice=6")
    still = scene_of(game, record)
    outlines = {
        next(item.art[0].points for item in scene.items if key_text(item.key) == "die 0")
        for scene in [still, *(tumbling(still, game, record, 0.07 * step) for step in range(6))]
    }
    assert len(outlines) == 7
