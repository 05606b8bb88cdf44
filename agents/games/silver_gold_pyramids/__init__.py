"""Silver & Gold Pyramids: the rule of thumb, the search's hooks and the training recipe."""
