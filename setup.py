"""Only the package list, which pyproject.toml cannot say: agents/ is installed as `rush_agents`, games are found."""

from setuptools import find_packages, setup

setup(
    packages=[
        *find_packages(include=["rush_envs*"]),
        *(name.replace("agents", "rush_agents", 1) for name in find_packages(include=["agents*"])),
    ],
    package_dir={"rush_agents": "agents"},
)
