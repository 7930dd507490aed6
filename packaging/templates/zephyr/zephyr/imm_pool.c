#include "imm_zephyr.h"

_Alignas(IMM_ALIGN) unsigned char imm_pool[CONFIG_IMM_POOL_SIZE];
