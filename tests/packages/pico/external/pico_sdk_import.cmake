# The part of the Pico SDK that a program with printf() needs.
set(stub_here ${CMAKE_CURRENT_LIST_DIR}/..)

macro(pico_sdk_init)
    include(${stub_here}/../board/board.cmake)
    add_library(pico_stdlib INTERFACE)
    target_include_directories(pico_stdlib INTERFACE ${stub_here} ${board_firmware})
endmacro()

function(pico_enable_stdio_usb)
endfunction()

function(pico_add_extra_outputs target)
    board_executable(${target})
endfunction()
