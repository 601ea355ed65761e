"""Composition of rules: conflicts are refused by name, and rules without effect are found."""

import pickle
from dataclasses import replace

import pytest
from refusals import why_refused

from ludo_env import SpecError, field, hooks, loose_ludo_v0, ludo_v0, rule, rules
from ludo_env._cli.main import main
from ludo_env._engine.composition.conflicts import answers_of
from ludo_env._engine.composition.needs import touched_by
from ludo_env._engine.game_check import complaints_about
from ludo_env._engine.state import table
from ludo_env._families.track.family import TRACK
from ludo_env._families.track.questions import QUESTIONS
from ludo_env.rules import AROUND, HOMEWARD
from ludo_env.rules import generals as grid_rules
from ludo_env.testing import check_game, check_rule


def ludo():
    """The game that rules are added to."""
    return ludo_v0.spec()


# What a rule reads and writes


def test_a_rule_that_touches_a_field_needs_its_keeper():
    """A rule that touches a field that no rule keeps is refused, with the rule that would."""

    @rule()
    def counts_sixes(board):
        """Nothing moves without a six in the bag."""
        return hooks(may_move=lambda s, colour, piece: s.bag_sixes > 0)

    said = why_refused(ludo().with_rules(counts_sixes()))
    assert said == (
        "Rule 'counts_sixes' needs the field bag_sixes, which double_six_bag keeps; "
        "add that rule in place of dice."
    )
    said = why_refused(ludo().with_rules(rules.card_moves()))
    assert ", which cards keeps; add that rule in place of dice." in said
    said = why_refused(loose_ludo_v0.spec("tock").with_rules(rules.number_rolls_again()))
    assert said == (
        "Rule 'number_rolls_again' needs an answer to 'thrown' (how many dice of the last throw "
        "show this), which bonus_dice, chained_die, dice, double_six_bag, doubled_dice and spinner "
        "give; add one of them in place of cards."
    )
    said = why_refused(ludo().with_rules(rules.doubles_roll_again()))
    assert said.endswith(
        ", which bonus_dice, double_six_bag, doubled_dice and dice with other parameters give; "
        "choose one of them."
    )


def hooks_of(made, spec=None):
    """The hooks of a rule on the board of a game."""
    spec = spec or ludo()
    return made.hooks(spec.family.tables(spec.board, table))


def test_a_field_without_a_keeper_is_named_when_the_spec_is_made():
    """For a field that no rule of the library keeps, a known field is suggested."""

    @rule()
    def counting(board):
        """Landings are counted."""

        def react(s, hits, colour, piece, cell):
            s.progres[piece] += 0
            return hits

        return hooks(react=react)

    said = why_refused(ludo().with_rules(counting()))
    assert said == (
        "Rule 'counting' needs the field progres, which no rule keeps; "
        "declare it, @rule(fields=(field(\"progres\"),)); or did you mean 'progress'?"
    )


def test_reads_and_writes_are_found_wherever_the_state_goes():
    """Helpers, inner functions, other names of the state, loops and in-place sums are followed."""

    def helper(count, position):
        position.doubles += count
        return position.tries

    @rule(fields=(field("own"),))
    def winding(board):
        """Touches the state in odd ways."""

        def react(s, hits, colour, piece, cell):
            other = s

            def inner(number):
                s.sixes[number] = other.winner
                return number

            helper(inner(0), other)
            return hits + sum(s.locked[at] for at in range(2))

        def prune(can_move, index_of):
            def strike(s, count, mask, choices):
                mask[0] = s.bonus
                return count

            return strike

        return hooks(react=react, prune=prune)

    found = touched_by(hooks_of(winding()), QUESTIONS)
    assert found.reads == {"doubles", "tries", "winner", "sixes", "locked", "bonus"}
    assert found.writes == {"doubles", "sixes"}


def test_attributes_of_other_things_are_no_fields():
    """Names that are read from modules, boards and texts are not taken for fields."""
    for name, made in rules_with_defaults():
        for game in ("ludo", "eight"):
            spec = loose_ludo_v0.spec(game)
            try:
                found = touched_by(hooks_of(made, spec), QUESTIONS).all
            except SpecError:
                continue
            known = {kept.name for _, other in rules_with_defaults() for kept in other.fields}
            assert found - set(spec.layout.fields) <= known, name


