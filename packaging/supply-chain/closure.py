"""The crates that Cargo.lock names: all of the workspace's, and those that libimm.a is made of."""

import json
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = "imm-ffi"


@dataclass(frozen=True)
class Crate:
    """A crate as Cargo resolves it. `source` and `checksum` are empty for one of this repository."""

    name: str
    version: str
    license: str
    source: str
    checksum: str
    folder: Path
    repository: str
    is_private: bool
    wildcards: tuple[str, ...]
    """Dependencies, from a registry, of any version."""

    @property
    def is_ours(self) -> bool:
        return not self.source

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


@dataclass(frozen=True)
class Graph:
    """All crates by Cargo's id, those of the library, and who of these depends on whom."""

    crates: dict[str, Crate]
    library: list[str]
    edges: dict[str, list[str]]

    def of_library(self) -> list[Crate]:
        """The library's crates, in alphabetic order; those of this repository, too."""
        return sorted((self.crates[name] for name in self.library), key=lambda crate: crate.name)

    def foreign(self) -> list[Crate]:
        """Those of the library's crates that others have written."""
        return [crate for crate in self.of_library() if not crate.is_ours]


def _metadata(root: Path) -> dict:
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--manifest-path", str(root / "Cargo.toml")]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _crate(package: dict, checksums: dict[tuple[str, str], str]) -> Crate:
    wildcards = [d["name"] for d in package["dependencies"] if d["req"] == "*" and d["source"]]
    return Crate(
        name=package["name"],
        version=package["version"],
        license=package["license"] or "",
        source=package["source"] or "",
        checksum=checksums.get((package["name"], package["version"]), ""),
        folder=Path(package["manifest_path"]).parent,
        repository=package["repository"] or "",
        is_private=package["publish"] == [],
        wildcards=tuple(wildcards),
    )


def _edges(node: dict) -> list[str]:
    """What a crate is built of: not what only its tests use."""
    return sorted(d["pkg"] for d in node["deps"] if any(kind["kind"] != "dev" for kind in d["dep_kinds"]))


def read(root: Path = ROOT) -> Graph:
    """The graph that Cargo.lock pins, for all targets."""
    lock = tomllib.loads((root / "Cargo.lock").read_text(encoding="utf-8"))
    checksums = {(p["name"], p["version"]): p.get("checksum", "") for p in lock["package"]}
    metadata = _metadata(root)
    crates = {package["id"]: _crate(package, checksums) for package in metadata["packages"]}
    edges = {node["id"]: _edges(node) for node in metadata["resolve"]["nodes"]}
    reached = [name for name, crate in crates.items() if crate.name == LIBRARY]
    for name in reached:  # which grows meanwhile
        reached += [below for below in edges[name] if below not in reached]
    return Graph(crates, reached, edges)
