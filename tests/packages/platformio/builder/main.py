# Compiles with the compilers of this machine. The board manifest from tests/packages/check.py names
# the compiler and the flags.
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
