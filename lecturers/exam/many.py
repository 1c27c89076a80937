"""Examination questions on chapter 9: many machines that share the examples."""

from fractions import Fraction

from perclab import perceptron_mixed
from perclab.kit.asking.examination import signs, template, until, vectors


@template(
    "One epoch of two machines",
    r"""
    Machine A holds $«A»$ with the labels $«la»$, machine B holds $«B»$ with the labels $«lb»$. Both begin at $\theta = 0$,
    make one pass over their own examples, and the weights are mixed with equal shares. What are the weights of the two
    machines and the mixture? By how much does $\kappa$ grow in this epoch, and by how much does the number of mistakes?

    Solution:
    A makes $«ka»$ mistakes and ends with $«ta»$, B makes $«kb»$ and ends with $«tb»$. The mixture is $«mixed»$. Each mistake
    counts with the share $\tfrac12$, so $\kappa$ grows by $«kappa»$, while there are $«k»$ mistakes.

    Rubric:
    4 for the two runs, 2 for each
    1 for the mixture
    1 for $\kappa$ and the number of mistakes
    """,
)
def epoch(random):
    def draw():
        X, y = vectors(random, 4, most=4), [random.choice((-1, 1)) for _ in range(4)]
        return (X[:2], y[:2]), (X[2:], y[2:])

    def runs(shards):
        return perceptron_mixed(shards, max_epochs=1), *(
            perceptron_mixed([shard], max_epochs=1) for shard in shards
        )

    both, one, two = runs(shards := until(draw, lambda it: runs(it)[0].k == 3))
    (A, la), (B, lb) = shards
    return {
        "A": A, "B": B, "la": signs(la), "lb": signs(lb), "ya": tuple(la), "yb": tuple(lb), "ka": one.k, "kb": two.k,
        "ta": tuple(map(Fraction, one.theta.tolist())), "tb": tuple(map(Fraction, two.theta.tolist())),
        "mixed": tuple(map(Fraction, both.theta.tolist())), "kappa": Fraction(both.kappa), "k": both.k,
    }  # fmt: skip


@template(
    "What is promised to many machines?",
    r"""
    $«S»$ machines with equal shares learn examples of length at most $«R»$, which a unit vector separates with margin
    $«gamma»$. What is the most that $\kappa$ can become, and how many mistakes can all machines make together? After some
    epochs machine 1 has made $«one»$ mistakes and the others $«rest»$ together: how large is $\kappa$? Say in a sentence why
    mixing does not spoil the line of the reach.

    Solution:
    $\kappa \le (R/\gamma)^2 = «bound»$, and since a mistake counts $1/«S»$, all machines together make at most
    $«S»\cdot«bound» = «most»$ mistakes. Now $\kappa = («one» + «rest»)/«S» = «kappa»$. The reach of a mixture is the mixture
    of the reaches, so it grows by at least $\gamma$ times the share of each mistake.

    Rubric:
    1 for the bound
    2 for the mistakes of all
    1 for $\kappa$
    2 for the reason
    """,
)
def together(random):
    S, gamma, times = random.randint(3, 12), random.randint(1, 4), random.randint(3, 9)
    one, rest = random.randint(2, 9), random.randint(3, 20)
    return {
        "S": S, "R": gamma * times, "gamma": gamma, "bound": times**2, "most": S * times**2, "one": one, "rest": rest,
        "kappa": Fraction(one + rest, S),
    }  # fmt: skip
