"""The crates that libimm.a is built from, or a program, as Cargo.lock pins them.

    python3 packaging/supply-chain/crates.py    fails unless each crate was reviewed and its licence text is in LICENSES.txt

A review is a note in README.md: its title has the name and the version of the crate, one line has the checksum. crates.io
never changes the files of a version, so a review and a licence text stay valid as long as the version is the same.
"""

import json
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = "imm-ffi"


@dataclass(frozen=True)
class Crate:
    """A crate. `source` and `checksum` are empty for crates of this repository. `below`: ids of dependencies."""

    id: str
    name: str
    version: str
    license: str
    repository: str
    source: str
    checksum: str
    below: tuple[str, ...]
    folder: Path


def library() -> list[Crate]:
    """Returns all crates that the library is built from, for every target."""
    return crates_of("Cargo.toml", LIBRARY)


def crates_of(manifest: str, name: str, target: str = "") -> list[Crate]:
    """Returns all crates that a crate of a workspace is built from, sorted by name: for a target or all, without those of tests."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--manifest-path", str(ROOT / manifest)]
    command += ["--filter-platform", target] if target else []
    metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    lock = tomllib.loads((ROOT / manifest).with_name("Cargo.lock").read_text(encoding="utf-8"))["package"]
    checksums = {(locked["name"], locked["version"]): locked.get("checksum", "") for locked in lock}
    packages = {package["id"]: package for package in metadata["packages"]}
    below = {
        node["id"]: tuple(dep["pkg"] for dep in node["deps"] if any(kind["kind"] != "dev" for kind in dep["dep_kinds"]))
        for node in metadata["resolve"]["nodes"]
    }
    ids = [key for key, package in packages.items() if package["name"] == name]
    for key in ids:  # the loop extends the list
        ids += [other for other in below[key] if other not in ids]
    crates = []
    for key in ids:
        name, version, license_, repository, source = (packages[key][k] or "" for k in ("name", "version", "license", "repository", "source"))
        folder = Path(packages[key]["manifest_path"]).parent
        crates.append(Crate(key, name, version, license_, repository, source, checksums[name, version], below[key], folder))
    return sorted(crates, key=lambda crate: (crate.name, crate.version))


def texts(crates: list[Crate]) -> str:
    """Returns the licence texts in the files of foreign crates: each text once, below the names of its crates."""
    titles: dict[str, list[str]] = {}
    for crate in (crate for crate in crates if crate.source):
        files = sorted(path for path in crate.folder.iterdir() if path.is_file() and re.match(r"licen[cs]e|copying|copyright|notice|unlicense", path.name, re.I))
        for text in [path.read_text(encoding="utf-8", errors="replace").strip() for path in files] or [f"Its files have no licence text: see {crate.repository}"]:
            titles.setdefault(text, []).append(f"{crate.name} {crate.version} ({crate.license})")
    line = "=" * 104
    return "".join(f"\n{line}\n" + "\n".join(dict.fromkeys(names)) + f"\n{line}\n\n{text}\n" for text, names in titles.items())


def mistakes(crates: list[Crate], reviews: str, licences: str) -> list[str]:
    """Returns the mistakes: crates without a valid review or licence text, one line each."""
    foreign = [crate for crate in crates if crate.source]
    found = [f"{c.name} {c.version} comes from {c.source}, expected crates.io" for c in foreign if "/crates.io-index" not in c.source]
    found += [f"{c.name} {c.version}: its review must have the checksum {c.checksum}" for c in foreign if c.checksum not in reviews]
    found += [f"{c.name} {c.version}: its licence must allow MIT, but is {c.license}" for c in foreign if "MIT" not in re.split(r" OR |/", c.license)]
    for what, expected, titles in (
        ("README.md", {f"{c.name} {c.version}" for c in foreign}, re.findall(r"^### (\S+ \d\S*)$", reviews, re.M)),
        ("LICENSES.txt", {f"{c.name} {c.version} ({c.license})" for c in foreign}, re.findall(r"^=+\n(.* \d.*\))\n=+$", licences, re.M)),
    ):
        found += [f"{what} has no part '{title}'" for title in sorted(expected - set(titles))]
        found += [f"{what} has a part '{title}', but the library has no such crate" for title in sorted(set(titles) - expected)]
    return found


def main() -> None:
    folder = Path(__file__).parent
    crates = library()
    reviews, licences = (path.read_text(encoding="utf-8") for path in (folder / "README.md", folder.parent / "LICENSES.txt"))
    if found := mistakes(crates, reviews, licences):
        sys.exit("\n".join(found))
    print(f"the library has {sum(bool(crate.source) for crate in crates)} crates of others, all reviewed")


if __name__ == "__main__":
    main()
