"""Pictures by night: each colour has a second one, and the page around says which of them shows."""

import colorsys
import re

from .page import record

_COLOUR = re.compile(r'((?:fill|stroke)(?:: |="))#([0-9a-f]{6})\b', re.I)


def by_night(cell):
    """Let the drawings of a cell, which it changes, follow the colour scheme of the element that shows them."""
    for output in cell.get("outputs", ()):
        data, found = output.get("data", {}), record(output)
        if "image/svg+xml" in data:
            data["image/svg+xml"] = two_sided("".join(data["image/svg+xml"]))
        if found and found["kind"] == "explorer":
            found["stills"] = [*map(two_sided, found["stills"])]
            found["frames"] = [
                [still, two_sided(behind), two_sided(front), sentence]
                for still, behind, front, sentence in found["frames"]
            ]
    return cell


def two_sided(document):
    """Return an SVG document that has a second set of colours for where the page is dark."""
    names = {name.lower() for _, name in _COLOUR.findall(document)}
    sides = ["".join(f"--{name}:#{side(name)};" for name in sorted(names)) for side in (str, dark)]
    # What Matplotlib draws in plain black, it gives no colour.
    style = (
        f"<style>:root{{{sides[0]}}}@media(prefers-color-scheme:dark)"
        f"{{:root{{fill:#{dark('000000')};{sides[1]}}}}}</style>"
    )
    painted = _COLOUR.sub(lambda found: f"{found[1]}var(--{found[2].lower()})", document)
    return re.sub(r"<svg[^>]*>", lambda head: head[0] + style, painted, count=1)


def dark(colour):
    """Return the colour, six hexadecimal digits, that stands for another by night: of the same hue, light where that is dark."""
    red, green, blue = (part / 255 for part in bytes.fromhex(colour))
    hue, light, strong = colorsys.rgb_to_hls(red, green, blue)
    # Pale colours are grounds; what is drawn on them stays clear of them.
    turned = 0.09 + 0.6 * (1 - light) if light > 0.75 else 0.28 + 0.66 * (1 - light)
    turned = colorsys.hls_to_rgb(hue, turned, 0.75 * strong)
    return bytes(round(255 * part) for part in turned).hex()
