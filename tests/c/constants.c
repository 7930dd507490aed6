/* Every constant must have the same type as the field or the function result that it is for. It
 * must also work in #if. */
#include "check.h"

#define CONSTANT(name, type) _Static_assert(_Generic((name), type : 1, default : 0), #name " is no " #type);
#include "constants.h"
#undef CONSTANT

_Static_assert(_Generic(IMM_MEMORY_SIZE(1, 2, 3, 4), size_t : 1, default : 0), "a size");
_Static_assert(_Generic(IMM_ALPHA_BETA_MEMORY_SIZE(1, 2, 3, 4), size_t : 1, default : 0), "a size");

#if IMM_MOVE_NONE != 0xFFFFFFFF || IMM_OK != 0 || IMM_ERR_NULL != -1 || IMM_ERR_CONTRADICTION != -25 || IMM_ZERO != -1
#error "constants of 32 bits"
#endif
#if IMM_AB_ASP != 2048 || IMM_BEST_FIRST != 2 || IMM_LOOK_ALL != 254 || IMM_ALIGN != 16 || IMM_TEXT_MAX < 100
#error "constants of other types"
#endif
#if IMM_VERSION_MAJOR * 65536 + IMM_VERSION_MINOR * 256 + IMM_VERSION_PATCH < 256
#error "the version"
#endif

int main(void) {
    imm_config config = imm_config_default();
    config.c = IMM_ZERO, config.fet = (uint32_t)IMM_ZERO;
    CHECK(config.c == -1.0f && config.fet == UINT32_MAX);
    switch (config.algorithm) {
    case IMM_MCTS: break;
    case IMM_ALPHA_BETA:
    case IMM_BEST_FIRST:
    default: CHECK(0);
    }
    return check_result("constants");
}
