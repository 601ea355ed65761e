"""Tock: the effect of each card, in positions worked out by hand; decks, deals, hidden hands."""

import numpy as np
import pytest
from positions import expect, full, legal_set, on_backends, over, play, random_game, words_of

from ludo_env import LudoError, PositionError, Spec, SpecError, game_of, loose_ludo_v0
from ludo_env.rules import DECIDE, card_moves, cards
from ludo_env.sessions import BEGIN, ROLL, unpack_status
from ludo_env.testing import check_env, check_game

CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
MOVERS, SWAPS, PASS = 16, 304, 352


def tock(position="", dealt=(), **flags):
    """Return a raw environment in this position; without one, at the start of a game."""
    env = loose_ludo_v0.raw_env("tock", **{"backend": "python", **flags})
    options = {"dice": list(dealt)}
    if position:
        options["position"] = full(position)
    env.reset(seed=0, options=options)
    return env


def acts(text):
    """Return the actions of a list such as `A:0,1 5:4 7/3:0 J:0-4 PASS`: a card, and piece indices.

    7/3 are three steps of a seven; J:0-4 swaps piece 0 for number 4 of the opponents' pieces.
    """
    return {action for word in text.split() for action in _actions(word)}


def act(text):
    """Return the only action of such a list."""
    (action,) = acts(text)
    return action


def _actions(word):
    if word == "PASS":
        return [PASS]
    card, _, pieces = word.partition(":")
    if card == "J":
        own, other = pieces.split("-")
        return [SWAPS + 12 * int(own) + int(other)]
    kind, _, part = card.partition("/")
    use = 12 + int(part) if part else CARDS.index(kind)
    return [use * MOVERS + int(piece) for piece in pieces.split(",")]


def test_an_ace_brings_a_piece_out_or_moves_it_one_step():
    """An ace brings a piece out of the yard, or moves one by a step; landing captures (T-10)."""
    position = "p0=10 p1=65 turn=0 dice=A"
    env = tock(position)
    expect(env, legal=acts("A:0,1,2,3"))
    assert env.describe(act("A:1")) == "piece 1: A from the yard to 0"
    assert env.describe(act("A:0")) == "piece 0: A from 10 to 11, captures player_1 on square 11"
    play(env, act("A:0"))
    expect(env, p0="11", p1="")
    env = tock(position)
    play(env, act("A:2"))
    expect(env, p0="10,y,0,y", p1="65")


def test_a_king_brings_a_piece_out_or_moves_it_thirteen_steps():
    """A king brings a piece out, or moves one by 13: from 60 past the gate at 71 to h1 (T-11)."""
    env = tock("p0=y,60,h2,f turn=0 dice=K")
    expect(env, legal=acts("K:0,1"))
    assert env.describe(act("K:1")) == "piece 1: K from 60 to h1"
    play(env, act("K:1"))
    expect(env, p0="y,h1,h2,f")


def test_nobody_comes_out_onto_an_own_piece():
    """No square takes two of a colour: a piece on the entry keeps the others in the yard (T-20)."""
    env = tock("p0=0 turn=0 dice=2,K")
    expect(env, legal=acts("2:0 K:0"))
    assert env.explain(act("K:1")).startswith("entry_blocks:")


def test_a_piece_that_comes_out_captures_a_stranger_on_the_entry():
    """Landing on another colour sends it home, on the own entry too (T-21): cell 0 is 54 of p1."""
    env = tock("p1=54 turn=0 dice=K")
    expect(env, legal=acts("K:0,1,2,3"))
    play(env, act("K:3"))
    expect(env, p0="y,y,y,0", p1="")