def rules_with_defaults():
    """The rules of the library as they are without parameters."""
    return [(name, maker()) for name, maker in TRACK.library.items()]


def test_fields_can_be_declared_where_code_does_not_show_them():
    """`touches` names fields that are reached in other ways."""

    @rule(touches="tries")
    def hidden(board):
        """Reads a field by its name."""
        return hooks(turn_ends=lambda s, player: getattr(s, "tries"))  # noqa: B009

    said = why_refused(ludo().with_rules(hidden()))
    assert said == "Rule 'hidden' needs the field tries, which three_tries keeps; add that rule."
    ludo().with_rules(rules.three_tries(), hidden()).check()


def test_infos_show_fields_that_are_kept():
    """An info that shows a field that no rule keeps is refused."""

    @rule(facts={"news": {"storm": "during_storm"}})
    def news(board):
        """Tells of a storm."""
        return hooks()

    assert "needs the field during_storm, which phase_after_homes keeps" in why_refused(
        ludo().with_rules(news())
    )


def _harmless(s):
    """Touches nothing of its own."""
    return s.progress[0]


@rule()
def goes_by_a_helper(board):
    """What it touches, a function of its module says."""
    return hooks(turn_ends=lambda s, player: _harmless(s))


def test_a_rule_is_looked_at_again_when_its_code_has_changed(monkeypatch):
    """A rule is checked again when a function that it calls has been edited."""
    spec = ludo().with_rules(goes_by_a_helper()).check()
    monkeypatch.setitem(globals(), "_harmless", lambda s: s.never_declared)
    assert "needs the field never_declared" in why_refused(spec)


# Facts and words of fields


def test_an_unknown_fact_is_refused_with_a_suggestion():
    """Facts have names and kinds."""

    def game(**facts):
        @rule(facts=facts)
        def mine(board):
            """Declares something."""
            return hooks()

        return ludo().with_rules(mine())

    assert "'lap', which means nothing here; did you mean 'laps'?" in why_refused(game(lap=True))
    assert "its fact 'laps' is true or false, not 1." in why_refused(game(laps=1))
    assert "its fact 'opens' is a table, not True." in why_refused(game(opens=True))
    assert "each value of it a text, not {'a': 1}" in why_refused(game(news={"a": 1}))
    assert game(laps=True).check().facts.laps is True


@pytest.mark.parametrize("name", ["dice", "faces", "uses", "longest", "by_piece"])
def test_a_mechanism_declares_what_the_game_is_built_by(name):
    """A mechanism without one of these facts is refused, and the fact is named."""
    spec = ludo_v0.spec()
    facts = {key: value for key, value in spec.rules[0].facts.items() if key != name}
    changed = replace(spec, rules=(replace(spec.rules[0], facts=facts), *spec.rules[1:]))
    said = "No rule says" if name == "uses" else f"does not declare the fact '{name}'"
    with pytest.raises(SpecError, match=said):
        changed.check()


def test_facts_are_frozen():
    """Nobody can change the facts of a game."""
    facts = loose_ludo_v0.spec("storm").facts
    with pytest.raises(AttributeError):
        facts.laps = False
    with pytest.raises(TypeError):
        facts.news["storm"] = "sixes"
    assert pickle.loads(pickle.dumps(facts)) == facts
    assert hash(pickle.loads(pickle.dumps(facts))) == hash(facts)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"observe": "onehott"}, r"has observe='onehott'; did you mean 'onehot'\?"),
        ({"text": "sett"}, r"has text='sett'; did you mean 'set'\?"),
        ({"observe": 7}, "its observe is a text, not 7"),
    ],
)
def test_words_of_fields_are_checked(words, said):
    """A field that nobody could see or write is refused when it is made."""
    with pytest.raises(SpecError, match=said):
        field("mine", **words)


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"high": "7"}, "its high is a whole number, not '7'"),
        ({"index": 1}, "its index is true or false, not 1"),
        ({"high": -1}, r"starts at 0; its numbers are 0\.\.-1"),
        ({"start": 9}, r"starts at 9; its numbers are 0\.\.1"),
        ({"key": "a b"}, "its key in a position is one word, not 'a b'"),
        ({"key": "mine", "text": "set"}, "text='set' cannot write; 'number' can"),
        ({"key": "mine", "per": "player"}, "text='number' cannot write; 'set' or 'list' can"),
    ],
)
def test_parts_of_fields_are_checked(parts, said):
    """Their kinds and ranges are checked, and whether a position text can write them."""
    with pytest.raises(SpecError, match=f"Field 'mine'.*{said}"):
        field("mine", **parts)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        *((name, f"without a leading _ or a double __, not {name!r}.")
          for name in ("my field", "class", "", "3", "__class__", "_mine", "my__field")),
        (3, "Field 3: its name is a text, not 3."),
    ],
)  # fmt: skip
def test_names_of_fields_are_words(name, said):
    """They are attributes of the state, so they must be words."""
    with pytest.raises(SpecError) as refused:
        field(name)
    assert str(refused.value).endswith(said)


