"""Fills templates, and writes archives whose bytes depend only on their contents and on the commit."""

import gzip
import os
import re
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class ReleaseError(Exception):
    """An error whose text is shown to the user in one line."""


def filled(template: Path, names: dict[str, str]) -> str:
    """Returns the text of a template, with its @NAMES@ replaced."""
    text = template.read_text()
    for key, value in names.items():
        text = text.replace(f"@{key}@", value)
    if left := re.search(r"@[A-Z_]+@", text):
        raise ReleaseError(f"{template.relative_to(ROOT)}: nothing is known of {left[0]}")
    return text


def files_of(tree: Path) -> list[Path]:
    return sorted(path for path in tree.rglob("*") if path.is_symlink() or path.is_file())


def packed_at() -> int:
    """Returns the time of every file in an archive: the time of the commit. It is the same wherever the archive is packed,
    and later for a newer library, so that `make` links programs again."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given is None:
        git = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
        try:
            given = subprocess.run(git, check=True, capture_output=True, text=True).stdout
        except (OSError, subprocess.CalledProcessError):
            sys.exit("packaging/release: this is no git checkout: set SOURCE_DATE_EPOCH to the seconds since 1970 of the files")
    return int(given)


def mode_of(path: Path) -> int:
    program = path.suffix in {".so", ".dll", ".dylib", ".exe"} or ".so." in path.name or path.name in {"imm-arena", "imm-ugi"}
    return 0o755 if program else 0o644


def pack_tar(tree: Path, archive: Path) -> None:
    seconds = packed_at()
    with open(archive, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed, tarfile.open(fileobj=packed, mode="w") as tar:
        for path in files_of(tree):
            entry = tarfile.TarInfo(str(Path(tree.name) / path.relative_to(tree)))
            entry.mtime, entry.mode = seconds, mode_of(path)
            if path.is_symlink():
                entry.type, entry.linkname = tarfile.SYMTYPE, os.readlink(path)
                tar.addfile(entry)
            else:
                entry.size = path.stat().st_size
                with open(path, "rb") as content:
                    tar.addfile(entry, content)


def pack_zip(tree: Path, archive: Path) -> None:
    write_zip(tree, archive, f"{tree.name}/")


def write_zip(tree: Path, archive: Path, prefix: str) -> None:
    """Writes the files of a tree to a zip archive, with names that begin with `prefix`."""
    moment = time.gmtime(packed_at())[:6]
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in files_of(tree):
            entry = zipfile.ZipInfo(prefix + path.relative_to(tree).as_posix(), moment)
            entry.create_system, entry.external_attr = 3, (0o100000 | mode_of(path)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, path.read_bytes())
