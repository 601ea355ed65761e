"""The ten house rules of examples/house_rules: each does what it says, and without it nothing does.

The clauses are tested in plain Python; one game with all ten is played on both backends.
"""

import dataclasses
import functools
import pathlib
import subprocess
import sys
from random import Random

import pytest
from load_script import load_script
from positions import SEATS, legal_set, on_backends, random_game

from ludo_env import Spec, env_of, generals_v0, ludo_v0, strict_ludo_v0
from ludo_env.__main__ import main
from ludo_env.rules import blocks, dice
from ludo_env.testing import check_game, check_rule

FOLDER = pathlib.Path(__file__).parents[2] / "examples" / "house_rules"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))
LUDO, TWO_DICE = ludo_v0.spec(), strict_ludo_v0.spec(dice=2)


@functools.cache
def maker(name):
    """Return the function that makes a rule of the folder, from its file."""
    return getattr(load_script(FOLDER / f"{name}.py"), name)


def house(name, **parameters):
    """Return a rule of the folder."""
    return maker(name)(**parameters)


STEALING = LUDO.without("capture_lone").with_rules(house("steal"), after="blocks")
WITHOUT_BLOCKS = LUDO.without("blocks")
# Three of four pieces are too seldom on one square to be met in a few random games.
CROWDED = Spec(
    "crowded", LUDO.family, dataclasses.replace(LUDO.board, pieces=8), WITHOUT_BLOCKS.rules
)
PILES = "p0=10,10,10,y p1=10,10,10,y p2=10,10,10,y p3=10,10,10,y turn=0"
# For each rule: a game without the rule, and one with it.
GAMES = {
    **{name: (LUDO, LUDO.with_rules(house(name))) for name in NAMES},
    "steal": (LUDO, STEALING),
    "blocks_of_three": (WITHOUT_BLOCKS, WITHOUT_BLOCKS.with_rules(house("blocks_of_three"))),
    "swap_dice": (TWO_DICE, TWO_DICE.with_rules(house("swap_dice"))),
    "lucky_seven": (TWO_DICE, TWO_DICE.with_rules(house("lucky_seven"))),
}


def game_to_check(name):
    """Return a game in which a few random games use the rule."""
    return CROWDED if name == "blocks_of_three" else GAMES[name][1]


def start(spec, position, *faces):
    """Start a game in plain Python at a position, with the next dice."""
    env = env_of(spec, backend="python", illegal="raise")
    env.reset(options={"position": position, "dice": list(faces)})
    return env.unwrapped


def both(name, position, *faces):
    """Return the same position without the rule and with it."""
    return [start(spec, position, *faces) for spec in GAMES[name]]


def says(env, *words):
    """Return whether these words are in the position text."""
    return all(word in env.position.split() for word in words)


def course(spec, seed, options):
    """Return the positions of a random game of this seed, decision by decision."""
    played = random_game(env_of(spec, backend="python", illegal="raise").unwrapped, seed, **options)
    return [[words[f"p{seat}"] for seat in SEATS] for words, _ in played]


def all_ten():
    """Return one game with all ten rules: Ludo with two dice."""
    spec = LUDO.replace(dice(count=2)).without("blocks", "capture_lone")
    spec = spec.with_rules(house("steal"), after="overshoot_finishes")
    return spec.with_rules(*[house(name) for name in NAMES if name != "steal"])


def test_there_are_ten_small_files():
    """There are ten files of at most 25 lines each, which import no name with an underscore."""
    assert len(NAMES) == 10
    for name in NAMES:
        text = (FOLDER / f"{name}.py").read_text("utf-8")
        assert len(text.splitlines()) <= 25, name
        assert "import _" not in text, name
        assert "._" not in text, name


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_makes_a_difference(name):
    """The conformance kit plays the rule in plain Python and notices an effect."""
    report = check_rule(house(name), game_to_check(name), games=3, backends=("python",))
    assert any(asked.startswith(name) for asked in report.answered)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_rule_is_checked_on_both_backends(name):
    """The conformance kit notices an effect on both backends."""
    assert not check_rule(house(name), game_to_check(name), games=5).silent


