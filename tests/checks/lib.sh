# Functions for the checks in this folder. Each check sources this file first. This file also
# changes to the root of the repository and sets TARGET, the build folder.
#
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

CHECK=$(basename "$0")
TARGET="${CARGO_TARGET_DIR:-target}"
mkdir -p "$TARGET"

say() { printf '\n== %s\n' "$*"; }
fail() { printf 'tests/checks/%s: %s\n' "$CHECK" "$*" >&2; exit 1; }
usage() { fail "usage: ./tests/run $CHECK $*"; }
. packaging/toolchain.sh
. tests/need.sh
command -v cargo >/dev/null || fail "cargo is missing: install Rust (https://rustup.rs), then try again"

# Builds libimm.a and libimm.so with the release profile.
build_library() { cargo build --quiet --release -p imm-ffi "$@"; }

# Selects the same release build as `cargo arena`, but without link-time optimisation, which takes a
# long time. The check `lab` tests a program of this build.
quick_release() { export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_PANIC=unwind; }
arena() { (quick_release && cargo arena "$@"); }

# Lists the C and C++ files that clang-format formats. The generated files imm.h and nets are left
# out, and so are quickstart.c and own_game.c, which never change.
c_sources() {
    git ls-files '*.c' '*.h' '*.cpp' '*.hpp' | grep -vxE 'include/imm\.h|c_examples/(quickstart\.c|own_game\.c|nets/[a-z]+_net\.h)'
}

# confirm FILE: fails unless the fast searches agree with slow reference searches that share no code
# with the fast ones. Scripts that update the golden numbers in FILE call this function first.
confirm() {
    { cargo test --quiet --release -p imm-search --test reference &&
        cargo test --quiet --release -p imm-search --test alphabeta --test alphabeta_random; } ||
        fail "$1 stays as it was: the searches do not find what the reference finds (tests/reference, tests/alphabeta.rs)"
}

# True if there is a C++ compiler. Without a C++ compiler, layer 1 skips C++ and prints a notice.
has_cpp() {
    command -v c++ >/dev/null || { echo "NOT CHECKED: C++, as there is no c++ (Debian: apt-get install g++)"; false; }
}

need_compilers() {
    need gcc gcc
    need g++ g++
    need make make
    need clang clang
}
