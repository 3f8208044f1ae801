"""``claimstar bench run --dry-run`` and ``--prices`` as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .test_bench_run import claimstar, run_arguments

PRICES = "currency: EUR\nas_of: 2026-01-31\nmodels:\n  {name}: {{input_per_million: 2, output_per_million: 10}}\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store of the pilot, its scenarios and two files of prices."""
    folder = tmp_path_factory.mktemp("cost")
    (folder / "prices.yaml").write_text(PRICES.format(name="paid-model"))
    (folder / "wrong.yaml").write_text(PRICES.format(name="paid-model").replace("10", "ten"))
    for arguments in (
        ("kg", "build", "causal", "--store", "store"),
        ("bench", "scenarios", "causal", "--store", "store", "--out", "scenarios.jsonl"),
    ):
        done = claimstar(*arguments, cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


def dry_run(*more: str, model: str = "openai:paid-model") -> tuple[str, ...]:
    return run_arguments(model, "never", "--limit", "8", "--dry-run", *more)


def test_a_dry_run_tells_calls_and_cost_and_leaves_no_folder(home: Path) -> None:
    done = claimstar(*dry_run("--prices", "prices.yaml", "--format", "json"), cwd=home)
    assert done.returncode == 0, done.stderr
    total = json.loads(done.stdout)["total"]
    assert (total["planned"], total["calls"], total["answered"]) == (8, 8, 0)
    assert total["output_high"] == 8 * 4096
    assert total["cost_high"] == pytest.approx((total["input_high"] * 2 + 8 * 4096 * 10) / 1e6)
    assert total["cost_low"] == pytest.approx(total["input_low"] * 2 / 1e6)
    assert not (home / "never").exists()


def test_a_dry_run_in_words_says_what_its_bounds_are(home: Path) -> None:
    done = claimstar(*dry_run("--prices", "prices.yaml"), cwd=home)
    assert done.returncode == 0, done.stderr
    assert "prices of paid-model as of 2026-01-31" in done.stdout
    assert "input at most: one token a byte" in done.stdout
    assert done.stdout.rstrip().endswith("nothing was asked, nothing was written")


def test_without_a_price_the_cost_is_unknown(home: Path) -> None:
    assert "cost NA: no prices given" in claimstar(*dry_run(), cwd=home).stdout
    other = claimstar(*dry_run("--prices", "prices.yaml", model="openai:paid-modle"), cwd=home)
    assert "the prices have no model 'paid-modle', did you mean 'paid-model'?" in other.stdout


def test_a_wrong_price_stops_before_anything_is_asked(home: Path) -> None:
    done = claimstar(*run_arguments("baseline:oracle", "never", "--prices", "wrong.yaml"), cwd=home)
    assert done.returncode == 1
    assert "wrong.yaml:4" in done.stderr
    assert "'ten'" in done.stderr
    assert not (home / "never").exists()


def test_an_output_form_without_a_dry_run_is_refused(home: Path) -> None:
    done = claimstar(*run_arguments("baseline:oracle", "never", "--format", "json"), cwd=home)
    assert done.returncode == 2
    assert "add --dry-run" in done.stderr


def test_prices_given_at_scoring_stay_with_the_run(home: Path) -> None:
    (home / "baseline.yaml").write_text(PRICES.format(name='"baseline:oracle"'))
    done = claimstar(*run_arguments("baseline:oracle", "priced", "--limit", "4"), cwd=home)
    assert "cost NA: no prices given" in done.stdout
    done = claimstar("bench", "score", "priced", "--prices", "baseline.yaml", cwd=home)
    assert done.returncode == 0, done.stderr
    found = json.loads((home / "priced" / "results.json").read_text())["usage_total"]
    assert found["cost"] == pytest.approx((found["input_tokens"] * 2 + found["output_tokens"] * 10) / 1e6)
    assert " EUR" in claimstar("bench", "score", "priced", cwd=home).stdout
