"""Words for results whose shape has none of its own."""

from __future__ import annotations

from claimstar.validation.engines import RawResult
from claimstar.validation.shape_file import ShapeInfo

_MESSAGES = {
    "Closed": "the class has no such property",
    "MinCount": "a required value is missing",
    "MaxCount": "there are more values than one may give",
    "Class": "the value is not of the class that is expected here",
    "Datatype": "the value is not of the datatype that is expected here",
}
_REMEDIES = {
    "Closed": "remove the property, or add the slot to the schema and run claimstar schema build",
    "MinCount": "give the value",
    "MaxCount": "keep one value",
    "Class": "refer to a record of that class that is in the dataset",
    "Datatype": "correct the value",
    "NodeKind": "refer to a record by its id",
    "In": "use a value of the vocabulary",
    "Pattern": "correct the value",
    "MinInclusive": "correct the value",
    "MaxInclusive": "correct the value",
}


def message_of(result: RawResult, shape: ShapeInfo | None) -> str:
    """What is wrong: the shape's words, else ours for the component, else the engine's."""
    return (shape.message if shape else "") or _MESSAGES.get(result.component, "") or result.message


def remedy_of(result: RawResult, shape: ShapeInfo | None) -> str:
    """What to do about it: the shape's remedy, else ours for the component."""
    return (shape.remedy if shape else "") or _REMEDIES.get(result.component, "correct the value or the shape")
