"""The games of the library: one table of their names, specs, files, environments and ids.

Packages add games by entry points of the group `ludo_env.games`: a name, and a function that
returns a `Spec`.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from ludo_env._engine.arguments import check_flag, is_one_of
from ludo_env._engine.errors import LudoError, SpecError, nearest, quoted
from ludo_env._engine.family import Family
from ludo_env._engine.game_data import from_dict
from ludo_env._engine.game_files import load
from ludo_env._engine.plug_ins import left_out, loaded, plug_ins, wrong_kind_of
from ludo_env._engine.spec import Spec
from ludo_env._families.grid.games.generals import ROLES, generals
from ludo_env._families.track.games.files import file_names, file_of, file_spec
from ludo_env._families.track.games.french import french_ludo
from ludo_env._families.track.games.ludo import MODES, ludo
from ludo_env._families.track.games.seats import FIRST_PLAYERS
from ludo_env._families.track.games.strict import strict_ludo
from ludo_env._families.track.rules.blocking.forced_unblocking import SCOPES as UNBLOCK_SCOPES
from ludo_env._families.track.rules.blocking.protected_entry import LANDINGS
from ludo_env._families.track.rules.bonus.three_sixes import RESETS
from ludo_env._families.track.rules.turns.single_pawn import SCOPES as SINGLE_PAWN_SCOPES

_SUFFIXES = (".toml", ".json")
_PLAYERS = (2, 3, 4)


@dataclass(frozen=True)
class GameEntry:
    """A game of the catalogue: how to make its spec, its file, and its environment."""

    name: str
    make: Callable[..., Spec]  # makes its spec from the keywords of the game
    module: str = ""  # of ludo_env.envs, if the game has an environment of its own
    pettingzoo_id: str = ""
    gymnasium_id: str = ""
    file: Path | None = None
    # The words that each keyword of the game accepts.
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    point: EntryPoint | None = None  # of a game of another package

    def spec(self) -> Spec:
        """Return the spec of the game without keywords."""
        return self.make() if self.file is None else file_spec(self.name)

    @property
    def ids(self) -> tuple[str, ...]:
        """Every name of its environment."""
        return tuple(filter(None, (self.module, self.pettingzoo_id, self.gymnasium_id)))

    @cached_property
    def loads(self) -> bool:
        """Whether the game can be made; if not, a warning says why, once."""
        try:
            self.spec()
        except SpecError as error:
            if self.point is None:
                raise
            left_out(error)
            return False
        return True

    @cached_property
    def keywords(self) -> tuple[str, ...]:
        """The keywords of the game."""
        return tuple(inspect.signature(self.make).parameters)

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that the game allows."""
        if self.point is not None:
            with suppress(SpecError):  # it is refused when it is played, not when it is listed
                return (self.spec().players,)
            return _PLAYERS[:1]
        return _PLAYERS if "num_players" in self.keywords else (self.spec().players,)

    @cached_property
    def modes(self) -> tuple[str, ...]:
        """The modes of the game; empty if there is no choice."""
        return self.choices.get("mode", ())

    @cached_property
    def summary(self) -> str:
        """A description of the game: the first line of its file, or of the module that makes it."""
        if self.point is not None:
            return f"A game of another package: {self.point.value}."
        if self.file is not None:
            return self.file.read_text("utf-8").partition("\n")[0].lstrip("# ")
        return (sys.modules[self.make.__module__].__doc__ or "").partition("\n")[0]


def load_game(spec: str | Path | Spec | Mapping[str, Any], *, trust: bool = False) -> Spec:
    """Return the spec of a game, given its name, its file, its plain data, or the spec itself.

    `trust=True` lets a file name rules of your own, which are code.
    """
    check_flag("trust", trust)
    if isinstance(spec, Spec):
        return spec
    if isinstance(spec, Mapping):
        return from_dict(spec, trust=trust)
    if isinstance(spec, Path) or (isinstance(spec, str) and spec.endswith(_SUFFIXES)):
        return load(spec, trust=trust)
    if not is_one_of(spec, game_names()):
        raise SpecError(
            f"Unknown game {quoted(spec)}: a game is a Spec, a dictionary, a file ending in .toml "
            f"or .json, or a name; {nearest(spec, game_names())}"
        )
    return games()[spec].spec()


