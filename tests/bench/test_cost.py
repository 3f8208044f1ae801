"""Prices, what a run cost, and what it is going to cost."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from claimstar.bench.ask import How
from claimstar.bench.forecast import RunForecast, forecast
from claimstar.bench.prices import Price, Prices, Pricing, read_prices
from claimstar.bench.results import Results
from claimstar.bench.run import rescore, run
from claimstar.bench.run_folder import RunFolder
from claimstar.bench.terminal import usage_text
from claimstar.bench.usage import use
from claimstar.errors import InputError, UsageError
from claimstar.llm import load_model
from claimstar.llm.answer_cache import AnswerCache
from claimstar.llm.openai_chat import KEY_VARIABLE, ChatOptions, OpenAIChat
from claimstar.model.records import Generation

from .failure_modes import answer
from .prepared import prepared, ticking
from .scripted_service import Reply, Request, ScriptedService, chat, refused

PRICES = Prices("USD", "2026-01-31", {"scripted": Price(2.0, 10.0, 1.0, 0.5)})
A_CALL = (60 * 2.0 + 40 * 1.0 + 20 * 10.0) / 1e6
"""What the scripted service's answer costs: 100 tokens read, 40 of them cached, and 20 written."""


def good(_: Request) -> Reply:
    return chat(answer())


def model(address: str) -> OpenAIChat:
    options = ChatOptions(max_tokens=50, timeout_seconds=5, max_retries=1, first_wait_seconds=0.001)
    return OpenAIChat("openai:scripted", "scripted", base_url=address, options=options)


def asked(
    script: Callable[[Request], Reply],
    path: Path,
    how: How | None = None,
    prices: Prices | None = PRICES,
    port: int = 0,
) -> tuple[Results, int]:
    """The results, and the port at which the service was: another port is another service."""
    with ScriptedService(script, port) as service:
        results = run(prepared(), model(service.url), path, clock=ticking(), how=how or How(1), prices=prices)[1]
        return results, service.port


def told(path: Path, address: str, **more: object) -> RunForecast:
    return forecast(prepared(), model(address), path, clock=ticking(), **more)  # type: ignore[arg-type]


def test_every_mistake_of_a_price_file_is_told_with_its_line_and_key(tmp_path: Path) -> None:
    file = tmp_path / "prices.yaml"
    file.write_text(
        "currency: dollars\nas_of: last year\nmodel: {}\nmodels:\n"
        "  one: {input_per_million: -1, output_per_million: much, batch_discount: 50}\n"
        "  two: {input_per_milion: 1, output_per_million: .inf}\n"
        "  three: 5\n"
    )
    with pytest.raises(InputError) as caught:
        read_prices(file)
    assert sorted((problem.row, problem.column) for problem in caught.value.problems) == [
        (1, "currency"),
        (2, "as_of"),
        (3, "model"),
        (5, "models.one.batch_discount"),
        (5, "models.one.input_per_million"),
        (5, "models.one.output_per_million"),
        (6, "models.two"),
        (6, "models.two.input_per_milion"),
        (6, "models.two.output_per_million"),
        (7, "models.three"),
    ]
    assert all(problem.remedy for problem in caught.value.problems)
    assert "did you mean 'input_per_million'" in str(caught.value)


@pytest.mark.parametrize("text", ["", "currency: USD", "- 1", "a: [", "currency: USD\nas_of: 2026-01-31\nmodels: {}"])
def test_a_file_without_prices_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "prices.yaml").write_text(text)
    with pytest.raises(InputError, match=r"prices\.yaml"):
        read_prices(tmp_path / "prices.yaml")


def test_a_missing_price_file_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        read_prices(tmp_path / "none.yaml")


def test_a_good_price_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "prices.yaml").write_text(
        "currency: USD\nas_of: 2026-01-31\nmodels:\n  scripted: {input_per_million: 2, output_per_million: 10, "
        "cached_input_per_million: 1.0, batch_discount: 0.5}\n"
    )
    assert read_prices(tmp_path / "prices.yaml") == PRICES


