"""Functions for worker processes: decisions of agents, hints, reasons and replays.

Arguments and results are plain data; the event loop calls nothing here directly.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Mapping
from functools import lru_cache
from multiprocessing import parent_process
from multiprocessing.connection import wait
from typing import Any

import numpy as np

from ludo_env._engine.game import Game
from ludo_env._engine.spec import Spec
from ludo_env._engine.state import Record
from ludo_env._play.replay import replayed
from ludo_env._play.replay_file import replay_as_data, replay_of_data
from ludo_env._play.walkthrough import Drawn, Walk
from ludo_env._render import position_editor
from ludo_env._render.display_options import Look
from ludo_env._render.keys import key_text
from ludo_env._render.move_hints import actions_of
from ludo_env._render.plain_words import numbered, plain_reason
from ludo_env._render.scene import scene_of
from ludo_env._web.arts import Arts, art_of
from ludo_env.agents.agent_errors import choice_of
from ludo_env.agents.human import advice, move_words, refusals
from ludo_env.agents.make import make_agent
from ludo_env.agents.view import Agent, View

_REASONS = 3  # number of reasons in an answer


def ready() -> bool:
    """Return at once; by then the process has imported what it needs."""
    return True


def begin() -> None:
    """Ignore Ctrl-C, as the server ends its workers itself; end if the server is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process with the server: an idle worker would not notice the server's end."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def decide(spec: Spec, record: Record, name: str, chance: list[int]) -> int:
    """Return the action that an agent chooses."""
    agent = _agent(name)
    game = _game(spec, "auto" if getattr(agent, "plays_on", False) else "python")
    view = View(game, record, np.random.default_rng(chance))
    return choice_of(agent, view, f"The agent {name!r} of player_{view.seat}")


def hint(spec: Spec, record: Record) -> tuple[str, int]:
    """Return a hint in words, and its action; -1 if there is no hint."""
    view = View(_game(spec, "python"), record, np.random.default_rng(0))
    adviser, action = advice(view)
    if not adviser:
        return "Nobody can give a hint here.", -1
    return f"{adviser} would play: {move_words(view, action)}", action


def reasons(spec: Spec, record: Record, viewer: int | None, keys: list[str]) -> str:
    """Return why pressed items cannot be played; without keys, reasons for any action."""
    game = _game(spec, "python")
    view = View(game, record, np.random.default_rng(0))
    spots = scene_of(game, record).spots
    asked = [spot.key for spot in spots if key_text(spot.key) in keys]
    among = [action for key in asked for action in actions_of(game, key, view.seat)]
    if keys and not among:
        return "Nothing there can be played."
    found = list(refusals(view, among=among or None))[:_REASONS]
    sentences = " ".join(plain_reason(game, record, reason) for reason in found)
    return sentences or "All that could be played is allowed."


def position_of(spec: Spec, seed: int, actions: list[int], start: str) -> str:
    """Return the position of a game after some actions."""
    game = Game(spec, "python")
    walk = Walk(game, Drawn(seed, 0), start)
    for action in actions:
        walk.play(action)
    return game.position(walk.record)


def edited(spec: Spec, text: str, change: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position and its picture after a change: of a word, or of the place of an item."""
    game = _game(spec, "python")
    if "item" in change:
        text = position_editor.moved(game, text, change["item"], change["x"], change["y"])
    elif "word" in change:
        text = position_editor.changed(game, text, change["key"], change["word"])
    record = position_editor.read(game, text)
    scene = numbered(scene_of(game, record))
    signed = numbered(scene_of(game, record, Look(symbols=True)))
    items, arts = Arts().placed(scene, signed)
    return {
        "position": game.position(record),
        "words": position_editor.written_words(game, text),
        "turns": position_editor.turns(game, text),
        "size": [scene.width, scene.height],
        "board": art_of(scene.board)[1][0],
        "items": items,
        "arts": arts,
    }


def replay_of(
    spec: Spec, seed: int, actions: list[int], sitters: list[str], start: str = ""
) -> dict[str, Any]:
    """Return the replay of a game as plain data."""
    return replay_as_data(replayed(spec, seed, actions, position=start, agents=sitters))


def replay_page_of(
    spec: Spec, seed: int, actions: list[int], sitters: list[str], start: str = ""
) -> str:
    """Return the replay page of a game."""
    from ludo_env._render.replay_page import replay_page

    return replay_page(replayed(spec, seed, actions, position=start, agents=sitters))


def shared_page_of(data: Mapping[str, Any]) -> str:
    """Return the page of a replay from a client; custom rules are refused."""
    from ludo_env._render.replay_page import replay_page

    return replay_page(replay_of_data(data, "The game"))


@lru_cache(maxsize=32)
def _game(spec: Spec, backend: str) -> Game:
    """Return a game of this process, not shared: games in plain Python have work lists."""
    return Game(spec, backend)


@lru_cache(maxsize=32)
def _agent(name: str) -> Agent:
    return make_agent(name)
