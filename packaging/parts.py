"""The parts of a release besides the archives of the library, for `packaging/release --all`.

A part consists of units, such as programs:x86_64-pc-windows-gnu. Each unit writes its files to an empty folder, and then they are
moved to the output folder. So a unit that fails leaves no file there, and you can make it again with `--part UNIT`.
"""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from packing import ROOT, ReleaseError, pack_tar, pack_zip

sys.path.insert(0, str(ROOT / "packaging" / "supply-chain"))
import crates
import sbom

TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").resolve()
# The systems of programs and wheels: Rust's target, the same for cargo-zigbuild, Zig's target, and the tag of wheels. glibc 2.28 is
# that of Debian 10 and RHEL 8.
SYSTEMS = {
    "x86_64-unknown-linux-gnu": ("x86_64-unknown-linux-gnu.2.28", "x86_64-linux-gnu.2.28", "manylinux_2_28"),
    "x86_64-pc-windows-gnu": ("x86_64-pc-windows-gnu", "x86_64-windows-gnu", "win"),
    "x86_64-apple-darwin": ("x86_64-apple-darwin", "x86_64-macos", "macosx"),
    "aarch64-apple-darwin": ("aarch64-apple-darwin", "aarch64-macos", "macosx"),
}


@dataclass(frozen=True)
class Unit:
    """Files that are made together. `files` are patterns of their names, `make` writes them to a folder."""

    name: str
    files: tuple[str, ...]
    make: Callable[[Path], object]


def call(*command: str | Path, **variables: str) -> str:
    """Runs a command in the root of the repository, and returns its output. If it fails, the error has its last lines."""
    environment = os.environ | {"CARGO_TARGET_DIR": str(TARGET)} | variables
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    except FileNotFoundError:
        raise ReleaseError(f"{command[0]} is missing") from None
    if done.returncode:
        raise ReleaseError(f"this fails: {' '.join(map(str, command))}\n" + "\n".join(done.stdout.splitlines()[-20:]))
    return done.stdout


def need_target(target: str) -> None:
    call("bash", "-c", f". packaging/toolchain.sh && {{ is_host {target} || rustup_has {target}; }}")


# ---- Programs


def programs(version: str, target: str, out: Path) -> None:
    """Writes an archive with imm-arena and, except on Windows, imm-ugi, which needs POSIX. Writes its SBOM, too."""
    rust, zig, _ = SYSTEMS[target]
    windows = "-windows-" in target
    suffix = ".exe" if windows else ""
    name = f"imm-tools-{version}-{target}"
    tree = out / "tree" / name
    tree.mkdir(parents=True)
    need_target(target)
    cargo = ["cargo", "zigbuild", "--release", "--locked", "--manifest-path", "lab/Cargo.toml", "-p", "imm-harness", "--bin", "imm-arena"]
    call(*cargo, "--target", rust, CARGO_PROFILE_RELEASE_STRIP="true")
    arena = shutil.copy(TARGET / target / "release" / f"imm-arena{suffix}", tree)
    if not windows:
        call("packaging/dist", target, DIST=str(out / "dist"))
        cc = [sys.executable, "-m", "ziglang", "cc", "-target", zig, "-std=c11", "-O2", "-s", "-Iinclude"]
        call(*cc, "c_examples/ugi.c", out / "dist" / target / "libimm.a", "-lpthread", "-o", tree / "imm-ugi")
    for file in ("CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"):
        shutil.copy(ROOT / file, tree)
    shutil.copy(ROOT / "docs" / "ENGINE.md", tree)
    parts = crates.crates_of("lab/Cargo.toml", "imm-harness", target)
    (tree / "LICENSES.txt").write_text(licences(parts))
    bill = sbom.make(target, call("rustc", "--version").strip(), Path(arena), parts, "imm-harness", {"std": "MIT OR Apache-2.0"})
    (out / f"{name}.cdx.json").write_text(sbom.text(bill))
    (pack_zip if windows else pack_tar)(tree, out / (name + (".zip" if windows else ".tar.gz")))


def licences(parts: list[crates.Crate]) -> str:
    """Returns the licence texts of libimm.a, and of all these crates."""
    return (ROOT / "packaging" / "LICENSES.txt").read_text() + crates.texts(parts)


# ---- Wheels


def wheel(target: str, out: Path, *python: str) -> None:
    """Builds the wheel for a system: for every Python from 3.9 on, or for this interpreter.

    Zig links it, except for Windows: with --zig, maturin 1.16 exports PyInit_imm_search._imm, a function that does not exist, instead
    of PyInit__imm (configure_platform_linker_args in maturin's src/compile.rs). MinGW's gcc exports the right one.
    """
    need_target(target)
    maturin = ["maturin", "build", "--release", "--locked", "--strip", "--manifest-path", "bindings/python/Cargo.toml"]
    zig = [] if "-windows-" in target else ["--zig"]
    linux = ["--compatibility", SYSTEMS[target][2]] if "-linux-" in target else []
    call(*maturin, "--target", target, *zig, *linux, *python, "--out", out)
    add_licences(next(out.glob("*.whl")), licences(crates.crates_of("bindings/python/Cargo.toml", "imm-python", target)))


def add_licences(wheel: Path, text: str) -> None:
    """Adds the licence texts of all crates to a wheel, and their checksum to its list of files."""
    with zipfile.ZipFile(wheel) as old:
        files = [(entry, old.read(entry)) for entry in old.infolist()]
    folder = next(entry.filename for entry, _ in files if entry.filename.endswith(".dist-info/RECORD")).removesuffix("RECORD")
    name, content = f"{folder}licenses/LICENSES.txt", text.encode()
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    row = f"{name},sha256={digest},{len(content)}\n".encode()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for entry, data in files:
            if entry.filename == f"{folder}RECORD":
                new.writestr(name, content)
                data += row
            new.writestr(entry, data)


