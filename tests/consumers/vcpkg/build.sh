# shellcheck shell=sh
# VCPKG_ROOT is the folder of vcpkg, `imm` a checkout, `archives` has imm-VERSION-TARGET.tar.gz and SHA256SUMS.
# BEGIN README
export IMM_ARCHIVES="$PWD/archives"
"$VCPKG_ROOT/vcpkg" install imm --overlay-ports=imm/packaging/vcpkg/ports
cmake -B build -DCMAKE_TOOLCHAIN_FILE="$VCPKG_ROOT/scripts/buildsystems/vcpkg.cmake"
# END README
cmake --build build
