"""Players, matches and simulations."""

from __future__ import annotations

import shlex
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from . import _aji
from ._aji import Game, Player, Table
from .asking import Progress
from .errors import AjiError
from .stats import Share

__all__ = ["MatchResult", "Simulation", "match", "player", "players", "simulate"]


def players() -> list[dict[str, str]]:
    """The players there are, with what each does. Each can also be had with ``+search`` after its name.

    >>> "freedom" in [player["name"] for player in players()]
    True
    """
    cards: list[dict[str, str]] = _aji.players()
    return cards


def _recipe(name: str) -> str | None:
    if not name.startswith("blend:"):
        return None
    return Path(name.removeprefix("blend:").removesuffix("+search")).read_text(encoding="utf-8")


def player(name: str, *, seed: int = 1, settings: Mapping[str, Any] | None = None) -> Player:
    """A player by name: ``player("freedom+search")``, ``player("blend:mine.toml")``.

    >>> choice = player("freedom+search").choose(_aji.Position(9).play("E5"))
    >>> print(choice.text.splitlines()[0])
    freedom+search plays White F5, rated 29.39, one of 4 equals among 80 moves; chance chose.
    """
    return _aji.player(name, seed=seed, settings=dict(settings or {}), recipe=_recipe(name))


@dataclass(frozen=True)
class MatchResult:
    """What came of a match: the ``games``, a dict for each in ``rows``, the ``report`` as a dict and as ``text``."""

    games: list[Game] = field(repr=False)
    rows: list[dict[str, Any]] = field(repr=False)
    report: dict[str, Any] = field(repr=False)
    text: str
    html: str = field(repr=False)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{self.text.replace('&', '&amp;').replace('<', '&lt;')}</pre>"


def match(
    players: Sequence[str | tuple[str, Mapping[str, Any]]],
    *,
    games: int = 20,
    size: int = 9,
    rules: str = "chinese",
    komi: float | None = None,
    seed: int = 1,
    random_moves: int = 0,
    gauntlet: bool = False,
    explain: bool = False,
    count_board: bool = False,
    move_seconds: float | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> MatchResult:
    """Lets players play each other, every pair so many games with colours exchanged, and says who is stronger.

    A player is a name (see ``players``), a pair of a name and settings, or the command of a GTP engine such as
    ``"gnugo --mode gtp --level 1"``. With ``gauntlet`` the first meets all others, who do not meet each other. ``random_moves`` are played
    for both to begin with, the same for the two games with colours exchanged. ``explain`` writes the players' words into the records.
    The same seed gives the same games, whatever the number of threads.

    >>> result = match(["cellular", "random"], games=2, size=5)
    >>> len(result.games), result.games[0].size
    (2, 5)
    """
    known = {card["name"] for card in _aji.players()}
    who: list[tuple[str, dict[str, Any] | None, str | None, str | None]] = []
    for entry in players:
        name, settings = (entry, None) if isinstance(entry, str) else (entry[0], dict(entry[1]))
        base = name.removesuffix("+search")
        if base in known or base.startswith(("blend:", "aji:")):
            who.append((name, settings, _recipe(name), None))
            continue
        words = shlex.split(name)
        if words and (len(words) > 1 or shutil.which(words[0])):
            if shutil.which(words[0]) is None:
                raise AjiError(f"{words[0]}: there is no such program")
            who.append((Path(words[0]).name, None, None, name))
        else:
            # The message names the nearest player.
            _aji.player(name)
    done = _aji.match_players(
        who,
        games=games,
        size=size,
        rules=rules,
        komi=komi,
        seed=seed,
        random_moves=random_moves,
        gauntlet=gauntlet,
        explain=explain,
        board_counts=count_board,
        move_seconds=move_seconds,
        threads=threads,
        progress=progress,
    )
    return MatchResult(*done)


@dataclass(frozen=True)
class Simulation:
    """Games of agents: a ``table`` with a row a game, the shares of wins, and the mean ``capacity`` at every hundredth of a game."""

    table: Table = field(repr=False)
    black_wins: Share
    white_wins: Share
    capacity: npt.NDArray[np.float64] = field(repr=False)
    _contest: dict[str, Any] = field(repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.table)

    def game(self, number: int) -> Game:
        """One of the games as a record, counted from 0."""
        if not 0 <= number < len(self):
            raise IndexError(f"there is no game {number}; the simulation has {len(self)}, counted from 0")
        return _aji.contest_game(number, **self._contest)


def simulate(
    games: int = 2000,
    *,
    size: int = 19,
    variant: str = "netlogo",
    black: str = "random",
    white: str = "random",
    scoring: str = "area",
    komi: float = 0.0,
    paint: str = "",
    seed: int = 1,
    threads: int = 0,
    progress: Progress | None = None,
) -> Simulation:
    """Plays games of stones as agents: two sides that choose by chance (``random``), or by temperature (``hottest``, ``coldest``), in the
    reading of the paper that ``variant`` names: ``netlogo``, ``netlogo-exact`` or ``rules``. ``paint`` puts stones into every game by hand, or takes
    them out, each before a tick: ``"5 black D4, 9 remove D4"``. ``aji simulate`` does the same.

    >>> run = simulate(50, size=9, seed=7)
    >>> run.black_wins.n, run.table["ticks"].min() > 0
    (50, np.True_)
    >>> run.game(0).size
    9
    """
    contest: dict[str, Any] = {
        "size": size,
        "variant": variant,
        "black": black,
        "white": white,
        "scoring": scoring,
        "komi": komi,
        "paint": paint,
        "seed": seed,
    }
    table, black_wins, white_wins, capacity = _aji.simulate(games, threads=threads, progress=progress, **contest)
    return Simulation(table, black_wins, white_wins, capacity, contest)
