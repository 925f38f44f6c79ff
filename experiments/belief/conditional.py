"""How well maps given some stones foretell the rest of a final board: a second implementation of the sampling, in numpy.

    python3 conditional.py network.safetensors boards.bin
"""

import json
import struct
import sys
import zlib

import numpy as np

BOARDS, AREA = 60, 361
TYPES = {"F16": np.float16, "F32": np.float32, "F64": np.float64}


def network(path):
    raw = open(path, "rb").read()
    length = struct.unpack("<Q", raw[:8])[0]
    head, data = json.loads(raw[8:8 + length]), raw[8 + length:]
    tensors = {}
    for name, about in head.items():
        if name != "__metadata__":
            begin, end = about["data_offsets"]
            values = np.frombuffer(data[begin:end], TYPES[about["dtype"]]).reshape(about["shape"])
            tensors[name] = values.astype(np.float32)
    return tensors


def boards(path):
    raw = open(path, "rb").read()
    first = raw.index(b"\n") + 1
    second = raw.index(b"\n", first) + 1
    packed = np.frombuffer(zlib.decompress(raw[second:], -15), np.uint8).reshape(-1, 73)
    packed = packed[json.loads(raw[first:second])["training"]:][:BOARDS]
    points = np.stack([packed // 3**k % 3 for k in (4, 3, 2, 1, 0)], -1).reshape(len(packed), -1)
    return np.concatenate([points[:, :360], (packed[:, 72] % 3)[:, None]], 1)


tensors, finals = network(sys.argv[1]), boards(sys.argv[2])
rng = np.random.default_rng(1)
layers = [[tensors[f"layer.{k}.{part}"] for part in ("weights", "visible_bias", "hidden_bias")] for k in range(3)]
maps = tensors["maps"]


def draw(probabilities):
    return (rng.random(probabilities.shape) < probabilities).astype(np.float32)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def given(states, depth, chains=8, sweeps=12):
    is_open = states == 2
    clamped = np.eye(3, dtype=np.float32)[states].T

    def settle(planes):
        share = planes / planes.sum(1, keepdims=True)
        chance = rng.random((len(planes), AREA))
        drawn = (chance > share[:, 0]).astype(int) + (chance > share[:, 0] + share[:, 1])
        settled = np.repeat(clamped[None], len(planes), 0)
        settled[:, :, is_open] = np.eye(3, dtype=np.float32)[drawn].transpose(0, 2, 1)[:, :, is_open]
        return settled

    now = settle(np.repeat(maps[None], chains, 0))
    sums = np.zeros((3, AREA))
    for sweep in range(sweeps):
        units = now.reshape(chains, -1)
        for weights, _, bias in layers[:depth]:
            units = draw(sigmoid(units @ weights + bias))
        for k in reversed(range(depth)):
            weights, bias, _ = layers[k]
            units = sigmoid(units @ weights.T + bias)
            units = draw(units) if k else units
        planes = units.reshape(chains, 3, AREA)
        if sweep >= sweeps // 2:
            sums += planes.sum(0)
        now = settle(planes)
    return sums / sums.sum(0)


for share in (0.15, 0.4, 0.7):
    logs = {"maps": [], "network": [], "lowest": []}
    for number, final in enumerate(finals):
        shown = (np.random.default_rng(number).random(AREA) < share) & (final != 2)
        states = np.where(shown, final, 2)
        for name, found in (("maps", maps), ("network", given(states, 3)), ("lowest", given(states, 1))):
            log = np.log(np.maximum(found[final, np.arange(AREA)], 1e-6))
            logs[name].append(log[~shown].mean())
    print(share, {name: round(float(np.mean(values)), 3) for name, values in logs.items()})
