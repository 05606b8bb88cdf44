"""The search behind the agent `mcts`: a tree in fixed memory, one template of a simulation, and what suits each game.

`<game>.py` here may export `SETTINGS`, the game's own defaults, and the kernel `settle(s, seat)`, which puts what is
hidden from the seat into an order that depends on nothing but what the seat knows. `determinize` shuffles what it
finds: without `settle` the samples of a search would be fair, but not the same for the same view and seed.
"""
