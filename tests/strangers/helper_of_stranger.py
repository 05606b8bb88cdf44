"""What `rush_stranger` imports from beside it."""


def fall(words):
    raise ValueError(words)


def first(mask):
    for k in range(mask.shape[0]):
        if mask[k]:
            return k
    return -1