def test_numbers_are_steps():
    """2, 3, 6, 8, 9, 10 and queen are steps forward, and bring no piece out (T-12)."""
    env = tock("p0=10 turn=0 dice=2,3,6,8,9,10,Q")
    expect(env, legal=acts("2:0 3:0 6:0 8:0 9:0 10:0 Q:0"))
    assert env.describe(act("Q:0")) == "piece 0: Q from 10 to 22"
    assert env.explain(act("Q:1")).startswith(("cards:", "card_moves:"))
    play(env, act("10:0"))
    expect(env, p0="20")


def test_who_can_play_a_card_must():
    """Each turn one card is played; a player who can play one may not pass (T-2)."""
    env = tock("p0=10 turn=0 dice=2,3 hands=2,3/5,K/-/-")
    expect(env, legal=acts("2:0 3:0"))
    assert "only when nothing else" in env.explain(PASS)
    play(env, act("3:0"))
    expect(env, turn=1, dice="5,K", legal=acts("5:12 K:0,1,2,3"), hands="2/5,K/-/-")


def test_a_four_goes_back_on_the_ring():
    """A four goes four steps back, behind the own entry too; never in the lane (T-13)."""
    env = tock("p0=10,2,h0 turn=0 dice=4")
    expect(env, legal=acts("4:0,1"))
    assert env.describe(act("4:1")) == "piece 1: 4 from 2 to 70"
    assert env.explain(act("4:2")).startswith("card_moves:")
    play(env, act("4:0"))
    expect(env, p0="6,2,h0")
    env = tock("p0=10 p3=24 turn=0 dice=4")
    assert env.describe(act("4:0")) == "piece 0: 4 from 10 to 6, captures player_3 on square 6"


@pytest.mark.parametrize(
    ("position", "legal"),
    [("p0=0,2 turn=0 dice=4", "4:0"), ("p0=20 p1=0 turn=0 dice=4", "PASS")],
)
def test_a_four_does_not_pass_a_piece_on_its_entry(position, legal):
    """No piece passes a piece on its own entry, forward or back, its own colour included (T-22)."""
    expect(tock(position), legal=acts(legal))


def test_a_five_moves_an_opponent():
    """A five moves an opponent's piece on the ring: none on its entry or off the ring (T-14)."""
    env = tock("p0=10 p1=5,0,h1 p2=69 turn=0 dice=5")
    expect(env, legal=acts("5:4"))
    assert env.describe(act("5:4")) == "piece 0 of player_1: 5 from 5 to 10"
    for illegal, said in (("5:0", "card_moves:"), ("5:5", "entry_blocks:"), ("5:8", "card_moves:")):
        assert env.explain(act(illegal)).startswith(said)
    play(env, act("5:4"))
    expect(env, p0="10", p1="10,0,h1", p2="69")


def test_a_piece_moved_by_a_five_captures():
    """A piece that a five moves captures where it lands, but never its own colour (T-21)."""
    env = tock("p0=28 p1=5,15,20 p2=69 turn=0 dice=5")
    expect(env, legal=acts("5:4,6"))
    expected = "piece 0 of player_1: 5 from 5 to 10, captures player_0 on square 10"
    assert env.describe(act("5:4")) == expected
    assert env.explain(act("5:5")).startswith("no_sharing:")
    play(env, act("5:4"))
    expect(env, p0="", p1="10,15,20")


def test_a_jack_swaps():
    """A jack swaps an own piece with an opponent's, both on the ring, none on its entry (T-15)."""
    env = tock("p0=10,0,h0 p1=5,0,h2 p2=71 turn=0 dice=J")
    expect(env, legal=acts("J:0-0 J:0-4"))
    assert env.describe(act("J:0-0")) == (
        "J: piece 0 for piece 0 of the player 1 further round from 10 to 23, player_1 from 23 to 10"
    )
    assert env.explain(act("J:0-1"))
    play(env, act("J:0-4"))
    expect(env, p0="35,0,h0", p1="5,0,h2", p2="46", gone="0,0,0,0,0,0,0,0,0,0,1,0,0")


