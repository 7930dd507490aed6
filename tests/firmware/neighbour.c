/* Tests that a program can link imm and another Rust library together. */
#include "board.h"
#include "imm.h"
#include "tictactoe.h"

float neighbour_mean(uint64_t sum, uint64_t count, float scale);

static _Alignas(IMM_ALIGN) unsigned char memory[MEMORY_SIZE];

void board_on_tick(uint32_t now_ms) { (void)now_ms; }

int main(void) {
    imm_state *state = NULL;
    board_start();
    if (imm_init(memory, sizeof memory, &tictactoe, NULL, &state) != IMM_OK || imm_step(state, 100) != IMM_OK) return 1;
    int ok = neighbour_mean(100, 7, 1.5f) == 7.0f;
    board_print(ok ? "ok\n" : "the neighbour is wrong\n");
    return !ok;
}
