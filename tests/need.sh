# Functions that install missing tools for the tests. Scripts source this file from the root of the
# repository. The scripts must define fail(), and set TARGET to the build folder.
#
# shellcheck shell=bash

# need COMMAND PACKAGE...: installs Debian packages if the command is missing.
need() { command -v "$1" >/dev/null || install_for "$@"; }

# install_for WHAT PACKAGE...: installs Debian packages. A lock protects against another check that
# installs packages at the same time.
install_for() {
    local sudo=sudo
    # Layers 0 and 1 of the checks may install only Rust crates.
    [ "${IMM_LAYER:-2}" -gt 1 ] || fail "'$1' is missing: install it, then try again (Debian: apt-get install ${*:2})"
    command -v apt-get >/dev/null || fail "'$1' is missing: please install it (Debian's packages are: ${*:2})"
    [ "$(id -u)" != 0 ] || sudo=
    mkdir -p "$TARGET"
    (
        flock 9
        $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${@:2}" >/dev/null
    ) 9>"$TARGET/apt.lock" || fail "could not install '${*:2}' for '$1'"
}

# Installs the LLVM tools that packaging/dist needs, in the newest available version.
need_llvm() {
    local version
    llvm_tool ld.lld >/dev/null 2>&1 && llvm_tool llvm-objcopy >/dev/null 2>&1 && return
    for version in 22 19 18 16 15; do
        (install_for LLVM "lld-$version" "llvm-$version") 2>/dev/null && return
    done
    install_for LLVM lld llvm
}

# need_library COMPILER SPECS PACKAGE: installs a C library if the compiler does not find the specs
# file of the library.
need_library() { [ -e "$("$1" -print-file-name="$2")" ] || install_for "${@:2}"; }

# Installs the tools that build and run programs for boards.
need_boards() {
    need make make
    need arm-none-eabi-gcc gcc-arm-none-eabi
    need_library arm-none-eabi-gcc nano.specs libnewlib-arm-none-eabi
    need riscv64-unknown-elf-gcc gcc-riscv64-unknown-elf
    need_library riscv64-unknown-elf-gcc picolibc.specs picolibc-riscv64-unknown-elf
    need qemu-system-arm qemu-system-arm
    need qemu-system-riscv32 qemu-system-misc
}

# need_rust TARGET...: provides Rust's core library for a target. The library comes from rustup, or
# is installed as source code.
need_rust() {
    local target
    for target; do
        is_host "$target" || rustup_has "$target" || need /usr/bin/cargo cargo-web rustc-web rust-web-src
    done
}

# need_python NAME PACKAGE...: installs Python packages with exact versions in a separate folder,
# and puts the programs of this folder first in PATH.
need_python() {
    local venv
    venv=$(realpath -m "$TARGET")/python-$1
    need python3 python3
    if [ "$(cat "$venv/packages" 2>/dev/null)" != "${*:2}" ]; then
        rm -rf "$venv"
        python3 -m venv "$venv" 2>/dev/null || { install_for venv python3-venv && python3 -m venv "$venv"; }
        "$venv/bin/pip" install --quiet --disable-pip-version-check "${@:2}" || fail "could not install ${*:2}"
        echo "${*:2}" >"$venv/packages"
    fi
    PATH=$venv/bin:$PATH
}