def test_a_run_costs_its_tokens_by_condition_and_in_all(tmp_path: Path) -> None:
    results, _ = asked(good, tmp_path)
    found = json.loads((tmp_path / "results.json").read_text())
    assert [row["cost"] for row in found["usage"]] == pytest.approx([3 * A_CALL] * 3)
    assert found["usage_total"]["cost"] == pytest.approx(9 * A_CALL)
    assert found["run"]["prices"]["price"] == asdict(PRICES.models["scripted"])
    assert usage_text(results) == "9 calls; tokens 900 read (360 of them cached), 180 written; cost 0.0032 USD"
    page = (tmp_path / "report.html").read_text()
    assert page.count('id="effort"') == 1
    assert "0.0032" in page.split('id="effort"')[1].split("</section>")[0]


def test_failures_that_were_replaced_are_counted_and_paid(tmp_path: Path) -> None:
    def cut_first(request: Request) -> Reply:
        return chat('{"cut', "length") if not request.number else chat(answer())

    _, port = asked(cut_first, tmp_path)
    results, _ = asked(good, tmp_path, How(1, retry_errors=True), port=port)
    total = results.usage.total
    assert (total.calls, total.replaced, total.truncated, total.input_tokens) == (10, 1, 1, 1000)
    assert total.cost == pytest.approx(10 * A_CALL)


def test_answers_from_the_cache_cost_nothing_and_count_apart(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path / "cache")
    _, port = asked(good, tmp_path / "first", How(1, cache=cache))
    results, _ = asked(good, tmp_path / "second", How(1, cache=cache), port=port)
    total = results.usage.total
    assert (total.calls, total.attempts, total.from_cache, total.cost) == (0, 0, 9, 0.0)


def test_calls_that_tell_no_tokens_are_named_and_in_no_amount(tmp_path: Path) -> None:
    def script(request: Request) -> Reply:
        return refused(400, "too long") if not request.number else chat(answer())

    results, _ = asked(script, tmp_path)
    assert results.usage.total.untold == 1
    assert results.usage.total.cost == pytest.approx(8 * A_CALL)
    assert usage_text(results).endswith("(tokens of 1 not told)")


def test_without_prices_or_without_this_model_the_cost_is_not_zero_but_unknown(tmp_path: Path) -> None:
    results, _ = asked(good, tmp_path, prices=None)
    assert results.usage.total.cost is None
    assert usage_text(results).endswith("cost NA: no prices given")
    assert "No prices were given" in (tmp_path / "report.html").read_text()
    other = rescore(tmp_path, clock=ticking(), prices=Prices("EUR", "2026-01-31", {"scriptd": Price(1.0, 1.0)}))
    assert other.usage.total.cost is None
    assert usage_text(other).endswith("the prices have no model 'scripted', did you mean 'scriptd'?")


def test_prices_can_be_given_later_and_stay(tmp_path: Path) -> None:
    _, port = asked(good, tmp_path, prices=None)
    assert rescore(tmp_path, clock=ticking(), prices=PRICES).usage.total.cost == pytest.approx(9 * A_CALL)
    assert rescore(tmp_path, clock=ticking()).usage.total.cost == pytest.approx(9 * A_CALL)
    assert asked(good, tmp_path, prices=None, port=port)[0].usage.total.cost == pytest.approx(9 * A_CALL)
    with RunFolder(tmp_path).appending(), pytest.raises(UsageError, match="another process is writing"):
        rescore(tmp_path, clock=ticking(), prices=Prices("EUR", "2026-01-31", PRICES.models))


def test_answers_of_batches_take_the_discount() -> None:
    one = Generation(
        id="g",
        run="r",
        scenario="S",
        condition="C1",
        prompt_hash="a" * 64,
        input_tokens=100,
        output_tokens=20,
        attempts=1,
    )
    price = Price(2.0, 10.0, batch_discount=0.25)
    direct = one.model_copy(update={"latency_seconds": 1.0})
    assert use("C1", [direct], (), price).cost == pytest.approx(400e-6)
    assert use("C1", [one], (), price).cost == pytest.approx(300e-6)


