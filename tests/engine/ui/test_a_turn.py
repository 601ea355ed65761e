"""A turn as people see it: rolling, words that follow the picture, marks, hints, and options."""

import json
import re
from itertools import combinations

import pytest
from batches import marked_long
from game_tables import a_table
from test_game_screen import CAPTURE, SIZE, a_screen, answered, at, settle, texts

from ludo_env._ui import view_model
from ludo_env._ui.menu_setup import Setup, rules_card
from ludo_env._ui.options import TEXT_SIZES, Options
from ludo_env.catalogue import listed_games
from ludo_env.play import GameScreen
from ludo_env.render import Die, Piece, key_text, scene_of

CAPTURED = "p0=16,30,y,y p1=1,y,y,y p2=y,y,y,y p3=y,y,y,y turn=1 dice=2"
FRENCH_CAPTURE = "p0=3,y,y,y p1=y,y,y,45 p2=y,y,y,y p3=y,y,y,y turn=0 dice=2,1 played=0 locked=-"


def notes(screen):
    """The words of the log."""
    screen.layers(*SIZE)
    return [note.words for note in view_model.view_of(screen.state).panel.notes]


def plates(layers):
    """What the plates of the players look like."""
    return [item.art for item in layers[0].scene.items if key_text(item.key).startswith("plate")]


def test_words_follow_the_picture():
    """Title, plates and log show the previous state until the pieces have arrived."""
    screen = a_screen("ludo", ("human",), CAPTURE, speed="normal")
    screen.key("space")
    before = settle(screen)
    assert "You rolled 3: click a ringed piece." in texts(before)
    screen.key("1")
    screen.key("return")
    moving = 0
    while screen.state.timeline._motion is not None:
        layers = screen.layers(*SIZE)
        assert plates(layers) == plates(before)
        assert view_model.title_of(screen.state) == "Your turn"
        assert notes(screen) == []
        assert screen.state.timeline.sounds == []
        screen.advance(0.02)
        moving += 1
    assert moving > 10
    assert notes(screen) == ["Green: piece 1: 3 steps, 3 to 6, captures yellow on square 6"]
    assert screen.state.timeline.sounds == ["capture"]


def test_people_roll_the_die_themselves():
    """They use space, return or a click; until then neither picture nor words show the number."""
    for roll in ("space", "return", "click"):
        screen = a_screen("ludo", ("human",), CAPTURE, speed="normal")
        for _ in range(100):
            screen.advance(0.05)
        layers = screen.layers(*SIZE)
        assert "Roll" in texts(layers)
        assert "Roll the die: click it, or press space." in texts(layers)
        assert screen.lines == []
        for key in ("h", "w", "1", "tab"):
            screen.key(key)
        assert not screen.state.analysis.running
        assert screen.state.message == "Roll first: there are no moves yet."
        if roll == "click":
            screen.press(*at(layers, "die 0"))
        else:
            screen.key(roll)
        assert screen.state.timeline.rolls
        assert "The die rolls ..." in texts(screen.layers(*SIZE))
        assert len(settle(screen)) == 2
        assert screen.state.timeline.asks
        assert screen.table.moves == 0


def test_the_prompt_says_who_rolls_again():
    """It does so after a six, not after the choice of a role; two dice are called dice."""
    start = "p0=y,y,y,y turn=0 dice=6 sixes=0,0,0,0 hit=0"
    screen = a_screen("ludo", ("human",), start, speed="normal")
    screen.key("space")
    settle(screen)
    screen.key("1")
    screen.key("return")
    until_rolled(screen)
    assert view_model.prompt_of(screen.state).startswith("You roll again: click the die")
    screen = a_screen("generals", ("human",) * 2, speed="normal")
    settle(screen)
    screen.key("1")
    screen.key("return")
    until_rolled(screen)
    assert view_model.prompt_of(screen.state).startswith("Roll the die: click it")
    screen = a_screen("french", ("human",) * 4, speed="normal")
    until_rolled(screen)
    assert view_model.prompt_of(screen.state).startswith("Roll the dice: click them")


def until_rolled(screen):
    """Wait until a person has to roll."""
    for _ in range(1000):
        screen.advance(0.02)
        if screen.state.timeline.waits:
            return
    raise AssertionError("nobody rolls")


