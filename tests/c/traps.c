/* Unmasks floating-point exceptions, so that an invalid operation, a division by 0 or an overflow
 * kills the program. A program that uses imm may have unmasked these exceptions in the same way.
 * tests/c/run links this file to every test program that it builds with the system's compiler. */
#define _GNU_SOURCE
#include <fenv.h>

#if defined(__GLIBC__)
__attribute__((constructor)) static void unmask(void) { feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW); }
#endif