def test_a_dry_run_asks_nobody_and_writes_nothing(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path / "cache")
    with ScriptedService(good) as service:
        found = told(tmp_path / "run", service.url, cache=cache, pricing=PRICES.of("openai:scripted"))
        assert service.requests == []
    assert list(tmp_path.iterdir()) == []
    assert (found.total.planned, found.total.calls, found.total.output_high) == (9, 9, 450)


def test_a_dry_run_needs_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    with pytest.raises(UsageError):
        load_model("openai:scripted")
    keyless = load_model("openai:scripted", options=ChatOptions(needs_key=False))
    assert forecast(prepared(), keyless, tmp_path / "run", clock=ticking()).total.calls == 9


def test_what_a_run_takes_lies_within_what_was_told_before(tmp_path: Path) -> None:
    before = told(tmp_path / "run", "http://127.0.0.1:2/v1", pricing=PRICES.of("openai:scripted")).total
    assert before.cost_low is not None
    assert before.cost_high is not None
    texts = [prompt.system + prompt.user for prompt, _ in prepared().prompts.values()]
    assert before.input_low <= before.input_tokens <= before.input_high
    assert before.input_high >= sum(len(text.encode()) for text in texts)
    price = PRICES.models["scripted"]
    assert before.cost_low == pytest.approx(before.input_low * price.cached_input_per_million / 1e6)  # type: ignore[operator]
    assert before.cost_high == pytest.approx((before.input_high * 2.0 + 450 * 10.0) / 1e6)


def test_a_dry_run_tells_answered_waiting_and_cached_apart(tmp_path: Path) -> None:
    """Two of the three scenarios have one text, and so have C2 and C4: four texts in all, of which two are cached."""

    def script(request: Request) -> Reply:
        return refused(400, "too long") if not request.number else chat(answer())

    cache = AnswerCache(tmp_path / "cache")
    with ScriptedService(script) as service:
        run(prepared(), model(service.url), tmp_path / "run", clock=ticking(), limit=4, how=How(1, cache=cache))
        kept = sorted(tmp_path.rglob("*.json*"))
        after = told(tmp_path / "run", service.url, cache=cache).total
        again = told(tmp_path / "run", service.url, cache=cache, retry_errors=True).total
        other = told(tmp_path / "other", service.url, cache=cache).total
        uncached = told(tmp_path / "other", service.url).total
        assert len(service.requests) == 3
    assert sorted(tmp_path.rglob("*.json*")) == kept
    assert (after.planned, after.answered, after.waiting, after.from_cache, after.calls) == (9, 3, 1, 3, 2)
    assert (again.answered, again.waiting, again.calls) == (3, 0, 3)
    assert (other.from_cache, other.calls, uncached.calls) == (6, 3, 9)


def test_batches_are_told_at_their_discount_but_for_the_first_call(tmp_path: Path) -> None:
    pricing = Pricing("USD", "2026-01-31", "scripted", Price(2.0, 10.0, batch_discount=0.5))
    direct = told(tmp_path / "run", "http://127.0.0.1:2/v1", pricing=pricing)
    batch = told(tmp_path / "run", "http://127.0.0.1:2/v1", pricing=pricing, batch=True)
    assert batch.total.cost_low == pytest.approx(direct.total.cost_low / 2)  # type: ignore[operator]
    assert direct.total.cost_high / 2 < batch.total.cost_high < direct.total.cost_high  # type: ignore[operator]
    assert batch.conditions[1].cost_high == pytest.approx(direct.conditions[1].cost_high / 2)  # type: ignore[operator]
    with pytest.raises(UsageError, match="no batch service"):
        forecast(prepared(), load_model("baseline:oracle"), tmp_path / "run", clock=ticking(), batch=True)


def test_a_dry_run_refuses_the_folder_of_another_run(tmp_path: Path) -> None:
    run(prepared(), load_model("baseline:oracle"), tmp_path, clock=ticking())
    with pytest.raises(UsageError, match="holds another run"):
        told(tmp_path, "http://127.0.0.1:2/v1")
