"""Phases that come and go, rules that hold until one begins, and mechanisms that take turns."""

import pickle
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest
from positions import described, expect, legal_set, loose_and_back, words_of

from ludo_env import Spec, SpecError, game_of, hooks, loose_ludo_v0, ludo_v0, rule
from ludo_env._engine.composition.phases import phase_field, setting, whose_time
from ludo_env._engine.game_check import complaints_about
from ludo_env._engine.game_files import read, tomllib
from ludo_env._families.track import trial
from ludo_env.rules import (
    blocks,
    cards,
    chained_die,
    dice,
    double_six_bag,
    phase,
    phase_after_turns,
    spinner,
)
from ludo_env.testing import check_game, check_rule

HEAD = """
name = "small"
family = "track"
[board]
kind = "cross"
seats = [0, 2]
pieces = 2
"""
RULES = ("leave_yard", "exact_finish", "capture_lone", "all_home_wins")
REST = "".join(f'[[rules]]\nrule = "{name}"\n' for name in RULES)
DIE = '[[rules]]\nrule = "dice"\n'


def data(*tables, mechanism=DIE):
    """A little race for two as plain data, with these tables of TOML behind its rules."""
    return tomllib.loads(HEAD + mechanism + REST + "".join(f"[[rules]]\n{one}\n" for one in tables))


def at(text, *tables, rolls=(), mechanism=DIE):
    """That race in a position, which comes back from its own text."""
    return loose_and_back(data(*tables, mechanism=mechanism), text, rolls)


def first(env, times=1):
    """Play the first legal action; what the position says then."""
    for _ in range(times):
        env.step(min(legal_set(env)))
    return words_of(env)


def night(begins, ends="never", *, repeats=False, name="night"):
    """A phase as a table of TOML."""
    return (
        f'rule = "phase"\nname = "{name}"\nbegins = "{begins}"\nends = "{ends}"\n'
        f"repeats = {str(repeats).lower()}"
    )


# When a phase begins and ends


def test_turns():
    """L-2: after three turns for two turns, over and over."""
    env = at("p0=10,y p2=30,y turn=0 dice=1", night("after 3 turns", "after 2 turns", repeats=True),
             rolls=[1] * 12)  # fmt: skip
    seen = []
    for _ in range(12):
        seen.append((words_of(env)["night"], words_of(env)["night_count"]))
        assert {info["night"] for info in env.infos.values()} == {int(seen[-1][0])}
        first(env)
    assert seen[:6] == [("0", "0"), ("0", "1"), ("0", "2"), ("1", "0"), ("1", "1"), ("0", "0")]
    assert seen[5:10] == seen[:5]


def test_once():
    """L-2: a phase that does not repeat is over for good."""
    env = at("p0=10,y p2=30,y turn=0 dice=1", night("after 2 turns", "after a turn"), rolls=[1] * 9)
    seen = [words_of(env)["night"]] + [first(env)["night"] for _ in range(8)]
    assert seen == ["0", "0", "1", *"000000"]


def test_from_the_start():
    """L-2: a phase can last from the start; without a key a position has it."""
    spec = data(night("at the start", "after 2 turns"))
    env = loose_ludo_v0.raw_env(spec, backend="python")
    env.reset(seed=1)
    assert env.infos["player_0"]["night"] == 1
    env = at("p0=10,y p2=30,y turn=0 dice=1", night("at the start", "after 2 turns"), rolls=[1] * 9)
    assert [words_of(env)["night"]] + [first(env)["night"] for _ in range(4)] == [*"11000"]


def test_captures():
    """L-2: captures of anybody are counted from the last change on."""
    table = night("after 2 captures", "after a capture", repeats=True)
    env = at("p0=10,14 p2=38,39 turn=0 dice=2", table, rolls=[6, 2, 6, 1])
    first(env)
    expect(env, night=0, night_count=1)
    env = at("p0=10,14 p2=38,39 turn=0 dice=2 night_count=1", table, rolls=[1])
    first(env)
    expect(env, night=1, night_count=0)
    env = at("p0=10,14 p2=38,39 turn=0 dice=2 night=1", table, rolls=[1])
    first(env)
    expect(env, night=0, night_count=0)


