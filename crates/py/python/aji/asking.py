"""Asking models: positions, games, and many games at once."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any, Callable, Iterable, Literal, Mapping, Sequence, Union

from . import _aji
from ._aji import Game, Network, Reader, Review, Table

__all__ = ["Progress", "agree", "model", "models", "node_link", "observe", "predict", "review"]

Progress = Callable[[int, Union[int, None]], Any]
"""Called now and then with how many games are done, and of how many (``None`` if nobody knows). What it raises stops the work."""


def models() -> list[dict[str, Any]]:
    """The cards of all models: name, idea, reference, parameters, quantities, abilities.

    >>> card = next(card for card in models() if card["name"] == "freedom")
    >>> [parameter["name"] for parameter in card["parameters"]][:2]
    ['freedom.p', 'freedom.q']
    """
    cards: list[dict[str, Any]] = _aji.cards()
    return cards


def model(
    name: str,
    *,
    seed: int = 1,
    network: Network | str | PathLike[str] | None = None,
    definitions: str | PathLike[str] | None = None,
    file: bytes | str | PathLike[str] | None = None,
    **parameters: Any,
) -> Reader:
    """A model by name, with its parameters: ``model("freedom", reach=7)``.

    ``network`` gives ``belief`` and ``ising.generative`` another network than the one that ships: a ``Network``, or the path of its file.
    ``definitions`` gives ``structure`` other classes: a path, or the text itself. ``file`` gives any model a file of the kind that it takes, such
    as what ``aji.learn`` made: its path, or its bytes.

    >>> model("fredom")
    Traceback (most recent call last):
    aji.errors.UnknownNameError: unknown model 'fredom' (did you mean 'freedom'?); there are: ...
    """
    files: list[tuple[str | None, bytes]] = []
    if isinstance(network, Network):
        files.append(("network", network.to_bytes(full=True)))
    elif network is not None:
        files.append(("network", Path(network).read_bytes()))
    if definitions is not None:
        is_path = isinstance(definitions, PathLike) or "\n" not in definitions
        files.append(("definitions", Path(definitions).read_bytes() if is_path else str(definitions).encode()))
    if file is not None:
        files.append((None, file if isinstance(file, bytes) else Path(file).read_bytes()))
    return _aji.model(name, seed=seed, files=files, parameters=parameters)


def observe(
    games: Iterable[Game],
    quantities: Sequence[str | Reader] | str | Reader = (),
    *,
    maps: Sequence[str | Reader] | str | Reader = (),
    every: int = 1,
    at: Sequence[int | Literal["end"]] | None = None,
    settings: Mapping[str, Any] | None = None,
    seed: int = 1,
    threads: int = 0,
    errors: Literal["raise", "null"] = "raise",
    progress: Progress | None = None,
) -> Table:
    """Reads quantities along games, on all cores.

    ``quantities`` are names of numbers (``"freedom.lead"``), of models (all their numbers), or models from ``aji.model``; ``maps`` are names
    of maps, which become columns named ``NAME.map``. A row is made after ``every`` so many moves, or exactly ``at`` the moves given
    (0 is the start, ``"end"`` the last). Columns ``game`` (counted from 0), ``move_number`` and ``color`` (who just moved: 1, -1, or 0 at
    the start) come first.

    ``settings`` sets parameters by their full names: ``{"freedom.reach": 7}``. A model that does not take the board of a game raises
    ``ModelError``; with ``errors="null"`` its values are missing there. The result does not depend on ``threads`` (0: one for each core).

    >>> import aji
    >>> game = aji.Game.from_moves(["E5", "C3", "G7"], size=9)
    >>> table = observe([game], ["nearest.lead"], maps=["nearest.owner"], at=[1, "end"])
    >>> table.columns
    ['game', 'move_number', 'color', 'nearest.lead', 'nearest.owner.map']
    >>> table["nearest.lead"], table["nearest.owner.map"].shape
    (array([81., 20.]), (2, 9, 9))
    """
    single = (str, Reader)
    wanted = None
    if at is not None:
        wanted = ([ply for ply in at if ply != "end"], "end" in at)
    if errors not in ("raise", "null"):
        raise ValueError(f"errors is 'raise' or 'null', not {errors!r}")
    return _aji.observe(
        [games] if isinstance(games, Game) else games,
        [quantities] if isinstance(quantities, single) else list(quantities),
        [maps] if isinstance(maps, single) else list(maps),
        every=every,
        at=wanted,
        settings=dict(settings or {}),
        seed=seed,
        threads=threads,
        skip=errors == "null",
        progress=progress,
    )


def review(
    game: Game,
    *,
    models: Sequence[str | Reader] | None = None,
    level: Literal["beginner", "player", "expert"] = "player",
    move: int | None = None,
    variation: Sequence[int] = (),
    settings: Mapping[str, Any] | None = None,
    seed: int = 1,
    words: str | PathLike[str] | None = None,
    language: Literal["en", "de", "ja"] = "en",
    games: int | None = None,
    side: Literal["black", "white"] | None = None,
) -> Review:
    """Reviews a game: what every move did, in words made from facts, and the story of the whole.

    Without ``models`` every model that takes the board looks at the game. ``language`` is that of the words;
    ``words`` is a file of messages in yet another one. With ``games`` our own search judges every position by so many games (some hundreds tell
    mistakes from good moves): who is ahead, what each move cost and why. ``side`` shows the mistakes of one side only.

    >>> import aji
    >>> game = aji.read_one("(;SZ[9];B[ee];W[ed];B[dd];W[cc];B[fd];W[de];B[ec])")
    >>> review(game, models=[]).words(7)
    'Black takes the stone at E6.'
    """
    messages = None
    if words is not None:
        messages = (Path(words).stem, Path(words).read_text(encoding="utf-8"))
    return _aji.review(
        game,
        chosen=None if models is None else list(models),
        level=level,
        to=move,
        variation=list(variation),
        settings=dict(settings or {}),
        seed=seed,
        words=messages,
        language=language,
        games=games,
        side=side,
    )


def predict(
    games: Iterable[Game],
    models: Sequence[str | Reader] | None = None,
    *,
    at: Sequence[int | Literal["end"]] = (25, 50, 100, 150, "end"),
    settings: Mapping[str, Any] | None = None,
    seed: int = 1,
    threads: int = 0,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """How often the side that a model sees ahead is the recorded winner, with Wilson's intervals, beside always saying Black.

    Games without a winner are left out. Gives what ``aji study predict --json`` gives.
    """
    found: dict[str, Any] = _aji.predict(
        games,
        None if models is None else list(models),
        times=[None if time == "end" else time for time in at],
        settings=dict(settings or {}),
        seed=seed,
        threads=threads,
        progress=progress,
    )
    return found


def agree(
    games: Iterable[Game],
    models: Sequence[str | Reader] | None = None,
    *,
    every: int = 20,
    settings: Mapping[str, Any] | None = None,
    seed: int = 1,
    threads: int = 0,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """How far every two models agree: in the order they give to moves, in the best move, in whose each point is.

    Intervals draw whole games anew. Gives what ``aji study agree --json`` gives, with games counted from 0 as in ``games``.
    """
    found: dict[str, Any] = _aji.agree(
        games,
        None if models is None else list(models),
        every=every,
        settings=dict(settings or {}),
        seed=seed,
        threads=threads,
        progress=progress,
    )
    for pair in found["pairs"]:
        if pair["furthest_apart"]:
            pair["furthest_apart"]["game"] -= 1
    return found


def node_link(graph: Mapping[str, Any]) -> dict[str, Any]:
    """A graph of an observation in the node-link form that ``networkx.node_link_graph(…, edges="edges")`` reads.

    >>> import aji
    >>> position = aji.Position.from_text(". . .\\n. X O\\n. . .")
    >>> graph = aji.model("ising.molecular").read(position).graphs["ising.molecular.fate"]
    >>> sorted(node_link(graph))
    ['directed', 'edges', 'graph', 'multigraph', 'nodes']
    """
    edges = []
    for edge in graph["edges"]:
        rest = {name: value for name, value in edge.items() if name not in ("from", "to")}
        edges.append({"source": edge["from"], "target": edge["to"], **rest})
    return {
        "directed": any(edge["directed"] for edge in graph["edges"]),
        "multigraph": True,
        "graph": {},
        "nodes": [dict(node) for node in graph["nodes"]],
        "edges": [{"key": key, **edge} for key, edge in enumerate(edges)],
    }
