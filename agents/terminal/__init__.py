"""Games and replays in a terminal."""
