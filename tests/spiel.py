"""OpenSpiel's backgammon and the file `backgammon`, compared by where a whole turn can lead.

A position is `Checkers`: of each seat how many checkers stand on points 1 to 24 and on the bar; the
others are borne off. OpenSpiel's X goes up the points as seat 1 does, and its O down as seat 0.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np

from ludo_env import Game, game_of, load_game
from ludo_env.rules import DECIDE, OVER, gammons
from ludo_env.sessions import BEGIN, PLAY, ROLL, unpack_status

try:
    import pyspiel
except ImportError:  # the test that needs it says so
    pyspiel = None

POINTS = range(1, 25)
BAR = 24  # where the bar stands in a row of checkers, behind the points
CHECKERS = 15
_SPIEL_BAR = 100
Checkers = tuple[tuple[int, ...], tuple[int, ...]]  # of seat 0 and of seat 1


class Ours:
    """The game of the file."""

    def __init__(self, backend: str = "numba") -> None:
        self.game: Game = game_of(load_game("backgammon"), backend)
        self.session = self.game.session("compact")
        self._before = self.game.layout.new()

    def turn(self, seat: int, checkers: Checkers, dice: Sequence[int]) -> dict[Checkers, Any]:
        """Every position that a turn can lead to, each with a record in which the turn is over."""
        record, _ = self.game.read(position_text(seat, checkers, dice))
        return self.turn_from(record)

    def turn_from(self, record: Any) -> dict[Checkers, Any]:
        """The same from a record in which a player is to decide."""
        session, seat = self.session, int(record["seat"][0])
        found: dict[Checkers, Any] = {}
        level = {b"": record.copy()}
        while level:
            following = {}
            for before in level.values():
                session.load(before)
                for action in np.flatnonzero(session.mask).tolist():
                    session.load(before)
                    status = session.run(PLAY, action)
                    assert status >= 0, f"{action} is not played"
                    mover, phase, _ = unpack_status(status)
                    after = session.record
                    if phase == DECIDE and mover == seat:
                        following[_key(after)] = after.copy()
                    else:
                        found.setdefault(checkers_of(after), after.copy())
            level = following
        return found

    def begin(self, dice: Sequence[int], seat: int) -> Any:
        """The state after an opening in which this seat has thrown the higher of the dice."""
        self.session.run(BEGIN, 0)
        for die in sorted(dice, reverse=seat == 0):
            self.session.run(ROLL, die - 1)
        return self.session.record.copy()

    def throw(self, record: Any, dice: Sequence[int]) -> Any:
        """The state after a pending throw with this outcome."""
        self.session.load(record)
        for die in dice:
            self.session.run(ROLL, die - 1)
        return self.session.record.copy()


def _key(record: Any) -> bytes:
    """Equal for positions in which the same checkers and dice are to be played."""
    progress = np.sort(record["progress"].reshape(2, -1)).tobytes()
    return progress + record["dice"].tobytes() + record["repeats"].tobytes()


def checkers_of(record: Any) -> Checkers:
    """The checkers of a record."""
    first, second = (
        np.bincount(places + 1, minlength=len(POINTS) + 2).tolist()
        for places in record["progress"].reshape(2, -1)
    )
    # The yard, the places in the order of the way, and home.
    return (*first[24:0:-1], first[0]), (*second[1:25], second[0])


def position_text(seat: int, checkers: Checkers, dice: Sequence[int]) -> str:
    """The position as text; a double is four dice."""
    words = []
    for player, row in enumerate(checkers):
        names = [*map(str, POINTS), "y"]
        pieces = [name for name, count in zip(names, row, strict=True) for _ in range(count)]
        pieces += ["f"] * (CHECKERS - len(pieces))
        words.append(f"p{player}={','.join(pieces)}")
    thrown = list(dice) * (2 if dice[0] == dice[1] else 1)
    return " ".join([*words, f"turn={seat}", f"dice={','.join(map(str, thrown))}"])


class Spiel:
    """OpenSpiel's game. X is its player 0, and our seat 1."""

    def __init__(self) -> None:
        self.game = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
        library = ctypes.CDLL(pyspiel.__file__)
        vector = "RKSt6vectorIiSaIiEE"
        self._set: Any = getattr(
            library,
            f"_ZN10open_spiel10backgammon15BackgammonState8SetStateEib{vector}S6_S6_RKS2_IS4_SaIS4_EE",
        )
        self._set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_bool, *[ctypes.c_void_p] * 4]
        self._set.restype = None

    def state(self, seat: int, checkers: Checkers, dice: Sequence[int]) -> Any:
        """A state as it is after this throw. Python cannot set one, so its C++ is called."""
        state = self.game.new_initial_state()
        state.apply_action(0)
        rows = [checkers[1], checkers[0]]
        # The parts live as long as the call needs them.
        board = [_Vector(row[:BAR]) for row in rows]
        bar = _Vector([row[BAR] for row in rows])
        scores = _Vector([CHECKERS - sum(row) for row in rows])
        thrown = _Vector(sorted(dice, reverse=True))
        whole = _Vector([vector.parts for vector in board], _Parts)
        holder = ctypes.c_void_p.from_address(id(state) + object.__basicsize__).value
        assert holder is not None
        this = ctypes.c_void_p.from_address(holder).value
        vectors = [ctypes.addressof(part.parts) for part in (thrown, bar, scores, whole)]
        self._set(this, 1 - seat, False, *vectors)
        assert spiel_checkers(state) == checkers, "this OpenSpiel lays states out otherwise"
        return state

    def turn(self, seat: int, checkers: Checkers, dice: Sequence[int]) -> dict[Checkers, Any]:
        """Every position that a turn can lead to, with the state after it."""
        return spiel_turn(self.state(seat, checkers, dice))


