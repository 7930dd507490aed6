/* This file is linked to every test program that tests/c/run builds with the system's compiler. An
 * invalid floating-point operation, a division by 0 or an overflow kills the program, as in a host
 * program that has unmasked these exceptions. */
#define _GNU_SOURCE
#include <fenv.h>

#if defined(__GLIBC__)
__attribute__((constructor)) static void unmask(void) { feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW); }
#endif
