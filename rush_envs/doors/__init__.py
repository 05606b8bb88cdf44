"""The doors: one thin file for each library that learners come from, all on `engine.batch.BatchEnv`."""