@pytest.mark.parametrize(
    ("key", "whose"),
    [
        ("turn", "Rule 'mine' has a field of the key 'turn' in positions, which is that of a part"),
        ("hit", "Rules 'capture_before_home' and 'mine' have fields of one key in"),
    ],
)
def test_a_key_means_one_thing(key, whose):
    """A position text could not be read if two fields had one key."""

    @rule(fields=(field("mine", key=key),))
    def mine(board):
        """Keeps something."""
        return hooks()

    assert whose in why_refused(ludo().with_rules(mine()))


def test_rules_that_declare_a_field_differently_are_both_named():
    """A field has one meaning."""

    @rule(fields=(field("has_captured", per="piece"),))
    def mine(board):
        """Keeps it for each piece."""
        return hooks()

    assert why_refused(ludo().with_rules(mine())) == (
        "Rules 'capture_before_home' and 'mine' declare the field 'has_captured' differently."
    )

    @rule(fields=(field("progress"),))
    def ours(board):
        """Keeps what the game keeps."""
        return hooks()

    assert "Field 'progress' is one of the game itself" in why_refused(ludo().with_rules(ours()))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"role": "captur"}, "Rule 'mine' names 'captur'; did you mean 'capture'"),
        (
            {"after": "bonus_six capture_alone"},
            "names 'capture_alone'; did you mean 'capture_lone'",
        ),
        ({"beside": "blok"}, "Rule 'mine' names 'blok'; did you mean 'blocks'"),
        ({"after": ["capture"]}, "@rule: after is a text, not"),
        ({"bars": "ocupied cells"}, r"bars='ocupied cells' is not known; did you mean 'occupied"),
        ({"apart": "colur"}, r"apart='colur' of rule 'mine'.*did you mean 'colour'\?"),
        ({"fields": ("mine",)}, r"Rule 'mine': its fields are a list of field\(\.\.\), not"),
        ({"facts": 3}, "Rule 'mine': its facts are a table, not 3"),
    ],
)
def test_what_a_rule_declares_is_checked(words, said):
    """A slip of the pen is no word of one's own."""

    def game(**declared):
        @rule(**declared)
        def mine(board, colour: int = 0):
            """Declares something."""
            return hooks()

        return ludo().with_rules(mine()).check()

    with pytest.raises(SpecError, match=said):
        game(**words)
    game(role="weather", after="sunshine", apart="colour")


def test_a_rule_without_parameters_is_not_set_apart():
    """Without parameters two of them could not differ."""
    with pytest.raises(SpecError, match=r"apart='name' of rule 'mine'.*: it has none\."):

        @rule(apart="name")
        def mine(board):
            """Has no parameters."""
            return hooks()


def test_a_field_is_one_per_something():
    """The word of `per` must be one that the game has."""

    @rule(fields=(field("mine", per="playr"),))
    def mine(board):
        """Keeps something."""
        return hooks()

    assert "one per 'playr'; did you mean 'player'?" in why_refused(ludo().with_rules(mine()))


# Rules that exclude each other


