"""Each command in the README is run, in order, in a fresh folder."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent


def _commands(document: str) -> list[str]:
    """The lines of the document's console blocks that begin with ``$``."""
    text = (ROOT / document).read_text(encoding="utf-8")
    blocks = re.findall(r"^```console\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    return [
        line[2:].split("  #")[0].strip() for block in blocks for line in block.splitlines() if line.startswith("$ ")
    ]


def _files(document: str) -> dict[str, str]:
    """The blocks of the document that have a file name behind their language."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return dict(re.findall(r"^```\w+ (\S+)\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL))


CLAIMSTAR = [command for command in _commands("README.md") if command.startswith("claimstar ")]
OTHERS = [command for command in _commands("README.md") if not command.startswith("claimstar ")]


def test_the_readme_shows_commands() -> None:
    assert len(CLAIMSTAR) >= 8


@pytest.mark.parametrize("command", OTHERS)
def test_a_make_target_named_in_the_readme_exists(command: str) -> None:
    """What the targets do is the continuous check itself; here they must exist and call what the README says."""
    words = shlex.split(command)
    if words[0] != "make":
        assert words[0] in {"git", "cd"}, f"no test runs {command!r}"
        return
    done = subprocess.run(["make", "-n", *words[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_claimstar_command_of_the_readme_works_in_order(tmp_path: Path) -> None:
    for name, content in _files("README.md").items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    for command in CLAIMSTAR:
        words = shlex.split(command)
        done = subprocess.run(
            [str(BIN / words[0]), *words[1:]], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