def test_homes():
    """L-2: pieces that come home, of whichever colour."""
    table = night("after 2 homes")
    env = at("p0=h4,y p2=h4,y turn=0 dice=1", table, rolls=[1, 1])
    assert first(env)["night_count"] == "1"
    assert first(env)["night"] == "1"


def test_throws():
    """L-2: throws that show a number; two dice that show it are one throw."""
    two = DIE + "count = 2\n"
    table = night("after 2 throws of 6", "after a throw of 1", repeats=True)
    env = at("p0=10,y p2=30,y turn=0 dice=1,2", table, rolls=[6, 6, 6, 5, 1, 1], mechanism=two)
    first(env, 2)
    expect(env, night=0, night_count=1, turn=2)
    while words_of(env)["turn"] == "2":
        first(env)
    expect(env, night_count=2)  # thrown, and the turn is still to be played
    while words_of(env)["turn"] == "0":
        first(env)
    expect(env, night=1, night_count=1, dice="1,1")


def test_two_phases():
    """L-2: several phases in one game, each with its own count."""
    env = at("p0=10,y p2=30,y turn=0 dice=1", night("after 2 turns"),
             night("after 3 turns", name="frost"), rolls=[1] * 5)  # fmt: skip
    seen = [(first(env)["night"], words_of(env)["frost"]) for _ in range(4)]
    assert seen == [("0", "0"), ("1", "0"), ("1", "1"), ("1", "1")]


def test_until():
    """L-2: a rule can hold until a phase begins, and again when it is over."""
    table = night("after 9 turns", "after a turn", repeats=True)
    block = 'rule = "blocks"\nuntil = "night"'
    where = "p0=10,y p2=38,38 turn=0 dice=4"
    assert described(at(f"{where} night=0", table, block)) == {"pass"}
    assert described(at(f"{where} night=1", table, block)) == {"piece 0: 4 from 10 to 14"}


# Mechanisms


SPIN = '[[rules]]\nrule = "spinner"\nvalues = [3, -2, 9]\nduring = "night"\n'


def test_one_die_and_then_two():
    """L-2, L-10: one die, and two dice while the phase lasts."""
    two = DIE + DIE + 'count = 2\nduring = "night"\n'
    env = at("p0=10,y p2=30,y turn=0 dice=1", night("after 2 turns", "after a turn", repeats=True),
             mechanism=two, rolls=[2, 3, 4, 5])  # fmt: skip
    assert [words_of(env)["dice"], first(env)["dice"], first(env)["dice"]] == ["1", "2", "3,4"]
    assert described(env) == {"piece 0: 3 from 11 to 14", "piece 0: 4 from 11 to 15"}
    assert first(env)["dice"] == "-,4"
    assert first(env)["dice"] == "5"


def test_a_die_and_then_a_spinner():
    """L-2, L-10: what a spinner shows is scripted by the number of its place, as ever."""
    env = at("p0=10,y p2=30,y turn=0 dice=1", night("after 2 turns", "after a turn", repeats=True),
             mechanism=DIE + SPIN, rolls=[2, 2, 4])  # fmt: skip
    first(env, 2)
    assert (words_of(env)["dice"], described(env)) == ("-2", {"piece 0: -2 from 11 to 9"})
    assert first(env)["dice"] == "4"


def test_a_turn_ends_with_the_dice_with_which_it_began():
    """L-2: the capture begins the night, the second die is played, and then the spinner spins."""
    env = at("p0=10,20 p2=38,y turn=0 dice=2,1", night("after a capture"),
             mechanism=DIE + "count = 2\n" + SPIN, rolls=[3])  # fmt: skip
    env.step(0)
    expect(env, dice="-,1", night=0, night_count=1)
    first(env)
    expect(env, dice="9", night=1, turn=2)


