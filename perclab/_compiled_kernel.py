"""The loop of `fast.conjunction_perceptron` for the extra "fast": compiled, so that a mistake is added as it is made."""

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

# For this many examples the counts of common bits stay in the processor's nearest cache.
_BLOCK = 1024


@intrinsic
def _ones(context, word):
    def make(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), make


@njit(cache=True, nogil=True)
def conjunction_loop(words, y, digits, last, right, noted):
    """Show each example once, and add each mistake to the scores; note the mistakes, and return how many there are.

    `words` and `digits` are as in `fast.ConjunctionScores`, but a column for each example; `right` says whether label −1, or +1,
    goes with a score below, at, or above 0. If this is the `last` pass, no score up to the current example is asked for again.
    """
    (size, m), width, made, common = words.shape, len(digits), 0, np.empty(_BLOCK, dtype=np.int64)
    for i in range(m):
        # Carried from the lowest digit on, the score has the sign of its highest digit that is not 0.
        carry, rest = 0, False
        for k in range(width - 1, 0, -1):
            carry += digits[k, i]
            rest |= (carry & 0xFFFFFFFF) != 0
            carry >>= 32
        carry += digits[0, i]
        sign = 0 if carry < 0 else 2 if carry > 0 or rest else 1
        if right[(y[i] + 1) // 2, sign]:
            continue
        # A block of examples at a time, word by word, so that their bits are counted together.
        for start in range(i + 1 if last else 0, m, _BLOCK):
            end = min(start + _BLOCK, m)
            common[:] = 0
            for k in range(size):
                word, row = words[k, i], words[k, start:end]
                for j in range(len(row)):
                    common[j] += _ones(word & row[j])
            for j in range(end - start):
                digits[width - 1 - (common[j] >> 5), start + j] += y[i] << (common[j] & 31)
        noted[made] = i
        made += 1
    return made
