"""`stalled_game_draws`: when nobody can ever move again, unless a file says `endless`."""

from random import Random

import pytest
from positions import legal_set, loose, on_backends
from small_races import stalling

from ludo_env import Spec, SpecError, game_of, loose_ludo_v0
from ludo_env.rules import OVER, phase, placing, stalled_game_draws
from ludo_env.testing import check_game, read_game

# A die without ones: a piece on the last square of a lane can never move again.
STUCK = "p0=h4,f p2=h4,h4 turn=0 dice=2"


def passes(spec, position, most, backend="python", dice=()):
    """Play so many passes, or fewer if the game ends; return their number and if it is a draw."""
    env = loose(spec, position, dice, backend=backend)
    for number in range(most):
        if all(env.terminations.values()):
            record = env._session.record
            assert (record["phase"][0], record["winner"][0]) == (OVER, -1)
            assert set(env.rewards.values()) == {0}
            assert not any(env.truncations.values())
            return number, True
        assert legal_set(env) == {env.game.pass_action}
        env.step(env.game.pass_action)
    return most, False


@pytest.mark.parametrize("backend", ["python", pytest.param("numba", marks=pytest.mark.long)])
def test_a_draw_by_default(backend):
    """L-13: the file does not mention it; all pieces are on last squares."""
    assert passes(stalling(), STUCK, 50, backend) == (2, True)


def test_endless():
    """L-13: a game can continue indefinitely if the file says so."""
    assert passes(stalling(endless=True), STUCK, 50, "python") == (50, False)
    env = loose_ludo_v0.raw_env(stalling(endless=True), backend="python")
    assert "idle" not in env.game.layout.fields


def test_a_piece_in_the_yard_is_hope():
    """L-13: while some throw moves a piece, the game goes on."""
    assert passes(stalling(), "p0=h4,y p2=h4,f turn=0 dice=2", 30, dice=[2] * 30) == (30, False)


def test_spec_and_file_are_the_same_game():
    """L-1: defaults of a file are explicit in the spec, and are left out in the file."""
    spec = Spec.from_dict(stalling())
    assert spec.rules[-1] == stalled_game_draws()
    assert "endless" not in spec.to_dict()
    assert Spec.from_dict(spec.to_dict()) == spec
    endless = Spec.from_dict(stalling(endless=True))
    assert endless == spec.without("stalled_game_draws")
    assert endless.to_dict()["endless"] is True
    assert Spec.from_dict(endless.to_dict()) == endless


def test_endless_in_a_file(tmp_path):
    """L-1: it survives dumping and loading, as TOML and as JSON."""
    for name in ("game.toml", "game.json"):
        for said in ({}, {"endless": True}):
            spec = Spec.from_dict(stalling(**said))
            spec.dump(tmp_path / name)
            assert Spec.load(tmp_path / name) == spec


@pytest.mark.parametrize(
    ("changes", "stalls"),
    [
        ({}, True),  # a lane of five and no ones
        ({"die": [{"rule": "dice"}]}, False),
        ({"die": [{"rule": "dice", "weights": [0, 1, 1, 1, 1, 1]}]}, True),
        ({"die": [{"rule": "dice", "count": 2}]}, False),
        ({"die": [{"rule": "spinner", "values": [1, 6, -1]}]}, False),
        ({"die": [{"rule": "spinner", "values": [2, 6]}]}, True),
    ],
)
def test_what_the_dice_can_do(changes, stalls):
    """L-13: whether a piece alone can always move."""
    assert (Spec.from_dict(stalling(**changes)).rules[-1] == stalled_game_draws()) == stalls


@pytest.mark.parametrize(
    ("rule", "board", "stalls"),
    [
        ({"rule": "blocks"}, {"kind": "cross"}, False),
        ({"rule": "no_sharing", "slots": False}, {"kind": "cross"}, False),
        ({"rule": "no_passing"}, {"kind": "ring", "length": 8, "lane": 4, "arms": 4}, True),
        ({"rule": "blocks"}, {"kind": "ring", "length": 8, "lane": 4, "arms": 4}, True),
        ({"rule": "prison"}, {"kind": "cross"}, True),
    ],
)
def test_pieces_in_each_others_way(rule, board, stalls):
    """L-13: on a ring with room enough somebody can always take a step."""
    said = stalling(rule, die=[{"rule": "dice"}], board=board)
    if rule["rule"] == "prison":
        said["rules"] = [line for line in said["rules"] if line["rule"] != "capture_lone"]
    assert (Spec.from_dict(said).rules[-1] == stalled_game_draws()) == stalls


def test_a_full_ring():
    """L-13: with eight pieces on eight squares and no passing, the game is a draw."""
    sharing = {"rule": "no_sharing", "slots": False}
    said = stalling({"rule": "no_passing"}, sharing, die=[{"rule": "dice", "faces": [4, 8]}])
    said["rules"][1]["number"] = 8
    said["board"] = {"kind": "ring", "length": 8, "lane": 4, "arms": 4, "pieces": 4}
    place = "p0=0,1,y,y p1=0,1,y,y p2=0,1,y,y p3=0,1,y,y turn=0 dice=4"
    assert passes(said, place, 40)[1]


# Phases that come and go automatically


def test_a_phase_by_time_may_set_pieces_free():
    """L-13: no piece can move now, but all can in the next phase."""
    die = [
        {"rule": "dice", "faces": [2, 6]},
        {"rule": "dice", "count": 1, "during": "late"},
    ]
    late = {"rule": "phase_after_turns", "name": "late", "turns": 20}
    spec = stalling(late, die=die)
    assert Spec.from_dict(spec).rules[-1] == stalled_game_draws()
    assert passes(spec, STUCK, 20) == (20, False)
    never = {"rule": "phase_after_homes", "name": "late", "count": 2}
    die[1] = {"rule": "blocks", "during": "late"}
    assert passes(stalling(never, die[1], die=die[:1]), STUCK, 20) == (2, True)


