"""What agents know of Nim; each of these files may be missing. A trained policy would lie here as policy.npz."""