def test_a_jack_may_put_a_piece_on_its_own_entry():
    """A swap captures nobody, and may bring a piece onto its own entry (T-15): cell 18 is p1's."""
    env = tock("p0=18 p1=2 turn=0 dice=J")
    expect(env, legal=acts("J:0-0"))
    play(env, act("J:0-0"))
    expect(env, p0="20", p1="0")


def test_a_seven_is_split():
    """A seven is played whole or in any parts; the rest must be played on, and nothing else (T-16).

    Of 7 and K the king may be played first; once the seven is begun only its rest may be.
    """
    env = tock("p0=10,20,h2,f turn=0 dice=7,K hands=7,K/2/-/-")
    parts = [f"7/{steps}:0,1" for steps in range(1, 7)]
    expect(env, legal=acts(" ".join([*parts, "7:0,1 K:0,1"])))
    assert env.describe(act("7/3:0")) == "piece 0: 3 of a 7 from 10 to 13"
    play(env, act("7/3:0"))
    expect(
        env, legal=acts("7/1:0,1 7/2:0,1 7/3:0,1 7/4:0,1"), p0="13,20,h2,f", dice="7:4,K", turn=0
    )
    play(env, act("7/1:0"))
    expect(env, legal=acts("7/1:0,1 7/2:0,1 7/3:0,1"), p0="14,20,h2,f", dice="7:3,K", turn=0)
    play(env, act("7/3:1"))
    expect(env, p0="14,23,h2,f", turn=1, dice="2", hands="K/2/-/-")
    expect(env, gone="0,0,0,0,0,0,1,0,0,0,0,0,0")


def test_parts_of_a_seven_capture():
    """Each part of a seven is a move: it captures where it ends, not on the way (T-16)."""
    position = "p0=10 p1=67 turn=0 dice=7"
    env = tock(position)
    assert env.describe(act("7/3:0")).endswith("captures player_1 on square 13")
    play(env, act("7:0"))
    expect(env, p0="17", p1="67")


def test_a_part_of_a_seven_must_be_a_move():
    """No part of a seven ends on an own piece (T-20): here 3 of piece 0; beyond it, it may."""
    env = tock("p0=10,13 turn=0 dice=7")
    legal = acts("7:0,1 7/1:0,1 7/2:0,1 7/3:1 7/4:0,1 7/5:0,1 7/6:0,1")
    expect(env, legal=legal)
    assert env.explain(act("7/3:0")).startswith("no_sharing:")


def test_the_rest_of_a_seven_is_lost():
    """The rest of a seven is lost if it cannot be played; the other cards stay (T-17)."""
    env = tock("p0=h2 turn=0 dice=7,Q hands=7,Q/3/-/-")
    expect(env, legal=acts("7/1:0"))
    play(env, act("7/1:0"))
    expect(env, legal={PASS}, p0="f", dice="7:6,Q", turn=0)
    play(env, PASS)
    expect(env, turn=1, hands="Q/3/-/-", gone="0,0,0,0,0,0,1,0,0,0,0,0,0")


def test_nobody_passes_a_piece_on_its_own_entry():
    """A piece on its own entry is neither hit nor passed (T-22): p1 on cell 18, seen from p0."""
    env = tock("p0=16,10 p1=0 turn=0 dice=2,3,8")
    expect(env, legal=acts("2:1 3:1"))
    assert env.explain(act("2:0")).startswith("entry_blocks:")
    assert env.explain(act("3:0")).startswith("entry_blocks:")
    env = tock("p0=34 p1=18 turn=0 dice=2,3")
    expect(env, legal=acts("2:0 3:0"))
    assert env.describe(act("2:0")).endswith("captures player_1 on square 36")


def test_the_slots_take_one_piece_each_by_the_exact_number():
    """Slots are reached exactly, hold one piece each and are not jumped over (T-30)."""
    env = tock("p0=h0,70 turn=0 dice=2,3,6")
    expect(env, legal=acts("2:0 3:0"))
    assert env.explain(act("2:1")).startswith("no_sharing:")
    assert env.explain(act("3:1")).startswith("no_passing_in_lane:")
    assert env.explain(act("6:1")).startswith(("exact_finish:", "no_passing_in_lane:"))
    play(env, act("3:0"))
    expect(env, p0="f,70")


