# Generated from schema/ by `claimstar schema build`. Do not edit; edit schema/ and build again.
from __future__ import annotations

import re
import sys
from datetime import (
    date,
    datetime,
    time
)
from decimal import Decimal
from enum import Enum
from typing import (
    Any,
    ClassVar,
    Literal,
    Optional,
    Union
)

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    RootModel,
    SerializationInfo,
    SerializerFunctionWrapHandler,
    field_validator,
    model_serializer
)


metamodel_version = "1.12.0"
version = "0.1.0"


class ConfiguredBaseModel(BaseModel):
    model_config = ConfigDict(
        serialize_by_alias = True,
        validate_by_name = True,
        validate_assignment = True,
        validate_default = True,
        extra = "forbid",
        arbitrary_types_allowed = True,
        use_enum_values = True,
        strict = False,
    )





class LinkMLMeta(RootModel):
    root: dict[str, Any] = {}
    model_config = ConfigDict(frozen=True)

    def __getattr__(self, key:str):
        return getattr(self.root, key)

    def __getitem__(self, key:str):
        return self.root[key]

    def __setitem__(self, key:str, value):
        self.root[key] = value

    def __contains__(self, key:str) -> bool:
        return key in self.root


linkml_meta = LinkMLMeta({'default_prefix': 'claimstar',
     'default_range': 'string',
     'description': 'Biomedical claims as first-class assertions with qualifiers, '
                    'evidence and provenance, and the records of a benchmark that '
                    'asks language models about them. The only definition of the '
                    'model: validation, encoding, JSON Schema, record classes and '
                    'documentation are generated from these files.',
     'id': 'https://w3id.org/claimstar/schema',
     'imports': ['linkml:types',
                 'enums',
                 'entities',
                 'claims',
                 'provenance',
                 'benchmark'],
     'license': 'https://www.apache.org/licenses/LICENSE-2.0',
     'name': 'claimstar',
     'prefixes': {'UO': {'prefix_prefix': 'UO',
                         'prefix_reference': 'http://purl.obolibrary.org/obo/UO_'},
                  'bibo': {'prefix_prefix': 'bibo',
                           'prefix_reference': 'http://purl.org/ontology/bibo/'},
                  'biolink': {'prefix_prefix': 'biolink',
                              'prefix_reference': 'https://w3id.org/biolink/vocab/'},
                  'claimstar': {'prefix_prefix': 'claimstar',
                                'prefix_reference': 'https://w3id.org/claimstar/'},
                  'dcat': {'prefix_prefix': 'dcat',
                           'prefix_reference': 'http://www.w3.org/ns/dcat#'},
                  'dcterms': {'prefix_prefix': 'dcterms',
                              'prefix_reference': 'http://purl.org/dc/terms/'},
                  'linkml': {'prefix_prefix': 'linkml',
                             'prefix_reference': 'https://w3id.org/linkml/'},
                  'prov': {'prefix_prefix': 'prov',
                           'prefix_reference': 'http://www.w3.org/ns/prov#'},
                  'rdf': {'prefix_prefix': 'rdf',
                          'prefix_reference': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'},
                  'rdfs': {'prefix_prefix': 'rdfs',
                           'prefix_reference': 'http://www.w3.org/2000/01/rdf-schema#'},
                  'schema': {'prefix_prefix': 'schema',
                             'prefix_reference': 'http://schema.org/'},
                  'skos': {'prefix_prefix': 'skos',
                           'prefix_reference': 'http://www.w3.org/2004/02/skos/core#'}},
     'see_also': ['https://w3id.org/biolink/vocab/',
                  'https://www.w3.org/TR/prov-o/'],
     'title': 'claimstar model'} )

class Predicate(str, Enum):
    """
    What an assertion says of its subject and object. Annotations: parent (the Biolink predicate it lies under), domain and range (a class of this schema, or several with | between them), direction (the effect on the object that the predicate implies), relation_class (the kind of claim), parent_exception (why the parent is right although Biolink's domain or range for it does not hold our classes).
    """
    targets = "targets"
    """
    The drug acts by binding the protein or changing its activity directly.
    """
    participates_in = "participates_in"
    """
    The protein takes part in the biological process.
    """
    causes_an_increase_in = "causes_increase_in"
    """
    The subject, in the stated direction, raises the level, rate or risk of the object.
    """
    causes_a_decrease_in = "causes_decrease_in"
    """
    The subject, in the stated direction, lowers the level, rate or risk of the object.
    """
    is_associated_with = "associated_with"
    """
    Subject and object occur together more (or less) often than chance; no causal effect is claimed.
    """
    is_indicated_for = "indicated_for"
    """
    The option is an accepted treatment of the disease.
    """
    may_cause_the_adverse_effect = "may_cause_adverse_effect"
    """
    The option causes the unwanted effect in some of those who have or take it.
    """
    is_contraindicated_for = "contraindicated_for"
    """
    The option should not be used where the condition is present.
    """
    modifies_the_effect_of = "modifies_effect_of"
    """
    Membership of the population makes the effect of the option larger or smaller.
    """


class RelationClass(str, Enum):
    """
    The kind of claim; fixed by the predicate.
    """
    mechanism = "mechanism"
    """
    A molecular or physiological step of a mechanism.
    """
    effect = "effect"
    """
    A causal effect on a level, rate or risk.
    """
    association = "association"
    """
    A statistical association without a causal claim.
    """
    indication = "indication"
    """
    An accepted use.
    """
    adverse_effect = "adverse_effect"
    """
    An unwanted effect.
    """
    contraindication = "contraindication"
    """
    A condition that rules the option out.
    """
    effect_modification = "effect_modification"
    """
    A population in which an effect differs.
    """


class Direction(str, Enum):
    """
    The direction of a change.
    """
    increased = "increased"
    """
    Higher level, rate, activity or risk.
    """
    decreased = "decreased"
    """
    Lower level, rate, activity or risk.
    """
    none = "none"
    """
    The claim has no direction.
    """


class CausalStatus(str, Enum):
    """
    What kind of support the claim has as a causal claim.
    """
    validated_causal = "validated_causal"
    """
    A causal claim that evidence of this dataset supports.
    """
    hypothesized_causal = "hypothesized_causal"
    """
    A causal claim held without checked support.
    """
    associational = "associational"
    """
    An association; causation is not claimed.
    """
    guideline_recommendation = "guideline_recommendation"
    """
    Stands on a recommendation.
    """
    safety_signal = "safety_signal"
    """
    A reported harm.
    """
    effect_modification = "effect_modification"
    """
    A difference of effect between populations.
    """
    refuted = "refuted"
    """
    Evidence speaks against the claim.
    """


class EvidenceLevel(str, Enum):
    """
    The best kind of evidence that supports the claim. The annotation tier sorts them, 1 is strongest.
    """
    guideline = "guideline"
    """
    A guideline of a professional body.
    """
    meta_analysis = "meta_analysis"
    """
    A synthesis of trials.
    """
    randomized_trial = "randomized_trial"
    """
    A randomised controlled trial.
    """
    observational = "observational"
    """
    A cohort or case-control study.
    """
    curated_database = "curated_database"
    """
    An entry of a curated database.
    """
    mechanistic = "mechanistic"
    """
    Reasoning from mechanism or laboratory work.
    """
    unsourced = "unsourced"
    """
    Held in the field; no source of the dataset was checked to show it.
    """


class Temporality(str, Enum):
    """
    The time over which the claim holds.
    """
    acute = "acute"
    """
    Within hours to days.
    """
    short_term = "short_term"
    """
    Within weeks to months.
    """
    long_term = "long_term"
    """
    Over years.
    """


class KnowledgeLevel(str, Enum):
    """
    Biolink's level of knowledge.
    """
    knowledge_assertion = "knowledge_assertion"
    logical_entailment = "logical_entailment"
    prediction = "prediction"
    statistical_association = "statistical_association"
    text_co_occurrence = "text_co_occurrence"
    observation = "observation"
    not_provided = "not_provided"


class AgentType(str, Enum):
    """
    Biolink's type of agent that made the claim.
    """
    manual_agent = "manual_agent"
    automated_agent = "automated_agent"
    data_analysis_pipeline = "data_analysis_pipeline"
    computational_model = "computational_model"
    text_mining_agent = "text_mining_agent"
    image_processing_agent = "image_processing_agent"
    manual_validation_of_automated_agent = "manual_validation_of_automated_agent"
    not_provided = "not_provided"


class SourceType(str, Enum):
    """
    The kind of evidence source.
    """
    guideline = "guideline"
    """
    A guideline of a professional body.
    """
    meta_analysis = "meta_analysis"
    """
    A synthesis of trials.
    """
    curated_database = "curated_database"
    """
    A curated database.
    """
    randomized_trial = "randomized_trial"
    """
    A randomised controlled trial.
    """
    observational_study = "observational_study"
    """
    A cohort or case-control study.
    """
    laboratory_study = "laboratory_study"
    """
    An experiment on molecules, cells, tissue or animals; it supports no more than a mechanism.
    """


class EvidenceRelation(str, Enum):
    """
    What the source says about the claim.
    """
    supports = "supports"
    """
    The source shows the claim.
    """
    contradicts = "contradicts"
    """
    The source speaks against the claim.
    """
    qualifies = "qualifies"
    """
    The source limits the claim to some cases.
    """


class ScenarioCategory(str, Enum):
    """
    The reasoning failure that a scenario probes.
    """
    direct_effect = "direct_effect"
    """
    A single validated effect decides.
    """
    mediated_effect = "mediated_effect"
    """
    The effect runs through a mediator.
    """
    multiple_pathways = "multiple_pathways"
    """
    Several mechanisms lead to the same outcome.
    """
    confounded_association = "confounded_association"
    """
    A marker is associated with the outcome through a common cause.
    """
    competing_interventions = "competing_interventions"
    """
    Two options share the indication and differ by context.
    """
    contraindication_sensitive = "contraindication_sensitive"
    """
    A condition of the patient rules an option out.
    """
    adverse_effect_pathway = "adverse_effect_pathway"
    """
    A harm of one option decides.
    """
    incomplete_evidence = "incomplete_evidence"
    """
    Only weak, missing or conflicting evidence exists.
    """


class Sex(str, Enum):
    """
    Sex of the patient in a vignette.
    """
    female = "female"
    """
    Female.
    """
    male = "male"
    """
    Male.
    """



class NamedEntity(ConfiguredBaseModel):
    """
    A thing with an identifier that a claim can be about.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'abstract': True,
         'class_uri': 'biolink:NamedThing',
         'from_schema': 'https://w3id.org/claimstar/schema/entities',
         'id_prefixes': ['concept']})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    name: str = Field(default=..., description="""The preferred name.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Agent'], 'slot_uri': 'rdfs:label'} })
    synonyms: Optional[list[str]] = Field(default=None, description="""Other names.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:synonym'} })
    xrefs: Optional[list[str]] = Field(default=None, description="""The same thing in other resources.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:xref'} })
    member_of: Optional[list[str]] = Field(default=None, description="""The class that the entity belongs to (lisinopril, ACE inhibitors). Class members count as acceptable where the class is gold.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:member_of'} })
    description: Optional[str] = Field(default=None, description="""A definition or summary.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Dataset'], 'slot_uri': 'dcterms:description'} })


class Disease(NamedEntity):
    """
    A disease.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'id_roots': {'tag': 'id_roots',
                                      'value': 'MONDO:0000001 DOID:4 EFO:0000408 '
                                               'HP:0000118'}},
         'class_uri': 'biolink:Disease',
         'from_schema': 'https://w3id.org/claimstar/schema/entities',
         'id_prefixes': ['MONDO',
                         'DOID',
                         'EFO',
                         'HP',
                         'MESH',
                         'NCIT',
                         'SNOMEDCT',
                         'UMLS']})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    name: str = Field(default=..., description="""The preferred name.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Agent'], 'slot_uri': 'rdfs:label'} })
    synonyms: Optional[list[str]] = Field(default=None, description="""Other names.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:synonym'} })
    xrefs: Optional[list[str]] = Field(default=None, description="""The same thing in other resources.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:xref'} })
    member_of: Optional[list[str]] = Field(default=None, description="""The class that the entity belongs to (lisinopril, ACE inhibitors). Class members count as acceptable where the class is gold.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:member_of'} })
    description: Optional[str] = Field(default=None, description="""A definition or summary.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Dataset'], 'slot_uri': 'dcterms:description'} })


class Drug(NamedEntity):
    """
    A drug or a class of drugs.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'class_uri': 'biolink:Drug',
         'from_schema': 'https://w3id.org/claimstar/schema/entities',
         'id_prefixes': ['CHEBI', 'DRUGBANK', 'RXCUI', 'MESH', 'NCIT', 'UMLS']})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    name: str = Field(default=..., description="""The preferred name.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Agent'], 'slot_uri': 'rdfs:label'} })
    synonyms: Optional[list[str]] = Field(default=None, description="""Other names.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:synonym'} })
    xrefs: Optional[list[str]] = Field(default=None, description="""The same thing in other resources.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:xref'} })
    member_of: Optional[list[str]] = Field(default=None, description="""The class that the entity belongs to (lisinopril, ACE inhibitors). Class members count as acceptable where the class is gold.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:member_of'} })
    description: Optional[str] = Field(default=None, description="""A definition or summary.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Dataset'], 'slot_uri': 'dcterms:description'} })


class Intervention(NamedEntity):
    """
    An intervention that is not a drug, such as a diet, exercise or an operation, or a supplement.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'broad_mappings': ['biolink:NamedThing', 'biolink:ChemicalOrDrugOrTreatment'],
         'class_uri': 'claimstar:Intervention',
         'from_schema': 'https://w3id.org/claimstar/schema/entities',
         'id_prefixes': ['MESH',
                         'MAXO',
                         'EFO',
                         'NCIT',
                         'SNOMEDCT',
                         'UMLS',
                         'CHEBI',
                         'DRUGBANK'],
         'related_mappings': ['biolink:ClinicalIntervention']})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    name: str = Field(default=..., description="""The preferred name.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Agent'], 'slot_uri': 'rdfs:label'} })
    synonyms: Optional[list[str]] = Field(default=None, description="""Other names.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:synonym'} })
    xrefs: Optional[list[str]] = Field(default=None, description="""The same thing in other resources.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:xref'} })
    member_of: Optional[list[str]] = Field(default=None, description="""The class that the entity belongs to (lisinopril, ACE inhibitors). Class members count as acceptable where the class is gold.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:member_of'} })
    description: Optional[str] = Field(default=None, description="""A definition or summary.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Dataset'], 'slot_uri': 'dcterms:description'} })


class Protein(NamedEntity):
    """
    A protein, identified by the gene that codes for it.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'class_uri': 'biolink:Protein',
         'from_schema': 'https://w3id.org/claimstar/schema/entities',
         'id_prefixes': ['HGNC', 'UniProtKB', 'NCBIGene']})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    name: str = Field(default=..., description="""The preferred name.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Agent'], 'slot_uri': 'rdfs:label'} })
    synonyms: Optional[list[str]] = Field(default=None, description="""Other names.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:synonym'} })
    xrefs: Optional[list[str]] = Field(default=None, description="""The same thing in other resources.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:xref'} })
    member_of: Optional[list[str]] = Field(default=None, description="""The class that the entity belongs to (lisinopril, ACE inhibitors). Class members count as acceptable where the class is gold.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:member_of'} })
    description: Optional[str] = Field(default=None, description="""A definition or summary.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Dataset'], 'slot_uri': 'dcterms:description'} })


class BiologicalProcess(NamedEntity):
    """
    A biological process.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'id_roots': {'tag': 'id_roots', 'value': 'GO:0008150'}},
         'class_uri': 'biolink:BiologicalProcess',
         'from_schema': 'https://w3id.org/claimstar/schema/entities',
         'id_prefixes': ['GO']})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    name: str = Field(default=..., description="""The preferred name.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Agent'], 'slot_uri': 'rdfs:label'} })
    synonyms: Optional[list[str]] = Field(default=None, description="""Other names.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:synonym'} })
    xrefs: Optional[list[str]] = Field(default=None, description="""The same thing in other resources.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:xref'} })
    member_of: Optional[list[str]] = Field(default=None, description="""The class that the entity belongs to (lisinopril, ACE inhibitors). Class members count as acceptable where the class is gold.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:member_of'} })
    description: Optional[str] = Field(default=None, description="""A definition or summary.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Dataset'], 'slot_uri': 'dcterms:description'} })


class RiskFactor(NamedEntity):
    """
    A measurable state, exposure or habit that changes or marks risk.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'broad_mappings': ['biolink:NamedThing'],
         'class_uri': 'claimstar:RiskFactor',
         'from_schema': 'https://w3id.org/claimstar/schema/entities',
         'id_prefixes': ['EFO', 'HP', 'MONDO', 'MESH', 'NCIT', 'SNOMEDCT', 'UMLS'],
         'related_mappings': ['biolink:ClinicalAttribute', 'biolink:Behavior']})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    name: str = Field(default=..., description="""The preferred name.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Agent'], 'slot_uri': 'rdfs:label'} })
    synonyms: Optional[list[str]] = Field(default=None, description="""Other names.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:synonym'} })
    xrefs: Optional[list[str]] = Field(default=None, description="""The same thing in other resources.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:xref'} })
    member_of: Optional[list[str]] = Field(default=None, description="""The class that the entity belongs to (lisinopril, ACE inhibitors). Class members count as acceptable where the class is gold.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:member_of'} })
    description: Optional[str] = Field(default=None, description="""A definition or summary.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Dataset'], 'slot_uri': 'dcterms:description'} })


class ClinicalOutcome(NamedEntity):
    """
    An event or state by which the success of a treatment is judged.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'broad_mappings': ['biolink:NamedThing'],
         'class_uri': 'claimstar:ClinicalOutcome',
         'from_schema': 'https://w3id.org/claimstar/schema/entities',
         'id_prefixes': ['MONDO', 'HP', 'EFO', 'MESH', 'NCIT', 'SNOMEDCT', 'UMLS'],
         'related_mappings': ['biolink:DiseaseOrPhenotypicFeature']})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    name: str = Field(default=..., description="""The preferred name.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Agent'], 'slot_uri': 'rdfs:label'} })
    synonyms: Optional[list[str]] = Field(default=None, description="""Other names.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:synonym'} })
    xrefs: Optional[list[str]] = Field(default=None, description="""The same thing in other resources.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:xref'} })
    member_of: Optional[list[str]] = Field(default=None, description="""The class that the entity belongs to (lisinopril, ACE inhibitors). Class members count as acceptable where the class is gold.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:member_of'} })
    description: Optional[str] = Field(default=None, description="""A definition or summary.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Dataset'], 'slot_uri': 'dcterms:description'} })


class AdverseEffect(NamedEntity):
    """
    An unwanted effect of an option.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'id_roots': {'tag': 'id_roots',
                                      'value': 'HP:0000118 MONDO:0000001'}},
         'broad_mappings': ['biolink:DiseaseOrPhenotypicFeature'],
         'class_uri': 'claimstar:AdverseEffect',
         'from_schema': 'https://w3id.org/claimstar/schema/entities',
         'id_prefixes': ['HP',
                         'MONDO',
                         'MESH',
                         'MEDDRA',
                         'EFO',
                         'NCIT',
                         'SNOMEDCT',
                         'UMLS']})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    name: str = Field(default=..., description="""The preferred name.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Agent'], 'slot_uri': 'rdfs:label'} })
    synonyms: Optional[list[str]] = Field(default=None, description="""Other names.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:synonym'} })
    xrefs: Optional[list[str]] = Field(default=None, description="""The same thing in other resources.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:xref'} })
    member_of: Optional[list[str]] = Field(default=None, description="""The class that the entity belongs to (lisinopril, ACE inhibitors). Class members count as acceptable where the class is gold.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:member_of'} })
    description: Optional[str] = Field(default=None, description="""A definition or summary.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Dataset'], 'slot_uri': 'dcterms:description'} })


class Contraindication(NamedEntity):
    """
    A condition in which an option should not be used.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'broad_mappings': ['biolink:NamedThing'],
         'class_uri': 'claimstar:Contraindication',
         'from_schema': 'https://w3id.org/claimstar/schema/entities',
         'id_prefixes': ['MONDO', 'HP', 'MESH', 'EFO', 'NCIT', 'SNOMEDCT', 'UMLS']})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    name: str = Field(default=..., description="""The preferred name.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Agent'], 'slot_uri': 'rdfs:label'} })
    synonyms: Optional[list[str]] = Field(default=None, description="""Other names.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:synonym'} })
    xrefs: Optional[list[str]] = Field(default=None, description="""The same thing in other resources.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:xref'} })
    member_of: Optional[list[str]] = Field(default=None, description="""The class that the entity belongs to (lisinopril, ACE inhibitors). Class members count as acceptable where the class is gold.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:member_of'} })
    description: Optional[str] = Field(default=None, description="""A definition or summary.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Dataset'], 'slot_uri': 'dcterms:description'} })


class Population(NamedEntity):
    """
    A group of patients.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'class_uri': 'biolink:PopulationOfIndividualOrganisms',
         'from_schema': 'https://w3id.org/claimstar/schema/entities',
         'id_prefixes': ['MESH', 'NCIT', 'SNOMEDCT', 'UMLS']})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    name: str = Field(default=..., description="""The preferred name.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Agent'], 'slot_uri': 'rdfs:label'} })
    synonyms: Optional[list[str]] = Field(default=None, description="""Other names.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:synonym'} })
    xrefs: Optional[list[str]] = Field(default=None, description="""The same thing in other resources.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:xref'} })
    member_of: Optional[list[str]] = Field(default=None, description="""The class that the entity belongs to (lisinopril, ACE inhibitors). Class members count as acceptable where the class is gold.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity'], 'slot_uri': 'biolink:member_of'} })
    description: Optional[str] = Field(default=None, description="""A definition or summary.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Dataset'], 'slot_uri': 'dcterms:description'} })


class Assertion(ConfiguredBaseModel):
    """
    A claim: subject, predicate, object and the qualifiers under which it holds. Two claims that differ in one qualifier are two assertions. Accepted means validated and not negated; only accepted claims have a direct edge.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'id_prefix': {'tag': 'id_prefix', 'value': 'claim'}},
         'class_uri': 'biolink:Association',
         'from_schema': 'https://w3id.org/claimstar/schema/claims'})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    subject: str = Field(default=..., description="""What the claim is about.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'rdf:subject'} })
    predicate: Predicate = Field(default=..., description="""What the claim says.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'rdf:predicate'} })
    object: str = Field(default=..., description="""The other end of the claim.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'rdf:object'} })
    relation_class: RelationClass = Field(default=..., description="""The kind of claim.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion']} })
    direction: Direction = Field(default=..., description="""The direction of the effect on the object.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'biolink:object_direction_qualifier'} })
    subject_direction: Optional[Direction] = Field(default=None, description="""The direction of change of the subject under which the claim holds.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'biolink:subject_direction_qualifier'} })
    causal_status: CausalStatus = Field(default=..., description="""The standing of the claim as a causal claim.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion']} })
    evidence_level: EvidenceLevel = Field(default=..., description="""The best kind of evidence for the claim.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion']} })
    confidence: Decimal = Field(default=..., description="""The curator's confidence that the claim is true as it stands, 0 to 1.""", ge=0, le=1, json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'biolink:has_confidence_score'} })
    validated: bool = Field(default=..., description="""True where at least one source of the dataset was checked to show the claim.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion']} })
    context: Optional[str] = Field(default=None, description="""A condition in words under which the claim holds.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'biolink:context_qualifier'} })
    population: Optional[str] = Field(default=None, description="""The population in which the claim holds.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'biolink:population_context_qualifier'} })
    temporality: Optional[Temporality] = Field(default=None, description="""The time over which the claim holds.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'biolink:temporal_context_qualifier'} })
    negated: bool = Field(default=..., description="""True where the claim is that the statement does not hold.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'biolink:negated'} })
    knowledge_level: KnowledgeLevel = Field(default=..., description="""Biolink's level of knowledge.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'biolink:knowledge_level'} })
    agent_type: AgentType = Field(default=..., description="""The type of agent that made the claim.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'biolink:agent_type'} })
    primary_knowledge_source: str = Field(default=..., description="""The resource that first states the claim.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'biolink:primary_knowledge_source'} })
    source_databases: Optional[list[str]] = Field(default=None, description="""Databases that the claim was checked against.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'biolink:supporting_data_source'} })
    supporting_evidence: Optional[list[str]] = Field(default=None, description="""Sources that support the claim.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'biolink:has_evidence'} })
    derived_from: Optional[list[str]] = Field(default=None, description="""The row or file that the record was read from.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion', 'EvidenceSource', 'EvidenceLink', 'Dataset'],
         'slot_uri': 'prov:wasDerivedFrom'} })
    generated_by: Optional[str] = Field(default=None, description="""The activity that made the record.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'prov:wasGeneratedBy'} })
    revision_of: Optional[str] = Field(default=None, description="""The assertion that this one replaces.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'prov:wasRevisionOf'} })
    invalidated_at: Optional[datetime ] = Field(default=None, description="""When the record ceased to be held.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'prov:invalidatedAtTime'} })
    invalidated_by: Optional[str] = Field(default=None, description="""The activity that withdrew the record.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion'], 'slot_uri': 'prov:wasInvalidatedBy'} })


class EvidenceSource(ConfiguredBaseModel):
    """
    A guideline, study, synthesis or database that claims stand on.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'id_prefix': {'tag': 'id_prefix', 'value': 'ev'}},
         'broad_mappings': ['biolink:InformationContentEntity'],
         'class_uri': 'claimstar:EvidenceSource',
         'close_mappings': ['biolink:Publication', 'prov:Entity'],
         'from_schema': 'https://w3id.org/claimstar/schema/claims'})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    title: str = Field(default=..., description="""The title as published.""", json_schema_extra = { "linkml_meta": {'domain_of': ['EvidenceSource'], 'slot_uri': 'dcterms:title'} })
    source_type: SourceType = Field(default=..., description="""The kind of source.""", json_schema_extra = { "linkml_meta": {'domain_of': ['EvidenceSource']} })
    study_level: bool = Field(default=..., description="""True for a record of a single study.""", json_schema_extra = { "linkml_meta": {'domain_of': ['EvidenceSource']} })
    year: int = Field(default=..., description="""Year of publication.""", ge=1800, le=2100, json_schema_extra = { "linkml_meta": {'domain_of': ['EvidenceSource'], 'slot_uri': 'dcterms:issued'} })
    journal: Optional[str] = Field(default=None, description="""The name of the journal or publisher.""", json_schema_extra = { "linkml_meta": {'close_mappings': ['dcterms:isPartOf'], 'domain_of': ['EvidenceSource']} })
    doi: Optional[str] = Field(default=None, description="""The DOI without a resolver.""", json_schema_extra = { "linkml_meta": {'domain_of': ['EvidenceSource'], 'slot_uri': 'bibo:doi'} })
    pmid: Optional[str] = Field(default=None, description="""The PubMed identifier.""", json_schema_extra = { "linkml_meta": {'domain_of': ['EvidenceSource'], 'slot_uri': 'bibo:pmid'} })
    url: Optional[str] = Field(default=None, description="""Where to read it.""", json_schema_extra = { "linkml_meta": {'domain_of': ['EvidenceSource'], 'slot_uri': 'schema:url'} })
    checked: str = Field(default=..., description="""How the identifiers and the content were checked, and when.""", json_schema_extra = { "linkml_meta": {'domain_of': ['EvidenceSource']} })
    summary: Optional[str] = Field(default=None, description="""What the source is and shows, in our own words.""", json_schema_extra = { "linkml_meta": {'domain_of': ['EvidenceSource'], 'slot_uri': 'dcterms:abstract'} })
    derived_from: Optional[list[str]] = Field(default=None, description="""The row or file that the record was read from.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion', 'EvidenceSource', 'EvidenceLink', 'Dataset'],
         'slot_uri': 'prov:wasDerivedFrom'} })

    @field_validator('doi')
    def pattern_doi(cls, v):
        pattern=re.compile(r"^10\.\d{4,9}/\S+$")
        if isinstance(v, list):
            for element in v:
                if isinstance(element, str) and not pattern.search(element):
                    err_msg = f"Invalid doi format: {element}"
                    raise ValueError(err_msg)
        elif isinstance(v, str) and not pattern.search(v):
            err_msg = f"Invalid doi format: {v}"
            raise ValueError(err_msg)
        return v

    @field_validator('pmid')
    def pattern_pmid(cls, v):
        pattern=re.compile(r"^\d{1,8}$")
        if isinstance(v, list):
            for element in v:
                if isinstance(element, str) and not pattern.search(element):
                    err_msg = f"Invalid pmid format: {element}"
                    raise ValueError(err_msg)
        elif isinstance(v, str) and not pattern.search(v):
            err_msg = f"Invalid pmid format: {v}"
            raise ValueError(err_msg)
        return v


class EvidenceLink(ConfiguredBaseModel):
    """
    What one source says about one assertion, and where in the source.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'id_prefix': {'tag': 'id_prefix', 'value': 'evlink'}},
         'class_uri': 'claimstar:EvidenceLink',
         'from_schema': 'https://w3id.org/claimstar/schema/claims'})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    assertion: str = Field(default=..., description="""The assertion.""", json_schema_extra = { "linkml_meta": {'domain_of': ['EvidenceLink']} })
    evidence_source: str = Field(default=..., description="""The source.""", json_schema_extra = { "linkml_meta": {'domain_of': ['EvidenceLink']} })
    relation: EvidenceRelation = Field(default=..., description="""What the source says about the assertion.""", json_schema_extra = { "linkml_meta": {'domain_of': ['EvidenceLink'], 'slot_uri': 'claimstar:evidence_relation'} })
    locator: str = Field(default=..., description="""The place in the source: section, table, figure or entry.""", json_schema_extra = { "linkml_meta": {'domain_of': ['EvidenceLink']} })
    shows: str = Field(default=..., description="""What the source shows there, in our own words.""", json_schema_extra = { "linkml_meta": {'domain_of': ['EvidenceLink']} })
    derived_from: Optional[list[str]] = Field(default=None, description="""The row or file that the record was read from.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion', 'EvidenceSource', 'EvidenceLink', 'Dataset'],
         'slot_uri': 'prov:wasDerivedFrom'} })


class Dataset(ConfiguredBaseModel):
    """
    A set of assertions that is built, validated and published together; a named graph.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'id_prefix': {'tag': 'id_prefix', 'value': 'dataset'}},
         'class_uri': 'dcat:Dataset',
         'exact_mappings': ['biolink:Dataset'],
         'from_schema': 'https://w3id.org/claimstar/schema/provenance'})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    dataset_title: str = Field(default=..., description="""The title of the dataset.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Dataset'], 'slot_uri': 'dcterms:title'} })
    description: Optional[str] = Field(default=None, description="""A definition or summary.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Dataset'], 'slot_uri': 'dcterms:description'} })
    license: Optional[str] = Field(default=None, description="""The licence.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Dataset'], 'slot_uri': 'dcterms:license'} })
    graph_hash: Optional[str] = Field(default=None, description="""SHA-256 of the sorted canonical N-Quads of the dataset without its activities.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Dataset', 'Run']} })
    derived_from: Optional[list[str]] = Field(default=None, description="""The row or file that the record was read from.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Assertion', 'EvidenceSource', 'EvidenceLink', 'Dataset'],
         'slot_uri': 'prov:wasDerivedFrom'} })


class Agent(ConfiguredBaseModel):
    """
    A person or a program that made something.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'id_prefix': {'tag': 'id_prefix', 'value': 'agent'}},
         'class_uri': 'prov:Agent',
         'exact_mappings': ['biolink:Agent'],
         'from_schema': 'https://w3id.org/claimstar/schema/provenance'})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    name: str = Field(default=..., description="""The preferred name.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Agent'], 'slot_uri': 'rdfs:label'} })
    software_version: Optional[str] = Field(default=None, description="""The version of the program.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Agent', 'ProvenanceActivity', 'Run'],
         'slot_uri': 'schema:softwareVersion'} })


