/* Tests the Connect Four games in c_examples, in C or C++, against fixtures and against a second,
 * slow implementation of the rules.
 *
 * The tests only call the callbacks of imm_game, so the same code tests both languages. Run the
 * program in the folder that contains tests/fixtures. */
#ifndef CONNECT_FOUR_H
#define CONNECT_FOUR_H

#include "opened.h"

enum { WIDTH = 7, HEIGHT = 6, CELLS = WIDTH * HEIGHT, POSITION_MAX = 64, RECORD_MAX = 16384 };

/* ---- The rules again: characters on a board ------------------------------------------------- */

typedef struct {
    char cell[HEIGHT][WIDTH]; /* 'x', 'o' or '.'; row 0 is the bottom */
    int plies;
} plain;

static char plain_man(const plain *b) { return b->plies % 2 == 0 ? 'x' : 'o'; }
static char plain_other(const plain *b) { return b->plies % 2 == 0 ? 'o' : 'x'; }

static plain plain_empty(void) {
    plain b;
    memset(b.cell, '.', sizeof b.cell);
    b.plies = 0;
    return b;
}

static int plain_is_free(const plain *b, int column) { return b->cell[HEIGHT - 1][column] == '.'; }

static void plain_put(plain *b, int column, char disc) {
    int row = 0;
    while (b->cell[row][column] != '.') row++;
    b->cell[row][column] = disc;
    b->plies++;
}

static int plain_count(const plain *b, int row, int column, int up, int right) {
    char disc = b->cell[row][column];
    int count = 0;
    while (row >= 0 && row < HEIGHT && column >= 0 && column < WIDTH && b->cell[row][column] == disc)
        count++, row += up, column += right;
    return count;
}

static int plain_has_four(const plain *b, char disc) {
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++) {
            if (b->cell[row][column] != disc) continue;
            if (plain_count(b, row, column, 1, 0) >= 4 || plain_count(b, row, column, 0, 1) >= 4 ||
                plain_count(b, row, column, 1, 1) >= 4 || plain_count(b, row, column, 1, -1) >= 4)
                return 1;
        }
    return 0;
}

static imm_result plain_result(const plain *b) {
    if (plain_has_four(b, 'x')) return IMM_FIRST_WINS;
    if (plain_has_four(b, 'o')) return IMM_SECOND_WINS;
    return b->plies == CELLS ? IMM_DRAW : IMM_ONGOING;
}

/* True if a piece that this player drops into `column` completes four in a row. */
static int plain_completes(const plain *b, int column, char disc) {
    plain after = *b;
    plain_put(&after, column, disc);
    return plain_has_four(&after, disc);
}

/* Returns the evaluation of one side, as the example defines it: free cells that complete four in a
 * row, plus pieces in the middle. A free cell in a good row (even or odd, depending on the side)
 * counts twice. */
static int plain_points(const plain *b, char disc) {
    int points = 0;
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++) {
            int good_row = disc == 'x' ? row % 2 == 0 : row % 2 == 1;
            plain after = *b;
            if (b->cell[row][column] == disc) points += column == 3 ? 2 : column == 2 || column == 4;
            if (b->cell[row][column] != '.') continue;
            after.cell[row][column] = disc;
            if (plain_has_four(&after, disc)) points += good_row ? 8 : 4;
        }
    return points;
}

static float plain_value(const plain *b) {
    for (int column = 0; column < WIDTH; column++)
        if (plain_is_free(b, column) && plain_completes(b, column, plain_man(b)))
            return plain_man(b) == 'x' ? 0.95f : -0.95f;
    int ahead = plain_points(b, 'x') - plain_points(b, 'o');
    return (float)ahead / (float)(12 + abs(ahead));
}

/* Writes the board as in the fixtures: rows joined by '/', the top row first, then a space and the
 * player to move. After the end of the game, '-' replaces the player. */
static void plain_text(const plain *b, char *text) {
    for (int row = HEIGHT; row-- > 0;) {
        memcpy(text, b->cell[row], WIDTH);
        text += WIDTH;
        *text++ = row > 0 ? '/' : ' ';
    }
    *text++ = plain_result(b) != IMM_ONGOING ? '-' : b->plies % 2 == 0 ? '1' : '2';
    *text = '\0';
}

/* ---- A position of the game, paired with a plain board --------------------------------------- */

typedef struct {
    const imm_game *game;
    _Alignas(IMM_ALIGN) unsigned char at[POSITION_MAX];
    _Alignas(IMM_ALIGN) unsigned char undo[POSITION_MAX];
    plain board;
} pair;

