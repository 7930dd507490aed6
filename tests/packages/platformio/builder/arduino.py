# A stub of the Arduino framework. Like the real framework, this stub sets the processor flags.
from SCons.Script import DefaultEnvironment

env = DefaultEnvironment()
build = env.BoardConfig().get("build")
env.Append(
    CCFLAGS=build["flags"].split() + build["libc"].split() + ["-Os", "-ffunction-sections", "-fdata-sections", "-fno-builtin"],
    CXXFLAGS=["-std=gnu++17", "-fno-exceptions", "-fno-rtti"],
    CPPDEFINES=[("BOARD_WATCHDOG_MS", 100000)],
    CPPPATH=build["include"],
)
env.BuildSources("$BUILD_DIR/framework", build["firmware"] + "/boards", "-<*> +<%s.c>" % build["part"])
env.BuildSources("$BUILD_DIR/stub", build["stubs"], "-<*> +<arduino/Arduino.cpp> +<board/console.c>")
