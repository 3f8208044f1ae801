"""How long it takes to score 100,000 generations anew, and how much memory.

``python -m tests.performance.scoring [GENERATIONS]`` writes a run folder by repeating the prompts and varied answers
of a real run under scenario ids of their own, and rescores it in a process of its own: reading, scores, statistics and
``results.json``, with and without the report.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from claimstar.bench.prepare import load_or_generate, prepare
from claimstar.bench.run import run
from claimstar.bench.run_folder import RunFolder
from claimstar.ingest.suite import load_suite
from claimstar.kg.build import build
from claimstar.llm import load_model

GENERATIONS = 100_000


def clock() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


def lines(file: Path) -> list[dict[str, Any]]:
    """The lines of a JSONL file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def vary(answer: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """An answer with some of its ids left out or repeated, so that no two repeats of a scenario score alike."""
    kept = [claim for claim in answer["causal_path"] if chance.random() < 0.8]
    harms = [claim for claim in answer["adverse_effects"] if chance.random() < 0.8]
    return answer | {"causal_path": kept, "adverse_effects": harms, "insufficient_evidence": chance.random() < 0.2}


def write_long_run(home: Path, generations: int) -> Path:
    """A run folder of that many generations, made of the pilot asked to three baselines."""
    suite = load_suite("causal")
    build(suite, home / "store", clock=clock)
    prepared = prepare(suite, home / "store", load_or_generate(suite, home / "store", None, 1), seed=1)
    answers: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for name in ("oracle", "context", "random"):
        run(prepared, load_model(f"baseline:{name}"), home / name, clock=clock)
        for line in lines(home / name / "generations.jsonl"):
            answers.setdefault((line["scenario"], line["condition"]), []).append(line)
    first, long, chance = home / "oracle", home / "long", random.Random(7)
    name_of_run = RunFolder(first).manifest().run
    long.mkdir()
    (long / "manifest.json").write_bytes((first / "manifest.json").read_bytes())
    scenarios, prompts = lines(first / "scenarios.jsonl"), lines(first / "prompts.jsonl")
    looks = lines(first / "claims.jsonl")
    subgraphs = {line["scenario"]: line for line in looks if line["kind"] == "subgraph"}
    with (
        (long / "scenarios.jsonl").open("w") as scenario_file,
        (long / "prompts.jsonl").open("w") as prompt_file,
        (long / "generations.jsonl").open("w") as generation_file,
        (long / "claims.jsonl").open("w") as look_file,
    ):
        look_file.writelines(json.dumps(line) + "\n" for line in looks if line["kind"] != "subgraph")
        for repeat in range(-(-generations // len(prompts))):
            for scenario in scenarios:
                name = f"{scenario['id']}_{repeat}"
                scenario_file.write(json.dumps(scenario | {"id": name}) + "\n")
                look_file.write(json.dumps(subgraphs[scenario["id"]] | {"scenario": name}) + "\n")
            for prompt in prompts:
                name = f"{prompt['scenario']}_{repeat}"
                prompt_file.write(json.dumps(prompt | {"scenario": name}) + "\n")
                line = chance.choice(answers[prompt["scenario"], prompt["condition"]])
                answer = vary(json.loads(line["raw_text"]), chance)
                changed = {"id": f"long.{name}.{prompt['condition']}", "run": name_of_run, "scenario": name}
                changed |= {"raw_text": json.dumps(answer), "response": answer}
                generation_file.write(json.dumps(line | changed) + "\n")
    folder = RunFolder(long)
    folder.write_manifest(replace(folder.manifest(), files=folder.hashes()))
    return long


def rescore_once(folder: Path, what: str) -> None:
    """Score the folder and print what it took, as JSON."""
    from claimstar.bench.results import make_results
    from claimstar.bench.run import rescore
    from claimstar.bench.score import read_run

    started = time.perf_counter()
    if what == "report":
        n = len(rescore(folder, clock=clock).scored)
    else:
        record = read_run(folder)
        read = time.perf_counter()
        results = make_results(record, clock)
        made = time.perf_counter()
        RunFolder(folder).write_parts("results.json", results.json_parts())
        n = len(results.scored)
        print(f"reading {read - started:.1f} s, scoring and statistics {made - read:.1f} s", file=sys.stderr)
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 / 1024
    print(json.dumps({"what": what, "generations": n, "seconds": round(seconds, 1), "peak_gb": round(peak, 2)}))


def main(arguments: list[str]) -> None:
    """Measure, each way in a process of its own."""
    if arguments[:1] == ["--once"]:
        rescore_once(Path(arguments[1]), arguments[2])
        return
    generations = int(arguments[0]) if arguments else GENERATIONS
    with tempfile.TemporaryDirectory() as home:
        folder = write_long_run(Path(home), generations)
        for what in ("results", "report"):
            subprocess.run([sys.executable, "-m", "tests.performance.scoring", "--once", str(folder), what], check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
