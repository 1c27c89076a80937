"""The pool of examination questions: every number of a solution is computed once more from those of its text, in another way."""

import re
from fractions import Fraction
from itertools import product
from math import floor, isclose, isqrt

import pytest
from notebook import COURSE
from oracles import dot, lacking, naive, sign, squared_radius

from perclab.kit.publish.exam import choice, pool

POOL = pool(COURSE)
NAMED = {f"{chapter}/{it.name}": it for chapter, those in POOL.items() for it in those}
SEEDS = range(6)


def length(w):
    assert isqrt(dot(w, w)) ** 2 == dot(w, w)
    return isqrt(dot(w, w))


def numbers(text):
    return [int(n) for n in text.split(", ")]


def said_of(scores):
    return ", ".join(f"{sign(score):+}" for score in scores)


def places(text):
    return set(re.findall("«(.+?)»", text))


def words(X):
    return [tuple(map(int, x)) for x in X]


def run(v, **how):
    """The weights after each example of one pass, and the places of its mistakes, from 1."""
    story = naive(v["X"], v["y"], passes=1, **how)
    path = [story.path[sum(i <= j for i in story.mistakes)] for j in range(len(v["X"]))]
    return [tuple(w) for w in path], [i + 1 for i in story.mistakes]


def signed(v, w):
    return [label * dot(w, x) for x, label in zip(v["X"], numbers(v["labels"]), strict=True)]


def margin(v, w):
    return Fraction(min(signed(v, w)), length(w))


def novikoff(X, y, w):
    return Fraction(
        squared_radius(X) * dot(w, w), min(t * dot(w, x) for x, t in zip(X, y, strict=True)) ** 2
    )


def one_update(v):
    y = int(v["label"])
    return {
        "before": dot(v["theta"], v["x"]), "after": tuple(w + y * a for w, a in zip(v["theta"], v["x"], strict=True)),
        "square": dot(v["x"], v["x"]), "change": y * dot(v["x"], v["x"]), "score": dot(v["after"], v["x"]),
    }  # fmt: skip


def answers(v):
    scores = [dot(v["theta"], x) for x in v["X"]]
    wrong = [i for i, s in enumerate(signed(v, v["theta"])) if s < 0]
    x, y = v["X"][wrong[0]], numbers(v["labels"])[wrong[0]]
    after = tuple(w + y * a for w, a in zip(v["theta"], x, strict=True))
    said = {"scores": ", ".join(map(str, scores)), "answers": said_of(scores)}
    return said | {"wrong": len(wrong), "place": wrong[0] + 1, "after": after}


def counts(v):
    signs = zip((1, -1, 1), (1, 2, 3), strict=True)
    theta = tuple(
        map(sum, zip(*([y * v[f"n{i}"] * a for a in v[f"x{i}"]] for y, i in signs), strict=True))
    )
    return {"theta": theta, "score": dot(theta, v["x"]), "answer": f"{sign(dot(theta, v['x'])):+}"}


def distances(v):
    values = [dot(v["w"], x) + v["b"] for x in v["X"]]
    found = {f"d{i}": Fraction(s, length(v["w"])) for i, s in enumerate(values, 1)}
    found |= {"scores": values, "length": length(v["w"])}
    return found | {"origin": Fraction(abs(v["b"]), length(v["w"]))}


def nearest(v):
    w = (v["a"], int(str(v["c"]).strip("()")))
    score, square = dot(w, v["p"]) - v["e"], dot(w, w)
    q = tuple(a - Fraction(score, square) * b for a, b in zip(v["p"], w, strict=True))
    away = length([a - b for a, b in zip(v["p"], v["q"], strict=True)])
    return {"distance": away, "w": w, "score": score, "square": square, "length": length(w), "q": q}


def fold(v):
    folded = {"theta": (v["b"], *v["w"]), "fx": (1, *v["x"]), "fz": (1, *v["z"])}
    score, other = (dot(v["w"], v[x]) + v["b"] for x in "xz")
    side = "positive" if other > 0 else "negative"
    return folded | {"score": score, "other": other, "side": side}


