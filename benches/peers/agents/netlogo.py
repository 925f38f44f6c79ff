#!/usr/bin/env python3
"""The program printed in the appendix of López Roa, "The Game of Go" (2016), line by line in plain Python.

It shares nothing with the Rust crate and takes no short cuts: agents are asked in a random order, groups are explored by
recursion, and every number is computed when the listing computes it. Numbers in comments are lines of the listing.

    python3 netlogo.py --size 9 --games 300 --seed 1 > games.csv

One row a game: winner, ticks, stones played, stones on the board, scores, deaths, and deaths of chains with a liberty.
"""

import argparse
import random
import sys
import time


class Turtle:
    """A stone (13-31). NetLogo's variables begin at 0."""

    def __init__(self, who, breed, patch):
        self.who = who
        self.breed = breed
        self.patch = patch
        self.alive = True
        self.libertynot = 0
        self.libertygroup = 0
        self.score = 0  # score-blacks or score-whites
        self.explored = 0
        self.link_neighbors = set()

    def create_links_with(self, others):
        for other in others:
            self.link_neighbors.add(other)
            other.link_neighbors.add(self)

    def die(self):
        self.alive = False
        self.patch.here = None
        for other in self.link_neighbors:
            other.link_neighbors.discard(self)
        self.link_neighbors = set()


class Patch:
    def __init__(self, who):
        self.who = who
        self.here = None
        self.neighbors4 = []
        self.neighbors8 = []
        self.temperature = 0.0

    def any_here(self, breed):
        return self.here is not None and self.here.breed == breed


