# Compiles with the system's compilers. The board's manifest, which tests/packages/check.py writes,
# has the board's facts.
from SCons.Script import Default, DefaultEnvironment

env = DefaultEnvironment()
build = env.BoardConfig().get("build")
tools = build["compiler"].removesuffix("gcc")
env.Replace(
    CC=tools + "gcc", CXX=tools + "g++", AS=tools + "gcc", AR=tools + "gcc-ar", RANLIB=tools + "gcc-ranlib", LINK=tools + "gcc",
    SIZETOOL=tools + "size", PROGNAME="firmware", PROGSUFFIX=".elf",
)
env.Append(LINKFLAGS=build["link"].split())
if not env.get("PIOFRAMEWORK"):
    env.Append(CCFLAGS=build["flags"].split())
Default(env.BuildProgram())
