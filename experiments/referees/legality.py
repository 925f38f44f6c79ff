#!/usr/bin/env python3
"""Asks GNU Go and aji about every move of random games on small boards, and the rules themselves where the two do not agree.

    python3 legality.py [--aji ../../target/release/aji] [--gnugo /usr/games/gnugo] [--games 40] [--seed 1]

The rules stand in `Judge` as anybody would write them down: a grid, floods, and every earlier board kept. On boards of 2×2 to 5×5
everything repeats soon, so that superko is asked about all the time. Prints one JSON value for every set of rules: how many moves were
asked about, how often each program was wrong, and the shortest game that shows it.
"""

import argparse
import json
import pathlib
import random
import subprocess

LETTERS = "ABCDEFGHJ"
# The name of the rules here, how aji is told, how GNU Go is told; what must not repeat, and whether suicide is allowed.
RULES = [
    ("simple ko, no suicide", "chinese", ["--simple-ko", "--forbid-suicide"], "simple", False),
    ("positional superko, suicide (Tromp–Taylor)", "tromp-taylor", ["--positional-superko", "--allow-suicide"], "board", True),
    ("situational superko, no suicide (AGA)", "aga", ["--situational-superko", "--forbid-suicide"], "turn", False),
    ("situational superko, suicide (New Zealand)", "new-zealand", ["--situational-superko", "--allow-suicide"], "turn", True),
]


class Judge:
    """The rules as anybody would write them down."""

    def __init__(self, side, repeats, suicide):
        self.side, self.repeats, self.suicide = side, repeats, suicide
        self.board = {(x, y): "." for x in range(side) for y in range(side)}
        self.seen = {self.key(self.board, "W")}  # as if White had moved before the first move
        self.ko = None

    def key(self, board, mover):
        text = "".join(board[point] for point in sorted(board))
        return text + mover if self.repeats == "turn" else text

    def near(self, point):
        x, y = point
        return [near for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if near in self.board]

    def chain(self, board, point):
        color, chain, free, todo = board[point], set(), set(), [point]
        while todo:
            here = todo.pop()
            if here in chain:
                continue
            chain.add(here)
            for near in self.near(here):
                if board[near] == ".":
                    free.add(near)
                elif board[near] == color:
                    todo.append(near)
        return chain, free

    def after(self, color, point):
        """The board after a move and what it took; none if it is suicide and that is not allowed."""
        other = "W" if color == "B" else "B"
        board = {**self.board, point: color}
        taken = set()
        for near in self.near(point):
            if board[near] == other and near not in taken:
                chain, free = self.chain(board, near)
                if not free:
                    taken |= chain
        for stone in taken:
            board[stone] = "."
        own, free = self.chain(board, point)
        if not free:
            # A single stone that dies at once changes nothing but the turn; no rules here allow it.
            if not self.suicide or len(own) == 1:
                return None
            for stone in own:
                board[stone] = "."
        return board, taken, own

    def legal(self, color, point):
        if self.board[point] != ".":
            return False
        made = self.after(color, point)
        if made is None:
            return False
        board = made[0]
        if self.repeats == "simple":
            return self.ko != (color, point)
        return self.key(board, color) not in self.seen

    def play(self, color, point):
        self.ko = None
        if point is not None:
            board, taken, own = self.after(color, point)
            if len(taken) == 1 and len(own) == 1 and board[point] == color and len(self.chain(board, point)[1]) == 1:
                self.ko = ("W" if color == "B" else "B", next(iter(taken)))
            self.board = board
        # A situation is a board and a turn, whether a move or a pass has led to it.
        self.seen.add(self.key(self.board, color))


class Gtp:
    def __init__(self, words):
        self.child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ask(self, command):
        self.child.stdin.write(command + "\n")
        self.child.stdin.flush()
        lines = []
        while (line := self.child.stdout.readline()).strip():
            lines.append(line.strip())
        return lines[0].startswith("=") if lines else None

    def takes(self, color, name):
        """Whether it plays this move; it is taken back."""
        taken = self.ask(f"play {color} {name}")
        if taken:
            assert self.ask("undo"), "a move can be taken back"
        return taken

    def close(self):
        self.child.stdin.close()
        self.child.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    here = pathlib.Path(__file__).parent
    parser.add_argument("--aji", default=str(here / "../../target/release/aji"))
    parser.add_argument("--gnugo", default="/usr/games/gnugo")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name, told, flags, repeats, suicide in RULES:
        chance = random.Random(options.seed)
        programs = {"GNU Go": [options.gnugo, "--mode", "gtp", *flags]}
        if options.aji != "none":
            programs["aji"] = [options.aji, "gtp", "--player", "random", "--rules", told]
        programs = {who: Gtp(words) for who, words in programs.items()}
        asked, wrong, shortest = 0, dict.fromkeys(programs, 0), {}
        for number in range(options.games):
            side = 2 + number % 4
            judge = Judge(side, repeats, suicide)
            for program in programs.values():
                assert program.ask(f"boardsize {side}") and program.ask("clear_board")
            game, color = [], "B"
            for _ in range(options.moves):
                legal = []
                for point in judge.board:
                    vertex = f"{LETTERS[point[0]]}{point[1] + 1}"
                    right = judge.legal(color, point)
                    if right:
                        legal.append((point, vertex))
                    asked += 1
                    for who, program in programs.items():
                        if program.takes(color, vertex) != right:
                            wrong[who] += 1
                            case = {"size": side, "game": " ".join(game), "move": f"{color} {vertex}", "legal": right}
                            if who not in shortest or len(game) < shortest[who][0]:
                                shortest[who] = (len(game), case)
                # A move that all take, so that the games go on alike; sometimes a pass.
                common = [(p, v) for p, v in legal if all(g.takes(color, v) for g in programs.values())]
                point, vertex = chance.choice(common) if common and chance.random() < 0.9 else (None, "pass")
                for program in programs.values():
                    assert program.ask(f"play {color} {vertex}")
                judge.play(color, point)
                game.append(f"{color} {vertex}")
                color = "W" if color == "B" else "B"
        for program in programs.values():
            program.close()
        found = {who: {"wrong": wrong[who], **({"shortest": shortest[who][1]} if who in shortest else {})} for who in programs}
        print(json.dumps({"rules": name, "games": options.games, "moves asked about": asked, **found}, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
