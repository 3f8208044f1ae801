"""``claimstar bench judge``: let a language model grade the answers of a run by the suite's rubric."""

from __future__ import annotations

from pathlib import Path

import click

from claimstar.cli.service_options import service_options


@click.command("judge")
@click.argument("directory", metavar="RUN", type=click.Path(path_type=Path, file_okay=False))
@click.option("--model", "spec", required=True, help="The judge: openai:MODEL, local:smollm2 or local:FOLDER.")
@click.option("--suite", "suite_name", help="The suite whose rubric to judge by; without it, the run's.")
@click.option("--base-url", help="Address of a chat-completions service, for openai:MODEL.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed, for a judge that takes one.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    help="Judge this many answers only, spread evenly over categories and conditions.",
)
@click.option("--allow-self", is_flag=True, help="Let a model judge its own answers; the results say so.")
@service_options
@click.option("--dry-run", is_flag=True, help="Say how many answers would be judged; nobody is asked.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Output form."
)
@click.pass_context
def judge_answers(
    context: click.Context,
    directory: Path,
    spec: str,
    suite_name: str | None,
    base_url: str | None,
    seed: int,
    limit: int | None,
    allow_self: bool,
    concurrency: int,
    timeout: float,
    max_retries: int,
    max_tokens: int,
    retry_errors: bool,
    no_cache: bool,
    dry_run: bool,
    form: str,
) -> None:
    """Let a model grade the answers of the run in the folder RUN, criterion by criterion.

    The same command continues what was stopped. Verdicts, their raw text and the table are kept in the run folder.
    """
    import json
    from datetime import UTC, datetime

    from claimstar.bench.ask import How
    from claimstar.bench.judge.conduct import (
        check_continues,
        choose_open,
        docket,
        find_self_judging,
        judge_run,
        refuse_self,
        seat,
    )
    from claimstar.bench.judge.folder import VerdictFolder
    from claimstar.bench.judge.panel import make_panel
    from claimstar.bench.judge.rubric import suite_rubric
    from claimstar.bench.run_folder import RunFolder
    from claimstar.bench.score import read_run
    from claimstar.cli.bench_run import asking
    from claimstar.ingest.suite import load_suite
    from claimstar.llm import ChatOptions, load_model
    from claimstar.llm.answer_cache import AnswerCache
    from claimstar.llm.user_cache import answers_root

    record = read_run(directory)
    rubric = suite_rubric(load_suite(suite_name or record.manifest.suite))
    options = ChatOptions(max_tokens, timeout, max_retries, needs_key=not dry_run)
    model = seat(load_model(spec, base_url=base_url, seed=seed, options=options), rubric)
    if dry_run:
        reason = find_self_judging(record, model)
        if reason and not allow_self:
            raise refuse_self(reason)
        listed = docket(record, rubric)
        _, done = check_continues(record, rubric, model, listed)
        calls = len(choose_open(record, listed, done, limit, retry_errors))
        counts = {"calls": calls, "answers": len(listed.prompts), "without_answer": len(listed.without)}
        judged, without = len(listed.prompts), len(listed.without)
        text = f"{calls} calls to {spec}: {judged} answers to judge, {without} prompts without one"
        click.echo(json.dumps(counts) if form == "json" else text)
        return
    how = How(concurrency, retry_errors, None if no_cache else AnswerCache(answers_root()))
    try:
        with asking(spec) as progress:
            sitting = judge_run(
                record,
                rubric,
                model,
                clock=lambda: datetime.now(UTC),
                how=how,
                limit=limit,
                allow_self=allow_self,
                progress=progress,
            )
    except KeyboardInterrupt:
        click.echo(f"stopped; the verdicts so far are in {directory}. The same command continues from there.", err=True)
        context.exit(130)
    panel = make_panel(record, rubric, spec)
    file = RunFolder(directory).write(VerdictFolder(RunFolder(directory), spec).results_name, panel.to_json() + "\n")
    click.echo(panel.to_json() if form == "json" else panel.to_text())
    click.echo(f"verdicts: {file}", err=True)
    if sitting.failed:
        click.echo(f"{sitting.failed} of {sitting.asked} calls failed; --retry-errors asks them again", err=True)
    if sitting.waiting:
        click.echo(f"{sitting.waiting} failures of earlier sessions wait for --retry-errors", err=True)
    if sitting.asked and sitting.failed == sitting.asked and not any(one.scores for one in panel.verdicts.values()):
        click.echo(f"error: no call succeeded; the last error: {sitting.last_error}", err=True)
        context.exit(3)
