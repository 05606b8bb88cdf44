"""The first edition of Rush Out!'s rule of thumb: a yardstick for `editions.py`."""
