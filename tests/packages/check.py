#!/usr/bin/env python3
"""Checks the packages for embedded registries: their format, and that their examples play on boards in QEMU.

    check.py PACKAGES WORK [TARGET ...]     the packages of packaging/packages in a folder; only with the libraries of these targets

All examples play the same game of Kalah, so all must print the same moves. The real tools of PlatformIO and ESP-IDF pack and check
their packages, and PlatformIO builds with a stub platform. The other frameworks are not installed. Their manifests are
compared with the published rules of their tools, and this folder has stubs of their functions.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import kconfiglib
import yaml
from idf_component_tools.manifest import Manifest

HERE = Path(__file__).resolve().parent
FIRMWARE = HERE.parent.parent / "c_examples" / "firmware"
PATIENT = "-DBOARD_WATCHDOG_MS=100000"
M0PLUS = "-mcpu=cortex-m0plus -mthumb"
SOFTFP = "-mcpu=cortex-m4 -mthumb -mfloat-abi=softfp -mfpu=fpv4-sp-d16"
M4F = "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16"
C3 = "-march=rv32imc_zicsr_zifencei -mabi=ilp32"
C6 = "-march=rv32imac_zicsr_zifencei -mabi=ilp32"


class Wrong(Exception):
    """A failed check, with a one-line message."""


def check(holds, what):
    if not holds:
        raise Wrong(what)


def boards():
    text = (FIRMWARE / "boards.mk").read_text()
    names = re.findall(r"^target_(\w+) := ", text, re.M)
    return {name: dict(re.findall(rf"^([a-z]+)_{name} := (.*)$", text, re.M)) for name in names}


BOARDS = boards()


def run(*command, fails=False, **how):
    """Runs a program and returns its output. The program must succeed, or fail if `fails` is true."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **how)
    said = done.stdout + done.stderr
    check((done.returncode != 0) == fails, f"{' '.join(map(str, command))}: {'did not fail' if fails else 'failed'}\n{said}")
    return said


def emulate(board, image, qemu=""):
    """Returns the output of an image on a board."""
    command = ["timeout", "100", *BOARDS[board]["qemu"].split(), *qemu.split(), "-nographic", "-monitor", "none"]
    return run(*command, "-serial", "stdio", "-semihosting-config", "enable=on,target=native", "-kernel", image)


def link_flags(board):
    """Returns the link flags, with processor flags that the C library of this machine supports (not every RISC-V extension)."""
    facts = BOARDS[board]
    return (f"{facts['flags']} {facts['libc']} -nostartfiles -L{FIRMWARE}/boards -T {facts['script']}.ld -Wl,--gc-sections "
            "-Wl,-z,noexecstack -Wl,--no-warn-rwx-segments")


def snippet(tree, language):
    """Returns the code that a package's README tells users to copy. docs/EMBEDDED.md contains the same code."""
    found = re.search(rf"^```{language}\n(.*?)^```$", (tree / "README.md").read_text(), re.M | re.S)
    check(found, f"{tree}/README.md has nothing in {language} to copy")
    return found[1]


# The parts of a package for boards besides the whole library: two smaller libraries, and the nets. Where a part is
# expected, an empty name means the whole library.
SMALLER = ("lean", "alpha-beta", "nets")
NETS = ("breakthrough", "kalah", "oware", "onitama")


def file_of(library):
    return f"libimm-{library}.a" if library else "libimm.a"


def links(said, library):
    """True if a build links this library of the package and no other."""
    return set(re.findall(r"libimm[a-z-]*\.a", said)) == {file_of(library)}


def adapt(source, library):
    """Changes an example with Kalah so that it uses a search that `library` has. With `nets`, it sets a net of the package."""
    if library not in ("alpha-beta", "nets"):
        return
    text = source.read_text()
    lines = ['"mcts(im0.4)"', "#include ", "imm_init_builtin("]
    check(all(line in text for line in lines), f"{source}: the example has changed: it has not each of {lines}")
    text = text.replace('"mcts(im0.4)"', '"ab(efNet,all)"' if library == "nets" else '"ab(all)"')
    if library == "nets":
        text = text.replace("#include ", "#include <imm_nets/kalah_net.h>\n#include ", 1)
        set_net = "    if (status == IMM_OK) status = imm_set_net(state, kalah_net, sizeof kalah_net);\n"
        text = re.sub(r"^(.*imm_init_builtin\(.*;\n)", rf"\1{set_net}", text, flags=re.M)
    source.write_text(text)