def test_four_filled_slots_win():
    """A player wins as soon as all four of their slots are filled: +1, and -1 for others (T-31)."""
    env = tock("p0=h1,h2,f,71 turn=0 dice=A hands=A/2/3/4")
    expect(env, legal=acts("A:3"))
    play(env, act("A:3"))
    assert over(env)
    assert list(env.rewards.values()) == [1, -1, -1, -1]


def test_who_can_play_nothing_throws_his_hand_away():
    """A player who can play no card discards all; one without cards is skipped (T-6, T-7)."""
    env = tock("p2=9 turn=0 dice=2,9,Q hands=2,9,Q/-/2,3/-")
    expect(env, legal={PASS})
    play(env, PASS)
    expect(env, turn=2, dice="2,3", hands="-/-/2,3/-", gone="0,1,0,0,0,0,0,0,1,0,0,1,0")
    play(env, act("2:0"))
    expect(env, turn=2, dice="3", p2="11")


def test_a_new_deal_comes_when_all_hands_are_empty():
    """When all hands are empty the next player leads a deal, of four cards each (T-3, T-4).

    The deuce that was played is out: of deuces only three can come up before the deck is shuffled.
    """
    env = tock("p0=9 turn=0 dice=2", dealt=[13, 1, 3, 4] * 4)
    play(env, act("2:0"))
    expect(env, turn=1, dice="K,K,K,K", hands="4,4,4,4/K,K,K,K/A,A,A,A/3,3,3,3")
    with pytest.raises(LudoError, match="2 cannot come up now"):
        play(tock("p0=9 turn=0 dice=2", dealt=[2] * 4), act("2:0"))


def test_the_first_deal():
    """Cards are dealt one by one round the table from the leader on, five each at first (T-3)."""
    env = tock(dealt=[1, 2, 3, 4] * 4 + [13, 12, 11, 10])
    expect(env, turn=0, hands="A,A,A,A,K/2,2,2,2,Q/3,3,3,3,J/4,4,4,4,10")
    expect(env, legal=acts("A:0,1,2,3 K:0,1,2,3"))


def test_deals_of_five_four_and_four():
    """A shuffled deck lasts for deals of 5, 4 and 4 cards each, and is shuffled again (T-4)."""
    env = tock()
    left, hands = [], 0
    for words, _ in random_game(env, seed=3):
        held = sum(len(hand.split(",")) for hand in words["hands"].split("/") if hand != "-")
        gone = sum(map(int, words["gone"].split(",")))
        if held > hands:
            left.append(52 - held - gone)
        hands = held
    assert left[:6] == [32, 16, 0, 32, 16, 0]


def test_chance_can_be_counted_out():
    """The next card is any that is left, all equally likely: 13 kinds, as often as left (T-3)."""
    game = game_of(Spec.from_dict(tock().spec.to_dict()), "python")
    session = game.session()
    status = session.run(BEGIN, 0)
    assert game.outcomes(session.record) == [(4 * kind, 4 / 52) for kind in range(13)]
    for drawn in range(4):
        assert unpack_status(status)[1] < DECIDE
        probabilities = [chance for _, chance in game.outcomes(session.record)]
        assert probabilities[0] == pytest.approx((4 - drawn) / (52 - drawn))
        assert probabilities[1:] == pytest.approx([4 / (52 - drawn)] * 12)
        status = session.run(ROLL, 0)
    assert [chance for _, chance in game.outcomes(session.record)] == pytest.approx([4 / 48] * 12)
    assert game.outcome_of(session.record, 1) == -1
    deals = 4
    while unpack_status(status)[1] < DECIDE:
        status, deals = session.run(ROLL, 0), deals + 1
    assert deals == 20
    assert game.outcomes(session.record) == []


