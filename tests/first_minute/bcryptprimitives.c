/* A stub of Windows' bcryptprimitives.dll, which Wine 8 does not have. Rust's standard library
 * needs it for hash maps. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(void *bytes, ULONG count); /* advapi32's RtlGenRandom() */

__declspec(dllexport) BOOL ProcessPrng(BYTE *bytes, SIZE_T count) { return SystemFunction036(bytes, (ULONG)count); }
