"""The doors: one thin file, or folder, for each library that learners come from, all on `engine.batch.BatchEnv`."""
