"""Games that the tests share. All of them are in the repository."""

from pathlib import Path

import pytest

import aji

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def root():
    return ROOT


@pytest.fixture(scope="session")
def tygem():
    """Two hundred games between strong players of a server; crates/reproduce/data/README.md names their origin."""
    return aji.read(ROOT / "crates/reproduce/data/tygem-200.tsv")


@pytest.fixture(scope="session")
def real():
    """A few records with variations, handicaps and comments."""
    return aji.read(ROOT / "fixtures/real")
