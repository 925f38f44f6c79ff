"""What can go wrong, as exceptions. All of them are ``AjiError``, which is a ``ValueError``."""

from __future__ import annotations

__all__ = ["AjiError", "IllegalMoveError", "ModelError", "RecordError", "UnknownNameError"]


class AjiError(ValueError):
    """Something that cannot be done; the message says what is wrong and what to do."""


class RecordError(AjiError):
    """A record that cannot be read or replayed: ``file``, ``line`` and ``column`` say where, as far as they are known."""

    def __init__(self, message: str, file: str | None = None, line: int | None = None, column: int | None = None):
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column


class IllegalMoveError(AjiError):
    """A move that the rules forbid: ``color``, ``move`` and ``reason``."""

    def __init__(self, message: str, color: str, move: str, reason: str):
        super().__init__(message)
        self.color = color
        self.move = move
        self.reason = reason


class ModelError(AjiError):
    """A model, a player or a parameter that cannot be used so."""


class UnknownNameError(AjiError, LookupError):
    """A name that nothing has. The message lists what there is, and the nearest name."""
