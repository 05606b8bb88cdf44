"""What a player sees and says: observation pieces, action ids, words (NI-5). Pages, spaces and words follow."""

from __future__ import annotations

from nim_for_rush_envs.components import HEAPS, LARGEST, MOST_TOKENS, SEATS
from rush_envs.kit import kernel
from rush_envs.kit.features import put, put_steps
from rush_envs.layout import ActionLayout, FeatureLayout, Piece, Range

COUNTS = [str(count) for count in range(1, LARGEST + 1)]
ACTIONS = ActionLayout(Range("take", "take {count} from heap {heap}", heap=("A", "B", "C"), count=COUNTS))

OBSERVATION = FeatureLayout(
    Piece("asked", (1,), 1, "whether the viewer is asked"),
    Piece("misere", (1,), 1, "who takes the last token loses"),
    Piece("heaps", (HEAPS, LARGEST), 1, "a thermometer for each heap: 1 for every token in it"),
    Piece("taken", (SEATS,), MOST_TOKENS, "tokens taken by the viewer and by the other"),
)
HIDDEN = FeatureLayout()  # nothing is hidden, so a critic has nothing to be told on top

# Kernels take offsets as constants.
O_ASKED, O_MISERE, O_HEAPS, O_TAKEN = (OBSERVATION.start(name) for name in ("asked", "misere", "heaps", "taken"))


@kernel
def observe(s, seat, out):
    """From the eyes of a seat, the viewer first: a policy then plays on every chair."""
    put(out, O_ASKED, s.active >> seat & 1)
    put(out, O_MISERE, s.misere)
    for heap in range(HEAPS):
        put_steps(out, O_HEAPS + heap * LARGEST, s.heap[heap])
    put(out, O_TAKEN, s.score[seat])
    put(out, O_TAKEN + 1, s.score[1 - seat])


@kernel
def reveal(s, out):
    """Nothing that no seat sees."""
