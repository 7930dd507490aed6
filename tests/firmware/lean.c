/* Tests the lean library, which was built with one feature (`make -C packaging dist
 * FEATURES=tree-search`). The library must refuse the options that it lacks, name them in the error
 * text, and play with all other options. */
#include <string.h>

#include "board.h"
#include "imm.h"
#include "tictactoe.h"

static _Alignas(IMM_ALIGN) unsigned char memory[MEMORY_SIZE];
static int failures;

void board_on_tick(uint32_t now_ms) { (void)now_ms; }

static void check(int holds, const char *what) {
    if (holds) return;
    failures++;
    board_print("lean.c: "), board_print(what), board_print("\n");
}

static imm_status init(const imm_config *config) {
    imm_state *state = NULL;
    return imm_init(memory, sizeof memory, imm_breakthrough(), config, &state);
}

/* Checks that `config` is refused because of `option`, and that the error text says so. */
static void refused(const imm_config *config, const char *option) {
    char text[IMM_TEXT_MAX];
    check(init(config) == IMM_ERR_UNSUPPORTED, option);
    check(imm_config_error(config, imm_breakthrough(), text, sizeof text) == IMM_OK, option);
    check(text[0] == '\'' && !strncmp(text + 1, option, strlen(option)) && strstr(text, "feature policies"), text);
}

static void accepted(const imm_config *config, const char *option) {
    imm_state *state = NULL;
    check(imm_init(memory, sizeof memory, imm_breakthrough(), config, &state) == IMM_OK, option);
    check(imm_step(state, 5) == IMM_OK, option);
}

int main(void) {
    const imm_config off = imm_config_default();
    imm_config config;
    board_start();
#define WITH(answer, option, ...) config = off, __VA_ARGS__, answer(&config, option)
    WITH(refused, "cb", config.cb = 0.4f);
    WITH(refused, "impb", config.impb = 0.4f);
    WITH(refused, "pb", config.pb = 1);
    WITH(refused, "np", config.np = 1);
    WITH(refused, "ege", config.ege = IMM_ZERO);
    WITH(refused, "det", config.det = 0.5f);
    WITH(refused, "max", config.max = 1);
    WITH(refused, "visits of im", config.im = 0.4f, config.im_schedule = IMM_IM_RISING, config.im_visits = 100);
    config = off, config.algorithm = IMM_ALPHA_BETA;
    check(init(&config) == IMM_ERR_UNSUPPORTED, "alpha-beta");
    check(imm_configure(&config, "mcts(c1.0,np10)") == IMM_ERR_SPEC, "np in a text");
    WITH(accepted, "c", config.c = 0.5f);
    WITH(accepted, "im", config.im = 0.4f);
    WITH(accepted, "ipp", config.ipp = 1);
    WITH(accepted, "ef", config.im = 0.4f, config.evaluator = IMM_EF_LH);
    WITH(accepted, "fet", config.fet = 4);
    WITH(accepted, "t", config.threshold = 2);
    WITH(accepted, "one", config.im = 0.4f, config.expansion = IMM_EXPAND_ONE);
    WITH(accepted, "log", config.decision = IMM_DECIDE_LOG);
    WITH(accepted, "nosolver", config.no_solver = 1, config.no_recycle = 1);
    board_print(failures ? "" : "a lean library refuses what it does not have, and nothing else\n");
    return failures > 0;
}