def nothing(v):
    a, b, c = v["X"]
    assert all(v["m"] * s + v["n"] * t == u for s, t, u in zip(a, b, c, strict=True))
    values = [v["b"] + dot(v["w"], x) for x in v["X"]]
    assert [sign(value) for value in values] == [1, 1, -1]
    return {"theta": (v["b"], *v["w"]), **{key: v[key] for key in "bwmn"}}


def sides(v):
    values = [dot(v["w"], x) + v["b"] for x in v["X"]]
    right = sum(sign(s) == y for s, y in zip(values, numbers(v["labels"]), strict=True))
    least = min(dot(v["w"], x) for x in v["X"])
    found = {"scores": values, "sides": said_of(values), "right": right}
    return found | {"bias": -least, "least": least}


def of_a_set(v):
    scores = signed(v, v["theta"])
    found = {"scores": scores, "x": v["X"][scores.index(min(scores))]}
    return found | {"gamma": margin(v, v["theta"]), "length": length(v["theta"])}


def which(v):
    found = {}
    for i, w in ((1, v["one"]), (2, v["two"])):
        found |= {f"g{i}": margin(v, w), f"m{i}": min(signed(v, w)), f"l{i}": length(w)}
    first = found["g1"] > found["g2"]
    name = r"$\theta$" if first else r"$\theta'$"
    return found | {"which": name, "best": found["g1" if first else "g2"]}


def corridor(v):
    w = tuple(a - b for a, b in zip(v["p"], v["q"], strict=True))
    sides = [Fraction(dot(w, v[x]) + v["b"], length(w)) for x in "pq"]
    assert sides[0] == -sides[1]
    return {"gamma": sides[0], "distance": length(w), "w": w, "b": v["b"]}


def mirrored(v):
    both = {"X": v["X"], "labels": "+1, +1"}
    tries = [w for w in product(range(-12, 13), repeat=2) if min(signed(both, w)) > 0]
    assert max(min(signed(both, w)) ** 2 / dot(w, w) for w in tries) == v["gamma"] ** 2
    star = (1, 0) if v["X"][0][0] == v["X"][1][0] else (0, 1)
    found = {"star": star, "axis": f"$x_{1 + star[1]}$", "gamma": margin(both, star)}
    worse = {"score": min(signed(both, v["other"])), "length": length(v["other"])}
    return found | worse | {"less": margin(both, v["other"])}


def by_hand(v):
    weights, mistakes = run(v)
    scores = [dot(w, x) for w, x in zip([(0, 0), *weights[:-1]], v["X"], strict=True)]
    return {"weights": weights, "mistakes": mistakes, "scores": scores}


def until_done(v):
    story = naive(v["X"], v["y"])
    path = list(map(tuple, story.path[1:]))
    assert min(signed(v, path[-1])) > 0
    found = {"per_pass": story.per_pass, "k": len(story.mistakes), "path": path}
    return found | {"scores": signed(v, path[-1])}


def ties(v):
    one, two = (naive(v["X"], v["y"], rule, passes=1) for rule in ("mistake", "positive"))
    return {
        "k1": len(one.mistakes), "k2": len(two.mistakes), "theta1": tuple(one.path[-1]), "theta2": tuple(two.path[-1]),
    }  # fmt: skip


def order(v):
    one, two = (naive(v["X"][::step], v["y"][::step], passes=1) for step in (1, -1))
    return {
        "k1": len(one.mistakes), "k2": len(two.mistakes), "theta1": tuple(one.path[-1]), "theta2": tuple(two.path[-1]),
    }  # fmt: skip


def units(v):
    c, bound = v["c"], Fraction(v["R"], v["gamma"]) ** 2
    found = {"new": tuple(c * w for w in v["theta"]), "R2": c * v["R"], "gamma2": c * v["gamma"]}
    return found | {"bound": bound, "c2": c**2}