def spec_with(
    game: str, players: int | None = None, mode: str | None = None, *, trust: bool = False
) -> Spec:
    """Return the spec of a game with these players and this mode; None keeps its own."""
    known = games().get(game)
    asked = {"num_players": players, "mode": mode}
    chosen = {name: value for name, value in asked.items() if value is not None}
    if known is not None and all(name in known.keywords for name in chosen):
        return known.make(**chosen) if chosen else load_game(game, trust=trust)
    spec = load_game(game, trust=trust)
    own = MODES[1] if getattr(spec.board, "teams", ()) else MODES[0]
    for name, has, words in (
        ("num_players", spec.players, f"{players} players"),
        ("mode", own, f"the mode {mode!r}"),
    ):
        if chosen.get(name, has) != has:
            is_file = known is None or known.file is not None
            way = "; copy its file with `ludo-env rules new` to change it" if is_file else ""
            raise LudoError(
                f"{game} cannot be played with {words}: it is a game for {spec.players} players "
                f"in the mode {own!r}{way}."
            )
    mine = {name: value for name, value in chosen.items() if known and name in known.keywords}
    return known.make(**mine) if known and mine else spec


@lru_cache(maxsize=1)
def games() -> Mapping[str, GameEntry]:
    """Return all games by name: those with environments first, then files, then other packages."""
    known = {entry.name: entry for entry in NAMED}
    for name in file_names():
        known.setdefault(name, GameEntry(name, partial(file_spec, name), file=file_of(name)))
    for name, point in plug_ins("games").items():
        known.setdefault(name, GameEntry(name, _maker(point), point=point))
    return known


def listed_games() -> Mapping[str, GameEntry]:
    """Return the games for menus and lists, without those of other packages that fail."""
    return {name: entry for name, entry in games().items() if entry.point is None or entry.loads}


def game_names() -> tuple[str, ...]:
    """Return the names of all games, sorted."""
    return tuple(sorted(games()))


def name_of(spec: Spec) -> str:
    """Return the name of the game with this spec, or "" if it is not in the list."""
    return next((name for name, known in _specs() if known.key == spec.key), "")


def boards_of(family: Family) -> list[Any]:
    """Return the boards of the games of a family."""
    return list(dict.fromkeys(spec.board for _, spec in _specs() if spec.family is family))


def _specs() -> Iterator[tuple[str, Spec]]:
    """Yield the name and the spec of every listed game."""
    for name, entry in sorted(listed_games().items()):
        yield name, entry.spec()


def _maker(point: EntryPoint) -> Callable[..., Spec]:
    """Return the function of an entry point, which is imported when it is first called."""

    def make() -> Spec:
        spec = loaded(point, "game", SpecError, call=True)
        if not isinstance(spec, Spec):
            raise wrong_kind_of(point, "game", spec, "a Spec", SpecError)
        return spec

    return make


# The games that are made by functions; those with a module have an environment of their own.
NAMED = (
    GameEntry(
        name="ludo",
        make=ludo,
        module="ludo_v0",
        pettingzoo_id="ludo_env/ludo-v0",
        gymnasium_id="ludo_env/Ludo-v0",
        file=file_of("ludo"),
        choices={"mode": MODES, "sixes_reset": RESETS, "first_player": FIRST_PLAYERS},
    ),
    GameEntry(
        name="strict",
        make=strict_ludo,
        module="strict_ludo_v0",
        pettingzoo_id="ludo_env/strict_ludo-v0",
        gymnasium_id="ludo_env/StrictLudo-v0",
        file=file_of("strict"),
        choices={"protected_landing": LANDINGS, "first_player": FIRST_PLAYERS},
    ),
    GameEntry(
        name="french",
        make=french_ludo,
        module="french_ludo_v0",
        pettingzoo_id="ludo_env/french_ludo-v0",
        gymnasium_id="ludo_env/FrenchLudo-v0",
        file=file_of("french"),
        choices={
            "unblock_scope": UNBLOCK_SCOPES,
            "single_pawn_scope": SINGLE_PAWN_SCOPES,
            "first_player": FIRST_PLAYERS,
        },
    ),
    GameEntry(
        name="generals",
        make=generals,
        module="generals_v0",
        pettingzoo_id="ludo_env/generals-v0",
        gymnasium_id="ludo_env/Generals-v0",
        choices={"role_choice": tuple(ROLES)},
    ),
)
# The environment modules: those of games, and the one that takes any game.
ENVIRONMENTS = (
    *(entry for entry in NAMED if entry.module),
    GameEntry(
        name="loose",
        make=load_game,
        module="loose_ludo_v0",
        pettingzoo_id="ludo_env/loose_ludo-v0",
        gymnasium_id="ludo_env/LooseLudo-v0",
    ),
)
