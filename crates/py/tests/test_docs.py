"""Examples: in docstrings, in the manual, and the scripts beside it."""

import doctest
import os
import subprocess
import sys

import pytest

import aji
import aji.asking
import aji.own
import aji.playing
import aji.records
import aji.stats
import aji.training

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


def run(tests):
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for test in tests:
        runner.run(test)
    assert runner.failures == 0
    return runner.tries


def test_docstrings():
    finder = doctest.DocTestFinder(exclude_empty=True)
    # Names as an example in the file would see them; classes of the extension have no file, and so no module to look into.
    tries = 0
    for module in (aji, aji.asking, aji.own, aji.playing, aji.records, aji.stats, aji.training):
        tries += run(finder.find(module, module.__name__))
    for name in aji.__all__:
        thing = getattr(aji, name)
        if isinstance(thing, type) and thing.__module__ == "aji":
            names = {"aji": aji, "np": __import__("numpy")}
            tries += run(finder.find(thing, f"aji.{name}", module=False, globs=names))
    assert tries > 60


def test_everything_public_is_documented():
    for name in aji.__all__:
        thing = getattr(aji, name)
        assert name == "__version__" or thing.__doc__, name
        if isinstance(thing, type) and thing.__module__ == "aji":
            for part, value in vars(thing).items():
                assert part.startswith("_") or value.__doc__, f"{name}.{part}"


def test_the_manual(root, monkeypatch):
    monkeypatch.chdir(root)
    results = doctest.testfile(str(root / "docs/python.md"), module_relative=False, optionflags=FLAGS)
    assert results.failed == 0 and results.attempted > 30


@pytest.mark.parametrize(
    "script, arguments, told",
    [
        ("review_a_game.py", ["--move", "80"], "The story"),
        ("compare_two_models.py", ["--games", "60", "--every", "60"], "rank correlation"),
        ("a_model_of_your_own.py", ["--games", "12"], "same owner"),
    ],
)
def test_scripts(root, tmp_path, script, arguments, told):
    command = [sys.executable, str(root / "docs/python" / script), *arguments, "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, env=dict(os.environ), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert told in done.stdout
    assert any(tmp_path.iterdir())
