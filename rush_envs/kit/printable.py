"""Words from files and strangers, made fit for a terminal, a page or a drawing."""

from __future__ import annotations

import unicodedata


def printable(words: object) -> str:
    """One visible character for each: nothing that a terminal, a browser or an XML reader would take for a command.

    Control codes, marks that turn the direction of reading, half characters and line breaks become `?`.
    """
    text = str(words)
    if text.isascii() and text.isprintable():  # as nearly all are
        return text
    return "".join(c if c.isprintable() else "?" for c in unicodedata.normalize("NFC", text))


def printable_lines(words: object) -> str:
    """The same, but lines stay lines."""
    text = str(words)
    return text if text.isprintable() else "\n".join(map(printable, text.split("\n")))