static pair pair_new(const imm_game *game) {
    pair p;
    memset(&p, 0, sizeof p);
    if (game->position_size > POSITION_MAX || game->undo_size > POSITION_MAX) exit(1);
    p.game = game;
    game->initial(game->context, p.at);
    p.board = plain_empty();
    return p;
}

static void pair_make(pair *p, int column) {
    p->game->make(p->game->context, p->at, (imm_move)column, p->undo);
    plain_put(&p->board, column, plain_man(&p->board));
}

/* Finds an order of moves that leads to the board `goal`. The board has no four in a row, so no
 * move ends the game. */
static int pair_reach(pair *p, const plain *goal) {
    if (p->board.plies == goal->plies) return 1;
    for (int column = 0; column < WIDTH; column++) {
        int row = 0;
        while (row < HEIGHT && p->board.cell[row][column] != '.') row++;
        if (row == HEIGHT || goal->cell[row][column] != plain_man(&p->board)) continue;
        pair before = *p;
        pair_make(p, column);
        if (pair_reach(p, goal)) return 1;
        *p = before;
    }
    return 0;
}

/* Sets up the position of a fixture. */
static pair pair_at(const imm_game *game, const char *text) {
    pair p = pair_new(game);
    plain goal = plain_empty();
    char again[POSITION_MAX];
    const char *next = text;
    for (int row = HEIGHT; row-- > 0; next++)
        for (int column = 0; column < WIDTH; column++, next++) {
            goal.cell[row][column] = *next;
            goal.plies += *next != '.';
        }
    CHECK(pair_reach(&p, &goal));
    plain_text(&p.board, again);
    CHECK(strcmp(again, text) == 0);
    return p;
}

/* Returns the number of empty cells where one more disc completes four in a row. There must be no
 * four in a row yet. */
static int plain_fours(const plain *b, char disc) {
    int fours = 0;
    for (int cell = 0; cell < HEIGHT * WIDTH; cell++) {
        plain after = *b;
        if (b->cell[cell / WIDTH][cell % WIDTH] != '.') continue;
        after.cell[cell / WIDTH][cell % WIDTH] = disc;
        fours += plain_has_four(&after, disc);
    }
    return fours;
}

/* ---- One position: every callback ------------------------------------------------------------ */

static void check_move(pair *p, int column) {
    const imm_game *g = p->game;
    imm_move move = (imm_move)column;
    int wins = plain_completes(&p->board, column, plain_man(&p->board));
    int blocks = plain_completes(&p->board, column, plain_other(&p->board));
    uint32_t weight = wins ? IMM_WEIGHT_DECISIVE : blocks ? IMM_WEIGHT_FORCED : 1;
    CHECK_EQ(g->weight(g->context, p->at, move), weight);
    CHECK_EQ(g->noisy(g->context, p->at, move), wins || blocks);
    int32_t order = g->order(g->context, p->at, move);
    pair after = *p;
    pair_make(&after, column);
    if (wins) CHECK(order > 124);
    else if (column == p->board.plies % WIDTH) /* one column, because the count takes long */
        CHECK_EQ(order, 64 * blocks + 4 * plain_fours(&after.board, plain_man(&p->board)) - abs(column - 3));
    CHECK_EQ(g->outcome(g->context, after.at), plain_result(&after.board));
    CHECK(g->hash(g->context, after.at) != g->hash(g->context, p->at));
    g->unmake(g->context, after.at, move, after.undo);
    CHECK(memcmp(after.at, p->at, g->position_size) == 0);
}

/* random_move() must choose each move for an equal share of the random numbers. The shares must be
 * in the order of the move list. */
static void check_random_move(pair *p, const imm_move *moves, uint32_t count) {
    const imm_game *g = p->game;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t lowest = (uint32_t)((((uint64_t)i << 32) + count - 1) / count);
        uint32_t highest = (uint32_t)((((uint64_t)(i + 1) << 32) + count - 1) / count - 1);
        CHECK_EQ(g->random_move(g->context, p->at, lowest), moves[i]);
        CHECK_EQ(g->random_move(g->context, p->at, highest), moves[i]);
    }
}

/* Returns the feature of a cell: 1 or 2 for a piece, and 0 for most empty cells. Other numbers are
 * for an empty cell that cannot be played yet: a piece there would complete four in a row for one
 * player or for both. */
