"""Reading records: files, folders, bytes and texts become games."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import IO, Iterable, Iterator, NamedTuple, Union

from ._aji import Game
from ._aji import read as _read
from .errors import RecordError

__all__ = ["Games", "Problem", "Source", "read", "read_one", "scan"]

Source = Union[str, bytes, "os.PathLike[str]", IO[bytes], IO[str]]
"""What can be read: a path, the text or the bytes of a record, an open file."""

_ENDINGS = (".sgf", ".sgfs", ".rsgf", ".gib", ".ngf", ".tsv")
_TSV_HEADER = b"id\tresult\tmoves"
_GZIP = b"\x1f\x8b"
_FILES_AT_ONCE = 256


class Problem(NamedTuple):
    """Something wrong in a record: where, how much it costs (``repaired``, ``ignored``, ``unreadable``), and what it is."""

    file: str | None
    severity: str
    line: int | None
    column: int | None
    text: str

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        return f"{place}: {self.text}" if place else self.text


class Games(list[Game]):
    """A list of games, and in ``problems`` what was wrong with their records."""

    def __init__(self, games: Iterable[Game] = (), problems: Iterable[Problem] = ()):
        super().__init__(games)
        self.problems: list[Problem] = list(problems)

    def __repr__(self) -> str:
        return f"<aji.Games: {len(self)} games, {len(self.problems)} problems>"


_File = tuple["str | None", bytes, "str | None"]


def _unpacked(name: str | None, content: bytes) -> bytes:
    if not content.startswith(_GZIP):
        return content
    try:
        return gzip.decompress(content)
    except (EOFError, OSError, gzip.BadGzipFile) as problem:
        raise RecordError(f"{name or 'a gzipped record'}: is damaged ({problem})", file=name) from problem


def _ending(name: str) -> str | None:
    path = Path(name)
    if path.suffix.lower() == ".gz":
        path = path.with_suffix("")
    return path.suffix[1:].lower() or None


def _load(path: Path) -> _File:
    name = str(path)
    return name, _unpacked(name, path.read_bytes()), _ending(name)


def _is_record(path: Path) -> bool:
    plain = path.with_suffix("") if path.suffix.lower() == ".gz" else path
    if plain.suffix.lower() not in _ENDINGS:
        return False
    if plain.suffix.lower() != ".tsv":
        return True
    # Tables of all kinds end in .tsv: only move lists are taken from a folder.
    opened = gzip.open(path) if path.suffix.lower() == ".gz" else path.open("rb")
    try:
        with opened as file:
            return file.read(len(_TSV_HEADER)) == _TSV_HEADER
    except OSError:
        return False


def _is_text(source: str) -> bool:
    return source.lstrip().startswith("(") or "\n" in source or "\\HS" in source


def _files(source: Source | Iterable[Source], name: str | None) -> Iterator[_File | RecordError]:
    """Every file behind a source. A damaged one is told, and the others are read."""
    if isinstance(source, bytes):
        yield name, _unpacked(name, source), _ending(name) if name else None
    elif isinstance(source, str) and _is_text(source):
        yield name, source.encode(), _ending(name) if name else None
    elif isinstance(source, (str, os.PathLike)):
        path = Path(source)
        if not path.is_dir():
            yield _load(path)
            return
        found = False
        for folder, folders, names in os.walk(path, followlinks=False):
            folders.sort()
            for file in sorted(names):
                at = Path(folder, file)
                if _is_record(at):
                    found = True
                    try:
                        yield _load(at)
                    except RecordError as problem:
                        yield problem
                    except OSError as problem:
                        yield RecordError(f"{at}: cannot be read ({problem.strerror})", file=str(at))
        if not found:
            yield RecordError(f"{path}: the folder holds no game records ({' '.join(_ENDINGS)})", file=str(path))
    elif hasattr(source, "read"):
        content = source.read()
        label = name or getattr(source, "name", None)
        label = label if isinstance(label, str) else None
        content = content.encode() if isinstance(content, str) else content
        yield label, _unpacked(label, content), _ending(label) if label else None
    else:
        for one in source:
            yield from _files(one, None)


def _batches(source: Source | Iterable[Source], name: str | None, threads: int) -> Iterator[Games]:
    batch: list[_File] = []
    troubles: list[Problem] = []

    def done() -> Games:
        games, problems = _read(batch, threads)
        found = Games(games, [*(Problem(*problem) for problem in problems), *troubles])
        batch.clear()
        troubles.clear()
        return found

    for file in _files(source, name):
        if isinstance(file, RecordError):
            text = str(file).removeprefix(f"{file.file}: ")
            troubles.append(Problem(file.file, "unreadable", file.line, file.column, text))
        else:
            batch.append(file)
        if len(batch) >= _FILES_AT_ONCE:
            yield done()
    if batch or troubles:
        yield done()


def _error(problem: Problem) -> RecordError:
    return RecordError(str(problem), problem.file, problem.line, problem.column)


def read(
    source: Source | Iterable[Source], *, name: str | None = None, strict: bool = False, threads: int = 0
) -> Games:
    """Reads all games of a path, a folder, bytes, the text of a record, an open file, or a list of these.

    SGF, GIB, NGF and move lists in TSV are read, gzipped or not. Reading is lenient: what could be repaired or had to be left out
    stands in ``games.problems`` with its line and column. A source without any game raises ``RecordError``; with ``strict`` so does
    the first problem. A bad file in a folder does not keep the others from being read.

    >>> games = read("(;SZ[9]KM[6,5];B[ee])")
    >>> games[0].komi
    6.5
    >>> str(games.problems[0])
    '1:11: KM[6,5] is read as 6.5'
    """
    games = Games()
    for batch in _batches(source, name, threads):
        games.extend(batch)
        games.problems.extend(batch.problems)
        if strict and batch.problems:
            raise _error(batch.problems[0])
    if not games:
        worst = [problem for problem in games.problems if problem.severity == "unreadable"] or games.problems
        raise _error(worst[0]) if worst else RecordError("there is no game in nothing")
    return games


def read_one(source: Source, *, name: str | None = None, strict: bool = False) -> Game:
    """Reads the first game of a source; see ``read``.

    >>> read_one(b"(;SZ[9]PB[Ann];B[ee])").black
    'Ann'
    """
    return read(source, name=name, strict=strict)[0]


def scan(source: Source | Iterable[Source], *, threads: int = 0) -> Iterator[Game]:
    """The games of a source one by one, for archives that do not fit into memory; what cannot be read is passed over.

    >>> [len(game) for game in scan(["(;SZ[9];B[ee])", "(;SZ[9];B[ee];W[cc])"])]
    [1, 2]
    """
    for batch in _batches(source, None, threads):
        yield from batch
