"""Sit down at a table of `ludo-env serve` and play at random: `python table_client.py LINK`.

LINK is the link of a seat, which the host copies: http://127.0.0.1:8000/table/ID#TOKEN
"""

import json
import random
import sys
import time
from http.client import HTTPException
from urllib.request import Request, urlopen

PAGE, _, TOKEN = sys.argv[1].partition("#")
TABLE = PAGE.replace("/table/", "/api/tables/")


def ask(path, body=None):
    """Return the answer to a request, sent by POST if it has a body."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urlopen(Request(f"{TABLE}/{path}", data, headers), timeout=60)  # noqa: S310


answered, over = -1, False
while not over:
    try:
        for line in filter(bytes.strip, ask("states")):  # empty lines are keep-alives
            state = json.loads(line)
            if over := state.get("waits") == "over":
                print(state["title"])
                break
            if state["do"] and state["asked"] != answered:
                answered = state["asked"]
                move = {"action": random.choice(state["moves"])["action"]} if state["moves"] else {}
                ask(state["do"], {"asked": answered, **move})
    except (OSError, HTTPException) as error:
        print(error.read().decode() if hasattr(error, "read") else error)
        over = getattr(error, "code", 0) in (401, 404)  # this link is not valid
        answered = -1  # asked again, it is the same request
        time.sleep(1)
