"""Files that may be anybody's: read with everything promised up front, written whole or not at all."""
