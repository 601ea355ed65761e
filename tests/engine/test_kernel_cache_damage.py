"""The disk cache: damaged code never runs, whatever is in the place of a kernel."""

import os
import pickle

import pytest
from tiny_kernels import files, tiny, written

from ludo_env._engine.compile import kernel_cache
from ludo_env._engine.compile.kernel_files import DamagedFileError, write_kernel


def replaced(path, capfd):
    """Check that a damaged file is reported in one line and replaced by a sound one."""
    capfd.readouterr()
    assert tiny(2)(21) == 42
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 1, lines
    assert "a damaged file of the cache is replaced: compiling tiny" in lines[0]
    assert path.is_file()
    assert tiny(2)(21) == 42
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "content",
    [b"", b"x", b"\0" * 500, pickle.dumps([1, 2, 3]), b"ludo_env kernel 1\n", b"\x7fELF" * 99],
    ids=["empty", "one byte", "zeros", "a pickle", "only a mark", "a program"],
)
def test_a_foreign_file_is_replaced(folder, capfd, content):
    """The kernel is compiled again, whatever is in its place."""
    tiny(2)
    path = written(folder)
    path.write_bytes(content)
    replaced(path, capfd)


def test_every_byte_counts(folder, capfd):
    """One flipped bit anywhere, in the header, the checksum or the code, is detected."""
    tiny(2)
    path = written(folder)
    good = path.read_bytes()
    for at in (*range(95), *range(95, len(good), 997), len(good) - 1):
        path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        with pytest.raises(DamagedFileError):
            kernel_cache._load(path, good[18:50])
    replaced(path, capfd)


def test_nothing_is_unpickled_before_it_is_checked(folder, capfd, tmp_path):
    """A pickle that would run a command when it is read is not read."""
    mark = tmp_path / "was run"

    class Trap:
        def __reduce__(self):
            return os.mkdir, (str(mark),)

    tiny(2)
    path = written(folder)
    good = path.read_bytes()
    trap = pickle.dumps(Trap())
    for content in (trap, good[:90] + trap, good[:90] + trap.ljust(len(good) - 90, b".")):
        path.write_bytes(content)
        replaced(path, capfd)
    assert not mark.exists()


def test_sound_bytes_that_numba_cannot_use_are_replaced(folder, capfd):
    """A file with a right checksum may still not be a kernel."""
    tiny(2)
    path = written(folder)
    write_kernel(path, path.read_bytes()[18:50], pickle.dumps(("not", "a", "kernel")))
    replaced(path, capfd)


def test_a_folder_in_the_place_of_the_file(folder, capfd):
    """The folder is moved aside, with its contents."""
    tiny(2)
    path = written(folder)
    path.unlink()
    path.mkdir()
    (path / "letter").write_text("keep me")
    replaced(path, capfd)
    assert [kept.read_text() for kept in folder.rglob("letter")] == ["keep me"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_in_the_place_of_the_file(folder, capfd):
    """The reader does not wait for a writer."""
    tiny(2)
    path = written(folder)
    path.unlink()
    os.mkfifo(path)
    replaced(path, capfd)


def test_a_huge_file_is_not_read(folder, capfd):
    """A file of a terabyte is refused by its length."""
    tiny(2)
    path = written(folder)
    with path.open("r+b") as file:
        file.truncate(1 << 40)
    replaced(path, capfd)


def test_the_kernel_of_another_game_is_not_run(folder, capfd):
    """A sound file of another kernel is treated like a damaged file."""
    tiny(3)
    other = written(folder)
    tiny(2)
    path = next(path for path in files(folder) if path != other)
    path.write_bytes(other.read_bytes())
    replaced(path, capfd)


@pytest.mark.parametrize("target", ["itself", "nowhere"])
def test_a_link_in_the_place_of_the_file(folder, capfd, target):
    """A link that leads nowhere, or round in a circle, is treated like a damaged file."""
    tiny(2)
    path = written(folder)
    path.unlink()
    path.symlink_to(path if target == "itself" else folder / target)
    replaced(path, capfd)
    assert not path.is_symlink()
