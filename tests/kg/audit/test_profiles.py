"""Outside tables of one's own: the example of docs/audit.md works as it stands, and mistakes in profiles are named."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from claimstar.cli.main import main
from claimstar.errors import InputError
from claimstar.kg.audit.names_profile import load_profiles as load_name_profiles
from claimstar.kg.audit.outside_profile import load_profiles
from claimstar.kg.audit.predicate_table import load_predicates
from claimstar.model.mapping import load_mapping
from claimstar.resources import layout
from kg.audit.cases import IDENTIFIERS, audited, copy_mini, found

ROOT = Path(__file__).parents[3]
CLAIMS, PREDICATES, NAMES = "outside/claims.yaml", "outside/predicates.csv", "outside/identifiers.yaml"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one's own, with the working directory in it."""
    with pytest.raises(SystemExit) as stopped:
        main(["init", str(tmp_path / "mine")])
    assert stopped.value.code == 0
    monkeypatch.chdir(tmp_path / "mine")
    return tmp_path / "mine"


@pytest.fixture
def ontology(tmp_path: Path) -> Path:
    return Path(shutil.copytree(layout().ontology, tmp_path / "ontology"))


def example(language: str, beginning: str) -> str:
    blocks = re.findall(rf"^```{language}\n(.*?)^```", (ROOT / "docs/audit.md").read_text(), flags=re.M | re.S)
    return next(str(block) for block in blocks if block.startswith(beginning))


def test_the_table_that_the_documentation_adds_is_read_as_it_says(project: Path, tmp_path: Path) -> None:
    profiles = project / "ontology" / CLAIMS
    profiles.write_text(f"{profiles.read_text(encoding='utf-8')}\n{example('yaml', '  - name: trial_registry')}")
    predicates = project / "ontology" / PREDICATES
    _, _, rows = example("csv", "source,predicate").partition("\n")
    predicates.write_text(predicates.read_text(encoding="utf-8") + rows)
    table = tmp_path / "registry.csv"
    table.write_text(
        "drug_chebi,drug,outcome_efo,outcome,effect,trial,n\n"
        "35457,ACE inhibitor,EFO:0004325,blood pressure,lower,T1,100\n"
        "35457,ACE inhibitor,EFO:0004325,blood pressure,none,T2,9\n"
    )
    report = audited(copy_mini(tmp_path), (*IDENTIFIERS, table))
    (note,) = [each for each in report.assertions if each.rows]
    assert (note.id, note.verdict, [row.row for row in note.rows]) == ("ASR_0033", "supported", [2])
    assert "trial: T1; n: 100" in note.rows[0].text
    (counted,) = [each for each in report.tables if each.file == "registry.csv"]
    assert (counted.title, counted.license) == ("Effects of treatments in a registry of trials", "CC BY 4.0")
    assert dict(counted.unread) == {"changes none": 1}
    assert found(report, "contradicted") == []


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


PROFILE_MISTAKES = [
    ("profiles:\n", "profiles: [\n", "not YAML"),
    ("    source: drug_target\n", "", "source"),
    ("predicate: {always: has target}", "predicate: {always: has target, column: x}", "either a column or is always"),
    ('pattern: "^(DB[0-9]{5})_"', 'pattern: "^DB[0-9]{5}_"', "needs one group"),
    ('pattern: "^(DB[0-9]{5})_"', 'pattern: "^(DB"', "pattern"),
    ("    columns: [drugbank_id, uniprot_id", "    colums: [drugbank_id, uniprot_id", "colums"),
]


@pytest.mark.parametrize(
    ("old", "new", "said"), PROFILE_MISTAKES, ids=[each[2] + each[1][-9:] for each in PROFILE_MISTAKES]
)
def test_a_mistake_in_a_profile_is_named(ontology: Path, old: str, new: str, said: str) -> None:
    replace(ontology / CLAIMS, old, new)
    with pytest.raises(InputError) as caught:
        load_profiles(ontology)
    assert said in str(caught.value)
    assert "claims.yaml" in str(caught.value)


def test_mistakes_in_the_predicate_table_are_named_with_their_rows(ontology: Path) -> None:
    path = ontology / PREDICATES
    rows = len(path.read_text(encoding="utf-8").splitlines())
    path.write_text(
        path.read_text(encoding="utf-8") + "hpo,has phenotype,,targts,,agrees,,\n"
        "hpos,has phenotype,,targets,up,agree,wider,\n"
    )
    sources = {each.source for each in load_profiles(ontology)}
    with pytest.raises(InputError) as caught:
        load_predicates(ontology, load_mapping(), sources)
    assert [(each.row, each.column) for each in caught.value.problems] == [
        (rows + 1, "ours"),
        (rows + 2, "source"),
        (rows + 2, "direction"),
        (rows + 2, "relation"),
        (rows + 2, "object"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("tables:\n", "tables: [\n", "not YAML"),
        ("    title: human genes by HGNC\n", "", "title"),
        ("    id: {column: curie}\n", "    id: {colum: curie}\n", "column"),
    ],
)
def test_a_mistake_in_a_profile_of_identifiers_is_named(ontology: Path, old: str, new: str, said: str) -> None:
    replace(ontology / NAMES, old, new)
    with pytest.raises(InputError) as caught:
        load_name_profiles(ontology)
    assert said in str(caught.value)
    assert "identifiers.yaml" in str(caught.value)


@pytest.mark.parametrize("name", [CLAIMS, NAMES, PREDICATES])
def test_a_missing_file_is_named_with_the_remedy(ontology: Path, name: str) -> None:
    (ontology / name).unlink()

    def load() -> None:
        load_name_profiles(ontology)
        load_predicates(ontology, load_mapping(), {each.source for each in load_profiles(ontology)})

    with pytest.raises(InputError, match="claimstar init"):
        load()


def test_every_shipped_predicate_row_is_of_a_source_that_a_profile_has() -> None:
    """A row of a source that no profile names could never be read."""
    profiles = load_profiles(layout().ontology)
    table = load_predicates(layout().ontology, load_mapping(), {each.source for each in profiles})
    assert {source for source, _, _ in table.readings} == {each.source for each in profiles}
