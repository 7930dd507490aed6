/* A search with low power: the board searches a few simulations in each millisecond, and sleeps
 * until the next tick. So the search takes a fixed share of the processor's time, and the average
 * current stays low. Raise STEP for a stronger move in the same time, or lower it to sleep longer.
 *
 * Several short steps give the same result as one long step: the program compares both. */
#include "board.h"
#include "imm.h"

#define STEP 2u   /* simulations between two ticks */
#define MOVE 100u /* simulations for a move */

static _Alignas(IMM_ALIGN) unsigned char memory[6 * 1024];

void board_on_tick(uint32_t now_ms) { (void)now_ms; }

/* Searches MOVE simulations of the starting position of Kalah. Sleeps after each step. */
static imm_status search(uint32_t step, imm_report *report, uint64_t *asleep_ns) {
    imm_state *state = NULL;
    imm_config config = imm_config_default();
    imm_status status = imm_init_builtin(memory, sizeof memory, imm_kalah(), &config, &state);
    for (uint32_t done = 0; status == IMM_OK && done < MOVE; done += step) {
        status = imm_step(state, step);
        board_feed_watchdog();
        uint64_t start = board_now_ns();
        board_sleep();
        *asleep_ns += board_now_ns() - start;
    }
    return status == IMM_OK ? imm_get_report(state, report) : status;
}

int main(void) {
    board_start();
    imm_report with_sleep, without;
    uint64_t asleep_ns = 0, one_sleep_ns = 0, start = board_now_ns();
    int ok = search(STEP, &with_sleep, &asleep_ns) == IMM_OK;
    uint64_t took_ns = board_now_ns() - start;
    ok &= search(MOVE, &without, &one_sleep_ns) == IMM_OK;
    ok &= with_sleep.best == without.best && with_sleep.visits == without.visits && with_sleep.value == without.value;
    unsigned percent = took_ns ? (unsigned)(asleep_ns * 100 / took_ns) : 0;
    char text[] = "asleep for 000 % of the time\n";
    text[11] = (char)('0' + percent / 100), text[12] = (char)('0' + percent / 10 % 10),
    text[13] = (char)('0' + percent % 10);
    board_print(text);
    ok &= percent > 0 && percent < 100;
    board_print(ok ? "ok\n" : "failed\n");
    return !ok;
}
