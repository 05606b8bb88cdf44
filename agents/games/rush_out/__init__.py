"""Rush Out!: the rule of thumb, the search's hooks, the training recipe and the shipped policy."""
