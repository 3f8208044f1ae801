"""The command as a whole: quick, light, and clear about mistakes."""

from __future__ import annotations

import subprocess
import sys
import time

HEAVY = (
    "torch",
    "transformers",
    "linkml",
    "linkml_runtime",
    "rdflib",
    "pyshacl",
    "matplotlib",
    "openai",
    "scipy",
    "pyoxigraph",
)


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "claimstar", *arguments], capture_output=True, text=True, check=False)


def test_help_answers_in_under_half_a_second() -> None:
    times = []
    for _ in range(5):
        start = time.perf_counter()
        done = _run("--help")
        times.append(time.perf_counter() - start)
        assert done.returncode == 0
    assert min(times) < 0.5, times


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from claimstar.cli.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().splitlines()[-1] == "[]"


def test_every_listed_command_explains_itself() -> None:
    from claimstar.cli.main import COMMANDS

    for name in COMMANDS:
        done = _run(name, "--help")
        assert done.returncode == 0, done.stderr
        assert "Usage: claimstar" in done.stdout


def test_unknown_command_is_a_usage_error() -> None:
    done = _run("knowledge")
    assert done.returncode == 2
    assert "No such command 'knowledge'" in done.stderr
    assert "Traceback" not in done.stderr


def test_unknown_suite_is_a_usage_error_that_lists_the_suites() -> None:
    done = _run("kg", "build", "no-such-suite")
    assert done.returncode == 2
    assert "causal" in done.stderr
    assert "Traceback" not in done.stderr