def spiel_turn(state: Any) -> dict[Checkers, Any]:
    """Every position that the turn of the player to act can lead to, with the state after it."""
    player = state.current_player()
    found: dict[Checkers, Any] = {}
    half: dict[Checkers, Any] = {}
    seen = set()
    for action in state.legal_actions():
        after = state.child(action)
        # Most actions equal another one: the same moves in another order.
        looks = tuple(after.observation_tensor(0))
        if looks in seen:
            continue
        seen.add(looks)
        # A double is two actions of the same player.
        goes_on = not after.is_terminal() and after.current_player() == player
        (half if goes_on else found).setdefault(spiel_checkers(after), after)
    for after in half.values():
        for checkers, last in spiel_turn(after).items():
            found.setdefault(checkers, last)
    return found


def spiel_checkers(state: Any) -> Checkers:
    """The checkers of a state of OpenSpiel."""
    first, second = (
        (*[state.board(player, point) for point in range(24)], state.board(player, _SPIEL_BAR))
        for player in (1, 0)
    )
    return first, second


def spiel_dice(state: Any) -> tuple[int, int]:
    """The dice of a state in which nothing is played yet."""
    first, second = state.observation_tensor(0)[-2:]
    return int(first), int(second)


class _Parts(ctypes.Structure):
    """A `std::vector`, as libstdc++ lays it out: where it begins, ends, and ends at most."""

    _fields_ = (("begin", ctypes.c_void_p), ("end", ctypes.c_void_p), ("most", ctypes.c_void_p))


class _Vector:
    """A vector that C++ may read."""

    def __init__(self, items: Sequence[Any], kind: Any = ctypes.c_int) -> None:
        self._items = (kind * len(items))(*items)
        begin = ctypes.addressof(self._items)
        end = begin + ctypes.sizeof(self._items)
        self.parts = _Parts(begin, end, end)


