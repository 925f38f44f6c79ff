"""Learns the rules of crates/ripple on an accelerator.

    [FROM=NUMBERS.npz] [MORE="FOLDER…"] [RATE=…] [FINISH=…] learn.py FOLDER OUT SECONDS [WIDTH TICKS BATCH]

A folder has scenes.bin (crates/ripple/examples/scenes.rs), meta.bin (a position: Black's chance and lead as halves, where it comes from, side of
the board), wish.bin (the move that followed, two bytes, 65535 unknown), mover.bin (+1 Black, -1 White) and, if its positions were judged, owners.bin (a byte a point, 0
White's to 10 Black's). Folders with judged positions come before those of which only the move and who won are known. The schedule follows the clock, so that the time given is
used up and no more; FINISH is the share of the rate that is left at the end. OUT is written now and then.
"""
import functools
import os
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

START = time.time()
folder, out, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
W, T, B = (int(word) for word in (sys.argv[4:] + ["64", "12", "1024"][len(sys.argv) - 4:]))
F = 24
WISH, TOLD = float(os.environ.get("WISH", "0.25")), float(os.environ.get("TOLD", "0.1"))
CHAIN, BOARD = W // 2, W - W // 8
say = functools.partial(print, flush=True)

KIND = np.dtype([("chance", "<f2"), ("lead", "<f2"), ("origin", "u1"), ("side", "u1")])
parts = [folder] + os.environ.get("MORE", "").split()
read = lambda name, kind: [np.fromfile(f"{part}/{name}", kind) for part in parts]
meta = np.concatenate(read("meta.bin", KIND))
mover, wish = np.concatenate(read("mover.bin", np.int8)), np.concatenate(read("wish.bin", np.uint16))
scenes = np.concatenate([lot.reshape(-1, 361, 4) for lot in read("scenes.bin", np.uint8)])
N = len(scenes)
# Positions that are judged come first, those of which only the move and the outcome are known come last.
J = int((meta["origin"] < 2).sum())
assert (meta["origin"][:J] < 2).all() and (meta["origin"][J:] == 2).all()
owners = np.full((J, 361), 5, np.uint8)
owners[scenes[:J, :, 0] != 255] = np.concatenate([np.fromfile(f"{part}/owners.bin", np.uint8) for part in parts if os.path.exists(f"{part}/owners.bin")])
assert len(meta) == N == len(mover) == len(wish)
rng = np.random.default_rng(1)
# Positions of a game stand together: the last ones of each kind are kept to look at.
held = np.zeros(N, bool)
for origin in (0, 1, 2):
    for side in (9, 13, 19):
        kind = np.flatnonzero((meta["origin"] == origin) & (meta["side"] == side))
        held[kind[len(kind) - min(4096, len(kind) // 20):]] = True
train, test = np.flatnonzero(~held), np.flatnonzero(held)
train, more = train[train < J], train[train >= J]
say("positions", len(train), "moves", len(more), "kept", len(test), "read after", round(time.time() - START, 1), jax.devices())
DATA = (jnp.asarray(scenes[:, :, :2]), jnp.asarray(scenes[:, :, 2].astype(np.int16) + (scenes[:, :, 3].astype(np.int16) << 8)), jnp.asarray(owners), jnp.asarray(np.stack([
    meta["chance"].astype(np.float32), meta["lead"].astype(np.float32), mover.astype(np.float32), wish.astype(np.float32),
    meta["side"].astype(np.float32), np.array([1.0, 0.8, 0.0], np.float32)[meta["origin"]], (meta["origin"] == 2).astype(np.float32)], 1)))
del scenes, owners
# Which fact a stone's code is, and the lines from the edge.
table = np.zeros((256, F), np.float32)
for code in range(1, 6):
    table[code, [0, 2 + code]] = 1
    table[code + 5, [1, 7 + code]] = 1
table[0, 2] = 1
table[11, [2, 23]] = 1
table = jnp.asarray(table)


def lesson(data, at):
    """What is known of some positions, and what is true of them."""
    codes, parts, own, numbers = data
    code, ladder, part, o, n = codes[at, :, 0], codes[at, :, 1], parts[at], own[jnp.minimum(at, J - 1)], numbers[at]
    here = (code != 255).astype(jnp.float32)
    facts = table[code]
    ladders = jnp.stack([(ladder >> k) & 1 for k in range(4)], -1).astype(jnp.float32)
    x, y = jnp.arange(361) % 19, jnp.arange(361) // 19
    side = n[:, 4:5].astype(jnp.int32)
    line = jnp.minimum(jnp.minimum(x, y), jnp.minimum(side - 1 - x, side - 1 - y))
    lines = (line[:, :, None] == jnp.arange(4)) * here[:, :, None]
    same = (part[:, :, None] == part[:, None, :]) * here[:, :, None] * here[:, None, :]
    size = same.sum(-1)
    stones = (facts[:, :, 0] + facts[:, :, 1]).sum(1, keepdims=True) / here.sum(1, keepdims=True)
    facts = jnp.concatenate([
        facts[:, :, :13], ladders, lines, (jnp.log1p(size) / 4)[:, :, None] * here[:, :, None],
        (stones * here)[:, :, None], facts[:, :, 23:]], -1)
    means = (same / jnp.maximum(size, 1)[:, :, None]).astype(jnp.bfloat16)
    sign = n[:, 2]
    truth = dict(
        owners=0.5 + sign[:, None] * (o.astype(jnp.float32) - 5) / 10,
        chance=0.5 + sign * (n[:, 0] - 0.5), area=sign * (n[:, 1] + 6.5), correction=sign * -6.5,
        wish=n[:, 3].astype(jnp.int32), weight=n[:, 5], told=n[:, 6] * (jnp.abs(n[:, 0] - 0.5) > 0.1))
    return facts * here[:, :, None], here, means, truth


def hear(said):
    """Itself, the mean of those beside it, of those across from it, and what lies on both sides."""
    n, _, w = said.shape
    board = jnp.pad(said.reshape(n, 19, 19, w), ((0, 0), (1, 1), (1, 1), (0, 0)))
    up, down, left, right = board[:, :-2, 1:-1], board[:, 2:, 1:-1], board[:, 1:-1, :-2], board[:, 1:-1, 2:]
    beside = (up + down + left + right) * 0.25
    across = (board[:, :-2, :-2] + board[:, :-2, 2:] + board[:, 2:, :-2] + board[:, 2:, 2:]) * 0.25
    between = (jnp.minimum(up, down) + jnp.minimum(left, right)) * 0.5
    return jnp.concatenate([board[:, 1:-1, 1:-1], beside, across, between], -1).reshape(n, 361, 4 * w)


def follow(said, rule):
    """What a rule makes of that, without writing it down: sums of products are products of sums."""
    n, _, w = said.shape
    out = rule.shape[-1]
    own, beside, across, between = jnp.split(rule, 4)
    made = (said @ jnp.concatenate([own, 0.25 * beside, 0.25 * across], -1)).reshape(n, 19, 19, 3 * out)
    board = jnp.pad(made[..., out:], ((0, 0), (1, 1), (1, 1), (0, 0)))
    near, far = board[..., :out], board[..., out:]
    total = made[..., :out] + near[:, :-2, 1:-1] + near[:, 2:, 1:-1] + near[:, 1:-1, :-2] + near[:, 1:-1, 2:]
    total += far[:, :-2, :-2] + far[:, :-2, 2:] + far[:, 2:, :-2] + far[:, 2:, 2:]
    board = jnp.pad(said.reshape(n, 19, 19, w), ((0, 0), (1, 1), (1, 1), (0, 0)))
    up, down, left, right = board[:, :-2, 1:-1], board[:, 2:, 1:-1], board[:, 1:-1, :-2], board[:, 1:-1, 2:]
    both = (jnp.minimum(up, down) + jnp.minimum(left, right)) * 0.5
    return (total + both @ between).reshape(n, 361, out)


def spread(weights, facts, here, means):
    """What points say after the last tick, and whose they were after each."""
    half = jax.tree.map(lambda weight: weight.astype(jnp.bfloat16), weights)
    mask = here[:, :, None].astype(jnp.bfloat16)
    kept = (hear(facts.astype(jnp.bfloat16)) @ half["facts"]).astype(jnp.float32) + weights["first"]

    def read(said):
        return (said @ half["owner"]).astype(jnp.float32) + weights["owner_bias"]

    def tick(kept, rule):
        rule_hear, rule_bias, rule_keep = rule
        said = jax.nn.relu(kept).astype(jnp.bfloat16) * mask
        made = jax.nn.relu(follow(said, rule_hear) + rule_bias)
        shared = jnp.einsum("nij,njc->nic", means, made[:, :, CHAIN:BOARD])
        whole = (made[:, :, BOARD:] * mask).sum(1, keepdims=True) / mask.sum(1, keepdims=True)
        made = jnp.concatenate([made[:, :, :CHAIN], shared, jnp.broadcast_to(whole, made[:, :, BOARD:].shape)], -1)
        return kept + (made @ rule_keep).astype(jnp.float32), read(said)

    kept, frames = jax.lax.scan(tick, kept, (half["hear"], half["bias"], half["keep"]))
    said = jax.nn.relu(kept) * mask
    return said, read(said.astype(jnp.bfloat16)), frames


def bce(odds, truth):
    return jnp.maximum(odds, 0) - odds * truth + jnp.log1p(jnp.exp(-jnp.abs(odds)))


def losses(weights, data, at):
    facts, here, means, truth = lesson(data, at)
    said, odds, frames = spread(weights, facts, here, means)
    n = here.sum(1)
    believed = jnp.tanh(odds / 2) * here
    beside = (said @ weights["lead"]).sum(1) / 4
    sure = (said * here[:, :, None] @ weights["sure"]).sum(1) / n + weights["sure_bias"]
    seen = believed.sum(1) + beside
    total = seen + truth["correction"]
    steep = jnp.exp(jnp.clip(sure, -4, 4)) / 10
    off = (seen - truth["area"]) / 10
    weight = truth["weight"] / truth["weight"].sum()
    told = truth["told"] / jnp.maximum(truth["told"].sum(), 1)
    frame = (bce(frames, truth["owners"][None]) * here[None]).sum(2) / n[None]
    owner = (bce(odds, truth["owners"]) * here).sum(1) / n
    lead = jnp.where(jnp.abs(off) < 1, off * off / 2, jnp.abs(off) - 0.5)
    chance = bce(steep * total, truth["chance"])
    empty = (facts[:, :, 2] > 0) & (facts[:, :, 23] == 0)
    wishes = jnp.where(empty, said @ weights["wish"], -1e9)
    known = truth["wish"] < 361
    chosen = jnp.take_along_axis(wishes, jnp.minimum(truth["wish"], 360)[:, None], 1)[:, 0]
    wish = jnp.where(known, jax.nn.logsumexp(wishes, 1) - chosen, 0)
    loss = (weight * (2 * owner + 0.1 * frame[4:].sum(0) / 4 + 0.5 * lead + 0.5 * chance)).sum()
    loss += WISH * (jnp.minimum(wish, 12) * known).sum() / jnp.maximum(known.sum(), 1) + TOLD * (told * chance).sum()
    area = truth["area"] + truth["correction"]
    facts_of = dict(
        owner=(jnp.abs(believed - (2 * truth["owners"] - 1)) * here).sum(1) / n, lead=jnp.abs(total - area),
        ahead=((total > 0) == (truth["chance"] > 0.5)).astype(jnp.float32), chance=chance, wish=wish,
        first=((wishes >= chosen[:, None]).sum(1) == 1).astype(jnp.float32), known=known.astype(jnp.float32))
    return loss, facts_of


def begin(key):
    a, b, c = jax.random.split(key, 3)
    zeros = jnp.zeros
    return dict(
        facts=0.25 * jax.random.normal(a, (4 * F, W)), first=zeros(W),
        hear=(2 / (4 * W)) ** 0.5 * jax.random.normal(b, (T, 4 * W, W)), bias=zeros((T, W)),
        keep=0.3 / W ** 0.5 * jax.random.normal(c, (T, W, W)),
        owner=zeros(W), owner_bias=zeros(()), lead=zeros(W), sure=zeros(W), sure_bias=zeros(()), wish=zeros(W))


@functools.partial(jax.jit, donate_argnums=(0, 1, 2, 3))
def step(weights, mean, square, steady, n, rate, keep, data, at):
    (loss, _), slopes = jax.value_and_grad(losses, has_aux=True)(weights, data, at)
    length = jnp.sqrt(sum(jnp.sum(slope ** 2) for slope in jax.tree.leaves(slopes)))
    scale = jnp.minimum(1.0, 2.0 / length)
    scale = jnp.where(jnp.isfinite(scale), scale, 0.0)
    slopes = jax.tree.map(lambda slope: jnp.nan_to_num(slope) * scale, slopes)
    mean = jax.tree.map(lambda old, slope: 0.9 * old + 0.1 * slope, mean, slopes)
    square = jax.tree.map(lambda old, slope: 0.999 * old + 0.001 * slope ** 2, square, slopes)
    a, b = 1 - 0.9 ** n, 1 - 0.999 ** n
    weights = jax.tree.map(
        lambda weight, m, s: weight - rate * ((m / a) / (jnp.sqrt(s / b) + 1e-8) + (1e-2 * weight if weight.ndim > 1 else 0)),
        weights, mean, square)
    steady = jax.tree.map(lambda old, weight: keep * old + (1 - keep) * weight, steady, weights)
    return weights, mean, square, steady, loss


look = jax.jit(lambda weights, data, at: losses(weights, data, at)[1])


def examine(weights):
    size = min(512, len(test))
    lots = [test[k:k + size] for k in range(0, len(test) - size + 1, size)]
    seen = [jax.tree.map(np.asarray, look(weights, DATA, jnp.asarray(lot))) for lot in lots]
    at = np.concatenate(lots)
    for origin in (0, 1, 2):
        for side in (19, 13, 9):
            kind = (meta["origin"][at] == origin) & (meta["side"][at] == side)
            if kind.any():
                value = {name: np.concatenate([lot[name] for lot in seen])[kind] for name in seen[0]}
                known = max(value["known"].sum(), 1)
                first = (value["first"] * value["known"]).sum() / known
                say(f"  origin {origin} side {side} n {kind.sum()} " + " ".join(
                    f"{name} {value[name].mean():.4f}" for name in ("owner", "lead", "ahead", "chance")) + f" first {first:.3f}")


def save(weights):
    """All numbers in the order of the file that ships."""
    numbers = {name: np.asarray(value, np.float32) for name, value in weights.items()}
    ticks = [numbers[name][tick] for tick in range(T) for name in ("hear", "bias", "keep")]
    ends = [numbers[name] for name in ("owner", "owner_bias", "lead", "sure", "sure_bias", "wish")]
    flat = np.concatenate([part.ravel() for part in [numbers["facts"], numbers["first"], *ticks, *ends]])
    flat.astype("<f4").tofile(out + ".part")
    os.replace(out + ".part", out)
    with open(out + ".npz", "wb") as file:
        np.savez(file, **numbers)


weights = begin(jax.random.PRNGKey(1))
if os.environ.get("FROM"):
    weights = jax.tree.map(jnp.asarray, dict(np.load(os.environ["FROM"])))
mean, square = (jax.tree.map(jnp.zeros_like, weights) for _ in range(2))
steady = jax.tree.map(jnp.copy, weights)
HALF = B - int(B * float(os.environ.get("SHARE", "0.4"))) if len(more) else B
FINISH = float(os.environ.get("FINISH", "0"))
n, shown, order = 0, 0.0, np.empty(0, np.int64)
begun = None
RATE = float(os.environ.get("RATE", "1.5e-3"))
while True:
    now = time.time() - START
    if len(order) < HALF:
        order = rng.permutation(train)
    at, order = order[:HALF], order[HALF:]
    if len(more):
        at = np.concatenate([at, rng.choice(more, B - HALF)])
    done = 0.0 if begun is None else min(1.0, (now - begun) / (seconds - begun))
    if done >= 1.0:
        break
    n += 1
    rate = RATE * min(1.0, n / 200) * (FINISH + (1 - FINISH) * (0.5 + 0.5 * np.cos(np.pi * done))) if begun else RATE * n / 200
    keep = min(0.998, n / (n + 20.0))
    weights, mean, square, steady, loss = step(weights, mean, square, steady, float(n), rate, keep, DATA, jnp.asarray(at))
    if n == 3 or n % 20 == 0:
        loss = float(loss)
        if begun is None:
            begun = time.time() - START
        if time.time() - START > shown + 15:
            shown = time.time() - START
            say(f"{shown:.0f} s, step {n}, {n * HALF / len(train):.2f} times all, loss {loss:.4f}")
            save(steady)
save(steady)
say(f"step {n}, {n * HALF / len(train):.2f} times all, after {time.time() - START:.0f} s")
examine(steady)
