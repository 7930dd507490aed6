# The part of Zephyr's build that a module with a prebuilt library needs. tests/packages/check.py
# writes the Kconfig configuration to AUTOCONF.cmake and AUTOCONF.h. ZEPHYR_EXTRA_MODULES names the
# module imm.
set(stub_here ${CMAKE_CURRENT_LIST_DIR})
include(${AUTOCONF}.cmake)
enable_language(C)
include(${stub_here}/../board/board.cmake)
add_compile_options(-include ${AUTOCONF}.h)

add_library(zephyr_interface INTERFACE)
target_include_directories(zephyr_interface INTERFACE ${stub_here} ${board_firmware})
link_libraries(zephyr_interface)

function(zephyr_include_directories)
    foreach(folder ${ARGN})
        get_filename_component(folder ${folder} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
        target_include_directories(zephyr_interface INTERFACE ${folder})
    endforeach()
endfunction()

function(zephyr_library_import name path)
    add_library(${name} STATIC IMPORTED GLOBAL)
    set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${path})
    set_property(GLOBAL APPEND PROPERTY ZEPHYR_LIBS ${name})
endfunction()

macro(zephyr_library_named name)
    set(ZEPHYR_CURRENT_LIBRARY ${name})
    add_library(${name} STATIC)
    set_property(GLOBAL APPEND PROPERTY ZEPHYR_LIBS ${name})
endmacro()

function(zephyr_library_sources)
    target_sources(${ZEPHYR_CURRENT_LIBRARY} PRIVATE ${ARGN})
endfunction()

add_subdirectory(${ZEPHYR_EXTRA_MODULES}/zephyr imm)
add_executable(app ${stub_here}/start.c)
board_executable(app)
get_property(libraries GLOBAL PROPERTY ZEPHYR_LIBS)
target_link_options(app PRIVATE -Wl,--wrap=main)
target_link_libraries(app PRIVATE -Wl,--whole-archive ${libraries} -Wl,--no-whole-archive)
