"""Every rule of the library in every game is either refused by name or played.

The default run checks every pair and plays a little; `-m long` plays 2 000 decisions of each on
both backends, and tries each game as a file is tried.
"""

import pathlib
import re

import pytest
from batches import marked_long
from load_script import load_script

from ludo_env import SpecError, hooks, rule
from ludo_env.testing.games import compare_backends
from ludo_env.testing.matrix import OTHERWISE, all_together, games, library, try_pair, variants

DOCS = pathlib.Path(__file__).parents[2] / "docs"
LONG = 2_000  # decisions; a rule with no effect after so many could not have had one
GAMES = {spec.name: spec for spec in games()}
# Games with very many actions or players, or of the kind of another one; in the long run.
SLOW = {
    *("tock", "caravans", "mensch", "petits_chevaux", "uckers", "storm", "generals_diagonal"),
    *("ur_blitz", "ur_masters", "parchis", "eight", "strict_ludo"),
}


def has(*names):
    """Return a condition: the game has all these rules."""
    return lambda made, spec: {held.name for held in spec.rules}.issuperset(names)


def dice_in_a_move(spec):
    """Return how many dice one move can take at most."""
    throws = [held for held in spec.rules if held.ties.role == "mechanism"]
    return max(map(dice_together, throws))


def dice_together(throws):
    """Return how many dice of a mechanism one move can take at most."""
    if throws.name in ("double_six_bag", "chained_die"):
        return 3
    given = dict(throws.parameters)
    return given["count"] if given.get("together") else 1


def no_dice_together(made, spec):
    """Return whether each move takes one die."""
    return dice_in_a_move(spec) < 2


def too_few_dice(made, spec):
    """Return whether a move takes fewer dice than the rule counts."""
    return dice_in_a_move(spec) < dict(made.parameters)["count"]


def one_die(made, spec):
    """Return whether a throw is one die."""
    return spec.facts.dice < 2


def no_mates(made, spec):
    """Return whether all players play for themselves."""
    return not spec.board.teams


def no_enemies(made, spec):
    """Return whether the game has a single player."""
    return spec.players == 1


def no_six(made, spec):
    """Return whether no throw is a six."""
    return spec.facts.longest < 6


def own_entries(made, spec):
    """In games on a graph in which nobody comes to the entry of another."""
    ways = getattr(spec.board, "ways", ())
    entries = [spec.board.entries[seat] for seat in spec.board.seats]
    return bool(ways) and not any(
        entry in way.far
        for one, way in enumerate(ways)
        for other, entry in enumerate(entries)
        if one != other
    )


def no_lane(made, spec):
    """Return whether home is directly behind the gate."""
    return getattr(spec.board, "lane", None) == 0


# Rules that a game accepts but that can make no difference in it, and the games concerned.
COULD_NOT = {
    "automatic_combined_exit": lambda made, spec: (
        # Where dice together are a jump, no piece leaves the yard by several dice.
        no_dice_together(made, spec) or has("single_marker_jumps")(made, spec)
    ),
    "bonus_capture": no_enemies,
    "bonus_finish": has("staircase", "bonus_six"),  # home takes a six, which earns a roll anyway
    "bonus_six": no_six,
    "bounce_back": has("staircase"),  # nothing goes past its home
    "capacity": has("no_sharing"),
    "capture_all": no_enemies,
    "capture_back": no_enemies,
    "capture_by_passing": lambda made, spec: (
        no_enemies(made, spec) or has("no_passing")(made, spec)
    ),
    "capture_by_swapping": no_enemies,
    "capture_converts": no_enemies,
    # Of two captures the second takes a piece on its own entry, if landing there is allowed.
    "capture_lone": lambda made, spec: (
        no_enemies(made, spec)
        or has("capture_all", "protected_entry")(made, spec)
        or has("capture_all", "entry_blocks")(made, spec)
    ),
    "enemy_blocks": lambda made, spec: (
        no_enemies(made, spec) or has("blocks")(made, spec)  # which stop everybody, enemies too
    ),
    "forced_entry": has("yard_first"),
    "forced_unblocking": has("no_sharing"),  # there are no piles
    "gammons": has("bonus_squares"),  # at random, who loses has a piece home in almost every game
    "help_mate": no_mates,
    "leave_yard": lambda made, spec: dict(made.parameters)["number"] > spec.facts.longest,
    "lock_after_capture": no_enemies,
    "no_passing": lambda made, spec: no_enemies(made, spec) and not dict(made.parameters)["own"],
    "no_passing_in_lane": lambda made, spec: no_lane(made, spec) or has("no_passing")(made, spec),
    "overshoot_finishes": has("staircase"),
    "phase_after_capture": no_enemies,
    "phase_after_homes": has("no_sharing", "slots_filled_wins"),  # which leave home to one piece
    "play_most_dice": one_die,
    "prison": no_enemies,
    "protected_entry": lambda made, spec: (
        no_enemies(made, spec)
        or dict(made.parameters)["landing"] == "coexist"
        or has("entry_blocks")(made, spec)
        or own_entries(made, spec)
    ),
    "single_marker_jumps": too_few_dice,
    "single_pawn": lambda made, spec: (
        # The rule lets a player's only piece jump by all dice.
        no_dice_together(made, spec) or has("single_marker_jumps")(made, spec)
    ),
    "special_exit": one_die,
    "stop_before_home": has("staircase"),
    "sweep": no_dice_together,
    "three_sixes": no_six,
    "three_tries": lambda made, spec: (
        # A ring is never empty, or every number brings a piece out.
        has("start_places")(made, spec) or has("enter_by_number", "dice")(made, spec)
    ),
}


