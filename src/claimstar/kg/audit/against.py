"""The outside files of an audit, sorted by what they are: identifier tables, tables of claims, and what is neither."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from claimstar.errors import InputError, UsageError
from claimstar.kg.audit.names_profile import Profiles
from claimstar.kg.audit.names_table import is_names_table
from claimstar.kg.audit.outside import recognise
from claimstar.kg.audit.outside_profile import Profile

_TABLES = (".tsv", ".csv", ".txt", ".jsonl", ".xlsx", ".hpoa")
"""Endings of files in a folder that can be tables; a file that is named itself may end in anything."""


@dataclass(frozen=True, slots=True)
class Against:
    """The outside files of an audit.

    Attributes:
        names: identifier tables and lists of retractions.
        claims: tables of claims, each with its profile.
        skipped: files of a folder that are neither.
    """

    names: tuple[Path, ...]
    claims: tuple[tuple[Path, Profile], ...]
    skipped: tuple[Path, ...]


def _in_folder(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.name.removesuffix(".gz").endswith(_TABLES):
            yield path


def _understood(names: Profiles, claims: Sequence[Profile]) -> str:
    kinds = [f"{each.title}: columns {', '.join(each.header)}" for each in names.tables]
    kinds.append(f"{names.retractions_title}: one PubMed id a line, no header")
    kinds += [
        f"{each.title}: {'columns' if each.columns else 'keys'} {', '.join(each.columns or each.keys)}"
        for each in claims
    ]
    return "these are understood:\n    " + "\n    ".join(kinds)


def sort_files(paths: Sequence[Path], names: Profiles, claims: Sequence[Profile]) -> Against:
    """Sort files and the files of folders by what they are; subfolders are not entered. Each file counts once.

    Raises:
        UsageError: a path does not exist, a file is no table that is understood, or a folder has none; all are told.
    """
    found_names: dict[Path, None] = {}
    found_claims: dict[Path, Profile] = {}
    skipped: dict[Path, None] = {}
    faults: list[str] = []
    for given in paths:
        if not given.exists():
            faults.append(f"no file or folder {given}")
            continue
        known = 0
        for path in _in_folder(given) if given.is_dir() else (given,):
            profile = None
            try:
                is_names = is_names_table(path, names)
                profile = None if is_names else recognise(path, claims)
            except InputError as error:
                if not given.is_dir():
                    fault = error.problems[0]
                    raise UsageError(f"{path}: {fault.message}", remedy=fault.remedy) from error
                is_names = False
            if is_names:
                found_names[path] = None
            elif profile is not None:
                found_claims[path] = profile
            elif given.is_dir():
                skipped[path] = None
                continue
            else:
                faults.append(f"{path} is no table that is understood")
                continue
            known += 1
        if given.is_dir() and not known:
            below = [each.name for each in sorted(given.iterdir()) if each.is_dir()]
            hint = f"; it has the folders {', '.join(below)}" if below else ""
            faults.append(f"no table in {given} is understood{hint}")
    if faults:
        raise UsageError("; ".join(faults), remedy=_understood(names, claims))
    return Against(tuple(found_names), tuple(found_claims.items()), tuple(skipped))