@on_backends
def test_all_ten_together_on_both_backends(backends):
    """The ten rules work together; compiled, they play exactly the same games."""
    report = check_game(all_ten(), games=3, backends=backends)
    assert report.decisions > 500
    assert {name.split(".")[0] for name in report.answered} >= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_without_a_rule_another_game_is_played(name):
    """Seeded games take another course as soon as a rule is removed."""
    # Random play from the start hardly ever puts three pieces on one square.
    options = {"position": PILES} if name == "blocks_of_three" else {}
    without, with_it = GAMES[name]
    assert any(course(without, seed, options) != course(with_it, seed, options) for seed in (0, 1))


def test_star_jump():
    """A piece jumps to the next star, also over an entry; its entry and the last star keep it."""
    plain, ruled = both("star_jump", "p0=5,44,y,y turn=0 dice=3")
    assert ruled.describe(0) == "piece 0: 3 from 5 to 13"
    plain.step(0)
    assert says(plain, "p0=8,44,y,y")
    last = ruled.clone()
    ruled.step(0)
    assert says(ruled, "p0=13,44,y,y")
    last.step(1)
    assert says(last, "p0=5,47,y,y")
    _, entering = both("star_jump", "p0=y,y,y,y turn=0 dice=6")
    entering.step(0)
    assert says(entering, "p0=0,y,y,y")


def test_a_star_jump_captures_nobody_on_the_way():
    """A star jump leaves pieces between the stars in place."""
    _, env = both("star_jump", "p0=5,y,y,y p2=36,y,y,y turn=0 dice=3")
    env.step(0)
    assert says(env, "p0=13,y,y,y", "p2=36,y,y,y")


def test_double_reward():
    """A capture earns two more rolls; without the rule it earns one."""
    plain, ruled = both("double_reward", "p0=10,y,y,y p1=1,y,y,y turn=0 dice=4", 2, 3, 5)
    for env, turns in ((plain, (0, 1)), (ruled, (0, 0, 1))):
        for turn in turns:
            env.step(0 if 0 in legal_set(env) else 4)
            assert says(env, f"turn={turn}"), env.position


def test_a_double_reward_is_not_lost_with_a_useless_roll():
    """A roll that cannot be played uses up one of the two; the other is still rolled."""
    stuck = start(GAMES["double_reward"][1], "p0=y,y,y,y turn=0 owed=2", 3, 5, 1)
    assert says(stuck, "turn=0", "dice=5", "owed=0")
    assert legal_set(stuck) == {4}


def test_frozen_square():
    """A piece that lands on the square misses a turn, and moves again in the one after."""
    plain, ruled = both("frozen_square", "p0=6,30,y,y turn=0 dice=4", 1, 1, 1, 2, 1, 1, 1, 2)
    for env, may in ((plain, True), (ruled, False)):
        env.step(0)
        for _ in range(3):
            env.step(4)
        assert (0 in legal_set(env)) is may
    assert ruled.explain(0).startswith("frozen_square: A piece that lands on the frozen square")
    ruled.step(1)
    for _ in range(3):
        ruled.step(4)
    assert legal_set(ruled) == {0, 1}


def test_a_frozen_square_is_a_parameter():
    """Another square freezes, counted on the ring: 3 from the entry of player_1 is square 16."""
    for square, left in ((16, "1"), (10, "0")):
        spec = LUDO.with_rules(house("frozen_square", square=square))
        env = start(spec, "p1=y,1,y,y turn=1 dice=2", 1)
        env.step(1)
        found = next(word for word in env.position.split() if word.startswith("frozen="))
        assert found.split("=")[1].split(",")[5] == left


def test_steal():
    """A lone enemy stays where it is and is the captor's; without the rule it goes to its yard."""
    plain, ruled = both("steal", "p0=10,y,y,y p1=1,y,y,y turn=0 dice=4", 2)
    plain.step(0)
    assert says(plain, "p0=14,y,y,y", "p1=y,y,y,y")
    ruled.step(0)
    assert says(ruled, "p0=14,y,y,y", "p1=14@0,y,y,y")
    assert ruled.describe(4) == "piece 0 from player_1: 2 from 14 to 16"
    ruled.step(4)
    assert says(ruled, "p0=14,y,y,y", "p1=16@0,y,y,y")


def test_nobody_steals_on_a_safe_square():
    """On a safe square both pieces keep their owners."""
    _, env = both("steal", "p0=4,y,y,y p3=21,y,y,y turn=0 dice=4", 2)
    env.step(0)
    assert says(env, "p0=8,y,y,y", "p3=21,y,y,y")


