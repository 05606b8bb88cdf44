"""Games to learn from, played on other machines: `troupes` play, `hauls` are what comes back, `learner` learns."""