def test_a_position_says_the_phase_and_its_dice():
    """L-2: dice are those of the phase that the position says."""
    table, both = night("after 2 turns", "after a turn", repeats=True), DIE + SPIN
    env = at("p0=10,y p2=30,y turn=0 night=1 dice=-2", table, mechanism=both)
    expect(env, night=1, dice="-2", legal={0})
    for text, wrong in (("night=1 dice=4", "spinner shows one of"), ("dice=-2", "a die shows")):
        with pytest.raises(ValueError, match=wrong):
            at(f"p0=10,y p2=30,y turn=0 {text}", table, mechanism=both)


def race(*mechanisms, change="after 4 turns", back="after 3 turns", more=()):
    """Ludo for two with these mechanisms, and the phase that they wait for."""
    ludo = ludo_v0.spec(num_players=2)
    rules = [rule for rule in ludo.rules if rule.name != "dice"]
    gone = ("three_sixes", "bonus_six") if any(one.name == "cards" for one in mechanisms) else ()
    rules = [rule for rule in rules if rule.name not in gone]
    turn = phase(begins=change, ends=back)
    return replace(
        ludo_v0.spec(num_players=2), name="turns", rules=(*mechanisms, *rules, turn, *more)
    )


TAKING_TURNS = {
    "dice and dice": race(dice(), dice(count=2).during("night"), change="after a capture"),
    "die and spinner": race(dice().until("night"), spinner().during("night")),
    "chain and bag": race(chained_die(), double_six_bag().during("night"), back="after a home"),
    "many dice": race(
        dice(faces=(1, 2, 3, 4, 6)).until("night"),
        dice(faces=(2, 6, 8), count=3, together=True).during("night"),
        change="after a throw of 6",
        back="after 2 throws of 8",
    ),
    "three of them": race(
        chained_die().during("night"),
        spinner(weights=(1, 2, 1, 1, 1, 3, 1, 0)).during("late"),
        dice(),
        more=(phase_after_turns(name="late", turns=15),),
    ),
    "cards for a while": race(dice(), cards().during("night"), back="after 10 turns"),
    "a bag first": race(double_six_bag().until("night"), dice(count=4).during("night")),
}


@pytest.mark.parametrize("name", TAKING_TURNS)
def test_mechanisms_take_turns(name):
    """L-2, L-10: files, pickles and every position on the way come back."""
    spec = TAKING_TURNS[name]
    assert Spec.from_dict(spec.to_dict()) == spec
    assert pickle.loads(pickle.dumps(spec)) == spec
    played(spec, seed=5, decisions=250)


@pytest.mark.parametrize(
    "name", ["three of them", pytest.param("many dice", marks=pytest.mark.long)]
)
def test_mechanisms_take_turns_on_both_backends(name):
    """L-2, L-10: compiled as in plain Python, bit for bit."""
    assert check_game(TAKING_TURNS[name], games=2).decisions > 60


@pytest.mark.long
@pytest.mark.parametrize("name", TAKING_TURNS)
def test_all_mechanisms_take_turns_on_both_backends(name):
    """L-2, L-10: compiled as in plain Python, bit for bit, for many games."""
    assert check_game(TAKING_TURNS[name], games=20).decisions > 600


def played(spec, seed, decisions):
    """Play on in plain Python; each position comes back from its text, with the same choices."""
    env, again = (loose_ludo_v0.raw_env(spec, backend="python") for _ in range(2))
    env.reset(seed=seed)
    random = Random(seed)
    for number in range(decisions):
        if number % 50 == 0:
            allowed = {action for action in range(env.game.actions) if not env.explain(action)}
            assert allowed == legal_set(env)
        if env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
            return
        again.reset(options={"position": env.position})
        assert (again.position, legal_set(again)) == (env.position, legal_set(env))
        assert described(again) == described(env)
        assert env.game.audit(env._session.record) == ""
        env.step(random.choice(sorted(legal_set(env))))


def test_every_mechanism_throws():
    """L-2: each of three mechanisms is heard in its time."""
    answered = check_game(TAKING_TURNS["three of them"], games=2, backends=("python",)).answered
    assert all(answered[f"{name}.take"] for name in ("chained_die", "spinner", "dice"))


