# Compiles with the system's compilers. What a board is made of stands in its manifest, which tests/packages/check.py writes.
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
