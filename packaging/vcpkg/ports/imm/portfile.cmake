# Installs a release archive, imm-VERSION-TARGET.tar.gz or .zip. Compiles nothing, so it needs no Rust. packaging/vcpkg/README.md
# describes the places where it looks for archives.

if(DEFINED ENV{IMM_ARCHIVES})
    file(TO_CMAKE_PATH "$ENV{IMM_ARCHIVES}" archives)
else()
    file(REAL_PATH "../../../../dist" archives BASE_DIRECTORY "${CURRENT_PORT_DIR}")
endif()

# Rust's name of the target.
if(VCPKG_TARGET_ARCHITECTURE STREQUAL "arm64")
    set(processor aarch64)
    set(mingw gnullvm)
else()
    set(processor x86_64)
    set(mingw gnu)
endif()
set(suffix .tar.gz)
if(VCPKG_TARGET_IS_WINDOWS)
    set(suffix .zip)
endif()
if(VCPKG_TARGET_IS_MINGW)
    set(target "${processor}-pc-windows-${mingw}")
elseif(VCPKG_TARGET_IS_WINDOWS)
    set(target "${processor}-pc-windows-msvc")
elseif(VCPKG_TARGET_IS_OSX)
    set(target "${processor}-apple-darwin")
else()
    set(target "${processor}-unknown-linux-gnu")
endif()

set(name "imm-${VERSION}-${target}${suffix}")
if(NOT EXISTS "${archives}/${name}" OR NOT EXISTS "${archives}/SHA256SUMS")
    message(FATAL_ERROR
        "imm: ${archives} has no ${name}, or no SHA256SUMS. Set IMM_ARCHIVES to a folder with both. In a checkout, "
        "`packaging/release ${target}` makes them.")
endif()
file(SHA256 "${archives}/${name}" sum)
file(STRINGS "${archives}/SHA256SUMS" row REGEX "^${sum} [ *]imm-")
if(NOT row MATCHES " [ *]${name}$")
    message(FATAL_ERROR "imm: ${archives}/SHA256SUMS has another checksum for ${name}, expected ${sum}")
endif()
vcpkg_extract_source_archive(release ARCHIVE "${archives}/${name}")

# A package of vcpkg has either static or shared libraries.
file(GLOB libraries "${release}/lib/*.a" "${release}/lib/imm.lib")
set(programs)
if(VCPKG_LIBRARY_LINKAGE STREQUAL "static")
    list(FILTER libraries EXCLUDE REGEX "\\.dll\\.a$")
else()
    file(GLOB libraries "${release}/lib/*.so*" "${release}/lib/*.dylib" "${release}/lib/*.dll.a" "${release}/lib/*.dll.lib"
         "${release}/lib/glibc-hwcaps")
    file(GLOB programs "${release}/bin/*.dll")
    # imm.dll needs msvcrt.dll, which is part of Windows.
    set(VCPKG_POLICY_ALLOW_OBSOLETE_MSVCRT enabled)
endif()
# The archive has one build of each library, for Release and for Debug.
set(prefixes "${CURRENT_PACKAGES_DIR}")
if(NOT VCPKG_BUILD_TYPE STREQUAL "release")
    list(APPEND prefixes "${CURRENT_PACKAGES_DIR}/debug")
endif()
foreach(prefix IN LISTS prefixes)
    file(COPY ${libraries} "${release}/lib/pkgconfig" DESTINATION "${prefix}/lib")
    if(programs)
        file(COPY ${programs} DESTINATION "${prefix}/bin")
    endif()
endforeach()
file(COPY "${release}/include" DESTINATION "${CURRENT_PACKAGES_DIR}")
vcpkg_fixup_pkgconfig()

# vcpkg keeps CMake's files in share/imm. With shared libraries, imm::imm is the shared one.
file(COPY "${release}/lib/cmake/imm/" DESTINATION "${CURRENT_PACKAGES_DIR}/share/imm")
set(config "${CURRENT_PACKAGES_DIR}/share/imm/immConfig.cmake")
vcpkg_replace_string("${config}" [[${CMAKE_CURRENT_LIST_DIR}/../.."]] [[${CMAKE_CURRENT_LIST_DIR}/../../lib"]])
if(VCPKG_LIBRARY_LINKAGE STREQUAL "dynamic")
    vcpkg_replace_string("${config}" "imm::shared SHARED" "imm::imm SHARED")
endif()

file(INSTALL "${CURRENT_PORT_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/imm")
vcpkg_install_copyright(FILE_LIST "${release}/LICENSE-MIT" "${release}/LICENSE-APACHE" "${release}/LICENSES.txt")
