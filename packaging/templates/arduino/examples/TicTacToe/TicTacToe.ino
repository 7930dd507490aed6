// A custom game: its rules are in tictactoe.c, the search is imm's. For any board with 16 KiB of RAM. A
// processor with floating-point arithmetic, for example a Cortex-M4F, searches faster.
#include <imm.h>

extern "C" {
#include "tictactoe.h"
}

alignas(IMM_ALIGN) static unsigned char memory[8 * 1024];
static imm_state *state;
static imm_status status;

void setup() {
    Serial.begin(115200);
    status = imm_init(memory, sizeof memory, &tictactoe, NULL, &state);
}

void loop() {
    static const char *const results[] = {"", "first wins", "second wins", "draw"};
    if (status != IMM_OK || imm_outcome(state) != IMM_ONGOING) {
        Serial.println(status == IMM_OK ? results[imm_outcome(state)] : imm_status_text(status));
        delay(60000);
        if (status == IMM_OK) status = imm_restart(state);
        return;
    }
    imm_report report;
    status = imm_step(state, 500);
    if (status == IMM_OK) status = imm_get_report(state, &report);
    if (status == IMM_OK) status = imm_play(state, report.best);
    if (status == IMM_OK) {
        Serial.print((int)report.best);
        Serial.print(' ');
    }
}
