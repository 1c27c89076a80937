"""Questions and proofs are written as texts: a letter or a mark, its text, and below it what is to be said about it."""

from textwrap import dedent


def entries(written):
    """Return the entries of a text, each as its mark, its text, and the paragraphs below it.

    A text goes on at an indent of two; a paragraph begins at an indent of four, and goes on at six.
    """
    found = []
    for line in dedent(written).strip().splitlines():
        indent, line = len(line) - len(line.lstrip()), line.strip()
        if indent == 0:
            mark, _, text = line.partition(" ")
            found.append([mark, text, []])
        elif indent == 4:
            found[-1][2].append(line)
        elif indent == 2:
            found[-1][1] += f" {line}"
        else:
            found[-1][2][-1] += f" {line}"
    return [tuple(entry) for entry in found]
