"""The workflows: each step that runs something runs a script of `.ci`."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SCRIPTS = sorted((ROOT / ".ci").iterdir())
BASH = shutil.which("bash")


def test_there_are_workflows():
    """There are workflows for tests, a nightly run, and releases."""
    assert [path.name for path in WORKFLOWS] == ["nightly.yml", "release.yml", "tests.yml"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_runs_scripts(path):
    """Steps run scripts only, so that they can be repeated outside the workflow."""
    text = path.read_text("utf-8")
    runs = re.findall(r"^ *(?:- )?run: (.*)$", text, re.MULTILINE)
    assert runs
    for command in runs:
        script = ROOT / command.split()[0]
        assert script.parent.name == ".ci", command
        assert os.access(script, os.X_OK), command
    # A workflow may only read the repository; those that publish get more rights.
    assert "permissions:\n  contents: read\n" in text
    assert ("id-token: write" in text) == (path.stem == "release")
    for action in re.findall(r"uses: (.*)$", text, re.MULTILINE):
        assert re.fullmatch(r"(actions|pypa)/[\w-]+@(v\d+|release/v1)", action), action


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_can_be_parsed(path):
    """The interpreter accepts each script, and it is executable; `fresh` is only sourced."""
    text = path.read_text("utf-8")
    if text.startswith("#!/usr/bin/env python3"):
        compile(text, path, "exec")
    else:
        subprocess.run([BASH, "-n", path], check=True)
    assert os.access(path, os.X_OK) == (path.name != "fresh")


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        (["versions", "middle"], 2, "usage: .ci/versions oldest|newest"),
        (["trainers", "apart"], 2, "usage: .ci/trainers [together|ray|agile]"),
        (["release", "v9.9.9"], 1, "The tag of version "),
        (["release"], 1, "The tag of version "),
    ],
)
def test_a_script_refuses_wrong_arguments(command, status, said):
    """A script says what is wrong with its arguments before it builds anything."""
    script, *arguments = command
    done = subprocess.run(
        [BASH, ROOT / ".ci" / script, *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.startswith(said)) == (status, True)


def test_every_test_of_trainers_is_needed_somewhere():
    """An environment of the trainers names each test file, which must not be skipped there."""
    text = (ROOT / ".ci" / "trainers").read_text("utf-8")
    named = " ".join(re.findall(r'^ *environment \w+[ \\\n]*"([^"]*)"', text, re.MULTILINE)).split()
    files = [path.stem.removeprefix("test_") for path in (ROOT / "tests/trainers").glob("test_*")]
    assert sorted(named) == sorted(files)
