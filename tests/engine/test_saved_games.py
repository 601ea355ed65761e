"""Saved games that are damaged and sealed again."""

import json
import re

import pytest
from game_tables import a_table, decide, to_a_person

from ludo_env import LudoError, load_game
from ludo_env._play.saved_game import sealed
from ludo_env.play import load_table, save_table


def changed(data, **changes):
    """Saved data with changes, sealed again as by somebody who knows the format."""
    return json.dumps(sealed(data | changes))


def test_damaged_files_are_refused_in_a_sentence(tmp_path):
    """Cut off, changed, foreign and invented files are refused in one sentence."""
    table, path = a_table(), tmp_path / "game.json"
    decide(table, 5)
    to_a_person(table)
    save_table(table, path)
    text = path.read_text()
    data = json.loads(text)
    state = data["state"]
    wrong = {
        "": "is not a saved game: it is not JSON.",
        "[]": "is not a saved game.",
        '{"format": "chess"}': "is not a saved game.",
        text[:-40]: "is not a saved game: it is not JSON.",
        text.replace('"number": ', '"number": 1'): "is damaged: it is not as it was written.",
        text.replace('"version": 2', '"version": 9'): "was saved by another version of ludo-env.",
        changed(data, game="chess"): "holds an unknown game: 'chess' is not a game",
        changed(data, game="/etc/passwd.json"): "holds an unknown game",
        changed(data, game="tock"): "is damaged: the numbers are not those of the game.",
        changed(data, seats=["human"]): "is damaged: the seats are not those of the game.",
        changed(data, seats=[1, 2, 3, 4]): "is damaged",
        changed(data, seed="x"): "is damaged: A seed is a whole number",
        changed(data, number=-1): "is damaged",
        changed(data, actions=None): "is damaged: the actions are not those of the game.",
        changed(data, actions=[999]): "is damaged: the actions are not those of the game.",
        changed(data, chances=[]): "is damaged",
        changed(data, chances=[{}] * 4): "is damaged",
        changed(data, chances=7): "is damaged",
        changed(data, stream={}): "is damaged: the numbers are not those of the game.",
        changed(data, state=state | {"phase": 0}): "is damaged: nobody is to act in it.",
        changed(data, state=state | {"seat": 100}): "is damaged: Field 'seat' became 100",
        changed(data, state=state | {"seat": 2**70}): "is damaged",
        changed(data, state=state | {"dice": [9]}): "is damaged",
        changed(data, state=state | {"dice": 6}): "is damaged: dice is not what it is in the game.",
        changed(data, state=state | {"dice": []}): "is damaged: dice is not what it is",
        changed(data, state=state | {"winner": True}): "is damaged: winner is not what it is",
        changed(data, state=state | {"progress": [3] * 16}): "is damaged",
        changed(data, state=[]): "is damaged",
    }
    for content, complaint in wrong.items():
        path.write_text(content)
        with pytest.raises(LudoError, match=re.escape(f"{path} {complaint}")):
            load_table(path, "python")
    path.write_bytes(bytes(range(256)))
    with pytest.raises(LudoError, match="is not a saved game"):
        load_table(path, "python")


def test_code_in_a_saved_game_needs_trust(tmp_path):
    """Nothing that a file names is imported unless the caller trusts it."""
    path = tmp_path / "game.json"
    save_table(a_table(), path)
    game = load_game("ludo").to_dict()
    game["rules"].append({"rule": "antigravity:fly"})
    path.write_text(changed(json.loads(path.read_text()), game=game))
    with pytest.raises(LudoError, match="is code of its own"):
        load_table(path, "python")
