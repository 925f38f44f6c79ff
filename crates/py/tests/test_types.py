"""The stubs say what the extension has, and the package passes a strict type checker."""

import subprocess
import sys


def run(*command):
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_match_the_extension():
    run("mypy.stubtest", "aji._aji", "--ignore-missing-stub")


def test_the_package_is_typed():
    run("mypy", "--strict", "--package", "aji")
