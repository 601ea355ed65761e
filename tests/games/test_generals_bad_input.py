"""Bad input to Generals is refused in one clear sentence, and changes nothing."""

import pytest
from generals_positions import BOTH, GENERAL, board, generals, in_full
from positions import legal_set, play, words_of
from refusals import refuses_position

from ludo_env import generals_v0

START = "A=00,05 D=99 turn=0 die=3"
ROWS = board("00,05", "99").split("/")
BOARDS = [
    ROWS[:9],
    [*ROWS, ".........."],
    [*ROWS[:9], ".........D."],
    [*ROWS[:9], "........D"],
    ["A....A....." + ROWS[1][1:], *ROWS[2:]],
    ["".join(ROWS)],
    [*ROWS[:9], ".........X"],
    [*ROWS[:9], ".........d"],
    [*ROWS[:9], ".........1"],
    [*ROWS[:9], "          "],
]
WORDS = [
    "colour=1",
    "p0=1,2,3,4",
    "sixes=0,0",
    "dice=3",
    "played=0",
    "turn=0",
    "turn",
    "=0",
    "hits=",
]
VALUES = {
    "die": ["0", "7", "-1", "x", "1,2", "1.5"],
    "hits": ["3", "4", "-1", "x"],
    "turn": ["2", "-1", "x", "-"],
    "attacker": ["2", "-1", "x", "-"],
    "shot": ["2", "-1", "x", "yes"],
    "garrison": ["X", "AA", "ADD", "1", "a"],
    "phase": ["garden", "Move", "0"],
}
WITHOUT_ACTION = [
    "A=00 D=01,10,99 garrison=D turn=0 die=4",
    "A=00 D=01,10,99 garrison=D turn=0 die=6",
    "A=42 D=99 turn=0 die=6",
    "A=00 turn=1 die=3",
    "A=00 turn=1 die=1",
    "A=33 turn=1 die=2",
    "A=33 turn=1 die=1 shot=0",
]
GARRISON = "turn=0 die=6 phase=garrison garrison=D"
CONVERT = "turn=1 die=3 phase=convert"
CHOICES = [
    f"A=00 D=99 {GARRISON}",
    f"A=00 D=99 {GARRISON} from=0,1",
    f"A=00 D=99 {GARRISON} from=9,9",
    f"A=00,05 D=99 {GARRISON} from=0,5",
    f"A=00,97 D=99 {GARRISON} from=9,7",
    "A=00 D=99 turn=1 die=6 phase=garrison garrison=A from=0,0",
    *(f"A=00 D=99 {GARRISON} from={cell}" for cell in ("0", "00", "0,10", "-1,0", "a,b", "0,0,0")),
    f"A=00,01 D=10 {CONVERT}",
    f"A=00,01 D=10 {CONVERT} from=1,1",
    f"A=00,01 D=10 {CONVERT} from=0,0",
    f"A=00,01 D=10,50 {CONVERT} from=5,0",
    f"A=00,01 D=10,99 {CONVERT} from=9,9",
    f"A=07,08 D=10 {CONVERT} from=1,0",
    "A=00,01 D=10 turn=0 die=3 phase=convert from=1,0",
    "A=00 D=99 turn=0 die=3 phase=move from=0,0",
]


@pytest.mark.parametrize("rows", BOARDS, ids="/".join)
def test_boards(rows):
    """D-1, D-5: ten rows of ten cells, each of them `A`, `D` or empty."""
    refused(f"board={'/'.join(rows)} turn=0 die=3")


@pytest.mark.parametrize("cell", sorted(GENERAL))
@BOTH
def test_nobody_stands_on_the_general(cell, turn, side):
    """D-6, D-33: no unit of either side is ever there."""
    refused(in_full(f"A=00 D=99 {side}=00,99,{cell} turn={turn} die=3"))


@pytest.mark.parametrize("text", ["D=99 turn=1 die=3", "D=99 turn=0", "D=99"])
def test_no_attackers(text):
    """D-51: without units the Attacker has already lost."""
    refused(in_full(text))


@pytest.mark.parametrize("word", WORDS)
def test_words(word):
    """D-61: the words of a position have a known key, and each of them once."""
    refused(f"{in_full(START)} {word}")


@pytest.mark.parametrize(("key", "value"), [(key, v) for key in VALUES for v in VALUES[key]])
def test_values(key, value):
    """D-10, D-13, D-40, D-43, D-50, D-61: each key has its range."""
    refused(in_full(f"{START} {key}={value}"))


@pytest.mark.parametrize("text", WITHOUT_ACTION)
def test_dice_without_an_action(text):
    """D-15, D-16: a die that allows no action is refused."""
    refused(in_full(text))


@pytest.mark.parametrize("text", CHOICES)
def test_choices_that_are_not_pending(text):
    """D-61, D-40, D-46: `from` is the own unit that the phase is about, and only there."""
    refused(in_full(text))


def refused(text):
    """Check that the position is refused in one sentence, and that the game goes on as before."""
    refuses_position(generals(START, rolls=[4, 2]), text)


@pytest.mark.parametrize(
    ("position", "actions"),
    [
        ("A=42,00 D=99 turn=0 die=3", [170, 171, 400, 442, 500, 544, 600, 601, 602, -1]),
        ("A=42,00 D=99 turn=0 die=6", [442, 500, 396]),
        ("A=33,00 D=99 turn=1 die=1", [500, 546, 132, 499, 397, 399]),
        ("A=00,01,59 D=10 turn=1 die=3 phase=convert from=1,0", [559, 510, 502, 40, 401]),
        ("A=00,59 D=99 turn=0 die=6 phase=garrison garrison=D from=0,0", [1, 400, 500, 544, 559]),
        ("phase=toss turn=1", [0, 400, 500, 602]),
    ],
)
def test_illegal_actions(position, actions):
    """D-22, D-40, D-43, D-46, D-60: `raw_env` refuses them, and nothing changes."""
    env = generals(position)
    before, twin = words_of(env), env.clone()
    for action in actions:
        with pytest.raises(ValueError, match=env.agent_selection):
            play(env, action)
        assert words_of(env) == before
    for _ in range(10):
        choice = min(legal_set(twin))
        play(env, choice)
        play(twin, choice)
        assert env.position == twin.position


@pytest.mark.parametrize(
    "keywords",
    [
        {"role_choice": "coin"},
        {"max_turns": 0},
        {"max_turns": -3},
        {"max_turns": 1.5},
        {"observation": "flat80"},
        {"num_players": 2},
        {"diagonals": True},
    ],
)
def test_bad_keywords(keywords):
    """D-10, D-17, D-20: an unknown keyword or value is refused by its name."""
    for make in (generals_v0.env, generals_v0.raw_env, generals_v0.parallel_env):
        with pytest.raises(ValueError, match=next(iter(keywords))):
            make(**keywords)