class World:
    def __init__(self, size, chance):
        self.chance = chance
        self.patches = [Patch(number) for number in range(size * size)]
        for y in range(size):
            for x in range(size):
                patch = self.patches[y * size + x]
                for dx in (-1, 0, 1):
                    for dy in (-1, 0, 1):
                        if (dx, dy) != (0, 0) and 0 <= x + dx < size and 0 <= y + dy < size:
                            near = self.patches[(y + dy) * size + x + dx]
                            patch.neighbors8.append(near)
                            if dx == 0 or dy == 0:
                                patch.neighbors4.append(near)
        self.ticks = 0
        self.played = 0
        self.deaths = 0
        self.breathing_deaths = 0

    # NetLogo's own words

    def breed(self, breed):
        return [patch.here for patch in self.patches if patch.any_here(breed)]

    def ask(self, agents, command):
        """Each agent of the set in a random order; those that have died in the meantime are passed over."""
        agents = sorted(agents, key=lambda agent: agent.who)  # sets have no order that could be repeated
        self.chance.shuffle(agents)
        for agent in agents:
            if not isinstance(agent, Turtle) or agent.alive:
                command(agent)

    def diffuse(self, share):
        given = [patch.temperature * share / 8 for patch in self.patches]
        for patch, part in zip(self.patches, given):
            patch.temperature -= part * len(patch.neighbors8)
        for patch, part in zip(self.patches, given):
            for near in patch.neighbors8:
                near.temperature += part

    # The listing

    def setup(self):  # 33-50
        self.winner = None
        self.global_temperature = 0
        self.global_score = {"blacks": 0, "whites": 0}
        self.passed = {"blacks": False, "whites": False}
        self.go_side("blacks")
        self.go_side("whites")
        self.ask(self.patches, self.calc_temperature)
        self.global_temperature = sum(p.temperature for p in self.patches) / len(self.patches)

    def go(self):  # 60-88; True when it stops
        if not self.passed["blacks"] or not self.passed["whites"]:
            self.ask(self.patches, self.calc_temperature)
            self.diffuse(0.5)
            self.go_side("blacks")
            self.ask(self.breed("whites"), self.check_survivability)
            self.go_side("whites")
            self.ask(self.breed("blacks"), self.check_survivability)
            # 69 stops when a score is zero, 72 fails when a side has no stones: either way this is the end.
            stop = not self.breed("blacks") or not self.breed("whites")
            self.global_temperature = sum(p.temperature for p in self.patches)
            for breed in ("blacks", "whites"):
                stones = self.breed(breed)
                if stones:
                    self.global_score[breed] = max(stone.score for stone in stones)

                    def take_the_highest(stone):
                        stone.score = max(other.score for other in self.breed(stone.breed))

                    self.ask(stones, take_the_highest)
            self.ticks += 1
            if stop:
                self.decide()
            return stop
        self.decide()
        return True

    def decide(self):  # 79-86
        blacks, whites = self.num("blacks"), self.num("whites")
        self.winner = "Blacks" if blacks > whites else "Whites" if blacks < whites else "Tie"

    def num(self, breed):
        """num-blackss, num-whitess: the listing never sets them; this is what the comments on lines 3 and 4 say."""
        other = "whites" if breed == "blacks" else "blacks"
        return len(self.breed(breed)) + self.global_score[other]

    def set_as(self, turtle):  # 95-122
        turtle.explored = False
        turtle.create_links_with(p.here for p in turtle.patch.neighbors4 if p.any_here(turtle.breed))
        while True:
            unexplored = [stone for stone in self.breed(turtle.breed) if not stone.explored]
            if not unexplored:
                return
            self.explore(self.chance.choice(unexplored))
            for stone in self.breed(turtle.breed):
                stone.explored = False
            return

    def explore(self, turtle):  # 124-132
        if turtle.explored:
            return
        turtle.explored = True
        self.ask(turtle.link_neighbors, self.explore)
        turtle.create_links_with(
            other for other in self.breed(turtle.breed) if other is not turtle and other.explored
        )

    def check_survivability(self, turtle):  # 135-148
        if turtle.libertynot == 0 and turtle.libertygroup == 0:
            self.note_death(turtle)

            def add(stone):
                stone.score = stone.score + len(stone.link_neighbors) + 1

            self.ask(self.breed(turtle.breed), add)
            self.ask(turtle.link_neighbors, Turtle.die)
            turtle.die()

    def is_free(self, patch):  # 152-154
        def count(breed):
            return sum(near.any_here(breed) for near in patch.neighbors4)

        n = len(patch.neighbors4)
        return patch.here is None and count("whites") < n and count("blacks") < n

    def go_side(self, breed):  # 150-169, 172-188
        self.passed[breed] = False
        free = [patch for patch in self.patches if self.is_free(patch)]
        if free:
            patch = self.chance.choice(free)
            patch.here = Turtle(self.played, breed, patch)
            self.played += 1
            self.set_as(patch.here)
        else:
            self.passed[breed] = True

        def look(stone):
            near = stone.patch.neighbors4
            stone.libertynot = len(near) - sum(patch.here is not None for patch in near)
            stone.libertygroup = sum(other.libertynot for other in stone.link_neighbors) + stone.libertynot

        self.ask(self.breed(breed), look)

    def calc_temperature(self, patch):  # 191-193
        patch.temperature = float(sum(near.here is not None for near in patch.neighbors4))

    # Not in the listing: what we want to know of a death

    def note_death(self, turtle):
        chain = set(turtle.link_neighbors) | {turtle}
        open_ = list(chain)
        breathing = False
        while open_:
            for near in open_.pop().patch.neighbors4:
                if near.here is None:
                    breathing = True
                elif near.here.breed == turtle.breed and near.here not in chain:
                    chain.add(near.here)
                    open_.append(near.here)
        self.deaths += 1
        self.breathing_deaths += breathing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    sys.setrecursionlimit(10_000)
    began = time.perf_counter()
    print("game,winner,ticks,plays,black_stones,white_stones,black_score,white_score,deaths,breathing_deaths")
    for game in range(arguments.games):
        world = World(arguments.size, random.Random(f"{arguments.seed} {game}"))
        world.setup()
        limit = 20 * arguments.size * arguments.size
        while world.ticks < limit and not world.go():
            pass
        winner = {"Blacks": "B", "Whites": "W", "Tie": "tie", None: "cut off"}[world.winner]
        stones = [len(world.breed(breed)) for breed in ("blacks", "whites")]
        scores = [world.num(breed) for breed in ("blacks", "whites")]
        print(game + 1, winner, world.ticks, world.played, *stones, *scores, world.deaths, world.breathing_deaths, sep=",")
    seconds = time.perf_counter() - began
    print(f"{arguments.games / seconds:.2f} games/s on {arguments.size}x{arguments.size}", file=sys.stderr)


if __name__ == "__main__":
    main()
