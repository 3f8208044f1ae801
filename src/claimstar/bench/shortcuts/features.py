"""What can be seen of a candidate without understanding anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from claimstar.bench.case import fold
from claimstar.bench.reference import Entity
from claimstar.errors import LookupFailure
from claimstar.model.claims import ClaimRow

FEATURES = ("position", "length", "rows", "alphabetical", "kind")
"""The names of the features, in the order of `Features.values`."""


@dataclass(frozen=True, slots=True)
class Features:
    """One candidate as it looks to a reader who understands nothing.

    Attributes:
        option: the candidate.
        position: its place among the candidates, from 0.
        length: characters of its name as the prompt shows it, at least 1.
        rows: context rows that have it as subject or object; 0 where nothing is shown.
        alphabetical: how many candidates' names come before its own in the alphabet; equal names share a rank.
        kind: the place of its class among the suite's ``scenarios.option_classes``, from 0.
    """

    option: str
    position: int
    length: int
    rows: int
    alphabetical: int
    kind: int

    def values(self) -> tuple[int, ...]:
        """The values in the order of `FEATURES`."""
        return self.position, self.length, self.rows, self.alphabetical, self.kind


def count_rows(options: Iterable[str], rows: Iterable[ClaimRow]) -> dict[str, int]:
    """For each option the number of rows that have it as subject or object.

    >>> row = ClaimRow("ASR_1", "a:1", "a", "targets", "b:1", "b", "mechanism")
    >>> count_rows(["a:1", "c:1"], [row])
    {'a:1': 1, 'c:1': 0}
    """
    ends = [{row.subject, row.object} for row in rows]
    return {option: sum(option in pair for pair in ends) for option in options}


def option_features(
    options: Sequence[str],
    entities: Mapping[str, Entity],
    option_classes: Sequence[str],
    rows: Mapping[str, int] | None = None,
) -> tuple[Features, ...]:
    """The features of candidates in the order given. All but ``rows`` need no context.

    Args:
        options: the candidates in the order in which a prompt lists them.
        entities: their names and classes.
        option_classes: the classes of options in the order of the suite.
        rows: option to the number of rows that mention it, as `count_rows` gives; what is not in it has none.

    Raises:
        LookupFailure: a candidate has no entity, or its class is none of the suite's option classes.

    >>> option_features(["a:1", "b:1"], {"a:1": Entity("a:1", "yew", "Y"), "b:1": Entity("b:1", "ash", "X")}, "XY")[0]
    Features(option='a:1', position=0, length=3, rows=0, alphabetical=1, kind=1)
    """
    missing = [each for each in options if each not in entities]
    if missing:
        raise LookupFailure(f"no entity for the candidate {', '.join(missing)}", remedy="use ids of this graph")
    strange = [
        f"{each} ({entities[each].category})" for each in options if entities[each].category not in option_classes
    ]
    if strange:
        raise LookupFailure(
            f"no option class of the suite for the candidate {', '.join(strange)}",
            remedy="add the class to scenarios.option_classes in suite.yaml, or offer another candidate",
        )
    names = [fold(entities[each].name) for each in options]
    return tuple(
        Features(
            option=option,
            position=position,
            length=len(entities[option].name),
            rows=(rows or {}).get(option, 0),
            alphabetical=sum(other < names[position] for other in names),
            kind=list(option_classes).index(entities[option].category),
        )
        for position, option in enumerate(options)
    )
