"""The catalogue of the audit's checks: the name that findings and exceptions go by, and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

IDENTIFIERS: Mapping[str, str] = MappingProxyType(
    {
        "identifier_unknown": "no outside table of its vocabulary has the id",
        "identifier_obsolete": "the id is withdrawn or obsolete outside",
        "label_differs": "neither the name nor any synonym of ours is a name of the id outside",
        "label_own": "the name is our own: outside, only a synonym of ours is a name of the id",
        "one_concept_twice": "two entities are one concept, by an id or by a name",
        "wrong_ontology": "the id is of a vocabulary, or a branch of it, that is not for its class",
        "xref_unknown": "no outside table of its vocabulary has the cross-reference",
        "xref_disagrees": "outside the cross-reference is of another thing",
    }
)
EVIDENCE: Mapping[str, str] = MappingProxyType(
    {
        "doi_malformed": "not the form of a DOI",
        "pmid_malformed": "not the form of a PubMed id",
        "url_disagrees": "the address leads to another DOI",
        "source_unidentified": "neither DOI, PubMed id nor address",
        "duplicate_source": "two sources share DOI, PubMed id or title",
        "retracted": "the publication is retracted",
        "study_level_disagrees": "the study level does not fit the type of source",
        "year_impossible": "the year cannot be",
        "source_unused": "no assertion uses the source",
    }
)
CONTRADICTED, DISPUTED = "contradicted", "disputed"
CORROBORATION: Mapping[str, str] = MappingProxyType(
    {
        CONTRADICTED: "outside rows say the opposite of a claim, and none as close to it agrees",
        DISPUTED: "outside rows say the opposite of a claim, others as close to it agree",
    }
)
STRUCTURE: Mapping[str, str] = MappingProxyType(
    {
        "entity_without_claim": "no claim is about the entity",
        "drug_without_chain": "no chain of accepted claims leads from the drug to an outcome",
        "effect_no_option_has": "no option causes the adverse effect",
        "target_no_option_reaches": "no option acts on the outcome or risk factor, directly or by a chain",
        "contraindication_unused": "no scenario uses the contraindication",
        "causal_cycle": "causal claims run in a circle",
        "chain_sign": "the directions along a path disagree with the direct claim",
    }
)
STALE = "exception_stale"
EXCEPTIONS: Mapping[str, str] = MappingProxyType({STALE: "a declared exception that nothing needs any more"})

CHECKS: Mapping[str, str] = MappingProxyType({**IDENTIFIERS, **EVIDENCE, **CORROBORATION, **STRUCTURE, **EXCEPTIONS})
"""All checks in the order of a report."""
