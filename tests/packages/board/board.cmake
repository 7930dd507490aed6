# For the stubs of frameworks that build with CMake. board_executable(TARGET) makes the target an
# image for the board in QEMU of c_examples/firmware. tests/packages/check.py passes the board's
# facts as BOARD_PART, BOARD_SCRIPT, BOARD_LIBC and BOARD_LINK. BOARD_FLAGS are the framework's
# compiler flags.
set(board_here ${CMAKE_CURRENT_LIST_DIR})
get_filename_component(board_firmware ${CMAKE_CURRENT_LIST_DIR}/../../../c_examples/firmware ABSOLUTE)

add_compile_options(${BOARD_FLAGS} ${BOARD_LIBC} -Os -ffunction-sections -fdata-sections -fno-builtin -Wall -Wextra -Werror)
add_compile_definitions(BOARD_WATCHDOG_MS=100000)

function(board_executable target)
    set_target_properties(${target} PROPERTIES SUFFIX .elf)
    target_sources(${target} PRIVATE ${board_here}/console.c ${board_firmware}/boards/${BOARD_PART}.c)
    target_include_directories(${target} PRIVATE ${board_firmware})
    target_link_options(${target} PRIVATE ${BOARD_LINK} ${BOARD_LIBC} -nostartfiles -L${board_firmware}/boards -T ${BOARD_SCRIPT}.ld
                        -Wl,--gc-sections -Wl,-z,noexecstack -Wl,--no-warn-rwx-segments)
endfunction()
