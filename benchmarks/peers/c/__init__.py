"""Coffee Rush in plain C, and the race with ours."""
