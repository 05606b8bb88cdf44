"""Curse of the Mummy: the rule of thumb, the search's hooks and the training recipe."""