def free_threaded(out: Path) -> None:
    """Builds the wheel for free-threaded Python on Linux. The first of these interpreters that is installed decides the version."""
    names = ["python3.14t", "python3.13t"]
    if not (python := next(filter(None, map(shutil.which, names)), None)):
        raise ReleaseError(f"free-threaded Python is missing: {' or '.join(names)}")
    wheel("x86_64-unknown-linux-gnu", out, "--interpreter", python)


# ---- The other parts


def npm(version: str, out: Path) -> None:
    call("make", "-C", "bindings/web", "pack")
    shutil.move(ROOT / "bindings" / "web" / f"imm-search-{version}.tgz", out)


def crate(version: str, out: Path) -> None:
    call("cargo", "package", "--quiet", "-p", "imm-search", "--allow-dirty", "--exclude-lockfile", "--target-dir", TARGET / "crate")
    shutil.copy(TARGET / "crate" / "package" / f"imm-search-{version}.crate", out)


def cmsis(version: str, out: Path) -> None:
    """Makes the CMSIS-Pack from the archives that are already in the output folder."""
    call("packaging/cmsis/pack", "--out", out, *sorted(out.parent.glob(f"imm-{version}-thumb*.tar.gz")))


def notes(version: str, out: Path) -> None:
    """Writes the section of this version in CHANGELOG.md, or the section Unreleased."""
    text = (ROOT / "CHANGELOG.md").read_text()
    for heading, title in ((version, version), ("Unreleased", f"{version}, not yet released")):
        if found := re.search(rf"^## \[{re.escape(heading)}\].*?\n+(.*?)(?=^## |^\[|\Z)", text, re.M | re.S):
            (out / f"imm-{version}-notes.md").write_text(f"# imm {title}\n\n{found[1].rstrip()}\n")
            return
    raise ReleaseError(f"CHANGELOG.md has no section [{version}]")


def units(version: str) -> list[Unit]:
    found = [Unit(f"programs:{t}", (f"imm-tools-{version}-{t}.*",), lambda out, t=t: programs(version, t, out)) for t in SYSTEMS]
    for target, (_, _, tag) in SYSTEMS.items():
        processor = "amd64" if tag == "win" else "arm64" if target.startswith("aarch64") else "x86_64"
        files = (f"imm_search-{version}-*-abi3-{tag}*_{processor}.whl",)
        found.append(Unit(f"wheels:{target}", files, lambda out, t=target: wheel(t, out)))
    return [
        *found,
        Unit("wheels:free-threaded", (f"imm_search-{version}-*t-manylinux*.whl",), free_threaded),
        Unit("npm", (f"imm-search-{version}.tgz",), lambda out: npm(version, out)),
        Unit("crate", (f"imm-search-{version}.crate",), lambda out: crate(version, out)),
        Unit("debian:binary", (f"libimm*_{version}-1_*.deb", f"imm-tools_{version}-1_*.deb"), lambda out: call("packaging/deb", out)),
        Unit("debian:source", (f"imm_{version}*",), lambda out: call("packaging/deb", "--source", out)),
        Unit("cmsis", (f"imm.imm.{version}.pack",), lambda out: cmsis(version, out)),
        Unit("notes", (f"imm-{version}-notes.md",), lambda out: notes(version, out)),
    ]


# ---- Running


def chosen(names: list[str], known: list[Unit]) -> list[Unit]:
    """Returns the units with these names, and all units of the parts with these names."""
    found = [unit for unit in known if {unit.name, unit.name.partition(":")[0]} & set(names)]
    if unknown := set(names) - {name for unit in found for name in (unit.name, unit.name.partition(":")[0])}:
        raise ReleaseError(f"there is no part {unknown.pop()}. There are: {', '.join(unit.name for unit in known)}")
    return found


def run(which: list[Unit], out: Path) -> list[str]:
    """Makes the units. Returns the names of those that failed."""
    failed = []
    for unit in which:
        for old in [path for pattern in unit.files for path in out.glob(pattern)]:
            old.unlink()
        try:
            with tempfile.TemporaryDirectory(dir=out, prefix=".new-") as folder:
                unit.make(Path(folder))
                made = sorted({path for pattern in unit.files for path in Path(folder).glob(pattern)})
                if not made:
                    raise ReleaseError(f"it made no file like {unit.files[0]}")
                for path in made:
                    os.replace(path, out / path.name)
                    print(out / path.name, flush=True)
        except (ReleaseError, OSError, subprocess.CalledProcessError) as error:
            print(f"packaging/release: {unit.name}: {error}", file=sys.stderr, flush=True)
            failed.append(unit.name)
    return failed


def sign(out: Path, key: Path, version: str) -> Path:
    """Signs SHA256SUMS with minisign, which asks for the password of the key if it has one."""
    new, final = out / ".SHA256SUMS.minisig.new", out / "SHA256SUMS.minisig"
    if not shutil.which("minisign"):
        raise ReleaseError("minisign is missing")
    if subprocess.run(["minisign", "-S", "-s", key, "-m", out / "SHA256SUMS", "-x", new, "-t", f"imm {version}"], stdout=subprocess.DEVNULL).returncode:
        raise ReleaseError(f"minisign does not sign with {key}")
    os.replace(new, final)
    return final
