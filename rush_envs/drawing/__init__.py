"""From a scene to what eyes see: pixels, windows and films."""
