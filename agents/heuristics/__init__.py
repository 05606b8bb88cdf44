"""One file for each game with one kernel: `greedy(s, seat, mask)` gives a legal action."""