def the_page():
    """Return the module that makes the page."""
    return load_script(DOCS / "matrix.py")


def check(pair):
    """Check that a refusal names the rule, and that a rule without effect says what it needs."""
    name = pair.rule.name
    if pair.how == "refused":
        assert name in pair.said, (name, pair.game, pair.said)
        assert len(re.findall(r"[.;] ", pair.said)) <= 1, pair.said
    elif pair.said:
        assert pair.said.startswith(f"Rule '{name}' never spoke in "), pair.said
        assert "; it needs " in pair.said, pair.said
        if pair.decisions >= LONG:
            could_not = COULD_NOT.get(name, lambda made, spec: False)
            assert could_not(pair.rule, GAMES[pair.game]), pair.said


@pytest.mark.parametrize("game", marked_long(GAMES, set(GAMES) - SLOW))
def test_every_rule_with_a_game(game):
    """Every pair is refused in a sentence, or accepted and played for some decisions."""
    signs = cells(the_page().PAGE.read_text("utf-8"))
    module = the_page()
    for maker in library():
        for made in variants(maker):
            pair = try_pair(GAMES[game], made, 15, trial=False, compiled=False)
            check(pair)
            family = GAMES[game].family
            if made == maker() and maker in family.library.values():
                shown = signs[family.name, made.name, game]
                assert module.cell_of(pair).strip("()") == shown.strip("()"), (made, pair)


@pytest.mark.long
@pytest.mark.parametrize("game", ["ludo", "generals"])
def test_a_sample_on_both_backends(game):
    """A rule in a game that never had it plays the same when compiled."""
    made = {"ludo": "capture_back", "generals": "adjudicate_hopeless"}[game]
    sample = GAMES[game].family.library[made]()
    pair = try_pair(GAMES[game], sample, 60, trial=True, compiled=True)
    assert pair.how != "refused"
    check(pair)


@rule()
def fails_in_play(board):
    """Looks for a piece that there is not."""
    return hooks(may_land=lambda s, colour, cell: s.progress[1000] > 0)


@rule()
def says_nothing(board):
    """Never objects."""
    return hooks(may_land=lambda s, colour, cell: True)


@rule()
def refuses_without_a_name(board):
    """Goes with no board, and does not say who says so."""
    raise SpecError("This board will not do.")


@pytest.mark.parametrize(
    ("maker", "decisions", "error"),
    [
        (fails_in_play, 30, IndexError),
        (says_nothing, LONG, AssertionError),
        (refuses_without_a_name, 30, AssertionError),
    ],
)
def test_a_third_outcome_is_noticed(maker, decisions, error):
    """The check notices a rule that fails, has no effect without a reason, or is not named."""
    with pytest.raises(error):
        check(try_pair(GAMES["eight"], maker(), decisions, trial=False, compiled=False))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_with_a_game_for_long(game):
    """The same with 2 000 decisions each, audited, tried like files, and on both backends."""
    for maker in library():
        for made in variants(maker):
            check(try_pair(GAMES[game], made, LONG, trial=True, compiled=True))


@pytest.mark.long
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("game", GAMES)
def test_all_rules_together_on_both_backends(game, which):
    """All rules that work with a game and with each other play alike, bit for bit."""
    spec = all_together(GAMES[game], which)
    assert compare_backends(spec, seed=1, decisions=LONG) >= LONG


@pytest.mark.long
def test_the_page_is_what_is_played():
    """The whole page is reproduced."""
    module = the_page()
    written = module.PAGE.read_text("utf-8")
    tried = [pair for name in module.names_of_rules() for pair in module.pairs_of(name)]
    assert module.page(tried) == written


def test_the_page_tells_what_rules_need():
    """What the page says about each rule matches the rules themselves."""
    module = the_page()
    written = module.PAGE.read_text("utf-8")
    tables = [module.needs_table(family) for family in module.families()]
    places = [written.find(table) for table in tables]
    assert -1 not in places, "run `python docs/matrix.py`"
    assert places == sorted(places)
    assert len(places) == len({spec.family for spec in GAMES.values()})


def test_every_parameter_has_another_value():
    """Every rule with parameters is also tried with unusual values."""
    for maker in library():
        if maker().parameters:
            assert maker.name in OTHERWISE, maker.name
            assert maker(**OTHERWISE[maker.name]) != maker()


def cells(text):
    """Return the sign of each rule in each game, by family."""
    found, header = {}, []
    for line in text.partition("## Every rule with every game")[2].splitlines():
        words = [word.strip() for word in line.strip("| ").split(" | ")]
        if not line.startswith("|") or line.startswith("|---"):
            continue
        if not words[0].startswith("`"):
            header = words
        else:
            for name, sign in zip(header[1:], words[1:], strict=True):
                found[header[0], words[0].strip("`"), name] = sign
    return found
