"""The engine against independent slow models of the rules, at every step of many games."""

import itertools

import pytest
from lockstep import play_games, play_positions
from oracle import french_model, generals_model, ludo_model, strict_model

from ludo_env import french_ludo_v0, generals_v0, ludo_v0, strict_ludo_v0

LUDO = [(2, "ffa"), (3, "ffa"), (4, "ffa"), (4, "teams")]
LUDO_FLAGS = [
    {"exact_finish": True},
    {"extra_roll_on_six": False},
    {"extra_roll_on_capture": False},
    {"extra_roll_on_finish": True},
    {"safe_squares": ()},
    {"safe_squares": (3, 16, 29, 42)},
    {"share_when_stuck": True, "exact_finish": True},
    {"sixes_reset": "turn"},
]
STRICT = [
    {"dice": dice, "end_path": end_path, "corners": corners}
    for dice, end_path, corners in itertools.product((1, 2), (5, 4), (False, True))
]
STRICT_FLAGS = [
    {"protected_landing": "coexist"},
    {"end_path_stack": False},
    {"num_players": 2, "corners": True},
    {"num_players": 3, "end_path": 4},
]


def ludo(players, mode, games, positions, backend="auto", seed=0, **flags):
    """Play so many games and positions of one kind of Ludo; return the decisions compared."""
    env = ludo_v0.raw_env(num_players=players, mode=mode, backend=backend, **flags)
    model = ludo_model.LudoModel(players, mode, **flags)
    safe = {key: flags[key] for key in flags if key == "safe_squares"}
    played = play_games(env, model, games, seed)
    return played + play_positions(
        env,
        model,
        lambda rng: ludo_model.random_position(rng, players, mode, **safe),
        positions,
        seed,
    )


def strict(games, positions, backend="auto", seed=0, num_players=4, **flags):
    """Play so many games and positions of a kind of Strict Ludo; return the decisions compared."""
    env = strict_ludo_v0.raw_env(num_players=num_players, backend=backend, **flags)
    model = strict_model.StrictModel(num_players, **flags)
    played = play_games(env, model, games, seed)
    return played + play_positions(
        env,
        model,
        lambda rng: strict_model.random_position(rng, num_players, **flags),
        positions,
        seed,
    )


# Everything that the slow model of French Ludo counts; ordinary play reaches half of it.
FRENCH_FIRES = (
    *("case 1a", "case 1b", "case 1c", "case 1d"),
    *("case 2a", "case 2b", "case 2c", "case 2d", "case 2e"),
    *("case 3a", "case 3b", "case 3c", "case 3d", "case 3e", "case 3f"),
    *("special exit", "buy-back", "sweep capture", "jump capture", "exit capture"),
    *("F1", "F1 exception gap", "F1 exception chain", "F2", "F3"),
    *("lock", "chain of 6+6", "lost dice"),
)


def french(players, games, positions, backend="auto", seed=0, **flags):
    """Play so many games and positions of French Ludo; return the model with its counts."""
    env = french_ludo_v0.raw_env(num_players=players, backend=backend, **flags)
    model = french_model.FrenchModel(players, **flags)
    assert play_games(env, model, games, seed) > 100 * games
    play_positions(
        env, model, lambda rng: french_model.random_position(rng, players), positions, seed, 3
    )
    return model


def fired(record_property, model, names, least):
    """Print how often each rule was used, and assert that each was used often enough."""
    counts = {name: model.fired[name] for name in names}
    record_property("fired", counts)
    assert min(counts.values()) >= least, counts


# Everything that the slow model of Generals counts and that play can reach.
GENERALS_FIRES = (
    *("garrisoning", "garrisoning_into_moat", "offensive_special", "offensive_then_no_move"),
    *("conversion_single", "conversion_choice", "conversion_none", "move_inside_garrison"),
    *("hit", "third_hit", "third_hit_by_last_unit", "interception", "combat", "moat_fight"),
    *("stalemate_reroll", "dead_turn", "attacker_wins", "defender_wins"),
)
GENERALS_FLAGS = [
    {"diagonal": True},
    {"role_choice": "choose"},
    {"role_choice": "random"},
    {"offensive_consumes_turn": True},
    {"convert_inside": True},
    {"adjudicate_hopeless": True},
]


class Mirror(generals_model.GeneralsModel):
    """The slow model, with the engine's results wherever lots are drawn: tosses and victims."""

    def __init__(self, env, **flags):
        super().__init__(**flags)
        self.env = env
        self.drawn = []  # the number of guards, and which was drawn
        self.victim = self.victim_of

    def start(self, dice):
        """Start; the player asked wins the toss, and a lot makes the first player the Attacker."""
        super().start(dice, toss=int(self.env.agent_selection[-1]))

    def victim_of(self, guards):
        """Return the only guard that is missing in the engine's position."""
        board = dict(word.split("=") for word in self.env.position.split())["board"]
        left = board.replace("/", "")
        (gone,) = [index for index, cell in enumerate(guards) if left[cell] != "D"]
        self.drawn.append((len(guards), gone))
        return gone