@pytest.mark.parametrize("copies", [1, 2])
def test_cards_are_conserved(copies):
    """Hands, deck and pile hold every card of the deck, at every step of random games (T-1)."""
    spec = tock().spec.replace(cards(deck_copies=copies))
    env = loose_ludo_v0.raw_env(spec, backend="python")
    for seed in range(2):
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        while not over(env):
            record = env._session.record
            hands = record["hand"][0].reshape(4, 13)
            gone, deck = record["gone"][0], int(record["deck"][0])
            assert hands.min() >= 0
            assert gone.min() >= 0
            assert (hands.sum(0) + gone).max() <= 4 * copies
            assert hands.sum() + gone.sum() + deck == 52 * copies
            assert hands.sum(1).tolist() == record["held"][0].tolist()
            env.step(int(rng.choice(sorted(legal_set(env)))))


def columns(env, agent):
    """Return the columns of an agent's observation, by name."""
    row = env.observe(agent)["observation"]
    found, at = {}, 0
    for name, width in env.looks.style.columns:
        found[name] = row[at : at + width]
        at += width
    return found


def counts(hand):
    """Return how many cards of each kind a hand has."""
    return [hand.split(",").count(card) for card in CARDS]


def test_everybody_sees_his_own_hand_alone():
    """Only its holder sees a hand, on any turn; everybody sees its size (T-5)."""
    env = tock("p0=9 turn=2 dice=7:3,J hands=A,K,K/2/7,J/-", observation="compact")
    hands = ["A,K,K", "2", "7,J", "-"]
    for player, hand in enumerate(hands):
        seen = columns(env, f"player_{player}")
        assert seen["hand"].tolist() == counts(hand) + [0] * 39
        assert seen["held"].tolist() == np.roll([3, 1, 2, 0], -player).tolist()
        assert seen["deck"].tolist() == [46]
        assert seen["gone"].tolist() == [0] * 13
        assert seen["seven_left"].tolist() == [3]
    features = columns(tock("turn=0 dice=A,A hands=A,A/K/-/-"), "player_0")
    assert features["hand"][:13].tolist() == [0.5] + [0] * 12
    assert not features["hand"][13:].any()


@pytest.mark.parametrize("observation", ["features", "compact"])
def test_no_row_depends_on_the_hands_of_others(observation):
    """Only its holder sees a hand: it affects no other observation (T-5)."""
    position = "p0=9,h1 p1=7 p2=30 turn=0 dice=2,5,J hands={} gone=0,0,1,0,0,0,0,0,0,0,0,0,0"
    one, other = (
        tock(position.format(hands), observation=observation)
        for hands in ("2,5,J/A,A/7,8/4", "2,5,J/K,Q/7,8/4")
    )
    for player in range(4):
        ours, theirs = (env.observe(f"player_{player}") for env in (one, other))
        same = all(np.array_equal(ours[key], theirs[key]) for key in ours)
        assert same == (player != 1)


def test_hands_are_shown_where_seats_are_empty():
    """Only its holder sees a hand, also with empty places at the table (T-5)."""
    board = dict(tock().spec.to_dict()["board"], seats=[1, 3])
    data = dict(tock().spec.to_dict(), board=board)
    env = loose_ludo_v0.raw_env(data, observation="compact", backend="python")
    env.reset(options={"position": "turn=3 dice=A,K hands=2,3/A,K"})
    assert columns(env, "player_0")["hand"].tolist() == counts("2,3") + [0] * 39
    assert columns(env, "player_1")["hand"].tolist() == counts("A,K") + [0] * 39
    assert columns(env, "player_1")["held"].tolist() == [2, 0, 2, 0]


