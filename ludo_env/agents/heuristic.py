"""The heuristic agent: it scores every legal move by fixed rules, and plays the best.

The rules are the clauses of docs/agents/heuristic.md; `heuristic_score` has the scores. This module
has the entry points: a view of a race, a position of the classic board, or a state as in LUDOpy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludo_env._engine.arguments import check_flag, is_integer
from ludo_env._engine.errors import LudoError, nearest, quoted
from ludo_env._engine.game import Game
from ludo_env._families.track.actions import numbers_of
from ludo_env._families.track.effects import RaceEffects
from ludo_env._families.track.owners import owning
from ludo_env._families.track.tables import YARD
from ludo_env.agents.heuristic_distances import (
    BOARD_A,
    HOME,
    LUDOPY,
    OFF,
    Course,
    course_of,
    enemies_of,
    is_classic,
    ring_of,
    shift,
)
from ludo_env.agents.heuristic_score import (
    UNTOUCHED,
    Candidate,
    Situation,
    Verdict,
    move_of_board_a,
    move_of_ludopy,
)
from ludo_env.agents.heuristic_weights import PARAMETERS, weights_of
from ludo_env.agents.view import View

MOVERS = {"env": (BOARD_A, move_of_board_a), "ludopy": (LUDOPY, move_of_ludopy)}
PIECES, GOAL, ARMS = 4, 57, 4
NOTHING = Verdict("PASS", 0, {"rule": "PASS"})  # moves no piece, captures none


class HeuristicAgent:
    """An agent that plays the move with the highest score, ties at random.

    - `profile` "env": landing, capture and safety are those of the game; "ludopy": those of LUDOpy,
      whatever the game does (classic board and one die only).
    - `threat_override`: the rules that keep their score while the piece is threatened (C-36).
    - `seed`: the seed for breaking ties without a view.
    - `spawn_danger`: the squares in front of the opponents' entries are threatened too (C-11).
    - `weights`: scores and factors that replace those of the text, by name; each is also a keyword,
      so `weights={"CAPTURE": 60000}` and `capture=60000` are the same (C-31 to C-33).
    """

    name = "heuristic"
    more_parameters = PARAMETERS  # keywords that the signature does not list
    is_on_policy = False  # C-41
    needs_replay_learning = False

    def __init__(
        self,
        profile: str = "env",
        threat_override: str = "except_win",
        seed: int | None = None,
        debug_scores: bool = False,
        spawn_danger: bool = False,
        weights: Mapping[str, float] | None = None,
        **named_weights: float,
    ) -> None:
        _one_of("profile", profile, MOVERS)
        _one_of("threat_override", threat_override, UNTOUCHED)
        for flag, value in (("debug_scores", debug_scores), ("spawn_danger", spawn_danger)):
            check_flag(flag, value, LudoError)
        if seed is not None and not _is_whole(seed, 0, 2**128):
            raise LudoError(f"seed is a whole number from 0, or none, not {quoted(seed)}.")
        self.weights = weights_of(weights, named_weights)
        self.profile = profile
        self.supports_score_debug = debug_scores
        self.random = np.random.default_rng(seed)  # C-38
        self.threat_override, self.spawn_danger = threat_override, spawn_danger
        self._debug: dict[str, Any] = {}

    def prepare(self, game: Game) -> None:
        """Refuse a game without a ring; nothing needs to be compiled."""
        ring_of(game)

    def act(self, view: View) -> int:
        """Return the legal action with the highest score; a pass if nothing else is legal."""
        self._debug = {}
        ring_of(view.game)
        state = view.game.layout.unpack(view.record)
        if not view.actions:
            return 0  # C-39
        if len(view.actions) == 1 and not self.supports_score_debug:
            return view.actions[0]
        situations: dict[int, Situation] = {}
        scored = []
        for move in view.moves:
            if move.mover not in situations:
                situations[move.mover] = self._situation(view.game, state, move.mover)
            situation = situations[move.mover]
            candidate = self._candidate(view.game, state, situation, move)
            verdict = situation.judge(candidate) if candidate else NOTHING
            scored.append((candidate or Candidate(-1, HOME, OFF, action=move.action), verdict))
        candidate, verdict = _best(scored, view.random)
        if self.supports_score_debug:
            die = _dice_in_words(view.game, state, candidate.action)
            self._note(course_of(view.game, int(state.colour)), candidate, verdict, die)
        return candidate.action

    def evaluate(
        self, own: Sequence[int], enemies: Mapping[int, Sequence[int]], die: int
    ) -> dict[int, tuple[str, int, float]]:
        """Return rule, landing (pos57) and score of each piece that can move on the board of Ludo.

        `enemies` has the pieces of the players 1, 2 or 3 seats after the agent, in their own frame;
        the pieces of a player who is not listed are all home. The agent's colour counts as having
        captured, so its pieces turn into the lane at 51.
        """
        course = MOVERS[self.profile][0]
        return {
            candidate.piece: (verdict.rule, course.pos_of(candidate.landing), verdict.score)
            for candidate, verdict in self._evaluated(own, enemies, die)
        }

    def act_from_state(self, state: Any) -> int:
        """C-40: return the index of the best in `movable_pieces`, or in `valid_moves` without them.

        `state` has `player_pieces`, `enemy_pieces` (of the players after the agent, in that order),
        `dice_roll`, `valid_moves`, and maybe `movable_pieces`. A piece that cannot move is skipped.
        """
        self._debug = {}
        valid = list(state.valid_moves)
        pieces = getattr(state, "movable_pieces", None)
        named = list(pieces) if pieces is not None and len(pieces) else valid
        enemies = dict(enumerate(() if state.enemy_pieces is None else state.enemy_pieces, 1))
        found = self._evaluated(state.player_pieces, enemies, state.dice_roll)
        scored = {pair[0].piece: pair for pair in found}
        choices = [scored[piece] for piece in named if piece in scored]
        if not valid or not choices:
            return 0  # C-39
        candidate, verdict = _best(choices, self.random)
        if self.supports_score_debug:
            self._note(MOVERS[self.profile][0], candidate, verdict, state.dice_roll)
        return named.index(candidate.piece)

    def get_last_score_debug(self) -> dict[str, Any]:
        """C-41: return piece, from, to, die, components and total of the last move.

        Empty if `debug_scores` is off, and if the last answer scored nothing (C-39).
        """
        return self._debug

    def _evaluated(
        self, own: Sequence[int], enemies: Mapping[int, Sequence[int]], die: int
    ) -> list[tuple[Candidate, Verdict]]:
        course, mover = MOVERS[self.profile]
        if not _is_whole(die, 1, 6):
            raise LudoError(f"A die shows 1..6, not {quoted(die)}.")
        if not set(enemies) <= set(range(1, ARMS)):
            raise LudoError(f"Enemies sit 1, 2 or 3 seats after me, not {list(enemies)}.")
        theirs = [(after, _four(enemies.get(after, (HOME,) * PIECES))) for after in range(1, ARMS)]
        situation = Situation(
            course,
            tuple(map(course.place_of, _four(own))),
            tuple(
                tuple(course.seen(course.place_of(pos), 13 * after) for pos in crowd)
                for after, crowd in theirs
            ),
            tuple(crowd.count(GOAL) for _, crowd in theirs),
            self.threat_override,
            self.spawn_danger,
            self.weights,
        )
        moves = [mover(situation, piece, int(die)) for piece in range(PIECES)]
        return [(move, situation.judge(move)) for move in moves if move]

    def _situation(self, game: Game, state: Any, colour: int) -> Situation:
        """Return the situation. C-3: seats count, not players: a missing player leaves a gap."""
        board, env = ring_of(game), self.profile == "env"
        if not env and not is_classic(game):
            raise LudoError(
                "The profile 'ludopy' is for the classic board of 52 squares and one die; "
                f"{game.spec.name} needs the profile 'env'."
            )
        course = course_of(game, colour) if env else LUDOPY

        owner_of = owning(game.plain.tables)

        def pieces(player: int) -> list[int]:
            return [
                state.progress[piece]
                for piece in range(board.players * board.pieces)
                if piece % board.pieces < board.counts[piece // board.pieces]
                and owner_of(state, piece) == player
            ]

        enemies = enemies_of(board, colour)
        return Situation(
            course,
            tuple(max(place, YARD) + 1 for place in pieces(colour)),
            tuple(
                tuple(
                    course.seen(place + 1, shift(board, colour, other)) for place in pieces(other)
                )
                for other in enemies
            ),
            tuple(pieces(other).count(board.finish) for other in enemies),
            self.threat_override,
            self.spawn_danger,
            self.weights,
        )

    def _candidate(
        self, game: Game, state: Any, situation: Situation, move: RaceEffects
    ) -> Candidate | None:
        """C-43: return a legal action with its actual effects; None if it benefits nobody."""
        board, mover = ring_of(game), int(state.colour)
        victims = [one.cell for one in move.captures if not board.allied(one.whose, mover)]
        victims += [one.cell for one in move.converted if not board.allied(one.whose, mover)]
        if move.piece < 0 or not board.allied(move.mover, mover):
            # A special exit lands where it captures, as does an enemy's piece that the player may
            # move.
            place = (victims[0] - board.entry(move.mover)) % board.ring + 1 if victims else OFF
            return Candidate(-1, HOME, place, True, action=move.action) if victims else None
        start, end = max(move.start, YARD) + 1, max(move.end, YARD) + 1
        found = Candidate(move.piece, start, end, bool(victims), start == HOME)
        if self.profile == "ludopy":
            found = move_of_ludopy(situation, move.piece, state.dice[0]) or found
        return found._replace(action=move.action)

    def _note(self, course: Course, move: Candidate, verdict: Verdict, die: Any) -> None:
        self._debug = {
            "piece": move.piece,
            "from": course.pos_of(move.start),
            "to": course.pos_of(move.landing),
            "die": die,
            "components": verdict.components,
            "total": verdict.score,
        }


def _best(
    scored: Sequence[tuple[Candidate, Verdict]], random: np.random.Generator
) -> tuple[Candidate, Verdict]:
    """C-37: return the highest score; ties are broken uniformly."""
    highest = max(verdict.score for _, verdict in scored)
    best = [pair for pair in scored if pair[1].score == highest]
    return best[int(random.integers(len(best)))]


def _dice_in_words(game: Game, state: Any, action: int) -> Any:
    """Return the die of an action as a number; several as text; None without a move."""
    numbers = numbers_of(game.plain.tables, game.facts)
    if action >= numbers.moves:
        return None
    words = str(game.plain.laws.say_dice(state, numbers.parts(action)[1]))
    return int(words) if words.isdigit() else words


def _four(pieces: Sequence[int]) -> tuple[int, ...]:
    if len(pieces) != PIECES or not all(_is_whole(place, 0, GOAL) for place in pieces):
        raise LudoError(f"A colour is four positions 0..{GOAL}, not {quoted(pieces)}.")
    return tuple(int(place) for place in pieces)


def _one_of(word: str, value: object, known: Mapping[str, object]) -> None:
    if not isinstance(value, str) or value not in known:
        raise LudoError(f"Unknown {word} {quoted(value)}; {nearest(value, known)}")


def _is_whole(value: object, low: int, high: int) -> bool:
    return is_integer(value) and low <= value <= high
