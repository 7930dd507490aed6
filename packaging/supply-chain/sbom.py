"""The software bill of materials (SBOM) of one libimm.a or program, as CycloneDX JSON.

    python3 packaging/supply-chain/sbom.py make TARGET COMPILER ARCHIVE    prints the SBOM
    python3 packaging/supply-chain/sbom.py validate FILE...                fails if a file violates the CycloneDX 1.5 schema

COMPILER is the output of `rustc --version`. The SBOM has no date and no random number, so equal archives have equal SBOMs.
packaging/dist writes the SBOM; packaging/parts.py writes those of programs. `validate` needs the Python package cyclonedx-python-lib[json-validation].
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import crates
from crates import Crate

Json = dict[str, Any]
# The libraries of Rust itself that are part of the archive, and their licences.
RUST = {"core": "MIT OR Apache-2.0", "compiler_builtins": "MIT AND Apache-2.0 WITH LLVM-exception AND (MIT OR Apache-2.0)"}


def component(ref: str, name: str, version: str, license_: str, **more: object) -> Json:
    """Returns a component, without the empty fields of `more`."""
    needed = {"type": "library", "bom-ref": ref, "name": name, "version": version, "licenses": [{"expression": license_}]}
    return needed | {key: value for key, value in more.items() if value}


def source(url: str) -> list[Json]:
    return [{"type": "vcs", "url": url}] if url else []


def ref_of(crate: Crate) -> str:
    """Returns the package URL of a crate, or the name of a crate of this repository."""
    return f"pkg:cargo/{crate.name}@{crate.version}" if crate.source else f"{crate.name}@{crate.version}"


def sha256(digest: str) -> list[Json]:
    return [{"alg": "SHA-256", "content": digest}] if digest else []


def text(bill: Json) -> str:
    return json.dumps(bill, indent=1) + "\n"


def make(target: str, compiler: str, file: Path, library: list[Crate], main: str, more: dict[str, str]) -> Json:
    """Returns the SBOM of an archive or a program: its crates, the crate with the name `main` among them, and more parts of Rust."""
    refs = {crate.id: ref_of(crate) for crate in library}
    own = next(crate for crate in library if crate.name == main)
    version = compiler.split()[1]
    url = "https://github.com/rust-lang/rust"
    rust = [
        component(f"rust:{name}@{version}", name, version, license_, description=f"Part of {compiler}", externalReferences=source(url))
        for name, license_ in (RUST | more).items()
    ]
    others = [
        component(
            refs[c.id], c.name, c.version, c.license, purl=refs[c.id] if c.source else "",
            hashes=sha256(c.checksum), externalReferences=source(c.repository),
        )
        for c in library
    ]  # fmt: skip
    digest = sha256(hashlib.sha256(file.read_bytes()).hexdigest())
    whole = component(file.name, file.name, own.version, own.license, description=f"For {target}", hashes=digest)
    dependencies = {file.name: [refs[own.id], *(part["bom-ref"] for part in rust)]}
    dependencies |= {refs[crate.id]: sorted(refs[below] for below in crate.below) for crate in library}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": whole,
            "properties": [{"name": "imm:target", "value": target}, {"name": "imm:compiler", "value": compiler}],
        },
        "components": [*others, *rust],
        "dependencies": [{"ref": ref, "dependsOn": below} for ref, below in dependencies.items()],
    }


def validate(paths: list[str]) -> None:
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    for path in paths:
        if error := JsonStrictValidator(SchemaVersion.V1_5).validate_str(Path(path).read_text(encoding="utf-8")):
            sys.exit(f"{path}: {error}")
    print(f"{len(paths)} bills are CycloneDX 1.5")


def main() -> None:
    match sys.argv[1:]:
        case ["make", target, compiler, archive]:
            print(text(make(target, compiler, Path(archive), crates.library(), crates.LIBRARY, {})), end="")
        case ["validate", *paths] if paths:
            validate(paths)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
