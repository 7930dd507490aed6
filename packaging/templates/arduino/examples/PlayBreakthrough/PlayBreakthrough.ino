// You play Breakthrough against the board, in the serial monitor. Type a move, for example a2a3, and a
// new line. An empty line lets the board move for you. The board thinks for half a second. For any
// board with 24 KiB of RAM and 150 KiB of flash, for example an ESP32-C3.
#include <imm.h>

alignas(IMM_ALIGN) static unsigned char memory[16 * 1024];
static imm_state *state;
static imm_status status;

static uint32_t now_ms(void *) { return millis(); }

static void begin() {
    imm_config config = imm_config_default();
    config.seed = micros();
    config.now_ms = now_ms;
    status = imm_init_builtin(memory, sizeof memory, imm_breakthrough(), &config, &state);
    Serial.println("Your move?");
}

void setup() {
    Serial.begin(115200);
    begin();
}

static void play(imm_move move) {
    char text[IMM_TEXT_MAX];
    status = imm_move_text(state, move, text, sizeof text);
    if (status == IMM_OK) status = imm_play(state, move);
    Serial.println(status == IMM_OK ? text : imm_status_text(status));
}

static void think_and_play() {
    imm_move move = imm_search(state, 500);
    if (move == IMM_MOVE_NONE) status = imm_last_status(state);
    else play(move);
}

// True if a complete line has been read. An incomplete line is kept for the next call.
static bool read_line(char *line, size_t size) {
    static size_t length;
    while (Serial.available() > 0) {
        int byte = Serial.read();
        if (byte == '\n') {
            line[length] = 0;
            length = 0;
            return true;
        }
        if (byte > ' ' && length + 1 < size) line[length++] = (char)byte;
    }
    return false;
}

void loop() {
    static char line[IMM_TEXT_MAX];
    if (status != IMM_OK || imm_outcome(state) != IMM_ONGOING) {
        Serial.println(status == IMM_OK ? "The game is over." : imm_status_text(status));
        delay(60000);
        begin();
        return;
    }
    if (!read_line(line, sizeof line)) return;
    imm_move move;
    if (!line[0]) {
        think_and_play();
    } else if (imm_parse_move(state, line, &move) == IMM_OK) {
        play(move);
    } else {
        Serial.println("No such move.");
        return;
    }
    if (status == IMM_OK && imm_outcome(state) == IMM_ONGOING) think_and_play();
}
