"""The demonstration's pictures: what each frame says and draws is recomputed here in plain Python."""

import re

import numpy as np
import pytest
from drawing import check_wiring, marks_of, path_of, told
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath, text_to_path
from oracles import marked, naive_replay, naive_units

from perclab import maximum_margin
from perclab.mark_one import DEALT, Machine, card, cards, experiment, replay, two_cards
from perclab.views.mark_one import (
    TIMELINE,
    draw_accuracy,
    draw_between,
    draw_cards,
    draw_machine,
    draw_step,
    draw_template,
    draw_threshold,
    draw_timeline,
    draw_trial,
    explore_trials,
)


def middles(picture, gid):
    """The middles of strokes, one path for all, in points from the lower left corner."""
    return path_of(picture, gid).reshape(-1, 2, 2).mean(axis=1)


def written(picture):
    """Every text of the drawing with its colour."""
    return re.findall(r'<!-- (.*?) -->\s*<g style="fill: (#\w+)"', picture.svg)


def pixels_drawn(picture, gid, left, top, cell):
    """The (row, column) of every pixel of a retina that is marked in the drawing."""
    at = middles(picture, gid)
    return {(int((top - y) // cell), int((x - left) // cell)) for x, y in at}


def weights_drawn(picture, name=""):
    """How many weights are drawn above and below 0, and the thickest of all."""
    groups = re.findall(rf'<g id="weights([+-]\d){name}">', picture.svg)
    counts = {1: 0, -1: 0}
    for level in groups:
        counts[int(level[0] + "1")] += len(middles(picture, f"weights{level}{name}"))
    return counts[1], counts[-1], max((abs(int(level)) for level in groups), default=0)


def check_grounds(picture, values, most, name):
    """A pale ground behind each weight of up to a third of the largest, a darker one behind the others, none behind 0."""
    for sign in (1, -1):
        for strong in (0, 1):
            expected = sum(sign * v > 0 and (-(-abs(v) * 6 // most) > 2) == strong for v in values)
            gid = f"ground{sign * (1 + strong):+d}{name}"
            assert (len(middles(picture, gid)) if f'id="{gid}"' in picture.svg else 0) == expected


def check_numbers(picture, *expected):
    """A frame writes these numbers and no others: each at its place as the font shapes it, from there on or up to there."""
    points = []
    for across, up, text, size, side in expected:
        font = FontProperties(family="DejaVu Sans", size=size)
        width, *_ = text_to_path.get_text_width_height_descent(text, font, False)
        shape = TextPath((across - width * (side == "right"), up - 0.365 * size), text, prop=font)
        points.append(shape.vertices[(shape.codes == Path.MOVETO) | (shape.codes == Path.LINETO)])
    points, drawn = np.concatenate(points), path_of(picture, "numbers")
    assert len(drawn) == len(points)
    assert np.hypot(*(drawn[:, None] - points).transpose(2, 0, 1)).min(axis=0).max() < 0.3


def halves(template):
    """How many pixels on the left count for Q, and on the right for O."""
    return sum(v < 0 for i, v in enumerate(template) if i % 20 < 10), sum(
        v > 0 for i, v in enumerate(template) if i % 20 >= 10
    )


@pytest.mark.parametrize(
    ("machine", "dealt", "n"),
    [
        (Machine(), cards, 50),
        (Machine(seed=4, units=60, threshold=2), cards, 57),
        (Machine(seed=2, units=120), two_cards, 9),
    ],
)
def test_every_frame_of_the_trials_says_and_draws_what_the_machine_did(machine, dealt, n):
    X, y = dealt(n, seed=2)
    explorer = explore_trials(X, y, machine)
    assert check_wiring(explorer) == n
    assert list(explorer.frames) == [(trial,) for trial in range(1, n + 1)]
    story = naive_replay(X, y, machine)
    assert {letter for letter, *_ in story} == {"–", "Q", "O"}
    columns = machine.connections.T.tolist()
    templates = [
        [sum(t * w for t, w in zip(theta, column, strict=True) if w) for column in columns] for *_, theta in story
    ]
    steepest = max(abs(v) for template in templates for v in template)
    good = 0
    for (trial,), picture in explorer.frames.items():
        x, label = X[trial - 1].tolist(), int(y[trial - 1])
        letter, s, theta = story[trial - 1]
        fires, right = sum(naive_units(x, machine)), s * label > 0
        good += right
        template = templates[trial - 1]
        wanted = "O" if label > 0 else "Q"
        says = f"prints {letter}" if s else "prints nothing"
        moves = f"each of those weights goes {'up' if label > 0 else 'down'} by 1" if fires else "no weight moves"
        assert picture.alt == (
            f"Trial {trial} of {n}, a card for {wanted}: {fires} of {machine.units} A-units fire, their weights add up to "
            f"{told(s)}, and the machine {says}: {'right' if right else f'wrong, and {moves}'}. {good} of {trial} right."
        )
        assert pixels_drawn(picture, "card", 10, 294, 6) == marked(x)
        assert len(middles(picture, "firing")) == fires
        above, below, _ = weights_drawn(picture)
        assert (above, below) == (sum(w > 0 for w in theta), sum(w < 0 for w in theta))
        # In the template, too, only what is 0 is left blank; the strong ones lie on a darker ground.
        above, below, thickest = weights_drawn(picture, "-pixels")
        assert (above, below) == (sum(v > 0 for v in template), sum(v < 0 for v in template))
        assert thickest == -(-max(map(abs, template)) * 6 // steepest)
        check_grounds(picture, template, steepest, "-pixels")
        left, right_half = halves(template)
        check_numbers(
            picture, (74, 308, f"{trial} of {n}", 12, "left"), (186, 308, str(fires), 12, "right"),
            (452, 308, told(s), 12, "left"), (50, 108, f"{good} of {trial}", 12, "left"),
            (533, 83, str(left), 11, "right"), (637, 83, str(right_half), 11, "right"),
        )  # fmt: skip
        assert {"of 200 for Q", "of 200 for O", "card", "right:", "their weights add up to"} < {
            text for text, _ in written(picture)
        }
        ground = re.search(r'<g id="firing">[^>]*stroke: (#\w+)', picture.svg)
        assert not fires or ground[1] == ("#cfcfcf" if right else "#f3b9da")

        assert len(marks_of(picture, "wanted")) == 1
        colours = re.findall(r'<g id="wanted">.*?fill: (#\w+)', picture.svg, re.S)
        assert colours[0] == ("#0072b2" if label > 0 else "#d55e00")

        assert {"fires", "fires, and its weight has just moved"} < {text for text, _ in written(picture)}
        texts = {text: fill for text, fill in written(picture) if fill != "#6b6b6b"}
        assert f"of {machine.units} A-units fire;" in texts
        assert texts[f"prints {letter}  {'✔ right' if right else '✘ wrong'}"] == ("#00795a" if right else "#b5006e")

        # The print-out: the fifty trials to which this one belongs, in numbered boxes of ten.
        page = range((trial - 1) // 50 * 50, trial)
        boxes = [f"{page[0] + ten + 1}–{page[0] + ten + 10}" for ten in range(0, 50, 10)]
        assert [text for text, _ in written(picture) if re.fullmatch(r"\d+–\d+", text)] == boxes
        printed = {name: len(marks_of(picture, f"printed{name}")) for name in "QO–"}
        assert printed == {name: sum(story[t][0] == name for t in page) for name in "QO–"}
        assert len(marks_of(picture, "wrong")) == sum(story[t][1] * int(y[t]) <= 0 for t in page)
    assert 0 < good < n


def test_an_exclamation_mark_stands_below_each_wrong_letter():
    X, y = cards(50, seed=2)
    outcome = replay(X, y)
    picture = draw_trial(outcome, 50)
    letters = np.concatenate([marks_of(picture, f"printed{letter}") for letter in "QO–"])
    places = np.array(marks_of(picture, "wrong"))
    assert np.ptp(places[:, 1]) == 0
    assert np.ptp(letters[:, 1]) == 0
    across = sorted(letters[:, 0])
    assert len(across) == 50
    assert sorted(places[:, 0]) == [across[t] for t in np.flatnonzero(~outcome.right)]


def test_the_run_of_the_machine_stays_between_line_and_root():
    outcome = replay(*cards(50, seed=2))
    run = outcome.run
    theta = maximum_margin(run.X, run.y).theta
    picture = draw_between(outcome, theta)
    gamma = min(int(label) * sum(theta[a == 1]) for a, label in zip(run.X, run.y, strict=True)) / sum(theta**2) ** 0.5
    R2 = max(sum(a) for a in run.X.tolist())
    assert f"R² = {R2} and γ = {gamma:.4g} the line and the root cross at k = {R2 / gamma**2:.4g}." in picture.alt
    assert picture.alt.startswith(f"{run.k} mistakes in 50 trials. ")
    # The panel: 8.8 × 2.9 inches, to 1.2 of the bound and 1.25 of R²/γ, from (0.9, 0.6).
    drawn = (path_of(picture, "run") / 72 - [0.9, 0.6]) / [8.8, 2.9] * [1.2, 1.25]
    lengths = [sum(w * w for w in theta) ** 0.5 for theta in run.path.tolist()]
    assert drawn[:, 0] * R2 / gamma**2 == pytest.approx(np.arange(run.k + 1), abs=0.1)
    assert drawn[:, 1] * R2 / gamma == pytest.approx(np.array(lengths), abs=0.5)
    # Both scales have the numbers of the run and of the crossing.
    for text in (f"made: {run.k}", f"bound {R2 / gamma**2:.4g}", f"in the end {lengths[-1]:.4g} long", "25", "100"):
        assert f"{text} -->" in picture.svg
    assert all(k * gamma <= length <= (k * R2) ** 0.5 + 1e-9 for k, length in enumerate(lengths))


def test_units_stand_the_further_right_the_more_they_favour_the_right():
    machine = Machine(seed=3)
    lean = machine.connections @ np.array([1 if i % 20 >= 10 else -1 for i in range(400)])
    outcome = replay(*cards(4, seed=0), machine)
    across = {}
    for trial in range(1, 5):
        places = middles(draw_trial(outcome, trial), "firing")
        units = np.flatnonzero(outcome.run.X[trial - 1])
        assert len(places) == len(units)
        across.update(zip(units.tolist(), places[:, 0].tolist(), strict=True))
    units = sorted(across, key=across.get)
    leans = lean[units]
    columns = [across[unit] for unit in units]
    assert len(units) > 400
    assert all(leans[i] <= leans[j] for i, j in zip(range(400), range(1, 401), strict=True) if columns[i] < columns[j])
    assert leans[0] < -5 < 5 < leans[-1]


def test_weights_are_drawn_the_thicker_the_larger_they_are():
    X, y = cards(50, seed=2)
    outcome = replay(X, y)
    most = abs(outcome.run.path).max()
    picture = draw_trial(outcome, 50)
    theta = outcome.weights(50)
    for sign in (1, -1):
        for size in range(1, most + 1):
            level = -(-size * 6 // most)
            drawn = len(middles(picture, f"weights{sign * level:+d}"))
            assert drawn == sum(sign * w > 0 and -(-abs(w) * 6 // most) == level for w in theta.tolist())
    assert weights_drawn(picture)[2] == 6
    widths = {
        int(level): float(width)
        for level, width in re.findall(r'<g id="weights\+(\d)">[^>]*stroke-width: ([\d.]+)', picture.svg)
    }
    assert len(widths) > 2
    assert all(width == pytest.approx(level) for level, width in widths.items())  # of a cell of 8 points
    # Above 0 upright, below 0 level.
    for sign, axis in ((1, 0), (-1, 1)):
        ends = path_of(picture, f"weights{sign * 6:+d}").reshape(-1, 2, 2)
        assert np.allclose(ends[:, 0, axis], ends[:, 1, axis], atol=1e-6)


def test_many_trials_are_sampled_and_said_so():
    X, y = cards(200, seed=1)
    explorer = explore_trials(X, y, Machine(seed=1, units=20))
    trials = [trial for (trial,) in explorer.frames]
    assert len(trials) == 120
    assert trials[:40] == list(range(1, 41))
    assert trials[-1] == 200
    assert "Of 200 trials this shows the first 40, then 80 more" in explorer.children[-1].value
    # It opens at the second wrong answer, where both letters have been taught.
    assert explorer.start == ([trial for trial in trials if ": wrong, and " in explorer.frames[trial,].alt][1],)
    assert (explorer.stops[0], explorer.stops[-1], len(explorer.stops)) == ((1,), (200,), 5)
    # Where weights move, and the end.
    assert all(": wrong, and " in explorer.frames[stop].alt for stop in explorer.stops[1:-1])
    assert not any(
        "Of 50" in child.value
        for child in explore_trials(X[:9], y[:9], Machine(units=20)).children
        if hasattr(child, "value")
    )


def test_the_machines_picture_shows_one_units_wires_and_all_that_fire():
    shown = [(Machine(seed=seed, units=200), x) for seed, x in enumerate(cards(8, seed=2)[0])]
    for machine, x in [*shown, (Machine(), shown[0][1]), (Machine(seed=1, units=40, threshold=8), shown[2][1])]:
        picture = draw_machine(x, machine)
        drives = [sum(w * bit for w, bit in zip(row, x.tolist(), strict=True)) for row in machine.connections.tolist()]
        fires = sum(d >= machine.threshold for d in drives)
        assert f"{fires} of {machine.units} units fire" in picture.alt
        assert len(middles(picture, "firing")) == fires
        assert pixels_drawn(picture, "card", 10, 306, 9) == marked(x)
        wires = {}
        for sign in "+-":
            ends = path_of(picture, f"wires{sign}1").reshape(-1, 2, 2)
            wires[sign] = {(int((306 - up) // 9), int((across - 10) // 9)) for across, up in ends[:, 0]}
            assert len(wires[sign]) == 10
            assert np.ptp(ends[:, 1], axis=0).max() < 1e-6  # all end at the unit
            # Those on marked pixels are drawn strong.
            strong = path_of(picture, f"count{sign}1").reshape(-1, 2, 2)[:, 0]
            assert {(int((306 - up) // 9), int((across - 10) // 9)) for across, up in strong} == wires[sign] & marked(x)
        # They are one unit's wires, its cell in the field is ringed, and the numbers told are its own.
        unit = next(
            i
            for i, row in enumerate(machine.connections)
            if marked(row == 1) == wires["+"] and marked(row == -1) == wires["-"]
        )
        (ring,) = {tuple(place) for place in marks_of(picture, "unit")}
        if drives[unit] >= machine.threshold:
            lit = [i for i, drive in enumerate(drives) if drive >= machine.threshold]
            assert middles(picture, "firing")[lit.index(unit)] == pytest.approx(np.array(ring), abs=1e-3)
        met = {sign: len(wires[sign] & marked(x)) for sign in "+-"}
        assert met["+"] - met["-"] == drives[unit]
        # Of the units that fire, one with most wires on marked pixels.
        touched = [
            sum(abs(w) * bit for w, bit in zip(row, x.tolist(), strict=True)) for row in machine.connections.tolist()
        ]
        assert touched[unit] == max(
            t for t, d in zip(touched, drives, strict=True) if d >= machine.threshold or not fires
        )
        said = re.search(r"has (\d+) of 10 .* and (\d+) of 10 .*: (\S+); from (\d+) on it fires\. ", picture.alt)
        assert (int(said[1]), int(said[2])) == (met["+"], met["-"])
        assert (said[3], int(said[4])) == (told(drives[unit]), machine.threshold)
        verdict = "at least {}: it fires" if drives[unit] >= machine.threshold else "below {}: it is silent"
        assert f"{verdict.format(machine.threshold)} -->" in picture.svg
        assert (drives[unit] >= machine.threshold) == (fires > 0)


def test_six_cards_at_most_are_drawn_pixel_by_pixel_with_their_letters():
    X, y = cards(9, seed=2)
    picture = draw_cards(X, y)
    for i in range(6):
        assert pixels_drawn(picture, f"card-{i + 1}", 10 + 118 * i, 140, 5) == marked(X[i])
    assert 'id="card-7"' not in picture.svg
    assert written(picture) == [("O", "#0072b2") if label > 0 else ("Q", "#d55e00") for label in y[:6]]
    letters = ", ".join("O" if label > 0 else "Q" for label in y[:6])
    assert picture.alt == f"6 cards of 20 × 20 pixels; the letters to print are {letters}."
    assert draw_cards([card((0, 0))], [1]).alt.startswith("1 card of")


def test_the_template_collects_every_units_weight_at_the_pixels_that_it_is_wired_to():
    X, y = cards(50, seed=2)
    machine = Machine(seed=0, units=300)
    outcome = replay(X, y, machine)
    story = naive_replay(X, y, machine)
    picture = draw_template(outcome, (0, 7, 50))
    sums = {0: [0] * 400}
    for trial in (7, 50):
        theta = story[trial - 1][2]
        sums[trial] = [
            sum(t * w for t, w in zip(theta, column, strict=True)) for column in machine.connections.T.tolist()
        ]
    most = max(abs(v) for values in sums.values() for v in values)
    for trial, values in sums.items():
        left = sum(v < 0 for i, v in enumerate(values) if i % 20 < 10)
        right = sum(v > 0 for i, v in enumerate(values) if i % 20 >= 10)
        told = (
            f"After {trial} trials {left} of 200 pixels on the left count for Q and {right} of 200 on the right for O."
        )
        assert (told in picture.alt) == (trial == 50)  # of the last panel
        assert f"<!-- {left} of 200 for Q -->" in picture.svg
        assert f"<!-- {right} of 200 for O -->" in picture.svg
        # Only what is 0 is left blank.
        above, below, _ = weights_drawn(picture, f"-{trial}")
        assert (above, below) == (sum(v > 0 for v in values), sum(v < 0 for v in values))
        check_grounds(picture, values, most, f"-{trial}")
    assert weights_drawn(picture, "-50")[2] == 6


def test_the_learning_curves_end_where_they_say():
    machines = [Machine(seed=seed, units=80) for seed in range(4)]
    results = {dealt: experiment(machines, dealt=dealt, trials=20) for dealt in DEALT}
    picture = draw_accuracy(results)
    assert picture.alt.startswith("Means of 4 machines; in the end: ")
    for i, (name, result) in enumerate(results.items()):
        shares = [sum(column) / 2000 for column in result.tested.T.tolist()]
        ends = sorted(int(row[-1]) / 500 for row in result.tested)
        assert f"{name} {shares[20]:.0%}" in picture.alt
        assert f"{ends[0]:.0%} to {ends[-1]:.0%}" in picture.svg
        dots = sorted(up for _, up in marks_of(picture, f"ends-{i}"))
        assert dots == pytest.approx(72 * (0.6 + 2.9 * np.array(ends)), abs=0.5)
        curve = path_of(picture, f"mean-{i}")
        # The axes: 5.8 × 2.9 inches, from (0.75, 0.6).
        assert curve[:, 0] == pytest.approx(72 * (0.75 + 5.8 * np.arange(21) / 20), abs=0.5)
        assert curve[:, 1] == pytest.approx(72 * (0.6 + 2.9 * np.array(shares)), abs=0.5)


def test_the_picture_of_a_threshold_tells_what_it_leaves():
    shares = []
    for threshold in (1, 3, 7):
        machines = [Machine(seed=seed, units=150, threshold=threshold) for seed in range(2)]
        result = experiment(machines, trials=20)
        picture = draw_threshold(result, machines[0])
        fired = sum(
            sum(naive_units(x, machine)) for machine in machines for x in cards(520, seed=machine.seed)[0][:20].tolist()
        )
        ends = [int(row[-1]) for row in result.tested]
        wrong = sum(row.count(False) for row in result.answered.tolist())
        assert picture.alt == (
            f"Threshold {threshold}: the mean of 2 machines, in the end {sum(ends) / 1000:.0%} right, and the band from the worst "
            f"({min(ends) / 500:.0%}) to the best ({max(ends) / 500:.0%})."
        )
        for text in (f"{fired / 40:.4g} of 150", f"{wrong / 2:.4g} of 20"):
            assert f"<!-- {text}" in picture.svg
        assert path_of(picture, "mean")[-1, 1] == pytest.approx(72 * (0.6 + 2.9 * sum(ends) / 1000), abs=0.5)
        shares.append(sum(ends))
    assert shares[0] > shares[-1] == 0


def test_the_step_jumps_where_the_sigmoid_passes_one_half():
    picture = draw_step()
    # The panels: 3.7 × 1.8 inches, from (0.75, 0.6) and (5.6, 0.6); the scores go from −6 to 6.
    for sign in (1, -1):
        step = (path_of(picture, f"step{sign:+d}") / 72 - [0.75, 0.6]) / [3.7, 1.8] * [12, 2.2] - [6, 1.1]
        assert step == pytest.approx(np.array([(6 * sign, sign), (0, sign)]), abs=1e-2)
    smooth = (path_of(picture, "sigmoid") / 72 - [5.6, 0.6]) / [3.7, 1.8] * [12, 1.2] - [6, 0.1]
    assert all(up == pytest.approx(1 / (1 + 2.718281828**-score), abs=1e-2) for score, up in smooth)
    assert smooth[[0, -1], 0] == pytest.approx([-6, 6], abs=1e-2)


def test_years_stand_on_the_timeline_to_scale():
    picture = draw_timeline()
    years = [int(year) for year in re.findall(r'<g id="year-(\d+)">', picture.svg)]
    assert years == [1957, 1958, 1960, 1962, 1964, 1969, 1988, 1999] == [year for year, *_ in TIMELINE]
    heights = [path_of(picture, f"year-{year}")[0, 1] for year in years]
    slope, _ = np.polyfit(years, heights, 1)
    assert slope < -5
    # Six decimals are written.
    assert np.diff(heights) == pytest.approx(slope * np.diff(years), abs=1e-4)
    assert path_of(picture, "now")[0, 1] < heights[-1]
    rows = [path_of(picture, name)[-1, 1] for name in (*(f"year-{year}" for year in years), "now")]
    assert min(-np.diff(rows)) > 20  # room for a line of text
    for year, text, brief, chapters in TIMELINE:
        assert f"{year} {brief}" in picture.alt
        assert f"<!-- {text} -->" in picture.svg
        assert f"<!-- {chapters} -->" in picture.svg


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: draw_cards([[1, 0]], [1]), "X has 2 columns; a card has 400 pixels"),
        (lambda: draw_cards(*[cards(2, seed=0)[0], [1, 2]]), r"y\[1\] = 2 is not a label"),
        (lambda: draw_machine(card(), Machine(units=0)), "machine has no association units: give one with units=1000"),
        (lambda: draw_machine([2] * 400), r"X\[0, 0\] = 2 is not a pixel"),
        (lambda: explore_trials(*cards(3, seed=0), Machine(units=0)), "machine has no association units"),
        (lambda: draw_trial(replay(*cards(3, seed=0)), 0), "trial = 0 is not in this replay: give a number from 1 to 3"),
        (lambda: draw_trial(replay(*cards(3, seed=0)), 4), "trial = 4 is not in this replay"),
        (lambda: explore_trials([[0, 1]], [1]), "X has 2 columns"),
        (lambda: draw_template(replay(*cards(3, seed=0)), ()), "trials has 0 entries; the picture has room for one to three"),
        (lambda: draw_template(replay(*cards(3, seed=0)), (0, 1, 2, 3)), "trials has 4 entries"),
        (lambda: draw_template(replay(*cards(3, seed=0)), (4,)), "trial = 4 is not in this replay"),
        (lambda: draw_accuracy({}), "experiments is empty: give one to three"),
        (lambda: draw_accuracy(dict.fromkeys("abcd")), "is of type NoneType, not Experiment"),
        (
            lambda: draw_accuracy({str(n): experiment([Machine()], trials=n) for n in (2, 3)}),
            "experiments have different numbers of trials",
        ),
        (lambda: draw_between(replay(*cards(9, seed=2)), [0] * 1000), "theta"),
        (lambda: draw_between(replay(*cards(9, seed=2)), [1] * 1000), "theta is not right on every card of the replay"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused_with_the_remedy(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()


def test_one_threshold_is_drawn_from_the_worst_machine_to_the_best():
    machines = [Machine(seed=seed, units=150) for seed in range(3)]
    picture = draw_threshold(experiment(machines, trials=10), machines[0])
    assert picture.alt.startswith("Threshold 1: ")
    assert "the mean of 3 machines" in picture.alt
    counts = [row.tolist() for row in experiment(machines, trials=10).tested.T]
    corners = [(t, min(row)) for t, row in enumerate(counts)] + [(t, max(counts[t])) for t in reversed(range(11))]
    # The axes: 5.8 × 2.9 inches, from (0.75, 0.6).
    expected = [(72 * (0.75 + 5.8 * t / 10), 72 * (0.6 + 2.9 * count / 500)) for t, count in corners]
    assert path_of(picture, "band")[:21] == pytest.approx(np.array(expected[:21]), abs=0.5)  # and back to the first
