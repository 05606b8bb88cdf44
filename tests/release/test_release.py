"""What a release is made of: facts that stand in several places agree, and what is not ready is not tagged."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import rush_envs

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FACTS = ("CHANGELOG.md", "CITATION.cff", "rush_envs/version.py", "release/ready.py")


def loaded(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


# ------------------------------------------------------------------------------------------------------------------
# One fact, several places


def test_citation_and_metadata_agree() -> None:
    cited = loaded("CITATION.cff")
    assert cited["version"] == rush_envs.__version__
    assert (cited["title"], cited["license"]) == (PROJECT["name"], PROJECT["license"])
    assert cited["authors"] == PROJECT["authors"]
    assert cited["url"] == PROJECT["urls"]["Documentation"]
    assert cited["repository-code"] == PROJECT["urls"]["Repository"]
    heading = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert heading is not None
    assert heading[1] == rush_envs.__version__


def test_every_python_that_is_named_is_tested() -> None:
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    jobs = loaded(".github/workflows/tests.yml")["jobs"]
    assert jobs["tests"]["strategy"]["matrix"]["python"] == named
    assert PROJECT["requires-python"] == f">={named[0]}"


def test_publishing_keeps_no_secret_and_builds_without_the_right_to_publish() -> None:
    for name, rights in (("publish", {"id-token": "write"}), ("site", {"id-token": "write", "pages": "write"})):
        jobs = loaded(f".github/workflows/{name}.yml")["jobs"]
        assert {name: job.get("permissions", {}) for name, job in jobs.items()} == {"build": {}, "publish": rights}
        assert jobs["publish"]["needs"] == "build"
        assert not any("run" in step for step in jobs["publish"]["steps"]), "only what was built is handed on"
    for path in (ROOT / ".github" / "workflows").iterdir():
        text = path.read_text(encoding="utf-8")
        assert "secrets." not in text
        assert "\npermissions:\n  contents: read\n" in text


def test_workflows_run_what_is_there() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for path in (ROOT / ".github" / "workflows").iterdir():
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(r"run: make ([a-z]+)$", text, re.MULTILINE)) <= targets
        for place in re.findall(r"(?<![\w/@])((?:tests|release|\.ci)/[\w./]+)", text):
            assert (ROOT / place).exists(), place


def test_the_form_for_rules_knows_every_game() -> None:
    body = loaded(".github/ISSUE_TEMPLATE/rule.yml")["body"]
    (listed,) = (part["attributes"]["options"] for part in body if part["id"] == "game")
    assert sorted(listed) == sorted(rush_envs.games())


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a clone")
def test_the_hooks_run(tmp_path: Path) -> None:
    """As git would call them, on every file."""
    words = [BIN / "pre-commit", "run", "--all-files", "--color", "never"]
    variables = os.environ | {"PRE_COMMIT_HOME": str(tmp_path)}
    done = subprocess.run(words, cwd=ROOT, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    hooks = [hook["name"] for repository in loaded(".pre-commit-config.yaml")["repos"] for hook in repository["hooks"]]
    assert re.findall(r"^(.+?)\.+Passed$", done.stdout, re.MULTILINE) == hooks


# ------------------------------------------------------------------------------------------------------------------
# Whether a version may be tagged


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small repository that is ready for version 1.2.3."""
    for place in FACTS:
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / place, tmp_path / place)
    (tmp_path / "rush_envs" / "version.py").write_text('"""The version."""\n\n__version__ = "1.2.3"\n')
    changes = "# Changelog\n\n## 1.2.3 (2027-01-31)\n- Something.\n\n## 1.2.2 (2026-12-01)\n"
    (tmp_path / "CHANGELOG.md").write_text(changes)
    (tmp_path / "CITATION.cff").write_text("title: rush-envs\nversion: 1.2.3\ndate-released: 2027-01-31\n")
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    git(tmp_path, "config", "user.name", "somebody")
    git(tmp_path, "config", "user.email", "somebody@example.org")
    commit(tmp_path)
    return tmp_path


def git(tree: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=tree, check=True, capture_output=True)


def commit(tree: Path) -> None:
    git(tree, "add", "--all")
    git(tree, "commit", "--quiet", "--message", "a step")


def asked(tree: Path, *tags: str) -> tuple[int, list[str]]:
    words = [sys.executable, "release/ready.py", *tags]
    done = subprocess.run(words, cwd=tree, capture_output=True, text=True)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_a_version_that_is_ready(tree: Path) -> None:
    assert asked(tree) == (0, ["v1.2.3 is ready"])
    git(tree, "tag", "v1.2.3")
    assert asked(tree, "v1.2.3") == (0, ["v1.2.3 is ready"])
    assert asked(tree, "v1.2.4") == (1, ["the tag is v1.2.4, the version's would be v1.2.3"])


@pytest.mark.parametrize(
    ("place", "old", "new", "message"),
    [
        ("CHANGELOG.md", "2027-01-31", "unreleased", "CHANGELOG.md: begin with `## 1.2.3 (YYYY-MM-DD)`"),
        ("CHANGELOG.md", "- Something.\n", "", "CHANGELOG.md: begin with `## 1.2.3 (2027-01-31)`"),
        ("CHANGELOG.md", "## 1.2.3", "## 1.2.4", "CHANGELOG.md: begin with `## 1.2.3 (2027-01-31)`"),
        ("CITATION.cff", "1.2.3", "1.2.2", "CITATION.cff: write `version: 1.2.3`"),
        ("CITATION.cff", "2027-01-31", "2027-01-30", "CITATION.cff: write `date-released: 2027-01-31`"),
        ("rush_envs/version.py", "1.2.3", "1.2.3.dev1", "rush_envs/version.py: write"),
    ],
)
def test_what_does_not_agree_is_told(tree: Path, place: str, old: str, new: str, message: str) -> None:
    path = tree / place
    path.write_text(path.read_text().replace(old, new))
    commit(tree)
    code, lines = asked(tree)
    assert code == 1
    assert lines[0].startswith(message)


def test_only_a_clean_main_with_a_new_version_is_tagged(tree: Path) -> None:
    git(tree, "tag", "v1.2.3")
    git(tree, "checkout", "--quiet", "-b", "elsewhere")
    (tree / "forgotten.txt").touch()
    code, lines = asked(tree)
    assert code == 1
    assert [line.split()[1] for line in lines] == ["versions", "commit", "v1.2.3"]