def test_games_with_one_mechanism_have_none_of_it():
    """Nothing is asked of phases where one mechanism throws throughout."""
    for name in ("ludo", "strict", "french", "storm", "tock"):
        assert "turns" not in loose_ludo_v0.spec(name).facts


def test_edits_of_rules_that_share_a_name():
    """Rules of one name are distinguished by their phase, or by the phase that they begin."""
    spec = TAKING_TURNS["dice and dice"]
    assert [rule.name for rule in spec.without("dice during night").rules].count("dice") == 1
    assert "dice" not in [rule.name for rule in spec.without("dice").rules]
    changed = spec.replace(dice(count=3).during("night"))
    assert [rule for rule in changed.rules if rule.name == "dice"] == [
        dice(), dice(count=3).during("night"),
    ]  # fmt: skip
    with pytest.raises(SpecError, match="has several rules 'dice': 'dice', 'dice during night'"):
        spec.replace(dice().during("day"))


# What is refused


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (night("after six turns"), 'phase.begins is "at the start", "after 12 turns"'),
        (night("after 3 throws"), "phase.begins is"),
        (night("after 3 turns of 6"), "phase.begins is"),
        (night("after 0 turns"), "phase.begins counts from 1 to 1000000, not 0 as in"),
        (night("after 2000000 turns"), "phase.begins counts from 1 to 1000000"),
        (night("after 2 turns", "later"), 'phase.ends is "never", "after 12 turns"'),
        (night("at the start"), "the whole game; leave it out"),
        (night("after a turn", repeats=True), "happens once"),
        (night("at the start", "after a turn", repeats=True), "happens once"),
        (night("after a turn", name="to night"), "A phase is a word"),
        ('rule = "phase"\nbegins = 3', "phase.begins is a text, not 3"),
        ('rule = "phase"\nuntil = "night"', "waits for the phase 'night', its own"),
        (
            'rule = "blocks"\nduring = "nigth"',
            "No rule begins the phase 'nigth' that blocks(size=2",
        ),
        (
            'rule = "blocks"\nduring = "a"\nuntil = "b"',
            "during a phase or until one begins, not both",
        ),
        ('rule = "blocks"\nuntil = 3', "A phase is a word of letters, digits and single _ between"),
        ('rule = "blocks"\nuntil = "to night"', "A phase is a word"),
        ('rule = "blocks"\nuntil = "__class__"', "A phase is a word"),
        ('rule = "blocks"\nuntil = "night_"', "A phase is a word"),
        (night("after a turn", name="_night"), "A phase is a word"),
    ],
)
def test_phases_that_cannot_be(wrong, said):
    """L-2: one sentence, with the place in the file."""
    _, complaints = read(data(night("after 9 turns", name="frost"), wrong))
    (complaint,) = complaints
    assert complaint.startswith("rules[6]: ")
    assert said in complaint
    assert len(complaint) < 300


def test_a_suggestion():
    """A slip of the pen is shown with what was meant."""
    _, (complaint,) = read(data(night("after 9 turns"), 'rule = "blocks"\nduring = "nigth"'))
    assert "did you mean 'night'?" in complaint


@rule(fields=(replace(phase_field("frost"), key="cold"),))
def _freezes(board):
    """A phase whose flag has another key in positions."""
    return hooks()


@rule(fields=(replace(phase_field("frost"), key=""),))
def _freezes_unseen(board):
    """A phase whose flag has no key."""
    return hooks()


@pytest.mark.parametrize("maker", [_freezes, _freezes_unseen])
def test_a_phase_goes_by_the_name_of_its_flag(maker):
    """What a position calls it is another matter."""
    spec = Spec.from_dict(data()).with_rules(maker())
    spec.with_rules(blocks().during("frost")).check()
    said = str(_refused(spec.with_rules(blocks().during("frosd"))))
    assert said.endswith("; did you mean 'frost'?")
    for word in ("cold", "frosd"):
        lone = Spec.from_dict(data()).with_rules(blocks().during(word))
        assert str(_refused(lone)).endswith("waits for.")