def test_a_choice_in_two_steps_is_one_roll():
    """A garrison move chooses the unit and then its target, without rolling the six again."""
    board = (
        "AAA....AAA/AA......AA/A........A" + 4 * "/.........." + "/D........D/DD......DD/DDD....DDD"
    )
    start = f"board={board} attacker=0 turn=0 phase=move die=6 hits=0 garrison=AD shot=1"
    screen = a_screen("generals", ("human",) * 2, start, speed="normal")
    until_rolled(screen)
    screen.key("space")
    settle(screen)
    words = [line.words for line in screen.lines]
    assert "a10 leaves the garrison for any free cell" in words
    screen.state.cursor.key = next(line.key for line in screen.lines if "a10 leaves" in line.words)
    screen.key("return")
    settle(screen)
    assert screen.table.moves == 1
    assert view_model.prompt_of(screen.state) == "You rolled 6: click a marked place."
    assert "a10 to d10" in [line.words for line in screen.lines]
    screen.key("1")
    screen.key("return")
    until_rolled(screen)
    assert notes(screen)[-1] == "White Attacker: a10 to d10"


def test_dice_that_are_left_are_said_so():
    """One of two dice has been played: the other is called left, and not rolled."""
    screen = a_screen("backgammon", ("human",))
    settle(screen)
    assert " and " in view_model.prompt_of(screen.state)
    screen.key("1")
    screen.key("return")
    settle(screen)
    left = screen.table.position.split("dice=")[1].split()[0].split(",")
    (face,) = [face for face in left if face != "-"]
    assert view_model.prompt_of(screen.state) == f"You have {face} left: click a ringed piece."


def test_dice_are_left_where_the_spent_ones_are_taken_away():
    """The game shows no place of a spent die; one of four dice has been played."""
    start = "p0=3,y,y,y p1=y,y,y,y p2=y,y,y,y p3=y,y,y,y turn=0 dice=6,6,3,1 played=0 locked=-"
    screen = a_screen("french", ("human",), start)
    settle(screen)
    assert view_model.prompt_of(screen.state).startswith("You rolled 6, 6, 3 and 1")
    (out,) = [line.key for line in screen.lines if " 6, out of the yard" in line.words]
    screen.state.cursor.key = out
    screen.key("return")
    settle(screen)
    assert view_model.prompt_of(screen.state).startswith("You have 6, 3 and 1 left")


@pytest.mark.parametrize("game", ["ludo", "french", "parchis", "eight", "petits_chevaux", "storm"])
def test_dice_in_the_yard_hide_no_piece(game):
    """They are in the roller's yard if there is room, and otherwise beside the plates."""
    screen = a_screen(game, ("human",) * 2)
    for _ in range(15):
        spots = settle(screen)[0].scene.spots
        pieces = [spot for spot in spots if isinstance(spot.key, Piece)]
        for die in (spot for spot in spots if isinstance(spot.key, Die)):
            for piece in pieces:
                across, down = abs(die.x - piece.x), abs(die.y - piece.y)
                apart = max(across - die.across - piece.across, down - die.down - piece.down)
                assert apart > -0.05 * piece.across
        screen.key("1")
        screen.key("return")


def test_dice_stay_in_a_yard_with_a_prisoner():
    """Beside a prison the dice are where they would be without it."""
    start = "p0=3,y,y,y p1=y,y,y,x0 p2=y,y,y,y p3=y,y,y,y turn=0 dice=2,1 played=0 locked=-"
    for position in (start, start.replace("x0", "y")):
        layers = settle(a_screen("french", ("human",), position))
        spots = {key_text(spot.key): spot for spot in layers[0].scene.spots}
        for die in (spots["die 0"], spots["die 1"]):
            assert abs(die.x - spots["yard 0"].x) < spots["yard 0"].across
            assert abs(die.y - spots["yard 0"].y) < spots["yard 0"].down


@pytest.mark.parametrize("dice", ["6,6,2", "6,6,2,1"])
def test_dice_beside_the_plates_are_large(dice):
    """Three or four dice have two rows there, and are two thirds as large as one of two."""
    start = "p0=3,y,y,y p1=x0,y,y,45 p2=y,x0,y,y p3=y,y,y,y turn=0 dice={} played=0 locked=-"
    usual, small = (
        [one for one in scene.spots if isinstance(one.key, Die)]
        for faces in ("6,5", dice)
        for table in [a_table("french", position=start.format(faces))]
        for scene in [scene_of(table.game, table.record)]
    )
    assert len(small) == dice.count(",") + 1
    assert all(one.across > 0.65 * usual[0].across for one in small)
    for one, two in combinations(small, 2):
        assert max(abs(one.x - two.x), abs(one.y - two.y)) >= 2 * one.across


def test_the_log_says_you_to_an_only_person():
    """With two people at the table, it names their colours instead."""
    for third, whom in (("random", "you"), ("human", "green")):
        screen = a_screen("ludo", ("human", "random", third, "random"), CAPTURED)
        settle(screen)
        assert any(f"captures {whom} on square 3" in words for words in notes(screen))


def test_the_rules_say_what_stars_are():
    """They do where open squares differ from safe ones, and on boards that have stars."""
    cards = {game: " ".join(rules_card(Setup(game=game)).words) for game in listed_games()}
    said = {game for game, words in cards.items() if "Squares with a star are safe" in words}
    assert {"ludo", "french", "parchis", "ur_finkel"} <= said
    assert not said & {"mensch", "tock", "strict", "generals", "backgammon"}


