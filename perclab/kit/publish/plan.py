"""What a slide needs and what it introduces: symbols with their indices, and words of the glossary."""

import re
import tomllib
import unicodedata
from functools import cache

_FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$\n]+\$", re.S)
_EMPHASISED = re.compile(r"(?<!\*)(\*{1,2})(?=\S)([^*\n]+?)\1(?!\*)")
_NAMES = [unicodedata.name(chr(i)).split()[-1].lower() for i in range(ord("α"), ord("ω") + 1)]
_GREEK = [*(name.replace("lamda", "lambda") for name in _NAMES), "varphi", "ell"]
_LETTER = "|".join([*_GREEK, *map(str.capitalize, _GREEK)])
# What is no symbol: words with their arguments, and letters that only count in a sum or name the argument of a function.
_NO_SYMBOL = re.compile(
    r"\\(?:text|mathrm|operatorname|textbf|tag|begin|end)\*?\{[^}]*\}(?:\([a-z](?:, *(?:\\ )?[a-z])*\))?"
    r"|(?<=\\sum)_(?:\{[^}]*\}|\w)|(?<=\\min)_(?:\{[^}]*\}|\w)|(?<=\\max)_(?:\{[^}]*\}|\w)"
    r"|(?<=[A-Z])\([a-z](?:, *[a-z])*\)|(?<=\\Phi)\([a-z]\)"
)
_SYMBOL = re.compile(
    rf"(\\(?:{_LETTER})(?![a-zA-Z])|(?<![a-zA-Z\\])[a-zA-Z](?![a-zA-Z]))"
    r"((?:\^\*|\^\{\\star\}|\^[+-]|\^\{[+-]\}|\^\{\([^)]*\)\}|_\{[^}]*\}|_\\?\w)*)"
)


def symbols(markdown):
    """Return the symbols in the formulas of a text: θ, θ*, θᵢ and θ⁽ᵏ⁾ are four, whichever letter is the index.

    In a sum the index is none, nor is what a function such as K takes.
    """
    formulas = " ".join(_FORMULA.findall(markdown))
    return {symbol(*found) for found in _SYMBOL.findall(_NO_SYMBOL.sub(" ", formulas))}


def symbol(letter, marks=""):
    """Return how a symbol is written here, such as `θ*`, `d_i`, `x_1` or `θ^(k)`."""
    if letter.startswith("\\"):
        size = "CAPITAL" if letter[1].isupper() else "SMALL"
        name = letter[1:].upper().removeprefix("VAR").replace("LAMBDA", "LAMDA")
        letter = "ℓ" if name == "ELL" else unicodedata.lookup(f"GREEK {size} LETTER {name}")
    star = "*" if re.search(r"\*|star", marks) else ""
    above = "^(k)" if "(" in marks else "".join(re.findall(r"[+-](?!.*\))", marks))
    index = re.search(r"_\{?(\\?\w)", marks)
    below = "" if not index else f"_{index[1]}" if index[1].isdigit() else "_i"
    return letter + star + above + below


@cache
def vocabulary(glossary):
    """Return the terms by the words for them, and a pattern that finds these words."""
    table = tomllib.loads(glossary.read_text("utf-8"))["term"]
    terms = {term["name"].partition(" (")[0].lower(): term for term in table}
    by_length = sorted(terms, key=len, reverse=True)
    nouns = "|".join(re.escape(word) for word in by_length if not terms[word].get("verb"))
    verbs = "|".join(re.escape(word) for word in by_length if terms[word].get("verb"))
    # Of a word that is a verb as well, only "a pass", "the next pass" is the noun; "as an example" is no example.
    articles = "an?|the|each|every|one|no|its|your|this|that|another"
    article = rf"(?!(?<=as )an example)(?:{articles}) (?:\w+ )?"
    found = rf"\b(?:{article}(?P<verb>{verbs})|(?P<noun>{nouns})s?)(?![\w-])"
    return terms, re.compile(found, re.I)


def words(text, terms, pattern):
    """Yield, for each word of the glossary in a text, where it begins and ends, and its term."""
    for found in pattern.finditer(text):
        kind = "noun" if found["noun"] else "verb"
        yield found.start(kind), found.end(), terms[found[kind].lower()]


class Reader:
    """Reads slides: which symbols and words of a glossary, if there is one, each needs and introduces."""

    def __init__(self, glossary=None):
        self.terms, self.pattern = vocabulary(glossary) if glossary else ({}, re.compile("(?!)"))

    def uses(self, slide):
        """Return the symbols and words on a slide."""
        return symbols(slide.words) | self._words(slide.words)

    def introduces(self, slide):
        """Return what a slide introduces: what its plan says, and words that it sets in bold or italics."""
        marked = (_FORMULA.sub("", text) for _, text in _EMPHASISED.findall(slide.words))
        short = (f"the {it}" for it in marked if len(it.split()) < 4)
        return {*slide.introduces}.union(*map(self._words, short))

    def _words(self, text):
        text = re.sub(r"[\s*]+", " ", _FORMULA.sub(" ", text))
        found = words(text, self.terms, self.pattern)
        return {term["name"].partition(" (")[0] for *_, term in found}


def missing(chosen, reader):
    """Return slides with what they use before a slide has introduced it, each told once; who knows xᵢ knows x₁."""
    known, found = set(), []
    for slide in chosen:
        known |= reader.introduces(slide)
        new = reader.uses(slide) - known
        lacking = {name for name in new if re.sub(r"_\d$", "_i", name) not in known}
        known |= lacking
        if lacking:
            found.append((slide, sorted(lacking)))
    return found