def generals(games, positions, backend="auto", seed=0, **flags):
    """Play so many games and positions of Generals; return the model with its counts."""
    flags = {"role_choice": "fixed", **flags}
    env = generals_v0.raw_env(backend=backend, observation="compact", max_turns=None, **flags)
    model = Mirror(env, **flags)
    assert play_games(env, model, games, seed) > 100 * games

    def position(rng):
        while True:
            text = generals_model.random_position(rng, model.diagonal)
            model.load(text, lambda: rng.randint(1, 6))
            enough = model.board.count("A") >= 3 - model.hits
            if enough or not model.adjudicate_hopeless:
                return text

    play_positions(env, model, position, positions, seed)
    return model


@pytest.mark.parametrize("diagonal", [False, pytest.param(True, marks=pytest.mark.long)])
def test_generals(diagonal, record_property):
    """D-1..D-64 in play: engine and model agree in whole games and from rare positions."""
    model = generals(games=8, positions=450, backend="python", diagonal=diagonal)
    fired(record_property, model, GENERALS_FIRES, least=3)


@pytest.mark.parametrize("flags", GENERALS_FLAGS, ids=str)
def test_generals_flags(flags):
    """Engine and model agree for every flag of Generals (plain Python)."""
    generals(games=1, positions=40, backend="python", **flags)


@pytest.mark.long
@pytest.mark.parametrize("diagonal", [False, True])
def test_generals_long(diagonal, record_property):
    """Five thousand games and over a hundred thousand positions of Generals in all agree."""
    model = generals(games=2500, positions=65_000, diagonal=diagonal, seed=1)
    fired(record_property, model, GENERALS_FIRES, least=1000)


def test_french(record_property):
    """E-1..E-64 in play: engine and model agree in whole games and from rare positions."""
    model = french(4, games=9, positions=500)
    fired(record_property, model, FRENCH_FIRES, least=3)


@pytest.mark.parametrize("players", [2, 3])
def test_french_for_fewer(players):
    """Two and three players agree too (plain Python; `test_french_long` compiles them)."""
    french(players, games=1, positions=80, backend="python")


@pytest.mark.parametrize(
    "flags",
    [
        {"exit_sweep_includes_entry": True},
        {"unblock_scope": "all"},
        {"single_pawn_scope": "two"},
    ],
    ids=str,
)
def test_french_flags(flags):
    """Engine and model agree for every flag of French Ludo (plain Python)."""
    french(4, games=1, positions=80, backend="python", **flags)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_french_long(players, record_property):
    """Five thousand games and two hundred thousand positions of French Ludo in all agree."""
    model = french(players, games=1700, positions=67_000, seed=1)
    if players == 4:
        fired(record_property, model, FRENCH_FIRES, least=100)


@pytest.mark.parametrize("mode", ["ffa", "teams"])
def test_ludo(mode):
    """A-1..A-53 in play: engine and model agree in whole games and from rare positions."""
    backend = "auto" if mode == "ffa" else "python"  # `test_ludo_long` compiles both
    assert ludo(4, mode, games=10, positions=250, backend=backend) > 2000


@pytest.mark.parametrize("players", [2, 3])
def test_ludo_for_fewer(players):
    """The same is true for two and three players (plain Python; `test_ludo_long` compiles them)."""
    assert ludo(players, "ffa", games=2, positions=80, backend="python") > 400


@pytest.mark.parametrize("flags", LUDO_FLAGS, ids=str)
@pytest.mark.parametrize("mode", ["ffa", pytest.param("teams", marks=pytest.mark.long)])
def test_ludo_flags(mode, flags):
    """Engine and model agree for every flag of Ludo (plain Python, which also checks ranges)."""
    assert ludo(4, mode, games=1, positions=40, backend="python", **flags) > 200


# Both numbers of dice, both lengths, with corners and without; `test_strict_long` compiles all.
@pytest.mark.parametrize(
    "flags", [STRICT[0], pytest.param(STRICT[4], marks=pytest.mark.long)], ids=str
)
def test_strict(flags):
    """B-1..B-64 in play, for each number of dice and each board: engine and model agree."""
    assert strict(games=6, positions=150, **flags) > 2000


@pytest.mark.parametrize("flags", STRICT[1:], ids=str)
def test_strict_on_other_boards(flags):
    """The same is true for all other combinations (plain Python)."""
    assert strict(games=1, positions=40, backend="python", **flags) > 200


@pytest.mark.parametrize("flags", STRICT_FLAGS, ids=str)
@pytest.mark.parametrize("dice", [1, 2])
def test_strict_flags(dice, flags):
    """Engine and model agree for every flag of Strict Ludo (plain Python)."""
    assert strict(games=1, positions=40, backend="python", dice=dice, **flags) > 200


@pytest.mark.long
@pytest.mark.parametrize(("players", "mode"), LUDO)
def test_ludo_long(players, mode):
    """Ten thousand games and a hundred thousand positions of each kind of Ludo agree."""
    assert ludo(players, mode, games=10_000, positions=100_000, seed=1) > 10**6


@pytest.mark.long
@pytest.mark.parametrize("flags", STRICT, ids=str)
def test_strict_long(flags):
    """Ten thousand games and a hundred thousand positions of each kind of Strict Ludo agree."""
    assert strict(games=10_000, positions=100_000, seed=1, **flags) > 10**6
