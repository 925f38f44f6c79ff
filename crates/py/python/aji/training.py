"""Learning, and belief networks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Iterable, Sequence

from . import _aji
from ._aji import Game, Network
from .asking import Progress

__all__ = ["learn", "load_network", "save_network", "train"]


def _write(path: Path, content: bytes) -> None:
    """Writes beside the file and renames, so that nobody ever sees half of it."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def learn(
    model: str,
    games: Iterable[Game] | None = None,
    *,
    seed: int = 1,
    source: str = "games given to aji.learn",
    threads: int = 0,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> bytes:
    """Teaches a model from games, or without games from what ships for it: the bytes of a file for ``aji.model(…, file=…)``.

    ``settings`` are those that ``aji models NAME`` lists for learning, with or without the name of the model before them. ``progress`` is told
    thousandths of the work.

    Ctrl-C raises ``KeyboardInterrupt``. With ``checkpoint``, a path, the state is written there first, and the same call goes on from it,
    with the same result as without the interruption; after a whole training the file is removed.

    >>> import aji
    >>> games = aji.match(["random", "random"], games=20, size=5).games
    >>> file = learn("belief", games, size=5, layers="8", epochs=2, batch=5, samples=100)
    >>> aji.model("belief", file=file).read(games[0].position()).maps["belief.black"].shape
    (5, 5)
    """
    state = Path(checkpoint) if checkpoint is not None else None
    saved = state.read_bytes() if state is not None and state.exists() else None
    file, left, problem = _aji.learn(
        model,
        games,
        settings=settings,
        seed=seed,
        source=source,
        threads=threads,
        checkpoint=saved,
        progress=progress,
    )
    if file is None:
        if state is not None and left is not None:
            _write(state, left)
        raise problem if problem is not None else KeyboardInterrupt
    if state is not None:
        state.unlink(missing_ok=True)
    return file


def train(
    games: Iterable[Game] | None = None,
    *,
    layers: Sequence[int] = (500, 600, 1000),
    samples: int = 10_000,
    source: str = "games given to aji.train",
    **options: Any,
) -> Network:
    """Trains a deep belief network on the final boards of games, or without games on the boards that ship.

    This is ``aji.learn("belief", …)`` with a ``Network`` as its result. ``options`` are what that takes, and the settings that ``aji models belief``
    lists: ``size``, ``validation``, ``epochs``, ``batch``, ``rate`` and others.

    >>> import aji
    >>> games = aji.match(["random", "random"], games=20, size=5).games
    >>> network = train(games, size=5, layers=[8], epochs=2, batch=5, samples=100)
    >>> network.size, network.maps["black"].shape
    (5, (5, 5))
    """
    units = ",".join(str(n) for n in layers)
    return Network.from_bytes(
        learn("belief", games, source=source, layers=units, samples=samples, precision="full", **options)
    )


def save_network(network: Network, path: str | os.PathLike[str], *, full: bool = False) -> None:
    """Writes a network as safetensors, which ``aji --network`` reads too; ``full`` takes four bytes a weight instead of two."""
    _write(Path(path), network.to_bytes(full=full))


def load_network(path: str | os.PathLike[str]) -> Network:
    """Reads a network from its file."""
    return Network.from_bytes(Path(path).read_bytes())