static int plain_code(const plain *b, int row, int column) {
    char disc = plain_man(b), other = plain_other(b);
    int height = 0, fours = 0;
    if (b->cell[row][column] != '.') return b->cell[row][column] == disc ? 1 : 2;
    while (b->cell[height][column] != '.') height++;
    for (int i = 0; i < 2; i++) {
        plain after = *b;
        after.cell[row][column] = i == 0 ? disc : other;
        if (plain_has_four(&after, i == 0 ? disc : other)) fours += i + 1;
    }
    if (fours == 0 || row == height) return 0;
    return fours + 2 + (row == height + 1 ? 3 : 0) + (disc == 'x' ? 0 : 6);
}

static void check_features(const pair *p) {
    const imm_game *g = p->game;
    uint8_t seen[8 * WIDTH] = {0};
    int wins = 0, blocks = 0;
    CHECK_EQ(g->feature_count, 8 * WIDTH);
    CHECK_EQ(g->features(g->context, p->at, seen), 0);
    for (int column = 0; column < WIDTH; column++) {
        for (int row = 0; row < HEIGHT; row++) CHECK_EQ(seen[8 * column + row], plain_code(&p->board, row, column));
        if (!plain_is_free(&p->board, column)) continue;
        wins |= plain_completes(&p->board, column, plain_man(&p->board));
        blocks += plain_completes(&p->board, column, plain_other(&p->board));
    }
    CHECK_EQ(seen[7], wins);
    CHECK_EQ(seen[15], blocks);
}

static void check_position(pair *p) {
    const imm_game *g = p->game;
    imm_move moves[WIDTH];
    int next = 0;
    CHECK_EQ(g->outcome(g->context, p->at), plain_result(&p->board));
    if (plain_result(&p->board) != IMM_ONGOING) return;
    CHECK_EQ(g->to_move(g->context, p->at), p->board.plies % 2 == 0 ? IMM_FIRST : IMM_SECOND);
    uint32_t count = g->legal_moves(g->context, p->at, moves);
    for (int column = 0; column < WIDTH; column++) {
        if (!plain_is_free(&p->board, column)) continue;
        CHECK(next < (int)count && moves[next] == (imm_move)column);
        next++;
        check_move(p, column);
    }
    CHECK_EQ(next, count);
    check_random_move(p, moves, count);
    CHECK(g->evaluate(g->context, p->at) == plain_value(&p->board));
    check_features(p);
}

/* ---- Reading fixtures ------------------------------------------------------------------------ */

static FILE *fixture(const char *name) {
    char path[256];
    snprintf(path, sizeof path, "tests/fixtures/connect_four/%s", name);
    FILE *file = fopen(path, "r");
    if (!file) fprintf(stderr, "cannot read %s\n", path), exit(1);
    return file;
}

/* Returns the text that follows `"key":` in `json`, or NULL. */
static const char *value_of(const char *json, const char *key) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *found = strstr(json, quoted);
    return found ? found + strlen(quoted) : NULL;
}

static const char *needed(const char *json, const char *key) {
    const char *value = value_of(json, key);
    if (!value) fprintf(stderr, "no '%s' in: %.80s\n", key, json), exit(1);
    return value;
}

/* Copies a text value without its quotes. */
static void text_of(const char *json, const char *key, char *text, size_t size) {
    const char *value = needed(json, key) + 1;
    size_t length = strcspn(value, "\"");
    if (length >= size) exit(1);
    memcpy(text, value, length);
    text[length] = '\0';
}

/* Returns the columns in a list such as ["1","4"], with one bit for each column. */
static unsigned columns_of(const char *list) {
    unsigned columns = 0;
    for (; *list != ']'; list++)
        if (*list >= '1' && *list <= '7') columns |= 1u << (*list - '1');
    return columns;
}

/* ---- Perft ----------------------------------------------------------------------------------- */

static uint64_t perft(const imm_game *g, void *at, int depth) {
    _Alignas(IMM_ALIGN) unsigned char undo[POSITION_MAX];
    imm_move moves[WIDTH];
    if (depth == 0) return 1;
    if (g->outcome(g->context, at) != IMM_ONGOING) return 0;
    uint64_t sum = 0;
    uint32_t count = g->legal_moves(g->context, at, moves);
    for (uint32_t i = 0; i < count; i++) {
        g->make(g->context, at, moves[i], undo);
        sum += perft(g, at, depth - 1);
        g->unmake(g->context, at, moves[i], undo);
    }
    return sum;
}