def test_swap_dice():
    """Both dice are turned over once a turn, before either is played."""
    plain, ruled = both("swap_dice", "p0=10,y,y,y turn=0 dice=1,2", 1, 2)
    assert legal_set(plain) == {0, 4}
    assert legal_set(ruled) == {0, 4, 8}
    assert ruled.describe(8) == "turn both dice upside down"
    played = ruled.clone()
    played.step(0)
    assert 8 not in legal_set(played)
    ruled.step(8)
    assert says(ruled, "p0=10,y,y,y", "dice=6,5", "turn=0", "swapped=1")
    assert 8 not in legal_set(ruled)
    ruled.step(1)
    ruled.step(5)
    assert says(ruled, "p0=10,5,y,y", "turn=1", "swapped=0")


def test_shield_of_a_captor():
    """A captor cannot be captured until their own next turn is over."""
    position = "p0=10,30,y,y p1=1,y,y,y p2=36,20,y,y turn=0 dice=4"
    plain, ruled = both("shield", position, 1, 1, 4, 1, 1, 1, 4)
    for env, may in ((plain, True), (ruled, False)):
        env.step(0)
        env.step(1)  # the roll that the capture earned
        env.step(4)
        assert says(env, "p0=14,31,y,y", "turn=2", "dice=4")
        assert (0 in legal_set(env)) is may
    assert ruled.explain(0).startswith("shield: Nobody lands on a lone enemy that has entered")
    ruled.step(1)
    ruled.step(4)
    ruled.step(1)
    ruled.step(4)
    assert says(ruled, "p0=14,32,y,y", "turn=2", "dice=4")
    ruled.step(0)
    assert says(ruled, "p0=y,32,y,y", "p2=40,24,y,y")


def test_shield_of_a_newcomer():
    """A piece that enters is shielded in the same way, on a safe square too."""
    plain, ruled = both("shield", "p0=y,30,y,y p1=37,y,y,y turn=0 dice=6", 1, 2)
    for env, may in ((plain, True), (ruled, False)):
        env.step(0)
        env.step(1)  # the roll that the six earned
        assert says(env, "p0=0,31,y,y", "turn=1", "dice=2")
        assert (0 in legal_set(env)) is may


def test_entry_tax():
    """The furthest piece on the ring goes back three squares, never past its own entry."""
    for before, after in (
        ("20,7,y,y", "17,7,0,y"),
        ("2,y,y,y", "0,0,y,y"),
        ("h1,7,y,y", "h1,4,0,y"),
    ):
        plain, ruled = both("entry_tax", f"p0={before} turn=0 dice=6")
        action = before.split(",").index("y")
        for env in (plain, ruled):
            env.step(action)
        assert says(ruled, f"p0={after}")
        assert not says(plain, f"p0={after}")


def test_no_tax_on_other_moves():
    """A six played on the ring costs nothing."""
    _, env = both("entry_tax", "p0=20,7,y,y turn=0 dice=6")
    env.step(1)
    assert says(env, "p0=20,13,y,y")


def test_sudden_death():
    """After 200 turns a capture wins; in the 200th turn itself it does not."""
    at_start = "p0=10,y,y,y p1=1,y,y,y turn=0 dice=4"
    ruled = GAMES["sudden_death"][1]
    for spec, position, won in (
        (LUDO, at_start, False),
        (ruled, f"{at_start} clock=199", False),
        (ruled, f"{at_start} clock=200", True),
    ):
        env = start(spec, position, 2)
        env.step(0)
        assert all(env.terminations.values()) is won
        assert env.rewards["player_0"] == int(won)
        assert env.rewards["player_1"] == -int(won)


def test_sudden_death_waits_for_the_turns():
    """The clock counts the turns of all players together."""
    spec = LUDO.with_rules(house("sudden_death", turns=3))
    env = start(spec, "p0=10,y,y,y turn=0 dice=1", 1, 1, 1, 1)
    for clock in (1, 2, 3, 3):
        env.step(min(legal_set(env)))
        assert says(env, f"clock={clock}")


def test_blocks_of_three():
    """Three pieces of a colour stop everybody; two do not."""
    for pile, blocked in (("38,38,38,y", True), ("38,38,y,y", False)):
        for spec, ruled in zip(GAMES["blocks_of_three"], (False, True), strict=True):
            env = start(spec, f"p0=10,y,y,y p2={pile} turn=0 dice=4")
            assert (0 in legal_set(env)) is not (blocked and ruled)
            assert env.explain(0).startswith("blocks_of_three: ") is (blocked and ruled)