@pytest.mark.parametrize(
    ("mechanism", "said"),
    [
        (DIE + 'during = "night"\n', "a mechanism is needed throughout: add one with until"),
        (DIE + 'until = "night"\n', 'add one with during = "night"'),
        (DIE + SPIN.replace("night", "home"), "'phase_after_homes' changes in the middle"),
        (DIE + DIE, "appears twice"),
        (
            DIE + SPIN + SPIN.replace("spinner", "chained_die").replace("values = [3, -2, 9]", ""),
            "exclude each other: choose one mechanism",
        ),
        (DIE + '[[rules]]\nrule = "spinner"\n', "exclude each other: choose one mechanism"),
        (SPIN + SPIN.replace("spinner", "chained_die").replace("values = [3, -2, 9]", ""),
         "a mechanism is needed throughout"),
    ],
)  # fmt: skip
def test_mechanisms_that_cannot_take_turns(mechanism, said):
    """L-2, L-10: somebody throws at any time, one mechanism at a time, from turn to turn."""
    complaints = complaints_with(mechanism, night("after a throw of 6"))
    assert said in complaints[0]
    if "waits" in said or "changes" in said or "needed" in said:
        place = 1 if "phase_after_homes" in said else 0
        assert complaints[0].startswith(f"rules[{place}]: ")


def complaints_with(mechanism, table):
    """What is wrong with this mechanism in a race with two phases, one of them by homes."""
    homes = 'rule = "phase_after_homes"\nname = "home"\ncount = 1'
    return read(data(table, homes, mechanism=mechanism))[1]


@pytest.mark.parametrize("begins", ["after 4 turns", "after a throw of 6"])
def test_cards_and_dice_take_turns(begins):
    """L-2, L-10: cards show no numbers, so a phase by throws goes by the die alone."""
    mechanism = DIE + '[[rules]]\nrule = "cards"\nduring = "night"\n'
    assert complaints_with(mechanism, night(begins)) == []


def test_a_phase_by_throws_needs_a_mechanism_that_shows_numbers():
    """A phase that waits for throws does not go with cards alone."""
    spec = loose_ludo_v0.spec("tock").with_rules(phase(begins="after a throw of 6"))
    with pytest.raises(
        SpecError, match=r"Rule 'phase' needs an answer to 'thrown'.*in place of cards"
    ):
        spec.check()


def test_phase_is_a_rule_like_others():
    """It goes with any game, and says so if it has nothing to count."""
    for change in ("after 10 turns", "after 2 captures", "after a home", "after a throw of 6"):
        check_rule(phase(begins=change, ends="after 3 turns"), games=2, backends=("python",))
    assert phase(name="frost").label == "phase frost"
    assert blocks().until("frost").label == "blocks until frost"
    assert repr(blocks().until("frost")) == f"{blocks()!r}.until('frost')"
    assert blocks().until("frost") != blocks().during("frost")


def test_the_page_says_what_is_so():
    """L-2: the tables on the page make a game, and the night of the page comes and goes."""
    page = (Path(__file__).parents[1] / "docs" / "loose.md").read_text("utf-8")
    section = page.split("## Phases")[1].split("\n## ")[0]
    tables, mechanisms = section.split("```toml\n")[1:]
    die, two = tomllib.loads(mechanisms.split("```")[0])["rules"]
    said = data()
    rules = [line for line in said["rules"] if line["rule"] != "dice"]
    said["rules"] = [die, two, *rules, *tomllib.loads(tables.split("```")[0])["rules"]]
    env = loose_ludo_v0.raw_env(said, backend="python")
    env.reset(seed=1)
    random, lasted = Random(1), []
    for _ in range(60):
        env.step(random.choice(sorted(legal_set(env))))
        lasted.append(words_of(env)["night"])
        assert len(words_of(env)["dice"].split(",")) == 1 + int(words_of(env)["night"])
    assert set(lasted) == {"0", "1"}


def _without_role(maker):
    """The same rule, of an author who has given it no role."""
    return replace(maker, ties=replace(maker.ties, role=""))