@pytest.mark.parametrize(
    ("made", "other", "choice"),
    [
        (rules.spinner(), "dice", "choose one mechanism: bonus_dice, cards, chained_die, dice"),
        (rules.exact_finish(), "overshoot_finishes", "choose one finish: bear_off"),
        (rules.bounce_back(), "overshoot_finishes", "choose one finish: bear_off"),
        (rules.prison(), "capture_lone", "choose one capture: capture_all"),
        (rules.slots_filled_wins(), "all_home_wins", "choose one goal: all_home_wins"),
    ],
)
def test_two_rules_of_one_role_are_refused(made, other, choice):
    """Two mechanisms, two captures, two finishes: the second could do nothing."""
    said = why_refused(ludo().with_rules(made))
    assert said.startswith(f"Rules '{other}' and '{made.name}' exclude each other: {choice}")


def test_two_captures_may_share_out_the_phases():
    """A capture that waits for a phase may stand before one that does not."""
    spec = ludo().with_rules(rules.phase_after_turns(name="late"))
    early = spec.without("capture_lone")
    swap = rules.capture_by_swapping().during("late")
    early.with_rules(swap, rules.capture_lone(), after="blocks").check()
    said = why_refused(early.with_rules(rules.capture_lone(), swap, after="blocks"))
    assert "exclude each other" in said


def test_a_game_without_a_mechanism_lists_the_known_ones():
    """A game in which two rules take the dice is refused, too."""
    (said,) = complaints_about(ludo().without("dice"))
    assert "No rule answers 'take'" in said
    assert "choose one mechanism: bonus_dice, cards" in said

    @rule()
    def mine(board):
        """Takes the dice as well."""
        return hooks(take=lambda s, face, index: None)

    assert why_refused(ludo().with_rules(mine())).startswith("Rules 'dice' and 'mine' both answer")


def test_an_answer_that_is_never_asked_for_is_refused():
    """A rule that always answers leaves nothing to the rules behind it."""
    turning = rules.others_turn_back()
    said = why_refused(ludo().with_rules(turning, rules.turn_limit()))
    assert said.startswith("Rule 'others_turn_back' can never answer 'way'")
    assert "put others_turn_back before capture_before_home" in said
    ludo().with_rules(turning, rules.turn_limit(), after="capture_lone").check()


def test_the_answers_of_a_hook_are_read_off_its_code():
    """Constants, globals and closures count by value; the rest is unknown."""
    finish = 57
    assert answers_of(lambda s: finish) == {57}
    assert answers_of(lambda s: HOMEWARD if s else AROUND) == {HOMEWARD, AROUND}
    assert answers_of(lambda s: 3 if s else s.place) == {3, None}
    assert None in answers_of(lambda s: s or 3)


def test_the_order_that_matters_is_checked():
    """Rules that count captures come after those that capture."""
    said = why_refused(ludo().with_rules(rules.capture_on_entry()))
    assert said == (
        "Rule 'capture_on_entry' must come before 'capture_before_home', "
        "which depends on its result."
    )
    ludo().with_rules(rules.capture_on_entry(), after="capture_lone").check()
    parchis = loose_ludo_v0.spec("parchis")
    late = parchis.without("capture_lone").with_rules(rules.capture_lone())
    assert "'capture_lone' must come before 'bonus_dice'" in why_refused(late)


def test_a_rule_of_ones_own_has_a_role():
    """A user's own capture excludes those of the library, and later rules count it."""

    @rule(role="capture")
    def mine(board):
        """Captures in another way."""
        return hooks(react=lambda s, hits, colour, piece, cell: hits)

    assert "'capture_lone' and 'mine' exclude each other" in why_refused(ludo().with_rules(mine()))
    assert "'mine' must come before" in why_refused(
        ludo().without("capture_lone").with_rules(mine())
    )


# A rule that never spoke


def test_a_rule_that_never_spoke_is_a_finding():
    """`check_rule` refuses the rule, and says what it would need."""
    with pytest.raises(SpecError, match=r"Rule 'help_mate' never spoke in 2 games of 'ludo'") as no:
        check_rule(rules.help_mate(), games=2, backends=("python",))
    assert "never gave an answer; it needs players who share a side." in str(no.value)


