"""`roles_fixed`: the first player attacks, and begins."""

from generals_positions import expect, generals, legal_words


def test_the_first_player_attacks():
    """The first player also begins, for any seed; there is no choice."""
    for seed in range(10):
        env = generals("", seed=seed, backend="python", role_choice="fixed")
        expect(env, attacker=0, turn=0, phase="move")
        assert not {"ATTACKER", "DEFENDER"} & set(legal_words(env))
