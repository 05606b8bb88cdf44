"""How each library plays at random, a script each, in the way of its documentation: `with_<library>.py`."""