def random_positions(count: int, seed: int) -> Iterator[tuple[int, Checkers, tuple[int, int]]]:
    """Positions of many kinds, most of which play hardly ever reaches: seat, checkers and dice."""
    rng = Random(seed)
    for _ in range(count):
        seat, kind = rng.randrange(2), rng.choice(("any", "few", "near", "walls", "bar", "stuck"))
        dice = rng.randint(1, 6), rng.randint(1, 6)
        yield seat, _stuck(rng, seat) if kind == "stuck" else _checkers(rng, kind), dice


def _stuck(rng: Random, seat: int) -> Checkers:
    """A few checkers of the player to move among many points that the other holds.

    There it matters most which dice are played, and in which order: in one of ten positions.
    """
    rows = [[0] * (BAR + 1) for _ in range(2)]
    held = rng.sample(range(24), rng.randint(5, 7))
    for point in [*held, *held, *rng.choices(held, k=CHECKERS - 2 * len(held))]:
        rows[1 - seat][point] += 1
    free = [point for point in range(24) if point not in held]
    for _ in range(rng.randint(1, 4)):
        rows[seat][rng.choice(free)] += 1
    return tuple(rows[0]), tuple(rows[1])


def _checkers(rng: Random, kind: str) -> Checkers:
    """Checkers of both, no point with both; at least one of each is left."""
    rows = [[0] * (BAR + 1) for _ in range(2)]
    for seat in rng.sample((0, 1), 2):
        row, other = rows[seat], rows[1 - seat]
        left = rng.randint(1, 6) if kind == "few" else rng.randint(1, CHECKERS)
        if kind in ("any", "walls") or (kind == "near" and rng.random() < 0.3):
            left = CHECKERS
        if kind == "bar" or rng.random() < 0.1:
            row[BAR] = rng.randint(1, min(left, 4))
        near = range(6) if seat == 0 else range(18, 24)
        reach = near if kind == "near" and rng.random() < 0.9 else range(24)
        free = [point for point in reach if other[point] == 0]
        if not free:
            free = [point for point in range(24) if other[point] == 0]
        if kind == "walls":
            free = rng.sample(free, min(len(free), rng.randint(5, 8)))
        for _ in range(left - row[BAR]):
            row[rng.choice(free)] += 1
    return tuple(rows[0]), tuple(rows[1])


def compare_positions(count: int, seed: int = 0) -> int:
    """Compare whole turns in random positions; return how many results they have in total."""
    ours, theirs, results = Ours(), Spiel(), 0
    for seat, checkers, dice in random_positions(count, seed):
        said, expected = ours.turn(seat, checkers, dice), theirs.turn(seat, checkers, dice)
        assert said.keys() == expected.keys(), position_text(seat, checkers, dice)
        results += len(expected)
    return results


def compare_games(count: int, seed: int = 0) -> tuple[int, int]:
    """Play random games on both, turn by turn; return the numbers of turns and of results."""
    ours, theirs, rng = Ours(), Spiel(), Random(seed)
    # A rule about the end alone: the states are the same.
    counting = game_of(ours.game.spec.with_rules(gammons()), "python")
    turns = results = 0
    for _ in range(count):
        state = theirs.game.new_initial_state()
        state.apply_action(rng.choice(state.legal_actions()))
        record = ours.begin(spiel_dice(state), 1 - state.current_player())
        while True:
            assert int(record["seat"][0]) == 1 - state.current_player()
            expected, said = spiel_turn(state), ours.turn_from(record)
            assert said.keys() == expected.keys(), ours.game.position(record)
            turns, results = turns + 1, results + len(expected)
            checkers = rng.choice(sorted(expected))
            state, record = expected[checkers], said[checkers]
            if state.is_terminal():
                break
            chance, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(chance, odds)[0])
            record = ours.throw(record, spiel_dice(state))
        assert int(record["phase"][0]) == OVER
        gains = list(reversed(state.returns()))
        assert ours.game.returns(record) == [float(np.sign(gain)) for gain in gains]
        assert counting.returns(record) == gains
    return turns, results
