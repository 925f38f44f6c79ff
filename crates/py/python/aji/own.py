"""Models written in Python. A registered class is used wherever a model is: in tables, reviews, studies, players, matches."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar, Literal, Mapping, Sequence, TypeVar

import numpy.typing as npt

from . import _aji
from ._aji import Position
from .errors import ModelError

__all__ = ["Choose", "Field", "Flag", "Integer", "Model", "Number", "Real", "Text", "register", "unregister"]

Role = Literal["lead", "ownership", "gain", "none"]
Sign = Literal["black", "mover", "none", "paper"]


@dataclass(frozen=True)
class Number:
    """A number that a model emits.

    ``role`` says what it is for: ``"lead"`` (who is ahead), ``"gain"`` (what the last move won), ``"none"``. ``sign`` says what positive
    means: ``"black"``, ``"mover"``, ``"paper"`` (as the description says), or ``"none"`` (never negative). ``of_game`` marks what depends on
    the game and not on the position alone.
    """

    about: str = ""
    role: Role = "none"
    sign: Sign | None = None
    unit: str = ""
    of_game: bool = False


@dataclass(frozen=True)
class Field:
    """A map that a model emits: a number for every point. ``role="ownership"`` says whose each point is. ``categories`` names the few values
    that a map of classes has."""

    about: str = ""
    role: Role = "none"
    sign: Sign | None = None
    unit: str = ""
    of_game: bool = False
    categories: Sequence[tuple[float, str]] = ()


@dataclass(frozen=True)
class Real:
    """A parameter: a number in a range."""

    default: float
    min: float
    max: float
    about: str = ""


@dataclass(frozen=True)
class Integer:
    """A parameter: a whole number in a range."""

    default: int
    min: int
    max: int
    about: str = ""


@dataclass(frozen=True)
class Flag:
    """A parameter: yes or no."""

    default: bool = False
    about: str = ""


@dataclass(frozen=True)
class Choose:
    """A parameter: one of a few words, the first by default."""

    choices: Sequence[str]
    about: str = ""


@dataclass(frozen=True)
class Text:
    """A parameter: any text."""

    default: str = ""
    about: str = ""


class Model:
    """The base of models written in Python.

    A subclass has a ``name``, an ``idea`` in one line (or a docstring), ``quantities`` by name, perhaps ``parameters``, and ``read``. With ``rate`` it
    can play, with ``explain`` it answers questions about a point. An object of the class follows one game: ``self.parameters`` holds the
    parameters as attributes, ``self.seed`` the seed.

    >>> import aji
    >>> @aji.register
    ... class Stones(aji.Model):
    ...     name = "stones"
    ...     idea = "more stones, more territory"
    ...     quantities = {"lead": aji.Number("black stones minus white stones", role="lead", unit="stones")}
    ...     def read(self, position):
    ...         return {"lead": float(position.array.sum())}
    >>> aji.model("stones").read(aji.Position(9).play("E5")).values
    {'stones.lead': 1.0}
    >>> aji.unregister("stones")
    """

    name: ClassVar[str] = ""
    idea: ClassVar[str] = ""
    reference: ClassVar[str] = ""
    quantities: ClassVar[Mapping[str, Number | Field]] = {}
    parameters: Any = {}
    sizes: ClassVar[tuple[int, int]] = (2, 25)
    lead_scale: ClassVar[float | None] = None
    seed: int = 1

    def begin(self, position: Position) -> None:
        """Called on the start of a game, or on the position that is read."""

    def observe(self, ply: dict[str, Any], position: Position) -> None:
        """Called after every move, with ``ply`` (``ply``, ``color``, ``move``, ``captured``) and the position after it."""

    def read(self, position: Position) -> Mapping[str, float | npt.ArrayLike]:
        """The value of every quantity, by its short name: numbers, and arrays of ``position.size`` rows from the top."""
        raise NotImplementedError(f"{type(self).__name__} has no read")

    def rate(self, position: Position) -> Mapping[str, float] | npt.ArrayLike:
        """How good each move is for the side to move: a dict by point, or an array with NaN where it has no opinion."""
        raise NotImplementedError(f"{type(self).__name__} has no rate")

    def explain(self, position: Position, point: str) -> str | Sequence[str] | None:
        """What it thinks of a point, in a sentence or several."""
        return None

    @classmethod
    def _begin(cls, position: Position, parameters: dict[str, Any], seed: int) -> Model:
        model = cls()
        model.parameters = SimpleNamespace(**parameters)
        model.seed = seed
        model.begin(position)
        return model


_KINDS = {Real: "real", Integer: "integer", Flag: "flag", Choose: "choice", Text: "text"}


def _parameter(name: str, given: Any) -> dict[str, Any]:
    kind = _KINDS.get(type(given))
    if kind is None:
        raise ModelError(f"the parameter {name} is an aji.Real, Integer, Flag, Choose or Text, not {given!r}")
    fields = {key: getattr(given, key) for key in ("default", "min", "max") if hasattr(given, key)}
    if kind == "choice":
        fields["choices"] = list(given.choices)
    return {"name": name, "kind": kind, "about": given.about, **fields}


def _quantity(name: str, given: Any) -> dict[str, Any]:
    if not isinstance(given, (Number, Field)):
        raise ModelError(f"the quantity {name} is an aji.Number or an aji.Field, not {given!r}")
    usual = {"lead": "black", "ownership": "black", "gain": "mover", "none": "paper"}
    return {
        "name": name,
        "about": given.about,
        "shape": "number" if isinstance(given, Number) else "field",
        "role": given.role,
        "sign": given.sign or usual.get(given.role, "none"),
        "unit": given.unit,
        "of_game": given.of_game,
        "categories": [(float(value), text) for value, text in getattr(given, "categories", ())],
    }


_M = TypeVar("_M", bound=type[Model])


def register(model: _M) -> _M:
    """Makes a subclass of ``Model`` a model of the package, under its name. Registering the name again replaces the class."""
    name = model.name
    if not name or not all(part.isidentifier() for part in name.split(".")):
        raise ModelError(f"a model has a name of letters and digits, such as name = 'stones', not {name!r}")
    if not model.quantities:
        raise ModelError(f"{name} has no quantities; what should it read?")

    def own(method: str) -> bool:
        return getattr(model, method) is not getattr(Model, method)

    if not own("read"):
        raise ModelError(f"{name} has no read")
    doc = (model.__doc__ or "").strip() if "__doc__" in vars(model) else ""
    _aji.register(
        model,
        {
            "name": name,
            "idea": model.idea or (doc.splitlines()[0] if doc else name),
            "reference": model.reference,
            "sizes": tuple(model.sizes),
            "lead_scale": model.lead_scale,
            "parameters": [_parameter(key, value) for key, value in dict(model.parameters).items()],
            "quantities": [_quantity(key, value) for key, value in model.quantities.items()],
            "rates": own("rate"),
            "explains": own("explain"),
            "observes": own("observe"),
        },
    )
    return model


def unregister(name: str) -> None:
    """Takes a registered class away again."""
    _aji.unregister(name)
