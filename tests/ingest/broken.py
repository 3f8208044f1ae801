"""The mini suite, whole and broken in every way that a table or suite.yaml can be."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

MINI = Path(__file__).parents[1] / "cases" / "mini_suite"
ENTITIES, CLAIMS = "tables/entities.csv", "tables/assertions.csv"
SOURCES, LINKS = "tables/evidence_sources.csv", "tables/assertion_evidence.csv"
SUITE = "suite.yaml"


def copy_mini(destination: Path) -> Path:
    """A copy of the mini suite to break."""
    return Path(shutil.copytree(MINI, destination / "mini"))


def replace(suite: Path, file: str, old: bytes, new: bytes) -> None:
    """Replace the first occurrence of some bytes, which must be there."""
    data = (suite / file).read_bytes()
    assert old in data, (file, old)
    (suite / file).write_bytes(data.replace(old, new, 1))


@dataclass(frozen=True)
class Broken:
    """One way to break the suite, and what must be said: place, value and a part of the remedy."""

    name: str
    file: str
    old: bytes
    new: bytes
    place: str
    message: str
    value: str
    remedy: str
    also: int = 0
    """Further problems that the same fault brings with it."""

    def apply(self, suite: Path) -> None:
        replace(suite, self.file, self.old, self.new)


CELLS = (
    Broken("unknown class", ENTITIES, b"HGNC:2707,Protein", b"HGNC:2707,Protien", f"{ENTITIES}:6:category", "unknown class", "Protien", "'Protein'"),
    Broken("unknown predicate", CLAIMS, b"GO:0003081,causes_decrease_in", b"GO:0003081,causes_decrese_in", f"{CLAIMS}:3:predicate", "unknown predicate", "causes_decrese_in", "'causes_decrease_in'"),
    Broken("unknown prefix of an id", ENTITIES, b"CHEBI:43755,Drug", b"CHEBBI:43755,Drug", f"{ENTITIES}:5:id", "unknown CURIE prefix", "CHEBBI:43755", "'CHEBI'", also=1),
    Broken("unknown prefix of a cross-reference", ENTITIES, b"UniProtKB:P12821", b"UniProt:P12821", f"{ENTITIES}:6:xrefs", "unknown CURIE prefix", "UniProt:P12821", "'UniProtKB'"),
    Broken("dangling subject", CLAIMS, b"ASR_0011,GO:0003081", b"ASR_0011,GO:0003082", f"{CLAIMS}:3:subject", "no NamedEntity has this id", "GO:0003082", "'GO:0003081'"),
    Broken("dangling object", CLAIMS, b"EFO:0006919,effect", b"EFO:0006918,effect", f"{CLAIMS}:4:object", "no NamedEntity has this id", "EFO:0006918", "'EFO:0006919'"),
    Broken("dangling evidence", LINKS, b"ASR_0010,EV_0011", b"ASR_0010,EV_0111", f"{LINKS}:2:evidence_source", "no EvidenceSource has this id", "EV_0111", "'EV_0011'"),
    Broken("dangling assertion", LINKS, b"ASR_0010,EV_0011", b"ASR_0999,EV_0011", f"{LINKS}:2:assertion", "no Assertion has this id", "ASR_0999", "ASR_00"),
    Broken("reference of another class", CLAIMS, b"true,as first single drug for hypertension,", b"true,,CHEBI:35457", f"{CLAIMS}:12:population", "refers to a Drug, not to a Population", "CHEBI:35457", "MESH:D001741"),
    Broken("subject outside the domain", CLAIMS, b"ASR_0010,HGNC:2707", b"ASR_0010,HP:0002153", f"{CLAIMS}:2:subject", "the subject of participates_in must be a Protein, this is a AdverseEffect", "HP:0002153", "name a Protein"),
    Broken("direction against the predicate", CLAIMS, b"EFO:0006919,effect,decreased", b"EFO:0006919,effect,increased", f"{CLAIMS}:4:direction", "causes_decrease_in has direction decreased", "increased", "write decreased"),
    Broken("duplicate id with other content", CLAIMS, b"ASR_0238,", b"ASR_0091,", f"{CLAIMS}:11:id", "duplicate id with other content", "ASR_0091", f"{CLAIMS}:9", also=1),
    Broken("one id in two classes", ENTITIES, b"MESH:D001741,", b"MESH:D011247,", f"{ENTITIES}:14:id", "duplicate id with other content", "MESH:D011247", f"{ENTITIES}:13", also=1),
    Broken("confidence 1.2", CLAIMS, b"guideline,0.99,true", b"guideline,1.2,true", f"{CLAIMS}:5:confidence", "confidence outside 0 to 1", "1.2", "0 to 1"),
    Broken("confidence in words", CLAIMS, b"guideline,0.99,true", b"guideline,high,true", f"{CLAIMS}:5:confidence", "not a decimal number", "high", "0.85"),
    Broken("boolean in capitals", CLAIMS, b"0.99,true", b"0.99,TRUE", f"{CLAIMS}:5:validated", "not a boolean", "TRUE", "write true"),
    Broken("empty required cell", ENTITIES, b"Drug,lisinopril", b"Drug,", f"{ENTITIES}:5:name", "empty required cell", "", "preferred name"),
    Broken("empty class", ENTITIES, b"HP:0031246,AdverseEffect", b"HP:0031246,", f"{ENTITIES}:11:category", "empty required cell", "", "known: Disease"),
    Broken("wrong column name", CLAIMS, b",confidence,", b",confidnce,", f"{CLAIMS}:1:confidnce", "unknown column", "confidnce", "'confidence'", also=1),
    Broken("column twice", ENTITIES, b",xrefs,", b",synonyms,", f"{ENTITIES}:1:cell 5", "column given twice", "synonyms", "remove"),
    Broken("column that the build fills", LINKS, b"locator,shows", b"locator,derived_from", f"{LINKS}:1:derived_from", "not a column", "derived_from", "the build fills it", also=1),
    Broken("quote inside a bare cell", ENTITIES, b"Drug,lisinopril", b'Drug,lisino"pril', f"{ENTITIES}:5:name", "broken quoting", 'lisino"pril', "double"),
    Broken("quote never closed", LINKS, b'"Recommendations 1 and 6, evidence from trials of ACE inhibitors and angiotensin receptor blockers"', b'"Recommendations', f"{LINKS}:3:locator", "broken quoting", '"Recommendations,Blocking the system wit…', "double"),
    Broken("too few cells", ENTITIES, b"blood pressure,,,,", b"blood pressure,,,", f"{ENTITIES}:8", "6 cells, the header has 7", "", "comma"),
    Broken("too many cells", ENTITIES, b"blood pressure,,,,", b"blood pressure, systolic,,,,", f"{ENTITIES}:8", "8 cells, the header has 7", "", "double quotes"),
    Broken("blank row", ENTITIES, b"\nHP:0002153", b"\n\nHP:0002153", f"{ENTITIES}:12", "blank row", "", "remove"),
    Broken("blanks around a value", ENTITIES, b"Drug,lisinopril,", b"Drug,lisinopril ,", f"{ENTITIES}:5:name", "blanks around the value", "lisinopril ", "'lisinopril'"),
    Broken("empty value in a list", ENTITIES, b"EFO:0000537|MESH", b"EFO:0000537||MESH", f"{ENTITIES}:2:xrefs", "an empty value in the list", "EFO:0000537||MESH:D006973|HP:0000822", "|"),
    Broken("byte order mark", SOURCES, b"id,title", b"\xef\xbb\xbfid,title", f"{SOURCES}:1", "byte order mark", "\ufeff", "without BOM"),
    Broken("CRLF", CLAIMS, b"infores:dailymed\nASR_0033", b"infores:dailymed\r\nASR_0033", f"{CLAIMS}:6", "carriage return", "\r", "LF"),
    Broken("not UTF-8", ENTITIES, b"lisinopril", "lisinopr\xecl".encode("latin-1"), f"{ENTITIES}:5:byte 26", "not UTF-8", "ec", "'ì'"),
    Broken("control character", ENTITIES, b"lisinopril", b"lisino\x00pril", f"{ENTITIES}:5:name", "control character", "\x00", "remove"),
    Broken("DOI of another form", SOURCES, b"10.1161/CIR", b"doi:10.1161/CIR", f"{SOURCES}:2:doi", "not the form of a doi", "doi:10.1161/CIR.0000000000001063", "match"),
    Broken("the same claim twice", CLAIMS, b"ASR_0033,CHEBI:35457,causes_decrease_in,EFO:0004325,effect,decreased,,", b"ASR_0033,GO:0003081,causes_decrease_in,EFO:0004325,effect,decreased,decreased,", f"{CLAIMS}:7:id", "the same claim twice", "ASR_0033", "ASR_0011"),
    Broken("no such table", SUITE, b"tables/assertions.csv", b"tables/assertion.csv", f"{SUITE}:7:tables", "table not found", "tables/assertion.csv", "'tables/assertions.csv'"),
)  # fmt: skip
"""Each fault is alone in its suite."""

SUITE_FILE = (
    Broken("unknown key", SUITE, b"license:", b"licence:", "suite.yaml:4", "unknown key in the suite", "licence", "'license'"),
    Broken("key missing", SUITE, b"title: A few claims on ACE inhibitors\n", b"", "suite.yaml:1", "required key missing", "title", "add title"),
    Broken("key twice", SUITE, b"license: ", b"name: again\nlicense: ", "suite.yaml:4", "key given twice", "name", "remove"),
    Broken("bad YAML", SUITE, b"class: Assertion}", b"class: Assertion", "suite.yaml:8", "not YAML", "", "syntax"),
    Broken("unknown class of a table", SUITE, b"class: Assertion", b"class: Asertion", "suite.yaml:7:class", "unknown class", "Asertion", "'Assertion'"),
    Broken("abstract class of a table", SUITE, b"NamedEntity, class_column: category", b"NamedEntity", "suite.yaml:6:class", "no records can be of this class", "NamedEntity", "class_column"),
    Broken("unknown key of a table", SUITE, b"class_column", b"class_colum", "suite.yaml:6", "unknown key in a table", "class_colum", "'class_column'", also=1),
    Broken("table outside the suite", SUITE, b"tables/assertions.csv", b"../assertions.csv", "suite.yaml:7:file", "table outside the suite", "../assertions.csv", "folder"),
    Broken("tables not a list", SUITE, b"tables:\n", b"tables: x\nx:\n", "suite.yaml:5:tables", "must list at least one table", "", "- {file", also=1),
    Broken("name with blanks", SUITE, b"name: mini", b"name: my suite", "suite.yaml:1:name", "not usable as a name", "my suite", "lower-case"),
    Broken("licence that is no address", SUITE, b"https://creativecommons.org/licenses/by/4.0/", b"CC BY", "suite.yaml:4:license", "not an IRI", "CC BY", "https://"),
    Broken("empty text", SUITE, b"A few claims on ACE inhibitors", b"", "suite.yaml:2:title", "not empty", "", "title"),
)  # fmt: skip