def bound(v):
    most = novikoff(v["X"], v["y"], v["star"])
    found = {"bound": most, "most": floor(most), "R2": squared_radius(v["X"])}
    return found | {"gamma": margin(v, v["star"]), "scores": signed(v, v["star"])}


def theorem(v):
    most = next(k for k in range(200) if (k + 1) * v["gamma"] ** 2 > v["R"] ** 2)
    return {"most": most, "bound": Fraction(v["R"] ** 2, v["gamma"] ** 2)}


def start(v):
    story, a = naive([v["x"]], [1], start=list(v["start"])), dot(v["x"], v["star"])
    found = {"k": len(story.mistakes), "score": dot(v["x"], v["start"]), "square": a * a}
    behind = {"behind": dot(v["start"], v["star"]), "long": dot(v["start"], v["start"])}
    return found | behind | {"length": a if a > 1 else ""}


def between(v):
    inside = (v["k"] * v["gamma"]) ** 2 <= v["claim"] <= v["k"] * v["R"] ** 2
    assert inside != (v["verdict"] == "impossible")
    reach = v["k"] * v["gamma"]
    found = {"low": reach**2, "high": v["k"] * v["R"] ** 2, "reach": reach}
    return found | {"verdict": v["verdict"]}


def right_angles(v):
    X = [[v["a"] * (i == j) for j in range(v["n"])] for i in range(v["n"])]
    story = naive(X, [1, -1] * (v["n"] // 2) + [1] * (v["n"] % 2))
    long = dot(story.path[-1], story.path[-1])
    return {"n": len(story.mistakes), "long": long, "square": squared_radius(X)}


def bias(v):
    folded, gamma = [(1, v["right"]), (1, v["left"])], Fraction(v["right"] - v["left"], 2)
    found = {"folded": folded, "R2": squared_radius(folded), "T": dot(v["theta"], v["theta"])}
    found |= {"middle": v["left"] + gamma, "gamma": gamma, "gamma2": gamma**2}
    return found | {"bound": novikoff(folded, (1, -1), v["theta"])}


def separators(v):
    found = {"R2": squared_radius(v["X"])}
    for i, w in ((1, v["one"]), (2, v["two"])):
        found[f"b{i}"] = novikoff(v["X"], v["y"], w)
        found |= {f"g{i}": margin(v, w) ** 2, f"m{i}": min(signed(v, w))}
    return found


def freund_schapire(v):
    found = {"huge": (v["R"] * 100) ** 2, "small2": v["small"] ** 2}
    for i, gamma in ((1, v["small"]), (2, v["large"])):
        falls = [max(0, gamma - s) for s in v["short"]]
        found |= {f"d{i}": falls, f"D{i}": dot(falls, falls)}
        found[f"b{i}"] = ((v["R"] + dot(falls, falls) ** 0.5) / gamma) ** 2
    return found | {"better": "first" if found["b1"] < found["b2"] else "second"}


def cycle(v):
    story = naive(v["X"], (1, 1, -1), passes=2)
    assert story.path[3] == story.path[6] == [0, 0]
    return {"path": list(map(tuple, story.path[1:4]))}


def flipped(v):
    D = v["gamma"] + v["far"]
    before, after = (Fraction(R, v["gamma"]) ** 2 for R in (v["R"], v["R"] + D))
    return {"D": D, "before": before, "after": after, "more": floor(after) - floor(before)}


def debts(v):
    _, falls = lacking(v["X"], v["y"], v["u"], v["gamma"])
    far = [Fraction(s, 5) for s in signed(v, v["u"])]
    wrong = [x for x, s in zip(v["X"], far, strict=True) if s < 0]
    found = {"d": falls, "D2": dot(falls, falls), "D": float(dot(falls, falls)) ** 0.5}
    return found | {"wrong": wrong, "distances": far}


def features(x):
    return [
        int(all(x[i] for i in range(len(x)) if chosen[i]))
        for chosen in product((0, 1), repeat=len(x))
    ]


def kernel(v):
    bits = words((v["a"], v["b"], v["x"]))
    a, b, x = map(features, bits)
    ka, kb = dot(a, x), dot(b, x)
    assert ("+1" in v["answer"], "-1" in v["answer"]) == (ka > kb, ka < kb)
    found = {"ka": ka, "kb": kb, "all": len(a), "score": ka - kb, "answer": v["answer"]}
    return found | {"m": dot(bits[0], bits[2]), "mb": dot(bits[1], bits[2])}


def ones(v):
    x = features([1] * v["ones"] + [0] * (v["n"] - v["ones"]))
    most = max(m for m in range(12) if 2**m <= v["limit"])
    return {"true": sum(x), "most": most, "R2": len(x)}


def dual(v):
    phi = [features(x) for x in words(v["X"])]
    story = naive(phi, v["y"], passes=1)
    before = [story.path[sum(i < j for i in story.mistakes)] for j in range(4)]
    return {
        "mistakes": [i + 1 for i in story.mistakes],
        "scores": [dot(w, x) for w, x in zip(before, phi, strict=True)],
    }


def xor(v):
    phi, y = [(1, a, b, a * b) for a in (0, 1) for b in (0, 1)], (-1, 1, 1, -1)
    values = [dot(v["theta"], x) for x in phi]
    assert list(map(sign, values)) == list(y)
    T, least = dot(v["theta"], v["theta"]), min(map(abs, values))
    found = {"scores": values, "T": T, "least": least, "gamma2": Fraction(least**2, T)}
    return found | {"bound": novikoff(phi, y, v["theta"])}


def vote(v):
    pairs = [(v[f"c{i}"], v[f"w{i}"]) for i in (1, 2, 3)]
    scores = [dot(w, v["x"]) for _, w in pairs]
    plus = sum(c for (c, _), s in zip(pairs, scores, strict=True) if s > 0)
    minus = sum(c for c, _ in pairs) - plus
    total = tuple(sum(c * w[j] for c, w in pairs) for j in (0, 1))
    score = dot(total, v["x"])
    found = {"scores": scores, "plus": plus, "minus": minus, "vote": said_of([plus - minus])}
    return found | {"sum": total, "score": score, "average": said_of([score])}


def average(v):
    weights, _ = run(v)
    total = tuple(map(sum, zip(*weights, strict=True)))
    last, score = dot(weights[-1], v["x"]), dot(total, v["x"])
    said = {"a": said_of([last]), "b": said_of([score])}
    return said | {"weights": weights, "sum": total, "last": last, "score": score}


def winnow_run(v):
    w, path, mistakes = [1] * v["d"], [], []
    for i, (x, y) in enumerate(zip(words(v["X"]), v["y"], strict=True), 1):
        if (dot(w, x) >= v["half"]) != (y == 1):
            w = [
                weight * (2 if y == 1 else 0) if bit else weight
                for weight, bit in zip(w, x, strict=True)
            ]
            mistakes.append(i)
        path.append(tuple(w))
    return {"path": path, "mistakes": mistakes}


def careful(v):
    theta, path, before = (0, 0), [], None
    while before != len(path):
        before = len(path)
        for x, y in zip(v["X"], v["y"], strict=True):
            if y * dot(theta, x) <= v["b"]:
                theta = tuple(w + y * a for w, a in zip(theta, x, strict=True))
                path.append(theta)
    return {"path": path, "k": len(path)}


def disjunction(v):
    d, r = v["d"], v["r"]
    winnow = [2 * r * next(t for t in range(20) if 2**t >= n / 2) + 2 for n in (d, 2 * d)]
    star = [-1] + [2] * r + [0] * (d - r)
    T, R2 = dot(star, star), dot([1] * (d + 1), [1] * (d + 1))
    found = {"winnow": winnow[0], "winnow2": winnow[1], "more": winnow[1] - winnow[0]}
    found |= {"T": T, "gamma2": Fraction(1, T), "R2": R2}
    return found | {"bound": T * R2, "bound2": T * (R2 + d)}


def promised(v):
    return {"first": Fraction(v["k"], v["n"]) * 100, "last": Fraction(v["kept"], v["n"]) * 100}


def leave_one_out(v):
    story, wrong = naive(v["X"], v["y"]), 0
    for i, (x, y) in enumerate(zip(v["X"], v["y"], strict=True)):
        rest = naive(v["X"][:i] + v["X"][i + 1 :], v["y"][:i] + v["y"][i + 1 :]).path[-1]
        wrong += y * dot(rest, x) <= 0
    kept = len(set(story.mistakes))
    assert wrong <= kept
    assert v["spare"] - 1 not in story.mistakes
    return {"mistakes": [i + 1 for i in story.mistakes], "kept": kept, "n": len(v["X"])}


def threshold(v):
    found, costs = {}, {}
    for at in (0, -5, 5):
        said = [(1 if s > at else -1, y) for s, y in zip(v["scores"], v["y"], strict=True)]
        found[at] = said.count((1, -1)), said.count((-1, 1))
        costs[at] = v["cost"] * found[at][0] + found[at][1]
    prices = {"c0": costs[0], "c1": costs[-5], "c2": costs[5], "best": min(costs, key=costs.get)}
    return prices | dict(zip(("alarms", "misses"), found[0], strict=True))


def epoch(v):
    a, b = (naive(v[s], v[f"y{s.lower()}"], passes=1) for s in "AB")
    mixed = tuple(Fraction(s + t, 2) for s, t in zip(a.path[-1], b.path[-1], strict=True))
    ka, kb = len(a.mistakes), len(b.mistakes)
    found = {"ta": tuple(a.path[-1]), "tb": tuple(b.path[-1]), "mixed": mixed}
    return found | {"ka": ka, "kb": kb, "k": ka + kb, "kappa": Fraction(ka + kb, 2)}


def together(v):
    bound, k = Fraction(v["R"], v["gamma"]) ** 2, v["one"] + v["rest"]
    return {"bound": bound, "most": bound * v["S"], "kappa": Fraction(k, v["S"])}


AGAIN = {"length": ones}


def test_there_are_forty_questions_and_each_is_checked_in_another_way():
    assert len(NAMED) >= 40
    assert len({it.name for it in NAMED.values()}) == len(NAMED)
    assert [it.name for it in NAMED.values() if it.name not in {**globals(), **AGAIN}] == []


@pytest.mark.parametrize("name", NAMED)
def test_solutions_are_right_texts_hold_their_numbers_and_no_two_seeds_ask_the_same(name):
    question, texts = NAMED[name], set()
    for seed in SEEDS:
        drawn = question.drawn(seed)
        assert drawn == question.drawn(seed)
        again = (AGAIN.get(question.name) or globals()[question.name])(drawn.values)
        assert places(question.solution) <= places(question.text) | again.keys()
        for key, right in again.items():
            mine = drawn.values[key]
            same = isclose(mine, right) if isinstance(right, float) else mine == right
            assert same, (seed, key, mine, right)
        assert "«" not in drawn.text + drawn.solution + str(drawn.rubric)
        assert "$$" not in drawn.text + drawn.solution
        assert 4 <= drawn.points <= 12
        texts.add(drawn.text)
    assert len(texts) > len(SEEDS) / 2
    assert places(question.text)


def test_an_examination_is_spread_over_the_chapters_and_the_same_for_the_same_seed():
    drawn = choice(POOL, 5, len(POOL))
    assert [next(c for c in POOL if it in POOL[c]) for it in drawn] == list(POOL)
    assert drawn == choice(POOL, 5, len(POOL)) != choice(POOL, 6, len(POOL))
    assert choice(POOL, 5, 8, ["novikoff/theorem"]) == [NAMED["novikoff/theorem"]]
    with pytest.raises(ValueError, match="novikoff/nothing"):
        choice(POOL, 5, 8, ["novikoff/nothing"])
