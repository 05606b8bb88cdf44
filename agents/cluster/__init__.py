"""One machine or many, by Ray. Nothing here knows what is computed there."""
