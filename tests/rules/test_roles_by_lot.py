"""`roles_by_lot`: a toss decides who attacks, and the Attacker begins."""

from generals_positions import expect, generals


def test_a_toss_decides():
    """Over many games either player attacks, and begins."""
    found = set()
    for seed in range(20):
        env = generals("", seed=seed, backend="python", role_choice="random")
        (attacker,) = {info["attacker"] for info in env.infos.values()}
        expect(env, attacker=attacker, turn=attacker, phase="move")
        found.add(attacker)
    assert found == {0, 1}
