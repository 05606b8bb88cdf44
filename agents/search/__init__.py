"""The search behind the agent `mcts`: a tree in fixed memory, one template of a simulation, and what suits each game.

`games/<game>/search.py` may export
- `SETTINGS`, the game's own defaults, and `BY_NETWORK`, those of a search by a network;
- `settle(s, seat)`, a kernel that puts what is hidden from the seat into an order that depends on nothing but what the
  seat knows. `determinize` shuffles what it finds: without `settle` the samples of a search would be fair, but not the
  same for the same view and seed;
- `suppose(s, seat)`, a kernel that makes an imagined game likelier: `determinize` draws what is possible, players do
  what is sensible. It may change only what `determinize` draws;
- `standing(s, seat)`, a kernel that says how a seat stands where a playout was cut, in points; the score if not given;
- `strike(s, seat, mask)`, a kernel that takes answers out of the mask which are not worth a simulation at the root:
  each of the others then gets more of them. The rule of thumb's own answer stays in any case;
- `leads(s, seat)`, a kernel that says whether the seat searches now or plays by the rule of thumb: of mates who answer
  at the same time one should.
"""
