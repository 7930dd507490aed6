// The board plays Kalah against itself, with 100 simulations for each move, and prints the moves. For
// any board with 20 KiB of RAM, for example a Zero with a Cortex-M0+.
#include <imm.h>

alignas(IMM_ALIGN) static unsigned char memory[12 * 1024];
static imm_state *state;
static imm_status status;

static void begin() {
    imm_config config = imm_config_default();
    config.seed = 42;
    status = imm_configure(&config, "mcts(im0.4)");
    if (status == IMM_OK) status = imm_init_builtin(memory, sizeof memory, imm_kalah(), &config, &state);
}

void setup() {
    Serial.begin(115200);
    begin();
}

void loop() {
    static const char *const results[] = {"", "first wins", "second wins", "draw"};
    if (status != IMM_OK || imm_outcome(state) != IMM_ONGOING) {
        Serial.println(status == IMM_OK ? results[imm_outcome(state)] : imm_status_text(status));
        delay(60000);
        begin();
        return;
    }
    imm_report report;
    status = imm_step(state, 100);
    if (status == IMM_OK) status = imm_get_report(state, &report);
    if (status == IMM_OK) status = imm_play(state, report.best);
    if (status == IMM_OK) {
        Serial.print((int)report.best);
        Serial.print(' ');
    }
}