@pytest.mark.parametrize(
    ("mechanisms", "said"),
    [
        (
            lambda: (_without_role(dice)().during("night"),),
            "Rule 'dice' alone answers 'take' (stores a die that was thrown), and it waits for the",
        ),
        (
            lambda: (_without_role(dice)().during("night"), _without_role(dice)().until("night")),
            "Rules 'dice' and 'dice' both answer 'take'",
        ),
        (
            lambda: (dice(), _without_role(dice)().during("night")),
            "Rules 'dice' and 'dice' both answer 'take'",
        ),
        (
            lambda: (dice(), _only_takes().during("night")),
            "Rules 'dice' and '_only_takes' take turns, and '_only_takes' does not answer 'pips'",
        ),
        (
            lambda: (_only_takes(), _only_takes().during("night"), _only_moves()),
            "Rules '_only_takes' and '_only_takes' take turns, and '_only_moves' answers 'pips'",
        ),
    ],
)
def test_what_always_needs_an_answer_has_one_at_any_time(mechanisms, said):
    """L-2, L-10: by rules of the role that is needed throughout, and all of it by each."""
    spec = Spec.from_dict(data(night("after 4 turns")), trust=True).without("dice")
    spec = replace(spec, rules=(*mechanisms(), *spec.rules))
    for complaint in (str(_refused(spec)), *complaints_about(spec)):
        assert said in complaint
        assert len(complaint) < 300


def _refused(spec):
    """The error with which a spec is refused."""
    with pytest.raises(SpecError) as caught:
        spec.check()
    return caught.value


@rule(role="mechanism", facts=dict(dice().facts))
def _only_takes(board):
    """Dice are taken, and that is all."""

    def take(s, face, index):
        s.pending = 0

    return hooks(take=take)


@rule()
def _only_moves(board):
    """Every use of the dice is one step."""
    return hooks(pips=lambda s, use: 1)


def _declaring(**facts):
    """Dice that declare these facts besides their own, or not at all where they are None."""
    made = dice(count=2).during("night")
    declared = {**made.facts, **facts}
    return replace(made, facts={name: one for name, one in declared.items() if one is not None})


def _says(word, value):
    """A rule that declares a fact, and no mechanism."""
    return replace(blocks(), facts={word: value})


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            lambda: (dice(), _declaring(faces=None)),
            "Rule 'dice' takes turns with others and does not declare the fact 'faces'",
        ),
        (lambda: (dice(), _declaring(dice=None)), "does not declare the fact 'dice'"),
        (lambda: (dice(), _declaring(faces=7)), "its fact 'faces' is"),
        (lambda: (dice(), _declaring(longest="far")), "its fact 'longest' is"),
        (
            lambda: (_says("dice", 1), dice(), _declaring()),
            "Rules 'blocks' and 'dice' exclude each other: dice (how many chance events a throw",
        ),
        (
            lambda: (dice(), _declaring(), _says("dice", 1)),
            "is 2 in one and 1 in the other.",
        ),
    ],
)
def test_facts_of_mechanisms_that_take_turns(rules, said):
    """They are checked before they are joined; all of them together are one declarer."""
    spec = Spec.from_dict(data(night("after 4 turns"))).without("dice")
    assert said in str(_refused(replace(spec, rules=(*rules(), *spec.rules))))


def test_facts_that_not_all_declare():
    """What one alone declares is joined of what there is; "all" needs each of them."""
    spec = Spec.from_dict(data(night("after 4 turns"))).without("dice")
    for rules in ((dice(), _declaring(tickets=9, lone_throws=None)), (_declaring(), dice())):
        facts = replace(spec, rules=(*rules, *spec.rules)).facts
        assert facts["dice"] == 2
        assert facts.get("tickets", 9) == 9
        assert facts["lone_throws"] == ("lone_throws" in rules[1].facts)


def test_a_trial_writes_its_functions_once(monkeypatch):
    """What sets the phases and says whose time it is, is the same in every position."""
    game = game_of(TAKING_TURNS["dice and dice"], "python")
    made = []

    def counted(make, *arguments):
        made.append(make.__name__)
        return make(*arguments)

    for make in (setting, whose_time):
        monkeypatch.setattr(trial, make.__name__, partial(counted, make))
    assert trial.complaints(game) == []
    assert sorted(made) == ["setting", "whose_time"]
