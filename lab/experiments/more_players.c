/* Matches between two players of imm in Chinese checkers, for three, four or six players:
 *
 *     more_players PLAYERS FIRST SECOND GAMES MS
 *
 * In each pair of games, random seats belong to FIRST, and in the second game to SECOND. A draw is
 * an equal share for each seat, so 50 % is level. Each search has MS milliseconds of processor
 * time. The first two turns of each seat are random.
 *
 *     cargo build --release -p imm-ffi
 *     cc -O2 -Iinclude lab/experiments/more_players.c target/release/libimm.a -lm -o more_players
 *     ./more_players 3 "ab(killers,history,pvs,asp,brs)" "ab(killers,history,pvs,asp)" 40 10 */
#define CHINESE_CHECKERS_GAME_ONLY
#define CHINESE_CHECKERS_TURNS 900
#include "../../c_examples/chinese_checkers.c"
#include <math.h>
#include <time.h>

enum { MEMORY = 32 << 20 };
static uint64_t numbers;

static uint32_t random_number(void) {
    numbers = numbers * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(numbers >> 33);
}

static uint32_t processor_us(void *clock) {
    struct timespec t;
    (void)clock;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint32_t)((uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000);
}

static uint32_t processor_ms(void *clock) { return processor_us(clock) / 1000; }

static void check(imm_status status) {
    if (status != IMM_OK) puts(imm_status_text(status)), exit(1);
}

/* Returns half of the seats, one bit each. The second game of a pair has the other seats. */
static unsigned seats_of_first(unsigned players, unsigned number) {
    unsigned seats, count;
    numbers = number / 2 * 7919 + 1;
    do {
        seats = random_number() % (1u << players), count = 0;
        for (unsigned seat = 0; seat < players; seat++) count += seats >> seat & 1;
    } while (count != players / 2);
    return number % 2 ? ~seats : seats;
}

/* Returns the share of the first player of imm: 1 for a win of one of its seats. */
static float play(const imm_game *game, char *const players[2], unsigned number, uint32_t ms) {
    static imm_state *states[SIDES];
    static void *memory[SIDES];
    unsigned seats = seats_of_first(game->players, number), turns = 0, moves = 0;
    float share = 0;
    for (unsigned seat = 0; seat < game->players; seat++) {
        imm_config config = imm_config_default();
        check(imm_configure(&config, players[!(seats >> seat & 1)]));
        config.seed = number * SIDES + seat, config.now_us = processor_us, config.now_ms = processor_ms;
        if (!memory[seat]) memory[seat] = aligned_alloc(IMM_ALIGN, MEMORY);
        check(imm_init(memory[seat], MEMORY, game, &config, &states[seat]));
    }
    while (imm_outcome(states[0]) == IMM_ONGOING) {
        imm_move listed[MOVES_MAX], move = IMM_MOVE_NONE;
        int mover = imm_player_to_move(states[0]);
        uint32_t count = imm_legal_moves(states[0], listed, MOVES_MAX);
        if (turns < 2 * game->players || count == 1) move = listed[random_number() % count];
        else move = imm_search(states[mover], ms);
        for (unsigned seat = 0; seat < game->players; seat++) check(imm_play(states[seat], move));
        turns += imm_player_to_move(states[0]) != mover;
        moves++;
    }
    for (unsigned seat = 0; seat < game->players; seat++) {
        float result;
        check(imm_return_of(states[0], (imm_player)seat, &result));
        if (seats >> seat & 1) share += (result * (float)(game->players - 1) + 1) / (float)game->players;
    }
    return share;
}

int main(int argc, char **argv) {
    static star s;
    unsigned won = 0, drawn = 0;
    float sum = 0;
    if (argc != 6 || !star_set_up(&s, (unsigned)atoi(argv[1]))) return 2;
    imm_game game = chinese_checkers(&s);
    for (unsigned games = 1; games <= (unsigned)atoi(argv[4]); games++) {
        float share = play(&game, argv + 2, games - 1, (uint32_t)atoi(argv[5]));
        won += share > 0.99f, drawn += share > 0.01f && share < 0.99f, sum += share;
        float mean = sum / (float)games, z = 1.96f * 1.96f / (float)games, middle = (mean + z / 2) / (1 + z);
        float half = sqrtf(mean * (1 - mean) * z + z * z / 4) / (1 + z); /* Wilson's interval of 95 % */
        printf("%u games, %u / %u / %u: %.1f %% [%.1f, %.1f]\n", games, won, drawn, games - won - drawn,
               100 * (double)mean, 100 * (double)(middle - half), 100 * (double)(middle + half));
        fflush(stdout);
    }
    return 0;
}
