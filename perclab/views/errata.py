"""The table of all errata."""

from ..tables import chapter_number, table
from . import figures as pic


def all_errata():
    """Return what is printed, what it should be, of what kind the slip is, and which chapters use the correction."""
    claims = {claim["id"]: claim for claim in table("claims")["claim"]}
    called = {lecture["letter"]: lecture["called"] for lecture in table("notation")["lecture"]}
    rows = []
    for erratum in table("errata")["erratum"]:
        claim = claims[erratum["id"]]
        used = {slug for each in erratum["claims"] for slug in claims[each]["chapters"]}
        chapters = ", ".join(f"{number:02}" for number in sorted(map(chapter_number, used)))
        lectures = ", ".join(called[letter] for letter in claim["sources"])
        head = erratum["id"], f"{lectures}: {erratum['place']}", claim["kind"]
        rows.append((*head, erratum["printed"], erratum["corrected"], chapters))
    heads = ("erratum", "lecture", "kind", "printed", "corrected", "used in chapter")
    return pic.Table("The errata of the five lectures", heads, tuple(rows))