def test_what_spoke_is_not_reported():
    """A game that uses all its rules has no silent rule; a silent rule is in the report."""
    assert check_game(ludo(), games=4, backends=("python",)).silent == {}

    @rule()
    def idle(board):
        """Nobody is ever stopped."""
        return hooks(may_pass=lambda s, colour, cell: True)

    report = check_game(ludo().with_rules(idle()), games=1, backends=("python",))
    assert set(report.silent) == {"idle"}
    assert "never said False" in report.silent["idle"]


def test_a_rule_of_another_family_is_refused():
    """A race refuses rules of grids, and a grid refuses rules of races."""
    said = why_refused(ludo().with_rules(grid_rules.die()))
    assert said == (
        "Rule 'die' is for games of the family 'grid', and this game is of the family 'track'."
    )
    assert "'blocks' is for games of the family 'track'" in why_refused(
        loose_ludo_v0.spec("generals").with_rules(rules.blocks())
    )


def test_more_actions_than_can_be_listed_are_refused():
    """A mechanism that makes too many actions on a board is named when the spec is made."""
    bag = loose_ludo_v0.spec("eight").without("dice").with_rules(rules.double_six_bag())
    said = why_refused(bag)
    assert said.startswith("Rule 'double_six_bag' and this board make ")
    assert said.endswith(" actions; at most 65535 can be.")


def test_the_command_shows_all_rules_of_a_name(capsys):
    """Both families have a `turn_limit`, and each is shown with its description."""
    assert main(["rules", "show", "turn_limit"]) == 0
    shown = capsys.readouterr().out
    assert "family: track\nclauses: L-13" in shown
    assert "family: grid\nclauses: D-17" in shown
    assert main(["rules", "show", "card_moves"]) == 0
    assert "needs: gone, hand, held, seven_left of cards\n" in capsys.readouterr().out
    assert main(["rules", "show", "bonus_dice"]) == 0
    shown = capsys.readouterr().out
    assert "excludes: cards, chained_die, dice, double_six_bag, doubled_dice, spinner" in shown
    assert main(["rules", "show", "single_pawn"]) == 0
    shown = capsys.readouterr().out
    assert (
        "; dice_left of bonus_dice, chained_die, dice, double_six_bag, doubled_dice, spinner\n"
        in shown
    )
    assert "excludes: cards\n" in shown


@rule(facts={"extras": 1})
def one_more(board):
    """One action of its own, which is never offered."""
    return hooks(offers=lambda s, extra: False, performs=lambda s, hits, extra: hits)


def test_two_rules_with_actions_of_their_own_are_refused():
    """Each would number them from 0, so that one would carry out what the other has offered."""
    tock = loose_ludo_v0.spec("tock")
    taken = tock.rules.index(next(made for made in tock.rules if made.name == "cards"))
    cards = tock.rules[taken].during("night")
    others = (rules.phase(), rules.special_exit())
    turns = (rules.dice(count=2), cards, *tock.rules[:taken], *tock.rules[taken + 1 :], *others)
    games = {
        "'card_moves' and 'special_exit'": replace(tock, rules=turns),
        "'card_moves' and 'one_more'": tock.with_rules(one_more()),
        "'special_exit' and 'one_more'": ludo().with_rules(rules.special_exit(), one_more()),
    }
    for names, game in games.items():
        assert why_refused(game) == (
            f"Rules {names} exclude each other: both have actions of their own that move no piece "
            "by a throw, which would have the same numbers."
        )


def test_a_rule_with_actions_of_its_own_may_stand_at_two_times():
    """The rule numbers them alike at both times."""
    night = rules.phase(name="night")
    two = (one_more().during("night"), one_more().until("night"))
    assert ludo().with_rules(night, *two).check().facts.extras == 1


def test_facts_that_no_rule_declares_have_a_default():
    """A family names its facts once, with their types; `declared` names those that rules give."""
    facts = ludo_v0.spec().facts
    assert facts.dice == 1
    assert facts.extras == 0
    assert "dice" in facts.declared
    assert "extras" not in facts.declared
    kinds = {fact.name: fact.kind for fact in TRACK.facts.known()}
    assert kinds["faces"] == "tuple[int, ...]"
    assert kinds["clocks"] == "table of int"
    assert kinds["infos"] == "table of str"
    assert not {"declared", "turns"} & set(kinds)
