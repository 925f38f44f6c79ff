"""The environment, by PettingZoo's own conformance tests."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import aji
from aji.environment import raw_env


@pytest.mark.parametrize("size", [5, 9])
def test_the_api(size):
    api_test(aji.env(size), num_cycles=300, verbose_progress=False)


def test_seeds():
    seed_test(lambda: aji.env(5), num_cycles=50)


def test_planes_and_masks():
    env = raw_env(5, history=2)
    env.reset()
    assert env.agent_selection == "black_0"
    assert env.observe("black_0")["observation"].shape == (5, 5, 5)
    env.step(0)
    white = env.observe("white_0")
    assert white["observation"][0, 0].tolist() == [0, 1, 0, 0, 0]
    assert white["action_mask"][0] == 0 and white["action_mask"].sum() == 25
    assert env.observe("black_0")["action_mask"].sum() == 0
    env.step(24)
    black = env.observe("black_0")["observation"]
    assert black[0, 0].tolist() == [1, 0, 1, 0, 1] and black[4, 4].tolist() == [0, 1, 0, 0, 1]
    with pytest.raises(aji.IllegalMoveError):
        env.step(0)


def test_rewards_come_from_our_rules():
    env = raw_env(5, komi=0.5)
    env.reset()
    for action in (12, 25, 25):
        env.step(action)
    assert env.terminations == {"black_0": True, "white_0": True}
    assert env.rewards == {"black_0": 1.0, "white_0": -1.0}
    assert env.infos["black_0"]["result"] == "B+24.5"


def test_an_illegal_move_loses():
    env = aji.env(5)
    env.reset()
    env.step(12)
    env.step(12)
    assert env.rewards["white_0"] == -1


def test_a_game_that_goes_on_for_too_long_is_counted():
    env = raw_env(5, max_moves=6)
    env.reset()
    rng = np.random.default_rng(1)
    while env.agents:
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(None if env.terminations[env.agent_selection] else int(rng.choice(np.flatnonzero(mask))))
    assert env.position.moves_played <= 6


def test_pictures(capsys):
    for mode, part in (("ansi", "X"), ("svg", "<svg")):
        env = raw_env(5, render_mode=mode)
        env.reset()
        env.step(12)
        assert part in env.render()
    env = raw_env(5, render_mode="human")
    env.reset()
    env.step(12)
    assert "X" in capsys.readouterr().out