static void check_perft(const imm_game *game, int deepest) {
    char line[RECORD_MAX];
    int checked = 0;
    FILE *file = fixture("perft.tsv");
    while (fgets(line, sizeof line, file)) {
        int depth;
        long long expected;
        if (sscanf(line, "connect_four %d %lld", &depth, &expected) != 2) exit(1);
        if (depth > deepest) continue;
        pair p = pair_new(game);
        CHECK_EQ(perft(game, p.at, depth), expected);
        checked++;
    }
    fclose(file);
    CHECK_EQ(checked, deepest);
}

static void check_perft_positions(const imm_game *game, int deepest) {
    char line[RECORD_MAX], text[POSITION_MAX];
    int checked = 0;
    FILE *file = fixture("perft_positions.jsonl");
    for (; fgets(line, sizeof line, file); checked++) {
        text_of(line, "pos", text, sizeof text);
        pair p = pair_at(game, text);
        const char *list = needed(line, "perft") + 1;
        for (int depth = 1; depth <= deepest; depth++) {
            CHECK_EQ(perft(game, p.at, depth), strtoll(list, NULL, 10));
            list = strchr(list, ',') + 1;
        }
    }
    fclose(file);
    CHECK_EQ(checked, 10);
}

/* ---- Recorded games -------------------------------------------------------------------------- */

/* A board and its mirror image must have the same evaluation. Each move must have the same order
 * value as its mirror image. */
static void check_mirror(pair *p, pair *mirrored) {
    const imm_game *g = p->game;
    if (plain_result(&p->board) != IMM_ONGOING) return;
    CHECK(g->evaluate(g->context, p->at) == g->evaluate(g->context, mirrored->at));
    for (int column = 0; column < WIDTH; column++) {
        imm_move move = (imm_move)column, image = (imm_move)(WIDTH - 1 - column);
        if (!plain_is_free(&p->board, column)) continue;
        CHECK_EQ(g->order(g->context, p->at, move), g->order(g->context, mirrored->at, image));
    }
}

static void replay(const imm_game *game, imm_state *state, const char *record) {
    pair p = pair_new(game), mirrored = pair_new(game);
    char text[POSITION_MAX], expected[POSITION_MAX];
    CHECK_EQ(imm_restart(state), IMM_OK);
    const char *ply = needed(record, "plies");
    while ((ply = value_of(ply, "legal")) != NULL) {
        unsigned legal = columns_of(ply);
        check_position(&p);
        check_mirror(&p, &mirrored);
        for (int column = 0; column < WIDTH; column++) {
            CHECK_EQ(plain_is_free(&p.board, column), legal >> column & 1);
            if (!(legal >> column & 1)) CHECK_EQ(imm_play(state, (imm_move)column), IMM_ERR_ILLEGAL_MOVE);
        }
        int column = *(needed(ply, "move") + 1) - '1';
        pair_make(&p, column);
        pair_make(&mirrored, WIDTH - 1 - column);
        CHECK_EQ(imm_play(state, (imm_move)column), IMM_OK);
        text_of(ply, "pos", expected, sizeof expected);
        plain_text(&p.board, text);
        CHECK(strcmp(text, expected) == 0);
    }
    check_position(&p);
    long result = strtol(needed(record, "result"), NULL, 10);
    CHECK_EQ(imm_outcome(state), result > 0 ? IMM_FIRST_WINS : result < 0 ? IMM_SECOND_WINS : IMM_DRAW);
    CHECK_EQ(p.board.plies, strtol(needed(record, "length"), NULL, 10));
}

static void check_games(const imm_game *game) {
    static char line[RECORD_MAX];
    guarded block;
    imm_state *state = open_state(&block, game, "mcts()", imm_memory_required(game, 0), 1);
    int checked = 0;
    FILE *file = fixture("games.jsonl");
    for (; fgets(line, sizeof line, file); checked++) replay(game, state, line);
    fclose(file);
    guarded_free(&block);
    CHECK_EQ(checked, 30);
}

/* ---- Solved positions ------------------------------------------------------------------------ */

/* A solved position of a fixture. Values are from the point of view of the player to move. */
typedef struct {
    char moves[CELLS + 1];
    int value, distance, move_value[WIDTH];
    unsigned best;
} solved;

static solved solved_of(const char *line) {
    solved s;
    text_of(line, "moves_so_far", s.moves, sizeof s.moves);
    s.value = (int)strtol(needed(line, "value"), NULL, 10);
    s.distance = (int)strtol(needed(line, "distance"), NULL, 10);
    s.best = columns_of(needed(line, "best_value_moves"));
    for (int column = 0; column < WIDTH; column++) {
        const char key[2] = {(char)('1' + column), '\0'};
        const char *value = value_of(needed(line, "move_value"), key);
        s.move_value[column] = value ? (int)strtol(value, NULL, 10) : 0;
    }
    return s;
}

