"""What lecturers are told: the answers of the quiz are what the course computes, and both hubs start the same command."""

import re

import numpy as np
import yaml
from notebook import ROOT

from perclab import Hyperplane

CLASS = (ROOT / "perclab/pages/class.md").read_text("utf-8")
PAGE = (ROOT / "lecturers/pages/lecturer.md").read_text("utf-8")


def test_the_answers_of_the_quiz():
    answers = re.findall(r"^\d\. .*", PAGE.partition("<summary>Answers</summary>")[2], re.M)[:8]
    steps = [k for k in range(1, 20) if 2 * k <= 6 * np.sqrt(k)]
    assert steps == list(range(1, max(steps) + 1))
    distance = abs(Hyperplane((3, 4), -10).distance((0, 0)))
    values = {0: np.dot((2, -1), (3, 4)), 1: np.hypot(6, 8), 3: distance, 6: max(steps)}
    assert np.dot((1, 2), (-3, 1)) < 0
    assert [i for i, n in values.items() if not re.search(rf"\b{n:g}\b", answers[i])] == []


def test_one_machine_and_a_cluster_start_a_students_server_alike():
    lines, values = (
        re.search(rf"^```{kind}\n(.*?)^```", CLASS, re.M | re.S)[1] for kind in ("python", "yaml")
    )
    there = yaml.safe_load(values)
    path, *arguments = eval(re.search(r"Spawner.cmd = (.*)", lines)[1])
    assert [path.rpartition("/")[2], *arguments] == there["singleuser"]["cmd"]
    assert eval(re.search(r"environment = (.*)", lines)[1]) == there["singleuser"]["extraEnv"]
