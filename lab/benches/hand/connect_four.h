/* Connect Four for the hand-written search: the board of imm's C example, called directly. */
#define CONNECT_FOUR_GAME_ONLY
#include "../../../c_examples/connect_four.c"

enum { MOVES_MAX = 7, PLIES_MAX = 44 };

typedef position board;

#define own_game connect_four

static bool second_to_move(const board *b) { return mover(b) == SECOND; }

static bool result(const board *b, int *value) {
    imm_result found = outcome(NULL, b);
    *value = found == IMM_FIRST_WINS ? 1 : found == IMM_SECOND_WINS ? -1 : 0;
    return found != IMM_ONGOING;
}

static uint32_t list(const board *b, uint8_t *moves) {
    imm_move columns[MOVES_MAX];
    uint32_t count = legal_moves(NULL, b, columns);
    for (uint32_t i = 0; i < count; i++) moves[i] = (uint8_t)columns[i];
    return count;
}

static void play(board *b, uint32_t move) { make(NULL, b, move, NULL); }

static uint32_t random_legal(const board *b, uint32_t random) { return random_move(NULL, b, random); }
