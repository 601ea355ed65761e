"""The screen of a terminal at 80 x 24: everything is visible, and no word is cut."""

import re
from itertools import count

import pytest
from game_tables import a_table

from ludo_env.agents.human import Left
from ludo_env.catalogue import game_names
from ludo_env.play import TerminalGame
from ludo_env.render import draw_text

CODES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
MOST = 15  # questions
GAMES = game_names()


def screens(table, answers=None, size=(80, 24), colour=False):
    """Return the screens of a game; answers are used for the first questions, then moves."""
    shown, asked, turn = [], [], count()

    def read(prompt):
        number = next(turn)
        if number == (MOST if answers is None else len(answers)):
            raise EOFError
        asked.append(shown[-1])
        choices = len(table.view.actions)
        return answers[number] if answers is not None else str(1 + 7 * number % choices)

    game = TerminalGame(table, read, shown.append, colour, clear=False, size=lambda: size)
    try:
        game.run()
    except Left:
        pass
    else:
        asked.append(shown[-1])
    return asked


@pytest.mark.parametrize(
    ("game", "colour"), [*((game, False) for game in GAMES), ("ludo", True), ("generals", True)]
)
def test_everything_fits(game, colour):
    """Board, all players, and question with its moves fit above a line for the prompt."""
    table = a_table(game, seed=5)
    seen = screens(table, colour=colour)
    assert seen
    for screen in seen:
        lines = CODES.sub("", screen).split("\n")
        assert len(lines) <= 23, screen
        assert max(map(len, lines)) <= 80, screen
        assert all(f"player_{player}" in screen for player in range(table.game.players))


def test_ludo_with_four_moves_shows_all():
    """The board, the others' moves, and equal exits in one line fit; line mode needed 28 lines."""
    screen = screens(a_table(seats=["human", *["greedy"] * 3], seed=5))[0]
    lines = screen.split("\n")
    assert lines[-1] == "1-4  piece 1, 2, 3 or 4: 6, out of the yard"
    assert lines[-2] == "player_0 green, dice 6: type a number, or help."
    assert re.search(r"player_3 red +piece 1: 6, out\n.* {4}of the yard\n", screen)
    assert " G4 " in screen
    assert "G0" not in screen


def test_every_number_of_a_group_plays_its_move():
    """The third of four equal exits moves piece 3, whose number in programs is 2."""
    table = a_table(seats=["human", *["greedy"] * 3], seed=5)
    screens(table, ["3"])
    assert table.view.game.position(table.record).startswith("p0=y,y,0,y ")


def test_signs_are_explained():
    """All signs on the board are explained, and no others."""
    (ludo,) = screens(a_table(seed=3), ["1"])
    for sign in (". square", "* safe", "> start", "- lane", "o home", "G1 piece 1 of green"):
        assert sign in ludo
    assert "rolls again" not in ludo
    (generals,) = screens(a_table("generals", seed=6), ["1"])
    assert re.search(r"A Attacker +### General", generals)
    assert ": garrison" not in generals


def test_words_are_whole():
    """Each word of a long list of Generals' moves is on one line."""
    table = a_table("generals", seed=5)
    for screen in screens(table):
        words = set(re.findall(r"(?<![A-Za-z])[a-z]{3,}", screen))
        assert words <= set(VOCABULARY), words - set(VOCABULARY)


VOCABULARY = (
    *("type", "number", "help", "die", "down", "right", "left", "the", "unit", "units", "black"),
    *(
        "white",
        "takes",
        "there",
        "leaves",
        "for",
        "any",
        "cell",
        "move",
        "phase",
        "hits",
        "garrison",
        "shot",
        "and",
    ),
    *("human", "random", "seed", "generals", "from"),
    "player",
    *(
        "target",
        "page",
        "puts",
        "removes",
        "step",
        "toss",
        "free",
        "none",
        "over",
        "pass",
        "captures",
    ),
    *("converts", "won", "after", "skip", "convert"),
)


def test_a_list_that_does_not_fit_is_on_pages():
    """Enter turns pages; they contain every move, and the first follows the last."""
    table = a_table("generals", seed=5)
    for action in (1, 8, 8, 4, 8):
        table.play(table.view.actions[action % len(table.view.actions)])
    count, shown = len(table.view.actions), []
    read = iter([*[""] * 4, "quit"]).__next__
    with pytest.raises(Left):
        TerminalGame(
            table, lambda _: read(), shown.append, clear=False, size=lambda: (60, 18)
        ).run()
    pages = [
        re.search(r"^page (\d) of (\d) \(Enter\)$", screen, re.MULTILINE) for screen in shown[:5]
    ]
    most = int(pages[0][2])
    assert [int(page[1]) for page in pages] == [1 + at % most for at in range(5)]
    assert all(len(screen.split("\n")) <= 17 for screen in shown[:5])
    seen = {
        int(number)
        for screen in shown[:most]
        for number in re.findall(r"(?<!\S)\d+(?=  \S)", screen)
    }
    assert seen >= set(range(1, count + 1))


def test_tock_shows_a_list_beside_its_board():
    """Ten moves do not fit below it; the players and all moves are visible."""
    table = a_table("tock", seats=["human", "greedy"], seed=5)
    screen = screens(table, ["1", "1"])[1]
    assert "page" not in screen
    assert re.search(r" 9  piece 1: 6 of a\n.* {4}7, 0 to 6$", screen)
    assert re.search(r"^> player_0 green .*player_2 blue ", screen, re.MULTILINE)


def test_a_spent_die_is_left_out():
    """The rest has the names used in the window, and no die is a dash."""
    table = a_table("parchis", position=f"{PARCHIS} turn=0 dice=6,- doubles=0")
    (screen,) = screens(table, ["1"])
    assert "player_0 green, dice 6 left: type a number, or help." in screen
    assert "6,-" not in screen


def test_a_chosen_role_is_shown():
    """Also line by line, the board is shown again once its units have a colour."""
    table, shown = a_table("generals", seed=6), []
    answers = iter(["1", "quit"])
    with pytest.raises(Left):
        TerminalGame(table, lambda prompt: next(answers), shown.append).run()
    boards = [text for text in shown if "\n 9 " in text]
    assert len(boards) == 2
    assert "> player_0 white Attacker 12 units" in boards[1]


def test_one_unit():
    """A single unit is a "unit", not "units"."""
    table = a_table("generals", position=ONE_UNIT)
    assert " 1 unit\n" in draw_text(table.game, table.record)


PARCHIS = "p0=y,0,y,y p1=y,y,y,y p2=y,y,y,y p3=y,y,y,y"
ONE_UNIT = (
    "board=A........./........../........../........../........../........../........../"
    "........../........../.........D attacker=0 turn=0 die=3"
)


@pytest.mark.parametrize("size", [(40, 24), (60, 20), (80, 12), (200, 60)])
def test_other_sizes(size):
    """A smaller terminal scrolls, but no line is too wide; a wide one shows everything."""
    for screen in screens(a_table("mensch", seed=5), ["1", "1"], size):
        assert max(map(len, screen.split("\n"))) <= size[0]
        assert "type a number, or help." in " ".join(screen.split())