def test_blocks_of_three_are_those_of_the_library():
    """Without teams, `blocks(size=3)` plays the same games."""
    both_ways = (GAMES["blocks_of_three"][1], LUDO.replace(blocks(size=3)))
    stopped, rng = 0, Random(4)
    for _ in range(40):
        places = [rng.choices(range(51), k=2) for _ in SEATS]
        words = [f"p{seat}={pile},{pile},{pile},{one}" for seat, (pile, one) in enumerate(places)]
        envs = [start(spec, f"{' '.join(words)} turn=0", *range(1, 7)) for spec in both_ways]
        for _ in range(4):
            assert envs[0].position == envs[1].position
            assert legal_set(envs[0]) == legal_set(envs[1])
            stopped += any(
                said.startswith("blocks_of_three") for said in map(envs[0].explain, SEATS)
            )
            action = rng.choice(sorted(legal_set(envs[0])))
            for env in envs:
                env.step(action)
    assert stopped > 20


def test_lucky_seven():
    """A 3 and a 4 are followed by another roll; a 3 and a 5 are not."""
    for second, again in ((4, True), (5, False)):
        plain, ruled = both("lucky_seven", "p0=10,y,y,y turn=0", 3, second, 1, 2)
        for env, turn in ((plain, 1), (ruled, 0 if again else 1)):
            env.step(0)
            env.step(4)
            assert says(env, f"p0={13 + second},y,y,y", f"turn={turn}", "dice=1,2")


def test_a_lucky_seven_that_cannot_be_played_rolls_again():
    """With all pieces in the yard the dice are rolled again at once."""
    plain, ruled = both("lucky_seven", "p0=y,y,y,y turn=0", 3, 4, 1, 2)
    assert says(plain, "turn=0", "dice=3,4")
    assert says(ruled, "turn=0", "dice=1,2")


def test_a_rule_named_in_a_file_is_played(tmp_path, monkeypatch):
    """A file that names a rule of the folder is code, and needs trust."""
    monkeypatch.syspath_prepend(str(FOLDER))
    path = tmp_path / "taxed.toml"
    LUDO.with_rules(house("entry_tax", steps=5)).dump(path)
    assert 'rule = "entry_tax:entry_tax"' in path.read_text("utf-8")
    with pytest.raises(ValueError, match="trust"):
        Spec.load(path)
    env = start(Spec.load(path, trust=True), "p0=20,y,y,y turn=0 dice=6")
    env.step(1)
    assert says(env, "p0=15,0,y,y")


PAGE = (FOLDER.parent.parent / "docs" / "house_rules.md").read_text("utf-8")


def called(question):
    """Return a hook with its arguments, a late one after the functions that it is given."""
    late = f"({question.late})" if question.late else ""
    return f"{question.name}{late}({question.arguments})"


def test_the_page_lists_every_hook_and_every_example():
    """The page has the engine's table of hooks, row by row, and names all ten files."""
    rows = [
        f"| `{called(question)}` | {question.fold} | {question.meaning} |"
        for question in LUDO.family.questions.values()
    ]
    assert "\n".join(rows) in PAGE
    assert all(f"(../examples/house_rules/{name}.py)" in PAGE for name in NAMES)


def test_the_command_line_lists_hooks_and_facts(capsys):
    """All hooks and facts are listed, or one by its name; a misspelt name gets a suggestion."""
    assert main(["rules", "hooks"]) == 0
    shown = capsys.readouterr().out
    for name in [*LUDO.family.questions, *generals_v0.spec().family.questions]:
        assert f"  {name}(" in shown
    assert main(["rules", "hooks", "may_land"]) == 0
    assert "may_land(s, colour, cell)" in capsys.readouterr().out
    assert main(["rules", "hooks", "may_lan"]) == 2
    assert "Unknown hook 'may_lan'; did you mean 'may_land'?" in capsys.readouterr().err
    assert main(["rules", "facts"]) == 0
    assert "moves may earn another roll" in capsys.readouterr().out


def test_the_package_runs_as_a_module():
    """`python -m ludo_env` is the command `ludo-env`."""
    command = [sys.executable, "-m", "ludo_env", "rules", "hooks", "react"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "react(s, hits, colour, piece, cell)" in done.stdout
