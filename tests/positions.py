"""Test positions: `ludo` or `strict` sets one up, `play` moves, `expect` checks.

    env = ludo("p0=10 p2=40 turn=0", rolls=[4, 1])   # the dice to come, in order
    expect(env, legal={0})
    play(env, 0)
    expect(env, p0="14", p2="", hit=0, turn=0, dice=1)

A piece is written by its progress from its own entry; pieces that are left out are in the yard.
In French Ludo pieces may be given by squares of the ring too, and plays are written in words:

    env = french("p0=10,30 s2@13 turn=0 dice=5,5")
    expect(env, legal=plays(env, "M0,1:5,5+5"))     # moves of the pieces 0 and 1, by 5 and by 5+5
    spend(env, "M0:5+5")                            # X is an exit, B a purchase, S the special exit
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from random import Random

import pytest

from ludo_env import french_ludo_v0, loose_ludo_v0, ludo_v0, strict_ludo_v0

RULE_PAGES = Path(__file__).parents[1] / "docs" / "rules"
PIECES, SEATS = 4, range(4)
EXTRAS = {"S": 176, "PASS": 177}  # plays of French Ludo that are no piece's


# Compiling takes most of the time of a test. By default a game runs in plain Python; the long
# run compiles it as well, and compares the two bit for bit.
on_backends = pytest.mark.parametrize(
    "backends",
    [("python",), pytest.param(("python", "numba"), marks=pytest.mark.long)],
    ids=["plain", "compiled too"],
)


def given(module, position="", rolls=(), seed=0, **flags):
    """A raw environment in this position, or at the start of a game if no position is given."""
    env = module.raw_env(**{"backend": "python", **flags})
    options = {"dice": list(rolls)}
    if position:
        options["position"] = full(position)
    env.reset(seed=seed, options=options)
    return env


ludo = partial(given, ludo_v0)
strict = partial(given, strict_ludo_v0)


def loose(game, position="", rolls=(), **how):
    """As `given`, for a file's name, a spec or plain data; all of its pieces are written."""
    env = loose_ludo_v0.raw_env(game, **{"backend": "python", **how})
    env.reset(seed=1, options={"position": position, "dice": list(rolls)})
    return env


def loose_and_back(game, position, rolls=()):
    """As `loose`; the position must come back from its own text, with the same choices."""
    env = loose(game, position, rolls)
    again = loose(game, env.position)
    assert (again.position, described(again)) == (env.position, described(env))
    return env


def expect_all(env, said):
    """Check that exactly these actions are legal, with these descriptions."""
    expect(env, legal=set(said))
    assert {action: env.describe(action) for action in said} == said
    assert all(env.explain(action) == "" for action in said)


def expect_ends(env, ends):
    """Check that exactly these actions are legal and lead to these places; PASS leads to a pass."""
    expect(env, legal=set(ends))
    assert {action: env.describe(action).split(" to ")[-1] for action in ends} == ends


def expect_page(game, rows):
    """Check that a page of rules has `rows` positions, with the actions and ends that it lists.

    A row is a position, what the dice show, and the actions: `0: to a5, 2: home` or `8: pass`.
    """
    text = (RULE_PAGES / f"{game}.md").read_text("utf-8")
    lines = [line.split("|")[1:4] for line in text.splitlines() if line.startswith("| `p0=")]
    assert len(lines) == rows
    for position, dice, said in lines:
        env = loose(game, f"{position.strip().strip('`')} dice={dice.strip()}")
        ends = re.findall(r"(\d+): (?:to )?(\w+)", said)
        found = {action: env.describe(action).partition(", ")[0] for action in legal_set(env)}
        assert {action: words.split()[-1] for action, words in found.items()} == {
            int(action): end for action, end in ends
        }
        if "has won" in said:
            play(env, *found)
            assert over(env)


def french(position="", rolls=(), **flags):
    """As `given`, for French Ludo; `s2@12,12` are two pieces of seat 2 on square 12."""
    words = (_by_progress(word) for word in position.split())
    return given(french_ludo_v0, " ".join(words), rolls, **flags)


def two_dice(position, *dice, **flags):
    """Strict Ludo with two dice in this position; the next player rolls 1 and 2."""
    return strict(position, rolls=[*dice, 1, 2], dice=2, **flags)