class ProvenanceActivity(ConfiguredBaseModel):
    """
    A build or another act that made or changed records.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'id_prefix': {'tag': 'id_prefix', 'value': 'activity'}},
         'class_uri': 'prov:Activity',
         'exact_mappings': ['biolink:Activity'],
         'from_schema': 'https://w3id.org/claimstar/schema/provenance'})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    activity_label: str = Field(default=..., description="""What was done.""", json_schema_extra = { "linkml_meta": {'domain_of': ['ProvenanceActivity'], 'slot_uri': 'rdfs:label'} })
    started_at: Optional[datetime ] = Field(default=None, description="""Start.""", json_schema_extra = { "linkml_meta": {'domain_of': ['ProvenanceActivity', 'Run'], 'slot_uri': 'prov:startedAtTime'} })
    ended_at: Optional[datetime ] = Field(default=None, description="""End.""", json_schema_extra = { "linkml_meta": {'domain_of': ['ProvenanceActivity', 'Run'], 'slot_uri': 'prov:endedAtTime'} })
    associated_agent: Optional[str] = Field(default=None, description="""Who did it.""", json_schema_extra = { "linkml_meta": {'domain_of': ['ProvenanceActivity', 'Run'],
         'slot_uri': 'prov:wasAssociatedWith'} })
    used_files: Optional[list[str]] = Field(default=None, description="""The files that were read.""", json_schema_extra = { "linkml_meta": {'domain_of': ['ProvenanceActivity'], 'slot_uri': 'prov:used'} })
    software_version: Optional[str] = Field(default=None, description="""The version of the program.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Agent', 'ProvenanceActivity', 'Run'],
         'slot_uri': 'schema:softwareVersion'} })
    schema_version: Optional[str] = Field(default=None, description="""The version of the schema.""", json_schema_extra = { "linkml_meta": {'domain_of': ['ProvenanceActivity', 'Run']} })