def copied(example, there, source, library):
    """Returns a copy of an example, changed for `library`. `source` is the path of the program in the example."""
    shutil.copytree(example, there)
    adapt(there / source, library)
    return there


def check_contents(tree, kind, targets):
    """Checks that a package has all libraries of each target, and the nets."""
    for library in ("", *SMALLER):
        for target in (path.name for path in (tree / "lib").iterdir() if path.name in targets):
            check((tree / "lib" / target / file_of(library)).is_file(), f"{kind}: {file_of(library)} for {target} is missing")
    for game in NETS:
        net, ours = tree / "include" / "imm_nets" / f"{game}_net.h", FIRMWARE.parent / "nets" / f"{game}_net.h"
        check(net.is_file() and net.read_bytes() == ours.read_bytes(), f"{kind}: the net {game}_net.h is missing, or another one")


class Games:
    """Checks that all examples play the same game with the same library. The lean library plays another game than the whole one,
    because its tree has more memory."""

    def __init__(self):
        self.first = {}

    def played(self, name, said, library=""):
        moves = re.search(r"^(\d ){20,}(first wins|second wins|draw)$", said, re.M)
        check(moves, f"{name}: no game was played to its end: {said}")
        first = self.first.setdefault(library, moves[0])
        check(moves[0] == first, f"{name}: another game than the other packages':\n{moves[0]}\n{first}")
        print(f"   {name}{', ' + library if library else ''}: {moves[2]}", flush=True)


# ---- PlatformIO: packed and built by its own tool


# One function of PlatformIO downloads the list of licences. This code replaces that function, so
# that no download is needed.
PIO = """
import sys
from platformio.package.manifest.schema import ManifestSchema
ManifestSchema.load_spdx_licenses = staticmethod(lambda: {"licenses": [{"licenseId": "MIT"}, {"licenseId": "Apache-2.0"}]})
from platformio.__main__ import main
sys.exit(main(["pio", *sys.argv[1:]]))
"""


def pio(work, *words, fails=False, cwd=None):
    settings = {"PLATFORMIO_CORE_DIR": work / "core", "PLATFORMIO_SETTING_ENABLE_TELEMETRY": "no", "CI": "true"}
    there = os.environ | {key: str(value) for key, value in settings.items()}
    return run(sys.executable, "-c", PIO, *words, fails=fails, cwd=cwd or work, env=there)


def files_in(archive):
    with tarfile.open(archive) as tar:
        return {member.name.removeprefix("./"): tar.extractfile(member).read() for member in tar if member.isfile()}


