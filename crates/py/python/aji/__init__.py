"""aji makes the game of Go legible: it reads games with models that a person can follow.

>>> import aji
>>> game = aji.read_one("(;SZ[9];B[ee];W[ed];B[dd];W[fe];B[fd];W[gd];B[ec])")
>>> game.moves[-1]
('B', 'E7')
>>> aji.model("nearest").read(game).values["nearest.lead"]
17.0

The manual is ``docs/python.md``. Points are texts such as ``"Q16"`` or pairs ``(row, column)``; row 0 of every array is the top of the board; +1 is
Black, -1 is White, and positive numbers favour Black.
"""

from __future__ import annotations

from typing import Any

from . import stats
from ._aji import (
    Choice,
    Explanation,
    Game,
    Network,
    Observation,
    Player,
    Ply,
    Position,
    Reader,
    Replay,
    Review,
    Table,
    __version__,
)
from .asking import agree, model, models, node_link, observe, predict, review
from .errors import AjiError, IllegalMoveError, ModelError, RecordError, UnknownNameError
from .own import Choose, Field, Flag, Integer, Model, Number, Real, Text, register, unregister
from .playing import MatchResult, Simulation, match, player, players, simulate
from .records import Games, Problem, read, read_one, scan
from .training import learn, load_network, save_network, train

__all__ = [
    "AjiError",
    "Choice",
    "Choose",
    "Explanation",
    "Field",
    "Flag",
    "Game",
    "Games",
    "IllegalMoveError",
    "Integer",
    "MatchResult",
    "Model",
    "ModelError",
    "Network",
    "Number",
    "Observation",
    "Player",
    "Ply",
    "Position",
    "Problem",
    "Reader",
    "Real",
    "RecordError",
    "Replay",
    "Review",
    "Simulation",
    "Table",
    "Text",
    "UnknownNameError",
    "__version__",
    "agree",
    "env",
    "learn",
    "load_network",
    "match",
    "model",
    "models",
    "node_link",
    "observe",
    "player",
    "players",
    "predict",
    "read",
    "read_one",
    "register",
    "review",
    "save_network",
    "scan",
    "simulate",
    "stats",
    "train",
    "unregister",
]


def env(size: int = 9, **options: Any) -> Any:
    """Go as a PettingZoo environment; ``help("aji.environment")`` tells all. Needs ``pip install aji[env]``."""
    from .environment import env as make

    return make(size, **options)