class SourceFile(ConfiguredBaseModel):
    """
    A file that records were read from.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'id_prefix': {'tag': 'id_prefix', 'value': 'file'}},
         'broad_mappings': ['prov:Entity'],
         'class_uri': 'claimstar:SourceFile',
         'from_schema': 'https://w3id.org/claimstar/schema/provenance'})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    file_name: str = Field(default=..., description="""The path of the file inside its suite.""", json_schema_extra = { "linkml_meta": {'domain_of': ['SourceFile'], 'slot_uri': 'schema:name'} })
    sha256: str = Field(default=..., description="""SHA-256 of the bytes.""", json_schema_extra = { "linkml_meta": {'domain_of': ['SourceFile']} })

    @field_validator('sha256')
    def pattern_sha256(cls, v):
        pattern=re.compile(r"^[0-9a-f]{64}$")
        if isinstance(v, list):
            for element in v:
                if isinstance(element, str) and not pattern.search(element):
                    err_msg = f"Invalid sha256 format: {element}"
                    raise ValueError(err_msg)
        elif isinstance(v, str) and not pattern.search(v):
            err_msg = f"Invalid sha256 format: {v}"
            raise ValueError(err_msg)
        return v


class SourceRow(ConfiguredBaseModel):
    """
    A row of a file that a record was read from.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'id_prefix': {'tag': 'id_prefix', 'value': 'file'}},
         'broad_mappings': ['prov:Entity'],
         'class_uri': 'claimstar:SourceRow',
         'from_schema': 'https://w3id.org/claimstar/schema/provenance'})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    source_file: str = Field(default=..., description="""The file.""", json_schema_extra = { "linkml_meta": {'domain_of': ['SourceRow'], 'slot_uri': 'dcterms:isPartOf'} })
    row_number: int = Field(default=..., description="""The row as an editor shows it: the header is row 1.""", ge=1, json_schema_extra = { "linkml_meta": {'domain_of': ['SourceRow']} })