def test_a_phase_that_has_come_for_good():
    """L-13: a phase that is over cannot bring any more moves."""
    die = [
        {"rule": "dice"},
        {"rule": "dice", "faces": [2, 6], "during": "late"},
    ]
    late = {"rule": "phase_after_turns", "name": "late", "turns": 20}
    stuck = "p0=h4,f p2=h4,h4 turn=0 late=1 turns_gone=20 dice=2"
    assert passes(stalling(late, die=die), stuck, 30) == (2, True)
    turns = {"rule": "phase", "name": "late", "begins": "after 5 turns", "ends": "after 5 turns"}
    stuck = "p0=h4,f p2=h4,h4 turn=0 late=1 dice=2"
    assert passes(stalling(turns, die=die), stuck, 5) == (5, False)


@on_backends
def test_phases_keep_both_backends_alike(backends):
    """L-13: the proof leaves dice, phases and turn unchanged."""
    spec = Spec.from_dict(
        stalling(
            {"rule": "phase", "begins": "after 7 turns", "ends": "after 3 turns"},
            {"rule": "blocks", "until": "night"},
            die=[
                {"rule": "dice", "faces": [2, 6]},
                {"rule": "spinner", "values": [2, 6, -4], "during": "night"},
            ],
        )
    )
    assert spec.rules[-1] == stalled_game_draws()
    assert check_game(spec, games=6, backends=backends).decisions > 100


# Refusals


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"endless": 1}, "endless: it is true or false, not 1."),
        ({"endless": "yes"}, "endless: it is true or false, not 'yes'."),
        ({"endles": True}, "endles: unknown key; did you mean 'endless'?"),
    ],
)
def test_endless_is_a_flag(wrong, said):
    """L-1: the error is one sentence, with the place."""
    assert read_game(stalling(**wrong))[1] == [said]


def test_endless_and_the_rule_that_ends():
    """L-13: a file may have only one of them."""
    _, complaints = read_game(stalling({"rule": "stalled_game_draws"}, endless=True))
    said = "endless: the rule 'stalled_game_draws' ends a game that has come to a stop; "
    assert complaints == [said + "leave one of them out."]
    generals = loose_ludo_v0.spec("generals").to_dict()
    assert read_game(generals | {"endless": True})[1] == [
        "endless: in a game of the family 'grid' nobody passes; leave it out."
    ]


def test_too_many_phases_by_time():
    """L-13: phases that come and go are tried in every combination."""
    rules = [phase(name=f"time{number}") for number in range(5)]
    spec = Spec.from_dict(stalling()).with_rules(*rules)
    with pytest.raises(SpecError, match="needs at most 4 phases that begin or end by time"):
        spec.check()
    spec.without("phase time4").check()


# The proof that a game can never stall, checked


def crowded(spec, random):
    """Return a position of a game with its pieces on possible places, close together."""
    game = game_of(spec, "python")
    board, place = spec.board, placing(game.plain.tables)
    s = game.layout.unpack(game.layout.new())
    game.plain.machine.begin(s)
    s.opening = 0
    centre = random.randrange(board.players)
    for player in range(board.players):
        places = list(board.places(player, laps=False).values())
        first = random.randrange(len(places)) if player == centre else 0
        for index in range(board.counts[player]):
            here = random.choice([*places[first : first + 9], board.finish, -1, *places[-6:]])
            place(s, player, player * board.pieces + index, here)
    over = game.plain.laws.over
    return game, s, any(over(s, player) >= 0 for player in range(board.players))


def moves_with_some_throw(game, s):
    """Return whether any player can move with any throw of equal dice, by the move generator."""
    machine, faces = game.plain.machine, dict.fromkeys(game.facts.faces)
    branches = 16
    for player in range(game.players):
        machine.start_turn(s, player)
        for face in faces:
            for die in range(game.facts.dice):
                game.plain.laws.take(s, face, die)
            first = player * game.spec.board.pieces
            for piece in range(first, first + game.spec.board.pieces):
                if any(machine.landing(s, player, piece, 0, at) >= 0 for at in range(branches)):
                    return True
    return False


def never_stall(count, seed):
    """Check for games that should never stall that in crowded positions somebody can move."""
    random = Random(seed)
    names = ("ludo", "strict", "mensch", "petits_chevaux", "uckers", "eight")
    looked = 0
    while looked < count:
        spec = loose_ludo_v0.spec(random.choice(names))
        game, s, won = crowded(spec, random)
        if won:
            continue
        looked += 1
        if not moves_with_some_throw(game, s):
            record = game.layout.new()
            game.layout.pack(s, record)
            raise AssertionError(f"{spec.name}: {game.position(record)}")
    return looked


def test_crowded_positions_never_stall():
    """L-13: a share of the positions is checked."""
    assert never_stall(400, seed=1) == 400


@pytest.mark.long
def test_crowded_positions_never_stall_long():
    """L-13: all of the positions are checked."""
    assert never_stall(40_000, seed=2) == 40_000


def test_a_draw_where_everybody_can_lose():
    """L-13: beside a clock to which all lose, a game that can never move again is a draw too."""
    rules = {"rule": "against_the_clock"}, {"rule": "stalled_game_draws"}
    env = loose_ludo_v0.raw_env(stalling(*rules), backend="python")
    env.reset(seed=1, options={"position": STUCK})
    for _ in range(2):
        env.step(env.game.pass_action)
    assert set(env.rewards.values()) == {0}
    assert all(env.terminations.values())
    assert env.game.audit(env.record) == ""
