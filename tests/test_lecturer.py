"""The lecturers' page: the answers of the quiz are what the course computes."""

import re

import numpy as np
from notebook import ROOT

from perclab import Hyperplane

PAGE = (ROOT / "lecturers/pages/lecturer.md").read_text("utf-8")


def test_the_answers_of_the_quiz():
    answers = re.findall(r"^\d\. .*", PAGE.partition("<summary>Answers</summary>")[2], re.M)[:8]
    steps = [k for k in range(1, 20) if 2 * k <= 6 * np.sqrt(k)]
    assert steps == list(range(1, max(steps) + 1))
    distance = abs(Hyperplane((3, 4), -10).distance((0, 0)))
    values = {0: np.dot((2, -1), (3, 4)), 1: np.hypot(6, 8), 3: distance, 6: max(steps)}
    assert np.dot((1, 2), (-3, 1)) < 0
    assert [i for i, n in values.items() if not re.search(rf"\b{n:g}\b", answers[i])] == []
