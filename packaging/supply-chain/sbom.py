"""What is in one libimm.a, for machines: a software bill of materials in CycloneDX's JSON.

    python3 packaging/supply-chain/sbom.py make TARGET COMPILER ARCHIVE     prints it
    python3 packaging/supply-chain/sbom.py check FILE ARCHIVE               says what is missing, and fails
    python3 packaging/supply-chain/sbom.py prove FILE ARCHIVE               shows that what is missing is found

COMPILER is what `rustc --version` says. There is no date in it, and no number by chance: the same
archive has the same bill. packaging/dist makes it; `./tests/run audit` checks it.
"""

import copy
import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any

import closure
from closure import Crate, Graph

Json = dict[str, Any]

RUST = "https://github.com/rust-lang/rust"
RUST_LICENCES = {
    "core": "MIT OR Apache-2.0",
    "compiler_builtins": "MIT AND Apache-2.0 WITH LLVM-exception AND (MIT OR Apache-2.0)",
}


def _ref(crate: Crate) -> str:
    """Where a foreign crate comes from, or the name of one of ours, which is on no registry."""
    return f"{crate.name}@{crate.version}" if crate.is_ours else f"pkg:cargo/{crate.name}@{crate.version}"


def _component(crate: Crate) -> Json:
    component: Json = {
        "type": "library",
        "bom-ref": _ref(crate),
        "name": crate.name,
        "version": crate.version,
        "licenses": [{"expression": crate.license}],
    }
    if not crate.is_ours:  # the checksum is that of what crates.io hands out
        component["purl"] = _ref(crate)
        component["hashes"] = [{"alg": "SHA-256", "content": crate.checksum}]
    if crate.repository:
        component["externalReferences"] = [{"type": "vcs", "url": crate.repository}]
    return component


def _rust_part(name: str, compiler: str) -> Json:
    version = compiler.split()[1]
    return {
        "type": "library",
        "bom-ref": f"rust:{name}@{version}",
        "name": name,
        "version": version,
        "description": f"Part of {compiler}",
        "licenses": [{"expression": RUST_LICENCES[name]}],
        "externalReferences": [{"type": "vcs", "url": RUST}],
    }


def _archive(graph: Graph, target: str, archive: Path) -> Json:
    library = next(crate for crate in graph.of_library() if crate.name == closure.LIBRARY)
    return {
        "type": "library",
        "bom-ref": "libimm.a",
        "name": "libimm.a",
        "version": library.version,
        "description": f"For {target}",
        "licenses": [{"expression": library.license}],
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(archive.read_bytes()).hexdigest()}],
    }


def make(graph: Graph, target: str, compiler: str, archive: Path) -> Json:
    """The bill of an archive."""
    rust = [_rust_part(name, compiler) for name in RUST_LICENCES]
    own = next(key for key in graph.library if graph.crates[key].name == closure.LIBRARY)
    dependencies = [{"ref": "libimm.a", "dependsOn": [_ref(graph.crates[own]), *(part["bom-ref"] for part in rust)]}]
    for key in sorted(graph.library):
        below = [_ref(graph.crates[other]) for other in graph.edges[key]]
        dependencies.append({"ref": _ref(graph.crates[key]), "dependsOn": below})
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": _archive(graph, target, archive),
            "properties": [{"name": "imm:target", "value": target}, {"name": "imm:compiler", "value": compiler}],
        },
        "components": [*(_component(crate) for crate in graph.of_library()), *rust],
        "dependencies": dependencies,
    }


def _is_component(component: Json) -> list[str]:
    """What CycloneDX demands of a component, and we of one that travels."""
    name = component.get("name", "?")
    found = [f"{name}: has no {field}" for field in ("type", "name", "version", "bom-ref", "licenses") if not component.get(field)]
    if not all(licence.get("expression") for licence in component.get("licenses", [])):
        found.append(f"{name}: has no licence")
    for digest in component.get("hashes", []):
        if digest.get("alg") != "SHA-256" or not re.fullmatch(r"[0-9a-f]{64}", digest.get("content", "")):
            found.append(f"{name}: its checksum is none")
    return found


def _crate_is_there(crate: Crate, components: dict[str, Json]) -> list[str]:
    component = components.get(_ref(crate))
    if component is None:
        return [f"{crate}: is missing"]
    digests = [digest["content"] for digest in component.get("hashes", [])]
    found = [] if digests == ([crate.checksum] if crate.checksum else []) else [f"{crate}: its checksum is another"]
    if component.get("licenses") != [{"expression": crate.license}]:
        found.append(f"{crate}: its licence is another")
    return found


def mistakes(bill: Json, graph: Graph, archive: Path) -> list[str]:
    """What a bill lacks, or says wrongly."""
    found = [f"there is no {field}" for field in ("$schema", "version", "metadata", "components", "dependencies") if field not in bill]
    if (bill.get("bomFormat"), bill.get("specVersion")) != ("CycloneDX", "1.5") or found:
        return [*found, "it is no CycloneDX 1.5"]
    components = {component.get("bom-ref", ""): component for component in bill["components"]}
    about = bill["metadata"]["component"]
    for component in [about, *bill["components"]]:
        found += _is_component(component)
    for crate in graph.of_library():
        found += _crate_is_there(crate, components)
    rust = {component.get("name") for key, component in components.items() if key.startswith("rust:")}
    found += [f"{name}: is missing" for name in RUST_LICENCES if name not in rust]
    if len(components) != len(graph.library) + len(RUST_LICENCES):
        found.append("it has a component too many, or one twice")
    if about.get("hashes", [{}])[0].get("content") != hashlib.sha256(archive.read_bytes()).hexdigest():
        found.append("it is about another archive")
    named = {entry["ref"] for entry in bill["dependencies"]} | {r for e in bill["dependencies"] for r in e["dependsOn"]}
    return found + [f"{ref}: is no component" for ref in sorted(named - set(components) - {"libimm.a"})]


def prove(bill: Json, graph: Graph, archive: Path) -> list[str]:
    """Mistakes that would not be found."""
    lost = []
    for index, component in enumerate(bill["components"]):
        for field in ("", "version", "licenses", "hashes", "bom-ref"):
            if field and field not in component:
                continue
            planted = copy.deepcopy(bill)
            if field:
                del planted["components"][index][field]
            else:
                del planted["components"][index]
            if not mistakes(planted, graph, archive):
                lost.append(f"the check would not notice that {component['name']} lacks {field or 'itself'}")
    if not mistakes(bill, graph, Path(__file__)):
        lost.append("the check would not notice another archive")
    return lost


def main() -> int:
    graph = closure.read()
    match sys.argv[1:]:
        case ["make", target, compiler, archive]:
            print(json.dumps(make(graph, target, compiler, Path(archive)), indent=1))
            return 0
        case ["check" | "prove" as verb, file, archive]:
            bill = json.loads(Path(file).read_text(encoding="utf-8"))
            found = (prove if verb == "prove" else mistakes)(bill, graph, Path(archive))
            print(*[f"{file}: {line}" for line in found], sep="\n", end="", file=sys.stderr)
            if not found and verb == "check":
                print(f"the SBOM has {len(bill['components'])} components, each with version, licence and checksum")
            return 1 if found else 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
