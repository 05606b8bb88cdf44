"""Seeds by purpose: from one seed as many others as are needed, none of which tells anything about the rest.

`rng.mix` is fast and one-to-one, which is right for the rows and episodes of a batch and wrong for whatever leaves our
hands: who knows one of its outputs can compute the seed, and from the seed every card. So everything that is handed to
an agent, and every stream that must not meet another (the games of training and those of tournaments, say), is made
here by a keyed hash that nobody can turn round.

What remains: a hash cannot hide a seed that is guessed. Who tries all seeds below a million, or 0, the default, finds
the one that fits. When strangers play for something, give a tournament a seed that nobody can guess
(`--seed $(python -c "import secrets; print(secrets.randbits(64))")`) and keep it until the end.
"""

from __future__ import annotations

import hashlib

WORD = 8  # bytes


def derived(seed: int, purpose: str, *numbers: int) -> int:
    """The 64-bit seed of a purpose, and of the so-and-so-many-th thing of that purpose, below another seed.

    blake2b, keyed by the seed: the same on every machine, and as good as drawn anew for every purpose and number.
    """
    text = purpose.encode() + b"\0" + b"".join(number.to_bytes(WORD, "little") for number in numbers)
    return int.from_bytes(hashlib.blake2b(text, key=seed.to_bytes(WORD, "little"), digest_size=WORD).digest(), "little")