def progress(seat, square):
    """The steps from the entry of a seat to this square, on a ring of 52."""
    return (square - 13 * seat) % 52


def place_after(steps):
    """The place of a piece this many steps from its entry, as written for a ring of 52."""
    if steps <= 50:
        return str(steps)
    return f"h{steps - 51}" if steps < 56 else "f"


def full(position):
    """The position text with the pieces in the yard written out."""
    words = dict(word.split("=") for word in position.split())
    return " ".join(f"{key}={_word(key, value)}" for key, value in words.items())


def play(env, *actions):
    """Play these actions in order."""
    for action in actions:
        env.step(action)


def plays(env, text):
    """The actions of plays such as `M0,1:5,5+5 X2:6+3 B3 S PASS`, with the bag as it is now.

    Pieces and dice are lists: each of these pieces with each of these handfuls of dice.
    """
    words = words_of(env)
    return {action for play_text in text.split() for action in _actions(words, play_text)}


def spend(env, *texts):
    """Make these plays in order."""
    for text in texts:
        (action,) = plays(env, text)
        play(env, action)


def legal_set(env):
    """The set of legal actions of the agent to act."""
    return set(env.observe(env.agent_selection)["action_mask"].nonzero()[0].tolist())


def described(env):
    """What every legal action does, in words."""
    return {env.describe(action) for action in legal_set(env)}


def expect(env, legal=None, **words):
    """Check the legal set, and the words of the position text that are given."""
    if legal is not None:
        assert legal_set(env) == legal
    found = words_of(env)
    wanted = {
        key: _word(key, str(value), len(found.get(key, "").split(",")))
        for key, value in words.items()
    }
    assert {key: found.get(key) for key in wanted} == wanted


def words_of(env):
    """The position as a dictionary of its words."""
    return dict(word.split("=") for word in env.position.split())


def places(words, seat):
    """The pieces of a seat as (zone, index): yard, ring, lane and finished are zones 0 to 3."""
    return [_place(word) for word in words[f"p{seat}"].split(",")]


def over(env):
    """Return whether the game is over."""
    return all(env.terminations.values())


def random_game(env, seed=0, **options):
    """Play a random game to its end; for each action yield the words before it, and the action."""
    choices = Random(seed)
    env.reset(seed=seed, options=options)
    while not over(env):
        before, action = words_of(env), choices.choice(sorted(legal_set(env)))
        play(env, action)
        yield before, action


def _word(key, value, pieces=PIECES):
    """The word as the position text has it: pieces that are left out are in the yard."""
    if not (key[0] == "p" and key[1:].isdigit()):
        return value
    named = [word for word in value.split(",") if word]
    return ",".join(named + ["y"] * (pieces - len(named)))


def _place(word):
    ends = {"y": (0, 0), "f": (3, 0)}
    return ends.get(word) or ((2, int(word[1:])) if word[0] == "h" else (1, int(word)))


def _by_progress(word):
    """The pieces of a seat by their progress, where they are given by squares."""
    if "@" not in word:
        return word
    seat, squares = word[1:].split("@")
    steps = [progress(int(seat), int(square)) for square in squares.split(",")]
    return f"p{seat}=" + ",".join(map(str, steps))


def _actions(words, text):
    """The actions of one word of a list of plays: E-60 and E-61."""
    if text in EXTRAS:
        return [EXTRAS[text]]
    pieces, _, handfuls = text[1:].partition(":")
    numbers = [int(index) for index in pieces.split(",")]
    own = words[f"p{words['turn']}"].split(",")
    kinds = {{"y": "X", "x": "B"}.get(own[number][0], "M") for number in numbers}
    assert kinds == {text[0]}
    uses = [_use(words["dice"], dice) for dice in (handfuls or "6").split(",")]
    return [44 * number + use for number in numbers for use in uses]


def _use(bag, dice):
    """The dice in an action: 4 for each six, 2 for the higher other die, 1 for the lower."""
    named = dice.split("+")
    use = 4 * named.count("6")
    rest = [die for die in named if die != "6"]
    for weight, die in zip((2, 1), [die for die in bag.split(",") if die != "6"], strict=False):
        if die in rest:
            rest.remove(die)
            use += weight
    assert rest == []
    return use
