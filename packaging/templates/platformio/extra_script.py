# PlatformIO runs this script when it builds a project that uses imm. The script reads the processor
# and the floating-point ABI from the project's compiler flags, and links the matching library.
# `custom_imm` in platformio.ini selects a smaller library: lean, alpha-beta or nets.

import os
import sys

Import("env")  # noqa: F821

# The library for each value of `custom_imm`.
LIBRARIES = {"whole": "imm", "lean": "imm-lean", "alpha-beta": "imm-alpha-beta", "nets": "imm-nets"}

# The Rust targets for each Cortex-M processor: first the target for soft float, then the target for
# hard float (or None). The key is the name of the processor in -mcpu, without "cortex-m".
CORTEX_M = {
    "0": ("thumbv6m-none-eabi", None),
    "0plus": ("thumbv6m-none-eabi", None),
    "1": ("thumbv6m-none-eabi", None),
    "23": ("thumbv6m-none-eabi", None),
    "3": ("thumbv7m-none-eabi", None),
    "4": ("thumbv7em-none-eabi", "thumbv7em-none-eabihf"),
    "7": ("thumbv7em-none-eabi", "thumbv7em-none-eabihf"),
    "33": ("thumbv8m.main-none-eabi", "thumbv8m.main-none-eabihf"),
    "35p": ("thumbv8m.main-none-eabi", "thumbv8m.main-none-eabihf"),
    "55": ("thumbv8m.main-none-eabi", "thumbv8m.main-none-eabihf"),
    "85": ("thumbv8m.main-none-eabi", "thumbv8m.main-none-eabihf"),
}


def last(flags, name, otherwise=""):
    """Returns the value of the last flag with this name, which overrides earlier flags."""
    return next((flag[len(name) :] for flag in reversed(flags) if flag.startswith(name)), otherwise)


def target_of(flags, cpu):
    """Returns the folder of lib/ for these flags. For projects without flags, `cpu` is the processor in the board's manifest."""
    march = last(flags, "-march=")
    if march.startswith("rv32"):
        extensions = march[len("rv32") :].split("_")[0]
        if last(flags, "-mabi=", "ilp32") != "ilp32" or not {"i", "m", "c"} <= set(extensions.replace("g", "ima")):
            return None
        return "riscv32imac-unknown-none-elf" if "a" in extensions or "g" in extensions else "riscv32imc-unknown-none-elf"
    cpu = last(flags, "-mcpu=", cpu).split("+")[0]
    soft, hard = CORTEX_M.get(cpu.removeprefix("cortex-m"), (None, None))
    return hard if last(flags, "-mfloat-abi=", "soft") == "hard" else soft


def main():
    said = [env.get(name, []) for name in ("LINKFLAGS", "CFLAGS", "CCFLAGS")]  # noqa: F821
    said = " ".join(env.subst(str(flag)) for flag in env.Flatten(said)).split()  # noqa: F821
    target = target_of(said, env.BoardConfig().get("build.cpu", "") if "BOARD" in env else "")  # noqa: F821
    folder = os.path.join(os.getcwd(), "lib", str(target))
    if not os.path.isdir(folder):
        machine = " ".join(flag for flag in said if flag.startswith("-m")) or "without flags that say which"
        sys.stderr.write("imm has no library for this processor (%s). It has: %s\n" % (machine, ", ".join(sorted(os.listdir("lib")))))
        env.Exit(1)  # noqa: F821
    chosen = env.GetProjectOption("custom_imm", "whole")  # noqa: F821
    if chosen not in LIBRARIES:
        sys.stderr.write("imm: custom_imm is '%s', expected one of: %s\n" % (chosen, ", ".join(LIBRARIES)))
        env.Exit(1)  # noqa: F821
    env.Append(LIBPATH=[folder], LIBS=[LIBRARIES[chosen]])  # noqa: F821


main()
