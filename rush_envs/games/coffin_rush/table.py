from rush_envs.scene import Scene


def draw(state, viewer):
    return Scene()