def test_rolling_can_be_left_to_the_program():
    """With this option the die tumbles like that of an agent."""
    table = a_table("ludo", ("human",), CAPTURE)
    screen = GameScreen(table, options=Options(by_hand=False))
    settle(screen)
    assert screen.state.timeline.asks


def test_an_only_move_can_be_played_automatically():
    """Undo goes back to the last real decision."""
    table = a_table("ludo", ("human",), CAPTURE)
    screen = GameScreen(table, options=Options(speed="at once", forced=True))
    for _ in range(200):
        screen.advance(0.02)
        if screen.state.timeline.asks:
            break
    assert len(screen.state.timeline.actions) > 1
    assert table.moves > 0
    assert table.history == []


def test_equal_moves_are_one_line():
    """Four pieces in the yard and a six: one line; each piece can be clicked."""
    start = "p0=y,y,y,y turn=0 dice=6 sixes=0,0,0,0 hit=0"
    screen = a_screen("ludo", ("human",), start)
    layers = settle(screen)
    assert [line.words for line in screen.lines] == ["A piece: 6, out of the yard"]
    screen.press(*at(layers, "piece 0 2"))
    assert screen.table.actions == [2]


@pytest.mark.parametrize("game", marked_long(list(listed_games()), ["ludo", "generals", "tock"]))
def test_players_have_names_that_people_know(game):
    """They have colours, and pieces count from 1: player_0 appears nowhere."""
    screen = a_screen(game, ("human",))
    for _ in range(25):
        layers = settle(screen)
        if screen.table.over:
            break
        said = [*texts(layers[1:]), *(line.words for line in screen.lines)]
        assert not [words for words in said if "player_" in words or "piece 0" in words]
        screen.key("1")
        screen.key("return")


def test_cells_are_called_as_on_the_board():
    """Generals: a line begins with a cell as the edge names it, and other lines with a capital."""
    screen = a_screen("generals", ("human",))
    settle(screen)
    screen.key("1")
    screen.key("return")
    settle(screen)
    cells = [line.words for line in screen.lines if " to " in line.words]
    assert cells
    assert all(re.match(r"[a-j]\d+ (up|down|left|right) ", words) for words in cells)


def test_a_capture_leaves_a_mark_and_a_line():
    """They stay until the next decision of the person, also at top speed."""
    screen, mark = a_screen("ludo", ("human",), CAPTURE), "capture 0"
    layers = settle(screen)
    place = at(layers, "piece 1 3")
    screen.key("1")
    screen.key("return")
    layers = settle(screen)
    items = {key_text(item.key): item for item in layers[0].scene.items}
    left, top, scale = layers[0][1:]
    struck = left + items[mark].x * scale, top + items[mark].y * scale
    assert struck == pytest.approx(place)
    screen.key("1")
    screen.key("return")
    items = {key_text(item.key) for item in screen.layers(*SIZE)[0].scene.items}
    assert mark not in items or screen.state.timeline.news[-1].captures


def test_the_sign_of_a_capture_is_explained():
    """It is shown when the pointer is at the plate or the yard of a player who has captured."""
    screen = a_screen("ludo", ("human",), CAPTURE.replace("hit=0", "hit=1"))
    layers = settle(screen)
    for key in ("plate 1", "yard 1"):
        screen.point(*at(layers, key))
        words = view_model.words_of(screen.state)
        assert words == "Yellow has captured: the sun is the sign of it, and stays."
    screen.point(*at(layers, "plate 2"))
    assert view_model.words_of(screen.state).startswith("You rolled")


def test_ones_own_capture_stays_marked_while_the_turn_passes_on():
    """It stays until somebody has played, so that it can be seen."""
    screen = a_screen("french", ("human",) * 4, FRENCH_CAPTURE, speed="normal")
    until_rolled(screen)
    screen.key("space")
    settle(screen)
    screen.key("1")
    screen.key("return")
    until_rolled(screen)
    assert screen.table.turn == 1
    shown = {key_text(item.key) for item in screen.layers(*SIZE)[0].scene.items}
    assert "capture 0" in shown


def test_the_log_begins_after_the_last_turn():
    """It shows what the others have done since, and not what was read before."""
    screen = a_screen("mensch", ("human",))
    for _ in range(12):
        settle(screen)
        screen.key("1")
        screen.key("return")
    settle(screen)
    since = notes(screen)
    assert "Since your last turn" in texts(screen.layers(*SIZE))
    assert not since[0].startswith("Green")
    assert len(since) < len(screen.state.timeline.news)