@pytest.mark.parametrize(
    "text",
    [
        "turn=0 dice=1",
        "turn=0 dice=A,X",
        "turn=0 dice=7:7",
        "turn=0 dice=7:0",
        "turn=0 dice=6:3",
        "turn=0 dice=7:3,7:3",
        "turn=0 dice=A,A,A,A,A",
        "turn=0 dice=A hands=A/A,A/A,A/-",
        "turn=0 dice=A hands=A/2",
        "turn=0 dice=A hands=A/2,2,2,2,2/-/-",
        "turn=0 dice=A hands=A/B/-/-",
        "turn=0 dice=A gone=4,0,0,0,0,0,0,0,0,0,0,0,0",
        "turn=0 dice=A gone=5",
        "p0=h0,h1,h2,f turn=0 dice=A",
    ],
)
def test_positions_that_cannot_be(text):
    """A deck has four cards of each of 13 kinds, A to K; no position has others (T-1)."""
    with pytest.raises(PositionError):
        tock(text)


def test_positions_between_deals():
    """A new deal comes if all hands are empty, from what is left of the deck (T-4)."""
    gone = "gone=4,4,4,4,4,4,4,4,4,0,0,0,0"
    env = tock(f"p1=9 turn=1 {gone}")
    expect(env, turn=1)
    assert set(words_of(env)["hands"].replace("/", ",").split(",")) == {"10", "J", "Q", "K"}
    env = tock("turn=1 hands=2/-/3/4")
    expect(env, legal={PASS}, turn=1, dice="-")
    play(env, PASS)
    expect(env, turn=2, dice="3")


@pytest.mark.parametrize(
    "parameters",
    [
        {"hand": 0},
        {"hand": 14},
        {"then": 53},
        {"deck_copies": 0},
        {"deck_copies": 5},
        {"hand": "5"},
    ],
)
def test_decks_that_cannot_be(parameters):
    """A deck must be large enough for all hands; impossible numbers are refused (T-1)."""
    with pytest.raises(SpecError) as refusal:
        tock().spec.replace(cards(**parameters)).check()
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("players", "copies"), [(2, 1), (3, 1), pytest.param(6, 2, marks=pytest.mark.long)]
)
def test_other_numbers_of_players(players, copies):
    """Any number plays that the deck can serve (T-1); each pair that may swap has an action."""
    data = tock().spec.to_dict()
    entries = [18 * player for player in range(players)]
    data["board"] = {
        "kind": "ring", "length": 18 * players, "entries": entries,
        "gate": 18 * players - 1, "lane": 3,
    }  # fmt: skip
    spec = Spec.from_dict(data).replace(cards(deck_copies=copies))
    assert spec.actions == 19 * 4 * players + 16 * (players - 1) + 1
    assert check_game(spec, games=2, backends=("python",)).decisions > 50


@on_backends
def test_both_backends_agree(backends):
    """Random games end, and every state and row is the same on both backends."""
    report = check_game(tock().spec, games=3, backends=backends)
    for question in ("card_moves.performs", "cards.gives_up", "card_moves.way", "cards.shows"):
        assert report.answered[question] > 0


def test_the_environment_keeps_every_promise():
    """Masks, refusals, positions, copies, ends and seeds are checked, in plain Python."""
    assert check_env(lambda **more: loose_ludo_v0.raw_env("tock", backend="python", **more), 1) > 50


def test_a_position_text_is_exact():
    """Hands, pile, a seven under way: the text restores all of it, at every step of a game."""
    env, twin = tock(), tock()
    for words, _ in random_game(env, seed=5):
        text = " ".join(f"{key}={value}" for key, value in words.items())
        twin.reset(seed=9, options={"position": text})
        assert twin.position == text


def test_rules_in_a_file():
    """The game is a file, the same after writing and reading; a card rule needs the hands."""
    spec = tock().spec
    assert Spec.from_dict(spec.to_dict()) == spec
    with pytest.raises(SpecError):
        spec.without("cards").check()
    assert card_moves().facts["moves_all"]
