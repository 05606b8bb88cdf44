"""The colours of drawings, by name, for light and for dark paper."""

from __future__ import annotations

from functools import cache

from rush_envs.errors import hint

# Strong colours differ in lightness as well as in hue, so they stay apart for colour-blind eyes.
PALETTE = {
    "ink": "#22262e", "grey": "#6b7280", "silver": "#c3c8d1", "fog": "#eef0f3", "white": "#ffffff",
    "blue": "#0072b2", "vermilion": "#d55e00", "green": "#00805c", "purple": "#8e4585", "crimson": "#b3202c",
    "sky": "#7cc4ee", "orange": "#e69f00", "yellow": "#f2e34c", "pink": "#e3a5c7", "lime": "#a4cf57",
    "brown": "#8a5a33", "cocoa": "#4b2e20", "cream": "#f7efd9", "gold": "#c9a227", "sand": "#e6d3a7",
    "pale blue": "#e3f0f9", "pale green": "#e1f3ec", "pale red": "#fbe6e2", "pale purple": "#f2e6f0",
    "night": "#22262e", "day": "#ffffff",  # the same on any paper: to write on strong colours, for shadows and lights
}  # fmt: skip

# On dark paper what is paper, ink or a tint of them turns; strong colours stay, so that a blue pawn is a blue pawn.
DARK = PALETTE | {
    "ink": "#e8eaee", "grey": "#9aa3b2", "silver": "#4a5262", "fog": "#262b34", "white": "#181b21",
    "cream": "#39342a", "sand": "#574a31",
    "pale blue": "#1d3345", "pale green": "#173a30", "pale red": "#47241f", "pale purple": "#392a3c",
}  # fmt: skip

TURNING = frozenset(name for name in PALETTE if PALETTE[name] != DARK[name])
THEMES = {"light": PALETTE, "dark": DARK}


def known(colour: str) -> str:
    """The colour, if there is one of that name."""
    if colour not in PALETTE:
        raise ValueError(f"no colour is called {colour!r}; {hint(colour, PALETTE)}")
    return colour


def variable(colour: str) -> str:
    """The name of a colour in a style sheet: `--pale-blue`."""
    return "--" + colour.replace(" ", "-")


def painted(colour: str, theme: str) -> str:
    """The colour as SVG has it: of light or dark paper, or as a variable that a page sets (theme `page`)."""
    return f"var({variable(colour)})" if theme == "page" else THEMES[theme][colour]


def style_sheet() -> str:
    """The variables for pages: light, dark where the reader's system is, and either where the page is told which."""
    light = "".join(f"{variable(name)}:{value};" for name, value in PALETTE.items())
    dark = "".join(f"{variable(name)}:{DARK[name]};" for name in PALETTE if name in TURNING)
    return (
        f":root{{color-scheme:light dark;{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
        f":root[data-theme=light]{{color-scheme:light;{light}}}\n:root[data-theme=dark]{{color-scheme:dark;{dark}}}\n"
    )


def rgb(colour: str) -> bytes:
    return bytes.fromhex(PALETTE[colour][1:])


@cache
def readable_on(colour: str) -> str:
    """Ink or white, whichever is read on the colour; on a strong one that stays whatever the paper is."""
    red, green, blue = rgb(colour)
    light = 0.299 * red + 0.587 * green + 0.114 * blue > 140
    if colour in TURNING:
        return "ink" if light else "white"
    return "night" if light else "day"
