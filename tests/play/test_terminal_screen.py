"""The screen of a terminal at 80 x 24: everything in sight, nothing cut inside a word."""

import re
from itertools import count

import pytest
from game_tables import a_table

from ludo_env.agents.human import Left
from ludo_env.play import TerminalGame
from ludo_env.render import draw_text

CODES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
MOST = 15  # questions
GAMES = [
    *("ludo", "french", "generals", "tock", "backgammon", "eight", "ur_finkel", "parchis"),
    *("mensch", "storm", "strict", "uckers", "petits_chevaux", "ebb"),
]


def screens(table, answers=None, size=(80, 24), colour=False):
    """The screens of a game: the n-th question is answered by the n-th answer, else by moves."""
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
    """The board, all players, the question and its moves, above a line for the prompt."""
    table = a_table(game, seed=5)
    seen = screens(table, colour=colour)
    assert seen
    for screen in seen:
        lines = CODES.sub("", screen).split("\n")
        assert len(lines) <= 23, screen
        assert max(map(len, lines)) <= 80, screen
        assert all(f"player_{player}" in screen for player in range(table.game.players))


def test_ludo_with_four_moves_shows_all():
    """Where lines needed 28: the board, the moves of the others, and equal exits in one line."""
    screen = screens(a_table(seats=["human", *["greedy"] * 3], seed=5))[0]
    lines = screen.split("\n")
    assert lines[-1] == "1-4  piece 0, 1, 2 or 3: 6 from the yard to 0"
    assert lines[-2] == "player_0 green, dice 6: type a number, or help."
    assert re.search(r"player_3 red +piece 0: 6 from\n.* {4}the yard to 0\n", screen)


def test_every_number_of_a_group_plays_its_move():
    """The third of four equal exits moves piece 2."""
    table = a_table(seats=["human", *["greedy"] * 3], seed=5)
    screens(table, ["3"])
    assert table.view.game.position(table.record).startswith("p0=y,y,0,y ")


def test_signs_are_explained():
    """Those on the board, and no others."""
    (ludo,) = screens(a_table(seed=3), ["1"])
    for sign in (". square", "* safe", "> start", "- lane", "o home", "G1 piece 1 of green"):
        assert sign in ludo
    assert "rolls again" not in ludo
    (generals,) = screens(a_table("generals", seed=6), ["1"])
    assert re.search(r"A Attacker +### General", generals)
    assert ": garrison" not in generals


def test_words_are_whole():
    """A long list of Generals' moves has every word of every move on one line."""
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
    *("human", "random", "seed", "generals", "more", "lines", "moves", "shows", "all", "from"),
    "player",
    *("target", "puts", "removes", "step", "toss", "free", "none", "over", "pass", "captures"),
    *("converts", "won", "after", "skip", "convert"),
)


def test_a_longer_list_than_fits_is_counted():
    """The first moves are shown; all can be played, and listed by a command."""
    table = a_table("tock", seats=["human", "greedy"], seed=5)
    screen = screens(table, ["1", "1"])[1]
    rest = re.search(r"\.\. and (\d+) more lines; moves shows all\.$", screen)
    assert int(rest[1]) > 1


def test_a_chosen_role_is_shown():
    """Line by line too, the board is shown again once its units have a colour."""
    table, shown = a_table("generals", seed=6), []
    answers = iter(["1", "quit"])
    with pytest.raises(Left):
        TerminalGame(table, lambda prompt: next(answers), shown.append).run()
    boards = [text for text in shown if "\n 9 " in text]
    assert len(boards) == 2
    assert "> player_0 white Attacker 12 units" in boards[1]


def test_one_unit():
    """The number agrees with its word."""
    table = a_table("generals", position=ONE_UNIT)
    assert " 1 unit\n" in draw_text(table.game, table.record)


ONE_UNIT = (
    "board=A........./........../........../........../........../........../........../"
    "........../........../.........D attacker=0 turn=0 die=3"
)


@pytest.mark.parametrize("size", [(40, 24), (60, 20), (80, 12), (200, 60)])
def test_other_sizes(size):
    """A smaller terminal scrolls, but no line is wider than it; a wide one shows everything."""
    for screen in screens(a_table("mensch", seed=5), ["1", "1"], size):
        assert max(map(len, screen.split("\n"))) <= size[0]
        assert "type a number, or help." in " ".join(screen.split())