static int value_for(imm_player player, imm_proof proof) {
    if (proof == IMM_PROVEN_DRAW) return 0;
    return (proof == IMM_PROVEN_FIRST_WINS) == (player == IMM_FIRST) ? 1 : -1;
}

/* A player of imm, its number of iterations, and the positions that it must solve. */
typedef struct {
    const char *spec;
    uint64_t iterations;
    int proves;   /* positions that end within this number of plies */
    int shortest; /* not 0 if the reported distances must be exact */
} solver;

/* Checks that every proof of the position and of its moves is true. If the position is proven, also
 * checks that the best move is optimal. Returns 1 if the search has proven the position, otherwise
 * 0. */
static int check_solved(const imm_game *game, const solver *with, size_t memory, const solved *s) {
    guarded block;
    imm_report report;
    imm_candidate candidates[WIDTH];
    imm_state *state = open_state(&block, game, with->spec, memory, 1);
    for (const char *move = s->moves; *move; move++) CHECK_EQ(imm_play(state, (imm_move)(*move - '1')), IMM_OK);
    CHECK_EQ(iterate(state, with->iterations, &report), IMM_OK);
    imm_player player = imm_player_to_move(state);
    int32_t count = imm_candidates(state, candidates, WIDTH);
    for (int32_t i = 0; i < count; i++)
        if (candidates[i].proof != IMM_UNPROVEN)
            CHECK_EQ(value_for(player, candidates[i].proof), s->move_value[candidates[i].move]);
    int proven = report.proof != IMM_UNPROVEN;
    if (s->distance <= with->proves) CHECK(proven);
    if (proven) {
        CHECK_EQ(value_for(player, report.proof), s->value);
        CHECK(s->best >> report.best & 1);
        if (with->shortest && s->value != 0) CHECK_EQ(report.distance, s->distance);
    }
    guarded_free(&block);
    return proven;
}

static void check_all_solved(const imm_game *game, const solver *with, size_t memory) {
    static char line[RECORD_MAX];
    int checked = 0, proven = 0;
    FILE *file = fixture("solved.jsonl");
    check_what = with->spec;
    for (; fgets(line, sizeof line, file); checked++) {
        solved s = solved_of(line);
        proven += check_solved(game, with, memory, &s);
    }
    check_what = "";
    fclose(file);
    CHECK_EQ(checked, 20);
    printf("%-32s %9llu iterations prove %2d of %d solved positions\n", with->spec,
           (unsigned long long)with->iterations, proven, checked);
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* random_move() returns the move that the library would choose from the list of moves. So the
 * search must be the same without random_move(). */
static void check_same_search(const imm_game *game) {
    imm_game listing = *game;
    const imm_game *games[2] = {game, &listing};
    uint64_t signatures[2];
    listing.random_move = NULL;
    for (int i = 0; i < 2; i++) {
        guarded block;
        imm_report report;
        imm_state *state = open_state(&block, games[i], "mcts()", imm_memory_required(game, 2000), 1);
        CHECK_EQ(iterate(state, 3000, &report), IMM_OK);
        signatures[i] = report.signature;
        guarded_free(&block);
    }
    CHECK(signatures[0] == signatures[1]);
}

/* Runs searches that are short enough for valgrind. With `thorough`, also runs searches that take a
 * few seconds. */
static void check_connect_four(const imm_game *game, int thorough) {
    static const solver quick[] = {{"ab(tt,killers)", 3000, 5, 1}, {"mcts()", 4000, 5, 0}};
    static const solver slow[] = {
        {"ab(tt,killers)", 1000000, 18, 1}, {"ab(tt,etc,killers,history,pvs,asp)", 1200000, 21, 1},
        {"ab()", 1000000, 16, 1},           {"ab(all)", 1000000, 18, 0},
        {"mcts()", 200000, 11, 0},          {"mcts(im0.3)", 200000, 11, 0},
        {"mcts(im0.3,ipp)", 200000, 11, 0}};
    check_games(game);
    check_same_search(game);
    check_perft(game, thorough ? 9 : 5);
    check_perft_positions(game, thorough ? 7 : 3);
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++) check_all_solved(game, &quick[i], (size_t)1 << 18);
    for (size_t i = 0; thorough && i < sizeof slow / sizeof *slow; i++)
        check_all_solved(game, &slow[i], (size_t)1 << 24);
}

#endif
