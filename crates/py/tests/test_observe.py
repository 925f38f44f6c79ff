"""Tables over many games."""

import os
import signal
import threading
import time

import numpy as np
import pandas
import polars
import pyarrow
import pytest

import aji


def test_a_table_says_what_the_models_say(tygem):
    games = tygem[:4]
    table = aji.observe(games, ["freedom.lead", "cellular.black_area"], maps=["bouzy.territory"], every=40)
    assert table.columns == [
        "game",
        "move_number",
        "color",
        "freedom.lead",
        "cellular.black_area",
        "bouzy.territory.map",
    ]
    freedom, bouzy = aji.model("freedom"), aji.model("bouzy")
    for row in range(len(table)):
        game, ply = games[table["game"][row]], int(table["move_number"][row])
        assert table["freedom.lead"][row] == freedom.read(game, ply).values["freedom.lead"]
        assert np.array_equal(table["bouzy.territory.map"][row], bouzy.read(game, ply).maps["bouzy.territory"])
        assert (table["color"][row] == 1) == (game.moves[ply - 1][0] == "B")


def test_moves_are_chosen(tygem):
    games = tygem[:3]
    table = aji.observe(games, "nearest.lead", at=[0, 10, "end"])
    lengths = [len(game) for game in games]
    assert table["move_number"].tolist() == [ply for length in lengths for ply in (0, 10, length)]
    assert table["color"][0] == 0
    with pytest.raises(aji.AjiError, match="every=0"):
        aji.observe(games, "nearest.lead", every=0)
    with pytest.raises(aji.AjiError, match="nothing is asked for"):
        aji.observe(games)
    with pytest.raises(aji.UnknownNameError, match="freedom.lead"):
        aji.observe(games, "freedom.leed")
    with pytest.raises(TypeError, match="aji.read"):
        aji.observe(["game"], "freedom.lead")


def test_the_result_does_not_depend_on_the_threads(tygem):
    names = ["freedom", "ising.molecular.hamiltonian", "agents.capacity"]
    one = aji.observe(tygem[:12], names, every=60, threads=1)
    three = aji.observe(iter(tygem[:12]), names, every=60, threads=3)
    assert all(np.array_equal(one[name], three[name], equal_nan=True) for name in one.columns)


def test_settings_and_models_with_their_own(tygem):
    short = aji.model("freedom", reach=2)
    table = aji.observe(tygem[:2], ["freedom.lead", short], settings={"freedom.reach": 3}, every=80)
    assert "freedom.lead" in table and "freedom.lead #2" in table
    assert table["freedom.lead #2"][0] == short.read(tygem[0], 80).values["freedom.lead"]
    assert table["freedom.lead"][0] == aji.model("freedom", reach=3).read(tygem[0], 80).values["freedom.lead"]


def test_arrow_goes_everywhere_without_a_copy(tygem):
    table = aji.observe(tygem[:3], ["freedom.lead"], maps=["nearest.owner"], every=50)
    arrow = pyarrow.table(table)
    assert arrow.schema.field("nearest.owner.map").type == pyarrow.list_(pyarrow.float64(), 361)
    again = pyarrow.table(table)
    address = [t.column("freedom.lead").chunk(0).buffers()[1].address for t in (arrow, again)]
    assert address[0] == address[1], "both see the memory of the table"
    assert np.array_equal(arrow["freedom.lead"].to_numpy(), table["freedom.lead"])
    assert polars.DataFrame(table)["freedom.lead"].to_list() == table["freedom.lead"].tolist()
    assert table.to_polars().shape == (len(table), 5)
    frame = table.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == table.columns
    assert table.to_arrow().num_rows == len(table)
    assert set(table.to_dict()) == set(table.columns)
    assert "<table>" in table._repr_html_() and "rows" in repr(table)
    with pytest.raises(aji.UnknownNameError, match="freedom.lead"):
        table["freedom.leed"]


def test_boards_of_several_sizes_and_models_that_do_not_take_them(tygem):
    small = aji.Game.from_moves(["E5", "C3"], size=9)
    with pytest.raises(aji.ModelError, match="game 0: belief"):
        aji.observe([small], "belief.free_energy")
    table = aji.observe([small, tygem[0]], "belief.free_energy", maps=["nearest.owner"], at=["end"], errors="null")
    assert np.isnan(table["belief.free_energy"]).tolist() == [True, False]
    assert pyarrow.table(table)["belief.free_energy"].null_count == 1
    assert [board.shape for board in table["nearest.owner.map"]] == [(9, 9), (19, 19)]
    maps = aji.observe([small, tygem[0]], maps=["belief.black"], at=["end"], errors="null")
    assert maps["belief.black.map"][0] is None


def test_progress_is_told_and_can_stop(tygem):
    told = []
    aji.observe(tygem[:20], "freedom.lead", every=20, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (20, 20) and told == sorted(told)

    def stop(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        aji.observe(tygem, "freedom.lead", progress=stop)


@pytest.mark.parametrize("name", ["observe", "predict", "match", "simulate", "train"])
def test_ctrl_c_is_honoured(tygem, name, tmp_path):
    """Each of these would go on for minutes or hours."""
    work = {
        "observe": lambda: aji.observe(tygem * 50, ["freedom", "ising.molecular"]),
        "predict": lambda: aji.predict(tygem * 50, ["freedom", "ising.molecular"]),
        "match": lambda: aji.match(["freedom+search", "blend"], games=1000, size=19),
        "simulate": lambda: aji.simulate(10_000_000, size=19),
        "train": lambda: aji.train(epochs=100, checkpoint=tmp_path / "state"),
    }[name]
    # Whoever starts the tests in the background may have told all of them to ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        signal.signal(signal.SIGINT, before)
    assert name != "train" or (tmp_path / "state").exists()


def test_other_threads_of_python_go_on(tygem):
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(None)
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    aji.observe(tygem[:40], "freedom.lead")
    done.set()
    thread.join()
    assert len(ticks) > 10, "the lock is free while Rust works"


def test_studies(tygem):
    found = aji.predict(tygem[:30], ["freedom", "nearest"], at=[50, "end"])
    names = [predictor["name"] for predictor in found["predictors"]]
    assert found["games"] == 30 and "always Black" in names and "freedom.lead" in names
    always = found["predictors"][0]["scores"][1]
    assert always["hits"] == sum(game.winner == "B" for game in tygem[:30])
    assert always["interval"] == pytest.approx(aji.stats.wilson(always["hits"], 30).interval)
    pair = aji.agree(tygem[:10], ["freedom", "bouzy"], every=40)["pairs"][0]
    assert pair["models"] == ["freedom", "bouzy"] and 0 < pair["whole"]["same_owner"]["share"] <= 1
    one, two = (aji.agree(tygem[:10], ["freedom", "bouzy"], every=40, threads=n) for n in (1, 2))
    assert one == two