def same_files(name, archive, tree, rewritten=()):
    """Checks that a tool packs exactly the files of `tree`. The files in `rewritten` may have another layout."""
    ours = {str(path.relative_to(tree)): path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    theirs = files_in(archive)
    check(set(theirs) == set(ours), f"{name}: its tool packs other files: {set(theirs) ^ set(ours)}")
    for file in sorted(ours):
        if file in rewritten:
            check(yaml.safe_load(theirs[file]) == yaml.safe_load(ours[file]), f"{name}: its tool understands {file} otherwise")
        else:
            check(theirs[file] == ours[file], f"{name}: its tool packs another {file}")


def scons(work):
    """Provides SCons from PyPI. PlatformIO would download this build tool from its registry."""
    import SCons
    from platformio.dependencies import get_core_dependencies

    there = work / "core" / "packages" / "tool-scons"
    there.mkdir(parents=True)
    wanted = get_core_dependencies()["tool-scons"].strip("~")
    major, minor, patch = SCons.__version__.split(".")
    check(wanted == f"{4}.{major}{minor}0{patch}.0", f"PlatformIO wants SCons {wanted}, there is {SCons.__version__}")
    (there / "package.json").write_text(json.dumps(package := {"name": "tool-scons", "version": wanted}))
    (there / ".piopm").write_text(json.dumps(package | {"type": "tool", "spec": {"owner": "platformio", "name": "tool-scons"}}))
    (there / "scons.py").write_text("from SCons.Script import main\nmain()\n")


def platformio(work, tree, package, targets, games):
    pio(work, "pkg", "pack", tree, "-o", work / "packed.tar.gz")
    same_files("PlatformIO", work / "packed.tar.gz", tree)
    shutil.copytree(tree, work / "broken")
    manifest = json.loads((tree / "library.json").read_text())
    (work / "broken" / "library.json").write_text(json.dumps(manifest | {"license": "free"}))
    said = pio(work, "pkg", "pack", work / "broken", fails=True)
    check("SPDX" in said, "PlatformIO: a wrong manifest is not refused for its licence")

    scons(work)
    platform, project = work / "platform", work / "project"
    shutil.copytree(HERE / "platformio", platform)
    shutil.copytree(tree / "examples" / "kalah", project)
    (platform / "boards").mkdir()
    (project / "platformio.ini").unlink()
    rows = {  # environment: board in QEMU, framework flags, library, folder of the library
        "zero": ("m0plus", M0PLUS, "", "thumbv6m-none-eabi"),
        "due": ("m3", "-mcpu=cortex-m3 -mthumb", "", "thumbv7m-none-eabi"),
        "nano33ble": ("m4", SOFTFP, "", "thumbv7em-none-eabi"),
        "uno_r4": ("m4f", M4F, "", "thumbv7em-none-eabihf"),
        "m33": ("m33", "-mcpu=cortex-m33 -mthumb", "", "thumbv8m.main-none-eabi"),
        "m33f": ("m33f", BOARDS["m33f"]["flags"], "", "thumbv8m.main-none-eabihf"),
        "c3": ("riscv_imc", C3, "", "riscv32imc-unknown-none-elf"),
    }
    for library in SMALLER:
        rows[f"c6-{library}"] = ("riscv", C6, library, "riscv32imac-unknown-none-elf")
        rows[f"zero-{library}"] = ("m0plus", M0PLUS, library, "thumbv6m-none-eabi")
    refused = {"p4": ("riscv", "-march=rv32imafc -mabi=ilp32f"), "esp32": ("riscv", "-mlongcalls")}
    refused |= {"avr": ("m0plus", "-mmcu=atmega328p")}
    rows = {name: row for name, row in rows.items() if row[3] in targets}
    for name, (board, flags, *_) in (rows | refused).items():
        said = BOARDS[board] | {
            "flags": flags, "link": link_flags(board) if name in rows else "", "include": [str(HERE / "arduino"), str(FIRMWARE)],
            "firmware": str(FIRMWARE), "stubs": str(HERE)}
        manifest = {"name": name, "vendor": "imm", "url": "https://example.org", "frameworks": ["arduino"], "build": said}
        manifest["upload"] = {"maximum_size": 1 << 20, "maximum_ram_size": 1 << 17}
        (platform / "boards" / f"{name}.json").write_text(json.dumps(manifest))
    line = snippet(tree, "ini").replace("/path/to/imm-platformio.tar.gz", str(package))
    for name, (board, _, library, folder) in rows.items():
        (project / "platformio.ini").write_text(environment(name, platform) + line + (f"custom_imm = {library}\n" if library else ""))
        shutil.copyfile(tree / "examples" / "kalah" / "src" / "main.cpp", project / "src" / "main.cpp")
        adapt(project / "src" / "main.cpp", library)
        said = pio(work, "run", "-v", "-e", name, cwd=project)
        linked = re.search(rf"-L\S*/lib/{re.escape(folder)} ", said) and f"-l{file_of(library)[3:-2]} " in said
        check(linked, f"PlatformIO, {name}: {file_of(library)} is not linked:\n{said}")
        games.played(f"PlatformIO, {name}", emulate(board, project / ".pio" / "build" / name / "firmware.elf"), library)
    if rows:
        name = next(iter(rows))
        (project / "platformio.ini").write_text(environment(name, platform) + line + "custom_imm = small\n")
        said = pio(work, "run", "-e", name, cwd=project, fails=True)
        check("custom_imm is 'small', expected one of: whole, lean" in said, f"PlatformIO: no word of an unknown library:\n{said}")
    for name in refused:
        (project / "platformio.ini").write_text(environment(name, platform) + line)
        said = pio(work, "run", "-e", name, cwd=project, fails=True)
        check("imm has no library for this processor" in said, f"PlatformIO, {name}: is refused for another reason:\n{said}")


def environment(name, platform):
    return f"[env:{name}]\nplatform = symlink://{platform}\nboard = {name}\nframework = arduino\n"


# ---- Arduino: the rules of its library specification (rev. 2.2, precompiled binaries)

ARDUINO_FIELDS = {"name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url", "architectures",
                  "includes", "precompiled", "ldflags"}
ARDUINO_CATEGORIES = {"Display", "Communication", "Signal Input/Output", "Sensors", "Device Control", "Timing", "Data Storage",
                      "Data Processing", "Other"}


def properties(file):
    return dict(line.split("=", 1) for line in file.read_text().splitlines() if line and not line.startswith("#"))


def precompiled(tree, mcu, flags):
    """Returns the first existing folder in which Arduino's tools look for a library. Returns None if no folder exists."""
    fpu, abi = (re.search(rf"-m{name}=(\S+)", flags) for name in ("fpu", "float-abi"))
    folders = [tree / "src" / mcu]
    if fpu or abi:
        folders.insert(0, tree / "src" / mcu / "-".join(found[1] for found in (fpu, abi) if found))
    return next((folder for folder in folders if list(folder.glob("*.a"))), None)


def sketch(work, tree, name, board, flags, mcu, typed=""):
    """Builds a sketch like Arduino's tools, but without added prototypes, which these sketches do not need."""
    (out := work / f"{name}-{board}").mkdir()
    folder = tree / "examples" / name
    said = properties(tree / "library.properties")
    library = precompiled(tree, mcu, flags)
    check(library, f"Arduino: no folder for {mcu} with {flags}")
    (out / "sketch.cpp").write_text(f'#include <Arduino.h>\n#line 1 "{name}.ino"\n' + (folder / f"{name}.ino").read_text())
    compiler = BOARDS[board]["compiler"]
    common = [*flags.split(), *BOARDS[board]["libc"].split(), "-Os", "-ffunction-sections", "-fdata-sections", "-fno-builtin",
              "-Wall", "-Wextra", "-Werror", PATIENT, f"-I{HERE}/arduino", f"-I{FIRMWARE}", f"-I{tree}/src", f"-I{folder}"]
    cxx = ["-std=gnu++17", "-fno-exceptions", "-fno-rtti", f"-DTYPED={json.dumps(typed)}"]
    objects = []
    for source in [out / "sketch.cpp", HERE / "arduino" / "Arduino.cpp", *folder.glob("*.c"), HERE / "board" / "console.c",
                   FIRMWARE / "boards" / f"{BOARDS[board]['part']}.c"]:
        objects.append(out / f"{source.stem}.o")
        run(compiler, *common, *(cxx if source.suffix == ".cpp" else ["-std=gnu11"]), "-c", source, "-o", objects[-1])
    run(compiler, *objects, f"-L{library}", *said["ldflags"].split(), *link_flags(board).split(), "-o", out / "image.elf")
    return emulate(board, out / "image.elf")


def arduino(work, tree, package, targets, games):
    said = properties(tree / "library.properties")
    check(set(said) == ARDUINO_FIELDS, f"library.properties: {set(said) ^ ARDUINO_FIELDS}")
    check(re.fullmatch(r"(?!(?i:arduino))[A-Za-z0-9][A-Za-z0-9 _.-]*", said["name"]), "library.properties: name")
    check(re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", said["version"]), "library.properties: version")
    check(said["category"] in ARDUINO_CATEGORIES, "library.properties: category")
    check(said["precompiled"] in {"true", "full"}, "library.properties: precompiled")
    check(all((tree / "src" / header).is_file() for header in said["includes"].split(",")), "library.properties: includes")
    for folder in (tree / "examples").iterdir():
        check((folder / f"{folder.name}.ino").is_file(), f"Arduino: {folder.name}.ino is not in a folder of its name")
    for archive in (tree / "src").rglob("*.a"):
        check(archive.name == "libimm.a", f"Arduino: {archive.name} is not what -limm links")
    rows = [  # sketch, board in QEMU, flags of the Arduino core, {build.mcu}
        ("Kalah", "m0plus", M0PLUS, "cortex-m0plus"),
        ("Kalah", "m3", "-mcpu=cortex-m3 -mthumb", "cortex-m3"),
        ("Kalah", "m4", SOFTFP, "cortex-m4"),
        ("TicTacToe", "m4f", M4F, "cortex-m4"),
        ("Kalah", "m33f", "-mcpu=cortex-m33 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16", "cortex-m33"),
        ("PlayBreakthrough", "riscv_imc", C3, "esp32c3"),
        ("PlayBreakthrough", "riscv", C6, "esp32c6"),
    ]
    for name, board, flags, mcu in rows:
        if BOARDS[board]["target"] not in targets:
            continue
        output = sketch(work, tree, name, board, flags, mcu, "z9z9\na2a3\n" if name == "PlayBreakthrough" else "")
        if name == "Kalah":
            games.played(f"Arduino, {mcu}", output)
            continue
        if name == "TicTacToe":
            moves = r"(\d ){9}draw\n"
        else:
            moves = r"Your move\?\nNo such move\.\na2a3\n(([a-h][1-8]){2}\n)+The game is over\.\n"
        check(re.match(moves, output), f"Arduino, {name}: {output}")
        print(f"   Arduino, {mcu}, {name}: played to its end", flush=True)
    # Without a library folder for the processor, Arduino compiles the sources. The compilation must
    # fail with a message about the missing library.
    for mcu in ("atmega328p", "esp32s3"):
        check(not precompiled(tree, mcu, ""), f"Arduino: there is a library for {mcu}")
    for source in (tree / "src").glob("*.c*"):
        output = run("cc", "-c", source, "-o", work / "none.o", fails=True)
        check("no precompiled library" in output, "Arduino: no word about a missing library")


# ---- Frameworks that build with CMake


def cmake(work, name, source, board, flags, *definitions, fails=False, environment=None):
    """Builds a project with a framework's stub for a board in QEMU."""
    out = work / name
    facts = BOARDS[board]
    settings = {
        "CMAKE_TOOLCHAIN_FILE": HERE / "board" / "toolchain.cmake", "BOARD_PART": facts["part"], "BOARD_SCRIPT": facts["script"],
        "BOARD_FLAGS": ";".join(flags.split()), "BOARD_LIBC": ";".join(facts["libc"].split()),
        "BOARD_LINK": ";".join(facts["flags"].split())}
    words = [f"-D{key}={value}" for key, value in settings.items()]
    there = os.environ | {"BOARD_COMPILER": facts["compiler"]} | {key: str(value) for key, value in (environment or {}).items()}
    said = run("cmake", "-S", source, "-B", out, *words, *definitions, env=there, fails=fails)
    if not fails:
        said = run("cmake", "--build", out, "-v", env=there)
    return said


def esp_idf(work, tree, package, targets, games):
    dist = work / "packed"
    run("compote", "component", "pack", "--name", "imm", "--project-dir", tree, "--dest-dir", dist, cwd=work)
    packed = next(dist.glob("imm_*.tgz"))
    same_files("ESP-IDF", packed, tree, ["idf_component.yml"])
    shutil.copytree(tree, work / "broken")
    manifest = (tree / "idf_component.yml").read_text()
    (work / "broken" / "idf_component.yml").write_text(manifest.replace("mcts", "ai"))
    said = run("compote", "component", "pack", "--name", "imm", "--project-dir", work / "broken", fails=True, cwd=work)
    check("tags:" in said, "ESP-IDF: no word of a wrong tag")
    named = set(re.search(r"^targets: \[(.*)\]$", manifest, re.M)[1].split(", "))

    says = yaml.safe_load(snippet(tree, "yaml").replace("/path/to/imm", str(tree)))
    check(Manifest.fromdict(says).dependencies["imm"].path == str(tree), "ESP-IDF: the README's lines for idf_component.yml")
    project = tree / "examples" / "kalah"
    idf = {"IDF_PATH": HERE / "esp-idf"}
    kconfig = kconfiglib.Kconfig(str(tree / "Kconfig"), warn_to_stderr=False)
    chosen = [symbol.name for symbol in kconfig.unique_defined_syms if symbol.str_value == "y"]
    check(chosen == ["IMM_WHOLE"], f"ESP-IDF: Kconfig's default is {chosen}")
    rows = [("esp32c3", "riscv_imc", C3, ""), ("esp32c6", "riscv", C6, ""), ("esp32c2", "riscv_imc", C3, "lean"),
            ("esp32c5", "riscv", C6, "alpha-beta"), ("esp32h2", "riscv", C6, "nets")]
    for chip, board, flags, library in rows:
        if BOARDS[board]["target"] not in targets:
            continue
        check(chip in named, f"ESP-IDF: {chip} is not in the manifest")
        option = "IMM_" + (library or "whole").upper().replace("-", "_")
        check(option in kconfig.syms, f"ESP-IDF: Kconfig has no {option}")
        source = copied(project, work / f"project-{chip}", "main/kalah.c", library)
        said = cmake(work, chip, source, board, flags, f"-DIDF_TARGET={chip}", f"-DEXTRA_COMPONENT_DIRS={tree}",
                     f"-DCONFIG_{option}=1", environment=idf)
        check(links(said, library), f"ESP-IDF, {chip}: not the library that the configuration says")
        games.played(f"ESP-IDF, {chip}", emulate(board, work / chip / "image.elf"), library)
    for chip in ("esp32", "esp32s3", "esp32p4"):
        check(chip not in named, f"ESP-IDF: {chip} is in the manifest")
        said = cmake(work, chip, project, "riscv", C6, f"-DIDF_TARGET={chip}", f"-DEXTRA_COMPONENT_DIRS={tree}", environment=idf,
                     fails=True)
        check(f"no library for {chip}" in said, f"ESP-IDF, {chip}: is refused for another reason:\n{said}")
    # Each chip in the manifest must have a library file, if its target was built.
    for chip in named:
        out = cmake_target(tree, chip)
        check(out not in targets or (tree / "lib" / out / "libimm.a").is_file(), f"ESP-IDF, {chip}: no library {out}")


def cmake_target(tree, chip):
    for pattern, target in re.findall(r'MATCHES "(\S+)"\)\s+set\(imm_target (\S+)\)', (tree / "CMakeLists.txt").read_text()):
        if re.search(pattern, chip):
            return target
    raise Wrong(f"ESP-IDF: {chip} of the manifest has no library in CMakeLists.txt")


# The keys that Zephyr's scripts/zephyr_module.py accepts at the top level and within `build`.
ZEPHYR_MODULE = {"name", "build", "tests", "samples", "boards", "blobs", "security", "package-managers"}
ZEPHYR_BUILD = {"cmake", "kconfig", "cmake-ext", "kconfig-ext", "depends", "settings"}


def configure(work, name, tree, symbols, settings):
    """Evaluates the module's Kconfig together with the Zephyr symbols that the Kconfig names. Writes the configuration for CMake and C."""
    asked = {f"CPU_CORTEX_M{name}" for name in ("0", "0PLUS", "1", "23", "3", "4", "7", "33", "55", "85")}
    asked |= {"FPU", "FP_HARDABI", "RISCV", "64BIT", "RISCV_ISA_EXT_M", "RISCV_ISA_EXT_A", "RISCV_ISA_EXT_C", "FLOAT_HARD"}
    text = "".join(f"config {symbol}\n\tbool\n\tdefault {'y' if symbol in symbols else 'n'}\n" for symbol in sorted(asked))
    text += "config MAIN_STACK_SIZE\n\tint\n\tprompt \"stack\"\n\tdefault 1024\n"
    (file := work / f"{name}.kconfig").write_text(text + f'osource "{tree}/zephyr/Kconfig"\n')
    configuration = kconfiglib.Kconfig(str(file), warn_to_stderr=False)
    nobody = [symbol.name for symbol in configuration.syms.values() if not symbol.nodes]
    unknown = {name for name in nobody if re.fullmatch(r"[A-Z]\w*", name)}
    check(unknown <= {"MODULES"}, f"Zephyr: Kconfig asks for {unknown}, which Zephyr does not define")
    configuration.load_config(str(settings))
    return configuration


def write_configuration(configuration, path):
    configuration.write_autoconf(f"{path}.h")
    values = {symbol.name: symbol.str_value for symbol in configuration.unique_defined_syms}
    lines = [f'set(CONFIG_{name} "{value}")' for name, value in values.items() if value not in ("n", "")]
    Path(f"{path}.cmake").write_text("\n".join(lines) + "\n")


def zephyr(work, tree, package, targets, games):
    module = yaml.safe_load((tree / "zephyr" / "module.yml").read_text())
    check(set(module) <= ZEPHYR_MODULE and set(module["build"]) <= ZEPHYR_BUILD, f"Zephyr: module.yml: {module}")
    build = module["build"]
    files = (tree / build["cmake"] / "CMakeLists.txt", tree / build["kconfig"])
    check(all(file.is_file() for file in files), "Zephyr: module.yml names no file")
    check(all((tree / folder / "kalah" / "sample.yaml").is_file() for folder in module["samples"]), "Zephyr: samples")

    (readme := work / "prj.conf").write_text(snippet(tree, "ini"))
    rv32 = {"RISCV", "RISCV_ISA_EXT_M", "RISCV_ISA_EXT_C"}
    rows = [  # name, Zephyr's symbols, board in QEMU, Zephyr's flags, library
        ("m0", {"CPU_CORTEX_M0"}, "m0plus", "-mcpu=cortex-m0 -mthumb -mabi=aapcs", "thumbv6m-none-eabi"),
        ("m3", {"CPU_CORTEX_M3"}, "m3", "-mcpu=cortex-m3 -mthumb -mabi=aapcs", "thumbv7m-none-eabi"),
        ("m4", {"CPU_CORTEX_M4"}, "m4", "-mcpu=cortex-m4 -mthumb -mabi=aapcs", "thumbv7em-none-eabi"),
        ("m4-softfp", {"CPU_CORTEX_M4", "FPU"}, "m4", f"{SOFTFP} -mabi=aapcs", "thumbv7em-none-eabi"),
        ("m4f", {"CPU_CORTEX_M4", "FPU", "FP_HARDABI"}, "m4f", f"{M4F} -mabi=aapcs", "thumbv7em-none-eabihf"),
        ("m33", {"CPU_CORTEX_M33"}, "m33", "-mcpu=cortex-m33 -mthumb -mabi=aapcs", "thumbv8m.main-none-eabi"),
        ("m33f", {"CPU_CORTEX_M33", "FPU", "FP_HARDABI"}, "m33f", BOARDS["m33f"]["flags"], "thumbv8m.main-none-eabihf"),
        ("rv32imc", rv32, "riscv_imc", C3, "riscv32imc-unknown-none-elf"),
        ("rv32imac", rv32 | {"RISCV_ISA_EXT_A"}, "riscv", C6, "riscv32imac-unknown-none-elf"),
        ("rv64", rv32 | {"64BIT"}, None, None, ""),
        ("rv32f", rv32 | {"FPU", "FLOAT_HARD"}, None, None, ""),
        ("xtensa", set(), None, None, ""),
    ]
    for name, symbols, board, flags, target in rows:
        for settings, size in ((readme, "16384"), (tree / "samples" / "kalah" / "prj.conf", "12288")):
            configuration = configure(work, name, tree, symbols, settings)
            found = [configuration.syms[symbol].str_value for symbol in ("IMM_TARGET", "IMM", "IMM_POOL_SIZE")]
            wanted = [target, "y", size] if target else ["", "n", ""]
            check(found == wanted and not configuration.warnings, f"Zephyr, {name}: {found}, {configuration.warnings}")
        if target not in targets:
            continue
        for library in ("", *SMALLER) if name in ("m0", "rv32imac") else ("",):
            configuration.syms["IMM_" + (library or "whole").upper().replace("-", "_")].set_value("y")
            write_configuration(configuration, work / f"{name}-{library}")
            out = f"build-{name}-{library}"
            sample = copied(tree / "samples" / "kalah", work / f"sample-{name}-{library}", "src/main.c", library)
            said = cmake(work, out, sample, board, flags, f"-DZEPHYR_EXTRA_MODULES={tree}",
                         f"-DZephyr_DIR={HERE}/zephyr", f"-DAUTOCONF={work}/{name}-{library}")
            check(links(said, library), f"Zephyr, {name}: not the library that Kconfig says")
            games.played(f"Zephyr, {name}", emulate(board, work / out / "app.elf"), library)


def pico(work, tree, package, targets, games):
    sdk = {"PICO_SDK_PATH": HERE / "pico"}
    (project := work / "project").mkdir()
    (project / "imm").symlink_to(tree)
    example = (tree / "example" / "CMakeLists.txt").read_text()
    (project / "CMakeLists.txt").write_text(
        example[:example.index("add_subdirectory")] + "add_executable(game imm/example/kalah.c)\n"
        + "pico_add_extra_outputs(game)\n" + snippet(tree, "cmake"))
    rows = [  # PICO_PLATFORM, board in QEMU, flags of the SDK, additional options of QEMU
        ("rp2040", "m0plus", M0PLUS, ""),
        ("rp2350-arm-s", "m33", "-mcpu=cortex-m33 -mthumb -march=armv8-m.main+fp+dsp -mfloat-abi=softfp -mcmse", ""),
        ("rp2350-riscv", "riscv", "-march=rv32imac_zicsr_zifencei_zba_zbb_zbs_zbkb -mabi=ilp32", "-cpu rv32,zbkb=true"),
    ]
    for platform, board, flags, qemu in rows:
        if BOARDS[board]["target"] not in targets:
            continue
        cmake(work, platform, tree / "example", board, flags, f"-DPICO_PLATFORM={platform}", environment=sdk)
        games.played(f"Pico SDK, {platform}", emulate(board, work / platform / "kalah.elf", qemu))
        cmake(work, f"{platform}-readme", project, board, flags, f"-DPICO_PLATFORM={platform}", environment=sdk)
        games.played(f"Pico SDK, {platform}, as in the README", emulate(board, work / f"{platform}-readme" / "game.elf", qemu))
        for library in SMALLER if board in ("m0plus", "riscv") else ():
            smaller = copied(tree / "example", work / f"{platform}-{library}-project", "kalah.c", library)
            said = (smaller / "CMakeLists.txt").read_text().replace("add_subdirectory(.. imm)", f"add_subdirectory({tree} imm)")
            (smaller / "CMakeLists.txt").write_text(said.replace("imm::imm", f"imm::{library.replace('-', '_')}"))
            said = cmake(work, f"{platform}-{library}", smaller, board, flags, f"-DPICO_PLATFORM={platform}", environment=sdk)
            check(links(said, library), f"Pico SDK, {platform}: imm::{library} links another library")
            games.played(f"Pico SDK, {platform}", emulate(board, work / f"{platform}-{library}" / "kalah.elf", qemu), library)
    said = cmake(work, "none", project, "m3", "-mcpu=cortex-m3 -mthumb", "-DPICO_PLATFORM=host", environment=sdk, fails=True)
    check("no library for PICO_PLATFORM" in said, f"Pico SDK: is refused for another reason:\n{said}")


def main():
    packages, work, *targets = sys.argv[1:]
    packages, work = Path(packages).resolve(), Path(work).resolve()
    targets = targets or [board["target"] for board in BOARDS.values()]
    games = Games()
    for kind, test in {"platformio": platformio, "arduino": arduino, "esp-idf": esp_idf, "zephyr": zephyr, "pico": pico}.items():
        print(f"-- {kind}", flush=True)
        package = next(packages.glob(f"imm-*-{kind}.*"))
        (there := work / kind).mkdir(parents=True)
        if package.suffix == ".zip":
            zipfile.ZipFile(package).extractall(there)
        else:
            with tarfile.open(package) as tar:
                tar.extractall(there, filter="data")
        try:
            if kind != "arduino":
                check_contents(there / "imm", kind, targets)
            test(there, there / "imm", package, set(targets), games)
        except Wrong as wrong:
            sys.exit(f"tests/packages: {wrong}")


if __name__ == "__main__":
    main()
