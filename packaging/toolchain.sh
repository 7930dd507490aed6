# Shell functions to build Rust for a target. Source this file from the root of the repository.
#
# shellcheck shell=bash

# Prints the names of the functions that imm's library exports.
exported() { tools/facts functions | sort; }

# Prints the optimisation level for a target. On bare metal, this is the variable OPT_LEVEL if it is
# set, otherwise `s`. On other targets, it is 3. On the three boards that were measured, level `s`
# needs half as much flash as level 3, and executes at most 6 % more instructions. Level `z` saves
# another 2 % of flash, but executes up to 40 % more instructions.
opt_level_of() {
    case $1 in
    *-none-*) echo "${OPT_LEVEL:-s}" ;;
    *) echo 3 ;;
    esac
}

# Installs rustup's core library for this target if it is missing. Succeeds if the library is then
# installed. A lock allows only one installation at a time.
rustup_has() {
    local lock=()
    command -v rustup >/dev/null || return 1
    [ ! -d "$(rustc --print target-libdir --target "$1" 2>/dev/null)" ] || return 0
    ! command -v flock >/dev/null || lock=(flock "${TMPDIR:-/tmp}/imm-rustup.lock")
    "${lock[@]}" timeout 300 rustup target add "$1" >/dev/null 2>&1
}

is_host() { [ "$(rustc -vV 2>/dev/null | sed -n 's/^host: //p')" = "$1" ]; }

# build_for TARGET ARGUMENTS...: runs `cargo rustc --release` for a target, and sets BUILT to the
# folder with the result. TOOLCHAIN=rustup and TOOLCHAIN=debian select a toolchain. By default, the
# function uses rustup's toolchain if it has the target, otherwise Debian's.
build_for() {
    local target=$1 flags=${RUSTFLAGS:-} dir config=()
    dir=$(realpath -m "${CARGO_TARGET_DIR:-target}")
    shift
    local cargo=(cargo) core=()
    local -x CARGO_PROFILE_RELEASE_OPT_LEVEL
    CARGO_PROFILE_RELEASE_OPT_LEVEL=$(opt_level_of "$target")
    # Builds with different features have their own folders, so that they can run at the same time.
    [ -z "${FEATURES+set}" ] || dir+=/features-${FEATURES// /-}
    if [ "${CPU:-}" ]; then
        flags+=" -C target-cpu=$CPU" dir+=/cpu-$CPU
    fi
    if [ "${STACK_SIZES:-}" ]; then
        flags+=" -Z emit-stack-sizes" dir+=/stack-sizes
        local -x RUSTC_BOOTSTRAP=1
    fi
    if [ "${TOOLCHAIN:-}" != debian ] && { is_host "$target" || rustup_has "$target"; }; then
        BUILT_WITH=$(rustc --version)
    elif [ "${TOOLCHAIN:-}" = rustup ]; then
        echo "rustup has no $target" >&2
        return 1
    elif [ ! -x /usr/bin/cargo ] || [ ! -x /usr/bin/rustc ]; then
        echo "Rust for $target is missing: rustup target add $target (https://rustup.rs), or Debian's packages cargo-web," \
            "rustc-web and rust-web-src" >&2
        return 1
    else
        # Uses Debian's compiler, and builds the core library from Debian's source. The arithmetic
        # functions (crate compiler_builtins) are built as in rustup's core library: optimised for
        # speed, with one object for each function. So a program links only the functions that it
        # calls.
        local -x RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc
        cargo=(/usr/bin/cargo) dir+=/debian flags+=" -Z location-detail=none" # keeps source paths out of the library
        core=(-Z build-std=core --config 'profile.release.package.compiler_builtins.codegen-units=10000'
            --config 'profile.release.package.compiler_builtins.opt-level=3')
        BUILT_WITH=$(/usr/bin/rustc --version)
    fi
    # Even an empty list of flags would replace the flags of .cargo/config.toml. So `flags` is
    # passed only if it is not empty.
    [ -z "$flags" ] || config=(--config "target.$target.rustflags=[$(printf '"%s",' $flags)]")
    "${cargo[@]}" rustc --quiet --release "${core[@]}" "${config[@]}" --target "$target" --target-dir "$dir" "$@"
    # shellcheck disable=SC2034
    BUILT=$dir/$target/release
}

# llvm TOOL ARGUMENTS...: runs a tool of LLVM 15 or newer. Looks for the tool under its plain name,
# under Debian's versioned names, and in LLVM's folders.
llvm() {
    local tool=$1 command
    shift
    command=$(llvm_tool "$tool") || return 1
    "$command" "$@"
}

llvm_tool() {
    local name=$1 version command
    for version in '' $(seq 40 -1 15); do
        for command in "$name${version:+-$version}" ${version:+"/usr/lib/llvm-$version/bin/$name"}; do
            command -v "$command" >/dev/null || continue
            [ "$version" ] || [ "$(llvm_version "$command")" -ge 15 ] || continue
            echo "$command"
            return
        done
    done
    echo "LLVM's $name is missing, version 15 or newer: apt-get install lld-19 llvm-19, or your system's packages lld and llvm" >&2
    return 1
}

llvm_version() { "$1" --version 2>/dev/null | grep -oE '(version|LLD) [0-9]+' | grep -oE '[0-9]+' | head -n 1 || echo 0; }