class Scenario(ConfiguredBaseModel):
    """
    A patient, a decision and the candidate options, with the gold answer as ids of the graph.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'also_types': {'tag': 'also_types', 'value': 'prov:Entity'},
                         'id_prefix': {'tag': 'id_prefix', 'value': 'scenario'}},
         'broad_mappings': ['prov:Entity'],
         'class_uri': 'claimstar:Scenario',
         'from_schema': 'https://w3id.org/claimstar/schema/benchmark'})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    category: ScenarioCategory = Field(default=..., description="""The reasoning failure that the scenario probes.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario']} })
    patient_context: str = Field(default=..., description="""The patient in words.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario']} })
    patient_conditions: Optional[list[str]] = Field(default=None, description="""What the patient has or belongs to, as entities.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario']} })
    decision_target: str = Field(default=..., description="""The outcome or level that the decision is about.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario']} })
    question: str = Field(default=..., description="""The decision in words.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario']} })
    candidate_options: list[str] = Field(default=..., description="""The options to choose from.""", min_length=2, json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario']} })
    gold_option: str = Field(default=..., description="""The preferred option.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario']} })
    acceptable_options: list[str] = Field(default=..., description="""Options that are not wrong; contains the preferred one.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario']} })
    gold_path: list[str] = Field(default=..., description="""The assertions that justify the gold option in order.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario'], 'list_elements_ordered': True} })
    gold_adverse_effects: Optional[list[str]] = Field(default=None, description="""Harms of the gold option that should be named.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario']} })
    gold_contraindications: Optional[list[str]] = Field(default=None, description="""Contraindications that rule other options out.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario']} })
    gold_evidence: Optional[list[str]] = Field(default=None, description="""Sources that support the gold path.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario']} })
    expected_uncertainty: bool = Field(default=..., description="""True where a good answer says that the evidence is insufficient.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario']} })
    related_assertions: Optional[list[str]] = Field(default=None, description="""Assertions that make the scenario what it is: the confounder, the modified effect, the harm to avoid.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario']} })
    seed: Optional[int] = Field(default=None, description="""The seed of the pseudo-random choices.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario', 'Run']} })


class Response(ConfiguredBaseModel):
    """
    What a model answers. This class is the JSON contract that the prompt states.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'class_uri': 'claimstar:Response',
         'from_schema': 'https://w3id.org/claimstar/schema/benchmark'})

    chosen_option: str = Field(default=..., description="""The name of the chosen option exactly as listed, or an empty text to abstain.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Response']} })
    causal_path: list[str] = Field(default=..., description="""The ids of the assertions that justify the choice in order.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Response'], 'list_elements_ordered': True} })
    adverse_effects: list[str] = Field(default=..., description="""The ids of the adverse-effect assertions that apply to the chosen option.""", min_length=0, json_schema_extra = { "linkml_meta": {'domain_of': ['Response']} })
    contraindications_of_option: list[str] = Field(default=..., description="""Contraindications of the chosen option.""", min_length=0, json_schema_extra = { "linkml_meta": {'domain_of': ['Response']} })
    contraindications_of_others: list[str] = Field(default=..., description="""Contraindications that rule the other options out for this patient.""", min_length=0, json_schema_extra = { "linkml_meta": {'domain_of': ['Response']} })
    cited_evidence: list[str] = Field(default=..., description="""The ids of the evidence sources relied on.""", min_length=0, json_schema_extra = { "linkml_meta": {'domain_of': ['Response']} })
    free_claims: list[FreeClaim] = Field(default=..., description="""Further causal claims in words.""", min_length=0, json_schema_extra = { "linkml_meta": {'domain_of': ['Response']} })
    insufficient_evidence: bool = Field(default=..., description="""True where the evidence does not support a confident recommendation.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Response']} })
    rationale: str = Field(default=..., description="""A short reason.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Response']} })


class FreeClaim(ConfiguredBaseModel):
    """
    A causal claim in words that has no id in the context.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'class_uri': 'claimstar:FreeClaim',
         'from_schema': 'https://w3id.org/claimstar/schema/benchmark'})

    claim_subject: str = Field(default=..., description="""The subject of the claim in words.""", json_schema_extra = { "linkml_meta": {'domain_of': ['FreeClaim']} })
    claim_predicate: str = Field(default=..., description="""The predicate of the claim in words.""", json_schema_extra = { "linkml_meta": {'domain_of': ['FreeClaim']} })
    claim_object: str = Field(default=..., description="""The object of the claim in words.""", json_schema_extra = { "linkml_meta": {'domain_of': ['FreeClaim']} })


class Run(ConfiguredBaseModel):
    """
    One model asked all scenarios of a suite under some conditions.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'also_types': {'tag': 'also_types', 'value': 'prov:Activity'},
                         'id_prefix': {'tag': 'id_prefix', 'value': 'run'}},
         'broad_mappings': ['prov:Activity'],
         'class_uri': 'claimstar:Run',
         'from_schema': 'https://w3id.org/claimstar/schema/benchmark'})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    suite: str = Field(default=..., description="""The name of the suite.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Run']} })
    language_model: str = Field(default=..., description="""The model as named on the command line, such as openai:gpt-4o.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Run']} })
    associated_agent: Optional[str] = Field(default=None, description="""Who did it.""", json_schema_extra = { "linkml_meta": {'domain_of': ['ProvenanceActivity', 'Run'],
         'slot_uri': 'prov:wasAssociatedWith'} })
    used_entities: Optional[list[str]] = Field(default=None, description="""What the run used: the dataset, its scenarios and the assertions that its prompts showed.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Run'], 'slot_uri': 'prov:used'} })
    conditions: list[str] = Field(default=..., description="""The grounding conditions asked.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Run']} })
    seed: Optional[int] = Field(default=None, description="""The seed of the pseudo-random choices.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Scenario', 'Run']} })
    graph_hash: Optional[str] = Field(default=None, description="""SHA-256 of the sorted canonical N-Quads of the dataset without its activities.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Dataset', 'Run']} })
    schema_version: Optional[str] = Field(default=None, description="""The version of the schema.""", json_schema_extra = { "linkml_meta": {'domain_of': ['ProvenanceActivity', 'Run']} })
    software_version: Optional[str] = Field(default=None, description="""The version of the program.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Agent', 'ProvenanceActivity', 'Run'],
         'slot_uri': 'schema:softwareVersion'} })
    settings: Optional[str] = Field(default=None, description="""The settings of the model as JSON.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Run']} })
    started_at: Optional[datetime ] = Field(default=None, description="""Start.""", json_schema_extra = { "linkml_meta": {'domain_of': ['ProvenanceActivity', 'Run'], 'slot_uri': 'prov:startedAtTime'} })
    ended_at: Optional[datetime ] = Field(default=None, description="""End.""", json_schema_extra = { "linkml_meta": {'domain_of': ['ProvenanceActivity', 'Run'], 'slot_uri': 'prov:endedAtTime'} })


class SoftwareAgent(Agent):
    """
    A language model that answers, as the agent of its runs.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'also_types': {'tag': 'also_types', 'value': 'prov:Agent'},
                         'id_prefix': {'tag': 'id_prefix', 'value': 'agent'}},
         'class_uri': 'prov:SoftwareAgent',
         'from_schema': 'https://w3id.org/claimstar/schema/benchmark'})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    name: str = Field(default=..., description="""The preferred name.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity', 'Agent'], 'slot_uri': 'rdfs:label'} })
    software_version: Optional[str] = Field(default=None, description="""The version of the program.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Agent', 'ProvenanceActivity', 'Run'],
         'slot_uri': 'schema:softwareVersion'} })


class Generation(ConfiguredBaseModel):
    """
    One answer of a model to one prompt, or the reason why there is none.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'also_types': {'tag': 'also_types', 'value': 'prov:Entity'},
                         'id_prefix': {'tag': 'id_prefix', 'value': 'generation'}},
         'broad_mappings': ['prov:Entity'],
         'class_uri': 'claimstar:Generation',
         'from_schema': 'https://w3id.org/claimstar/schema/benchmark'})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    run: str = Field(default=..., description="""The run.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Generation'], 'slot_uri': 'prov:wasGeneratedBy'} })
    scenario: str = Field(default=..., description="""The scenario.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    condition: str = Field(default=..., description="""The grounding condition.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    prompt_hash: str = Field(default=..., description="""SHA-256 of the prompt.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    shown_assertions: Optional[list[str]] = Field(default=None, description="""The assertions that the prompt showed.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Generation'], 'slot_uri': 'prov:wasDerivedFrom'} })
    named_assertions: Optional[list[str]] = Field(default=None, description="""The assertions that the answer names by id, in whatever field of ids; written when the run is exported or stored.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    raw_text: Optional[str] = Field(default=None, description="""The text that the model returned.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    response: Optional[Response] = Field(default=None, description="""The parsed answer.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    unscored_reason: Optional[str] = Field(default=None, description="""Why the answer could not be scored.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    finish_reason: Optional[str] = Field(default=None, description="""Why the model stopped.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    error: Optional[str] = Field(default=None, description="""The error that the call ended with.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    error_kind: Optional[str] = Field(default=None, description="""The kind of error, for counting: rate_limit, timeout, connection, server_error, refusal, length and others.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    input_tokens: Optional[int] = Field(default=None, description="""Tokens read.""", ge=0, json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    output_tokens: Optional[int] = Field(default=None, description="""Tokens written.""", ge=0, json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    cached_input_tokens: Optional[int] = Field(default=None, description="""Tokens read that the service had cached.""", ge=0, json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    latency_seconds: Optional[float] = Field(default=None, description="""Seconds from call to answer.""", ge=0, json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    attempts: Optional[int] = Field(default=None, description="""How often the call was made, retries included; 0 for an answer from the cache.""", ge=0, json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    from_cache: Optional[bool] = Field(default=None, description="""True where the answer was taken from the cache of earlier runs.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    request_id: Optional[str] = Field(default=None, description="""The id that the service gave to the answer.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })
    served_model: Optional[str] = Field(default=None, description="""The model that the service says it answered with.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Generation']} })


class Score(ConfiguredBaseModel):
    """
    One metric of one generation. Without a value it is undefined (NA) and is left out of means.
    """
    linkml_meta: ClassVar[LinkMLMeta] = LinkMLMeta({'annotations': {'also_types': {'tag': 'also_types', 'value': 'prov:Entity'},
                         'id_prefix': {'tag': 'id_prefix', 'value': 'score'}},
         'broad_mappings': ['prov:Entity'],
         'class_uri': 'claimstar:Score',
         'from_schema': 'https://w3id.org/claimstar/schema/benchmark'})

    id: str = Field(default=..., description="""The identifier. Entities have a CURIE; other records have an id that is unique within their class.""", json_schema_extra = { "linkml_meta": {'domain_of': ['NamedEntity',
                       'Assertion',
                       'EvidenceSource',
                       'EvidenceLink',
                       'Dataset',
                       'Agent',
                       'ProvenanceActivity',
                       'SourceFile',
                       'SourceRow',
                       'Scenario',
                       'Run',
                       'Generation',
                       'Score']} })
    generation: str = Field(default=..., description="""The generation that is scored.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Score'], 'slot_uri': 'prov:wasDerivedFrom'} })
    metric: str = Field(default=..., description="""The name of the metric.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Score']} })
    value: Optional[float] = Field(default=None, description="""The value; absent where the metric is undefined.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Score'], 'slot_uri': 'rdf:value'} })
    score_reason: Optional[str] = Field(default=None, description="""Why the score is what it is, or why it is undefined.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Score']} })
    matched_assertions: Optional[list[str]] = Field(default=None, description="""Assertions of the answer that count for it.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Score']} })
    missed_assertions: Optional[list[str]] = Field(default=None, description="""Assertions that the answer should have named and did not.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Score']} })
    unsupported_assertions: Optional[list[str]] = Field(default=None, description="""Known assertions that the answer names and should not, as the metric has it.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Score']} })
    matched_sources: Optional[list[str]] = Field(default=None, description="""Sources of the answer that count for it.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Score']} })
    missed_sources: Optional[list[str]] = Field(default=None, description="""Sources that the answer should have cited and did not.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Score']} })
    unsupported_sources: Optional[list[str]] = Field(default=None, description="""Known sources that the answer cites and should not, as the metric has it.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Score']} })
    unsupported_texts: Optional[list[str]] = Field(default=None, description="""What the answer has and should not that is nothing the run knows: ids as they were written, and claims in words.""", json_schema_extra = { "linkml_meta": {'domain_of': ['Score']} })


# Model rebuild
# see https://pydantic-docs.helpmanual.io/usage/models/#rebuilding-a-model
NamedEntity.model_rebuild()
Disease.model_rebuild()
Drug.model_rebuild()
Intervention.model_rebuild()
Protein.model_rebuild()
BiologicalProcess.model_rebuild()
RiskFactor.model_rebuild()
ClinicalOutcome.model_rebuild()
AdverseEffect.model_rebuild()
Contraindication.model_rebuild()
Population.model_rebuild()
Assertion.model_rebuild()
EvidenceSource.model_rebuild()
EvidenceLink.model_rebuild()
Dataset.model_rebuild()
Agent.model_rebuild()
ProvenanceActivity.model_rebuild()
SourceFile.model_rebuild()
SourceRow.model_rebuild()
Scenario.model_rebuild()
Response.model_rebuild()
FreeClaim.model_rebuild()
Run.model_rebuild()
SoftwareAgent.model_rebuild()
Generation.model_rebuild()
Score.model_rebuild()