def test_a_hint_ranks_all_moves():
    """The lines end with the chances to win, from the best move on."""
    screen = a_screen("ludo", ("human",), CAPTURE.replace("p0=3,y,y,y", "p0=3,20,40,y"))
    settle(screen)
    screen.key("h")
    assert answered(screen, "Best: ").startswith("Best: ")
    chances = [int(line.aside.rstrip("%")) for line in screen.lines]
    assert len(chances) == 3
    assert chances == sorted(chances, reverse=True)
    assert screen.lines[0].key == screen.state.marked
    assert f"({chances[0]}% to win)" in screen.state.message


def test_why_is_right_when_nothing_is_wrong():
    """Where every piece can move there is no reason to give."""
    screen = a_screen("ludo", ("human",), CAPTURE.replace("p0=3,y,y,y", "p0=3,9,20,40"))
    settle(screen)
    screen.key("w")
    assert answered(screen, "Nothing").startswith("Nothing is wrong")


def test_watching_has_its_own_buttons():
    """Pause, step and speed instead of undo, hint, why and save."""
    screen = a_screen("ludo", ("random",))
    layers = screen.layers(*SIZE)
    shown = texts(layers)
    assert {"Pause", "Step", "Slower", "Faster"} <= set(shown)
    assert not {"Undo", "Hint", "Why?", "Save"} & set(shown)
    screen.press(*at(layers, "pause"))
    moves = screen.table.moves
    layers = screen.layers(*SIZE)
    assert "Go on" in texts(layers)
    screen.press(*at(layers, "step"))
    screen.advance(0.02)
    assert screen.table.moves == moves + 1
    screen.press(*at(layers, "slower"))
    assert screen.state.timeline.options.speed == "fast"
    assert screen.state.message == "The speed is: fast."
    screen.press(*at(layers, "pause"))
    for _ in range(100):
        screen.advance(0.05)
    assert screen.state.message == ""  # the words are about the game again
    screen.key("escape")  # nothing is lost, so there is no question
    assert screen.done


def test_escape_and_return_lose_nothing():
    """Staying is the default; leaving has to be chosen, by arrows too."""
    screen, _ = a_screen("ludo", ("human",), CAPTURE), None
    settle(screen)
    screen.key("escape")
    screen.key("return")
    assert not screen.done
    assert screen.state.dialog is None
    for key in ("escape", "right", "return"):
        screen.key(key)
    assert screen.done


def test_motion_is_switched_off_by_one_key():
    """Nothing moves or tumbles then, but pauses stay."""
    screen = a_screen("ludo", ("human",), CAPTURE, speed="normal")
    screen.key("a")
    screen.key("space")
    settle(screen)
    screen.key("1")
    screen.key("return")
    assert screen.state.timeline._motion is None
    assert not screen.state.timeline.rolls
    assert notes(screen) == ["Green: piece 1: 3 steps, 3 to 6, captures yellow on square 6"]


def test_options_are_changed_by_keyboard_and_shown():
    """Arrows choose one, return changes it, escape closes the card."""
    screen = a_screen("ludo", ("human",))
    screen.key("o")
    for key in ("down", "down", "down", "down", "return"):
        screen.key(key)
    assert "Text: 125 %" in texts(screen.layers(*SIZE))
    assert screen.state.timeline.options.text == TEXT_SIZES[1]
    screen.key("escape")
    assert screen.state.dialog is None


@pytest.mark.parametrize("size", [(1200, 800), (1000, 700), (700, 1000)])
def test_letters_can_be_twice_as_large(size):
    """All of the panel is in the window, and the board keeps a share of it."""
    heights = []
    for text in (100, 200):
        table = a_table("ludo", ("human",), CAPTURE)
        screen = GameScreen(table, options=Options(speed="at once", text=text))
        settle(screen)
        layers = screen.layers(*size)
        for item in layers[1].scene.items:
            assert 0 <= item.x <= size[0]
            assert 0 <= item.y <= size[1]
        board = layers[0].scene.width * layers[0].scale * layers[0].scene.height * layers[0].scale
        assert board > 0.12 * size[0] * size[1]
        (title,) = next(i.art for i in layers[1].scene.items if i.key == "message 0")
        heights.append(title.size)
    assert heights[1] > 1.45 * heights[0]


def test_the_view_is_plain_data():
    """Any front end can show the view, and send back the key of what was pressed."""
    screen = a_screen("ludo", ("human",), CAPTURE)
    settle(screen)
    view = view_model.view_of(screen.state)
    data = json.loads(json.dumps(view_model.as_data(view)))
    assert data["panel"]["title"] == "Your turn"
    (line,) = data["panel"]["lines"]
    assert line["words"] == "Piece 1: 3 steps, 3 to 6, captures yellow on square 6"
    assert view_model.pressed(view, line["key"]) == screen.lines[0].key
    assert view_model.pressed(view, "nothing") is None
