"""`open_path`: a unit goes straight on over empty cells, and never over the General."""

from generals_positions import expect, generals, legal_words


def test_a_path_is_empty():
    """A unit on 20 does not pass a friend or an enemy on 21."""
    for position in ("A=20,21 D=99", "A=20 D=21,99"):
        env = generals(f"{position} turn=0 die=2", backend="python")
        assert "20>22" not in legal_words(env)
        assert {"20>00", "20>40"} <= set(legal_words(env))


def test_never_over_the_general():
    """A unit on 42 cannot move by 4: 44 and 45 are the General's."""
    env = generals("A=42 D=99 turn=0 die=4", backend="python")
    expect(env, legal="42>02 42>82")
