/* Chinese checkers on the terminal: a custom game for 2, 3, 4 or 6 players.
 *
 *     chinese_checkers [PLAYERS] [--first PLAYER] [--second PLAYER] ... [--sixth PLAYER] [--ms N]
 *         [--iterations N] [--level N] [--seed N]
 *
 * Each player has ten pieces in one point of the star. The first player whose pieces fill the
 * opposite point wins. A piece steps to a free neighbour cell, or hops over one piece of any player
 * to the free cell behind. After a hop, the same piece may hop again, but not to a cell that it has
 * visited in this turn. Without a winner after 1000 turns, the game is a draw. These are the rules
 * of OpenSpiel's game `chinese_checkers`.
 *
 *                 0                  Cells are numbered row by row, 0 to 120. A move is written
 *                1 2                 "3->14" (a step), "3=>16" (a hop) or "Pass" (ends the hops).
 *               3 4 5                A turn with two hops is two moves of the same player.
 *              6 7 8 9
 *     10 11 12 ...      ... 22       Players 0 to 5 begin at the points
 *       23 24 ...     ... 34
 *         35 36 ... ... 45              2 players: north, south
 *           46 ...  ... 55              3 players: north, south-east, south-west
 *            56 ... ... 64              4 players: north, north-east, south, south-west
 *                ...                    6 players: all points, clockwise from the north
 *
 * Part 1 is the game, with callbacks for two players and for more. Part 2 is the program, which
 * uses console.c. docs/MORE_PLAYERS.md explains games for more than two players.
 *
 * The code is C99 and allocates no memory. Compile it together with console.c. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "imm.h"

/* ==== Part 1: the game ======================================================================== */

#ifndef CHINESE_CHECKERS_PLAYERS
#define CHINESE_CHECKERS_PLAYERS 3 /* for the shared library */
#endif
#ifndef CHINESE_CHECKERS_TURNS
#define CHINESE_CHECKERS_TURNS 1000 /* the game is a draw after this number of turns */
#endif

enum { ROWS = 17, CELLS = 121, WAYS = 6, PIECES = 10, SIDES = 6, NOWHERE = 255 };
enum { PASS = CELLS * WAYS, MOVES_MAX = PIECES * WAYS }; /* any other move: cell * WAYS + direction */
enum { HOME = 140, GOAL = 20 }; /* the sum of steps to the opposite tip, at the start and at the goal */

/* Data that all positions share: the `context` of the callbacks. */
typedef struct {
    unsigned players;
    uint8_t point[SIDES];        /* the point of the star at which each player begins */
    uint8_t next[CELLS][WAYS];   /* the neighbour in each direction, or NOWHERE */
    uint8_t behind[CELLS][WAYS]; /* the cell behind this neighbour, or NOWHERE */
    uint8_t away[SIDES][CELLS];  /* the steps from each cell to the tip of each point */
} star;

/* A position: imm copies it as bytes. */
typedef struct {
    uint64_t visited[2];          /* the cells that the hopping piece has visited in this turn */
    uint16_t steps[SIDES], turns; /* `steps`: the sum for the pieces of each player */
    uint8_t owner[CELLS];         /* 0 for an empty cell, or a player + 1 */
    uint8_t pieces[SIDES][PIECES];
    uint8_t player, hopping, hopper; /* `hopper` is the cell of the piece, if it is `hopping` */
    uint8_t over, winner;            /* `winner` is a player + 1, or 0 */
} position;

/* A column is half a cell wide, so neighbours in a row are two columns apart. */
static int first_column(int row) {
    if (row < 4) return 12 - row;
    if (row > 12) return row - 4;
    return row < 8 ? row - 4 : 12 - row;
}

/* Returns the cell at a row and column, or NOWHERE. */
static uint8_t cell_at(int row, int column) {
    int cell = 0;
    if (row < 0 || row >= ROWS || column < first_column(row) || column > 24 - first_column(row)) return NOWHERE;
    for (int i = 0; i < row; i++) cell += 13 - first_column(i);
    return (uint8_t)(cell + (column - first_column(row)) / 2);
}

/* Returns how many steps a cell is away from the tip of a point of the star. */
static int distance(int point, int row, int column) {
    static const int tips[SIDES][2] = {{0, 12}, {4, 24}, {12, 24}, {16, 12}, {12, 0}, {4, 0}};
    int down = abs(row - tips[point][0]), right = abs(column - tips[point][1]);
    return right > down ? (right + down) / 2 : down;
}

static bool star_set_up(star *s, unsigned players) {
    static const int ways[WAYS][2] = {{-1, -1}, {-1, 1}, {0, -2}, {0, 2}, {1, -1}, {1, 1}};
    static const uint8_t points[SIDES + 1][SIDES] = {
        {0}, {0}, {0, 3}, {0, 2, 4}, {0, 1, 3, 4}, {0}, {0, 1, 2, 3, 4, 5}};
    if (players < 2 || players > SIDES || players == 5) return false;
    s->players = players;
    memcpy(s->point, points[players], sizeof s->point);
    for (int row = 0; row < ROWS; row++)
        for (int column = first_column(row); column <= 24 - first_column(row); column += 2) {
            uint8_t cell = cell_at(row, column);
            for (int i = 0; i < WAYS; i++) {
                s->next[cell][i] = cell_at(row + ways[i][0], column + ways[i][1]);
                s->behind[cell][i] = cell_at(row + 2 * ways[i][0], column + 2 * ways[i][1]);
            }
            for (int i = 0; i < SIDES; i++) s->away[i][cell] = (uint8_t)distance(i, row, column);
        }
    return true;
}

/* The home of a player consists of the ten cells that are at most three steps from the tip of its
 * point. */
static void initial(void *context, void *at) {
    const star *s = (const star *)context;
    position *p = (position *)at;
    for (unsigned who = 0; who < s->players; who++) {
        unsigned piece = 0;
        for (unsigned cell = 0; cell < CELLS; cell++)
            if (s->away[s->point[who]][cell] < 4) {
                p->owner[cell] = (uint8_t)(who + 1);
                p->pieces[who][piece++] = (uint8_t)cell;
            }
        p->steps[who] = HOME;
    }
}

/* Returns the cell where the piece at `cell` lands with a hop, or NOWHERE if it cannot hop. */
static unsigned hop(const star *s, const position *p, unsigned cell, unsigned way) {
    unsigned over = s->next[cell][way], to = s->behind[cell][way];
    if (to == NOWHERE || !p->owner[over] || p->owner[to]) return NOWHERE;
    return p->hopping && p->visited[to / 64] >> to % 64 & 1 ? NOWHERE : to;
}

static uint32_t hops(const star *s, const position *p, unsigned cell, imm_move *moves) {
    uint32_t count = 0;
    for (unsigned way = 0; way < WAYS; way++)
        if (hop(s, p, cell, way) != NOWHERE) moves[count++] = cell * WAYS + way;
    return count;
}

static uint32_t legal_moves(void *context, const void *at, imm_move *moves) {
    const star *s = (const star *)context;
    const position *p = (const position *)at;
    uint32_t count = 0;
    if (p->hopping) count = hops(s, p, p->hopper, moves);
    for (unsigned i = 0; i < PIECES && !p->hopping; i++) {
        unsigned cell = p->pieces[p->player][i];
        for (unsigned way = 0; way < WAYS; way++) {
            unsigned to = s->next[cell][way];
            if (to != NOWHERE && (!p->owner[to] || hop(s, p, cell, way) != NOWHERE)) moves[count++] = cell * WAYS + way;
        }
    }
    if (p->hopping || count == 0) moves[count++] = PASS;
    return count;
}

/* Returns an array with the number of steps from each cell to the player's goal, the tip opposite
 * to its home. */
static const uint8_t *to_goal(const star *s, unsigned player) { return s->away[(s->point[player] + 3) % SIDES]; }

static void move_piece(const star *s, position *p, unsigned from, unsigned to) {
    const uint8_t *away = to_goal(s, p->player);
    uint8_t *piece = p->pieces[p->player];
    while (*piece != from) piece++;
    *piece = (uint8_t)to;
    p->owner[from] = 0;
    p->owner[to] = (uint8_t)(p->player + 1);
    p->steps[p->player] = (uint16_t)(p->steps[p->player] + away[to] - away[from]);
}

static void visit(position *p, unsigned cell) { p->visited[cell / 64] |= UINT64_C(1) << cell % 64; }

/* A player wins by filling the opposite point. Its ten cells have a smaller sum of steps to the tip
 * than any other ten cells. */
static void end_turn(const star *s, position *p) {
    if (p->steps[p->player] == GOAL) p->winner = (uint8_t)(p->player + 1);
    p->turns++;
    p->over = p->winner || p->turns >= CHINESE_CHECKERS_TURNS;
    p->player = (uint8_t)((p->player + 1u) % s->players);
    p->hopping = p->hopper = 0;
    p->visited[0] = p->visited[1] = 0;
}

/* `undo` is a copy of the position, because a position is small. */
static void make(void *context, void *at, imm_move move, void *undo) {
    const star *s = (const star *)context;
    position *p = (position *)at;
    unsigned from = move / WAYS, way = move % WAYS;
    imm_move more[WAYS];
    if (undo) memcpy(undo, p, sizeof *p);
    if (move != PASS && !p->owner[s->next[from][way]]) move_piece(s, p, from, s->next[from][way]);
    else if (move != PASS) {
        unsigned to = s->behind[from][way];
        move_piece(s, p, from, to);
        visit(p, from), visit(p, to);
        p->hopping = 1, p->hopper = (uint8_t)to;
        if (hops(s, p, to, more) > 0) return;
    }
    end_turn(s, p);
}

static void unmake(void *context, void *at, imm_move move, const void *undo) {
    (void)context, (void)move;
    memcpy(at, undo, sizeof(position));
}

/* The player to move skips its turn, for best-reply search: ab(brs). */
static int32_t pass(void *context, void *at) {
    const star *s = (const star *)context;
    position *p = (position *)at;
    p->player = (uint8_t)((p->player + 1u) % s->players);
    return 1;
}

static imm_player to_move(void *context, const void *at) {
    (void)context;
    return ((const position *)at)->player;
}

static imm_result outcome(void *context, const void *at) {
    const position *p = (const position *)at;
    if (!p->over) return IMM_ONGOING;
    if (((const star *)context)->players > 2) return IMM_OVER;
    return p->winner == 1 ? IMM_FIRST_WINS : p->winner == 2 ? IMM_SECOND_WINS : IMM_DRAW;
}

/* The results of all players have the sum 0: 1 for the winner, an equal loss for all others. */
static float loss(const star *s) { return -1.0f / (float)(s->players - 1); }

static float returns(void *context, const void *at, imm_player player) {
    const position *p = (const position *)at;
    return !p->winner ? 0.0f : p->winner == player + 1 ? 1.0f : loss((const star *)context);
}

/* Evaluates the player's lead over the best other player. The lead is counted in steps, then
 * brought to the scale of returns(). */
static float evaluate_for(void *context, const void *at, imm_player player) {
    const star *s = (const star *)context;
    const position *p = (const position *)at;
    int best = HOME;
    for (unsigned i = 0; i < s->players; i++)
        if (i != (unsigned)player && p->steps[i] < best) best = p->steps[i];
    float lead = (float)(best - p->steps[player]);
    return lead > 0 ? lead / (lead + 40) : lead / (lead - 40) * loss(s);
}

static float evaluate(void *context, const void *at) { return evaluate_for(context, at, IMM_FIRST); }

/* Alpha-beta first tries the moves that bring a piece forward. */
static int32_t order(void *context, const void *at, imm_move move) {
    const star *s = (const star *)context;
    const position *p = (const position *)at;
    unsigned from = move / WAYS, way = move % WAYS;
    if (move == PASS) return 0;
    const uint8_t *away = to_goal(s, p->player);
    return away[from] - away[p->owner[s->next[from][way]] ? s->behind[from][way] : s->next[from][way]];
}

static uint32_t move_text(void *context, const void *at, imm_move move, char *text, size_t size) {
    const star *s = (const star *)context;
    unsigned from = move / WAYS, way = move % WAYS;
    if (move == PASS) return (uint32_t)snprintf(text, size, "Pass");
    bool hops_over = ((const position *)at)->owner[s->next[from][way]];
    unsigned to = hops_over ? s->behind[from][way] : s->next[from][way];
    return (uint32_t)snprintf(text, size, hops_over ? "%u=>%u" : "%u->%u", from, to);
}

static imm_game chinese_checkers(star *s) {
    imm_game game = {
        .struct_size = sizeof game,
        .position_size = sizeof(position),
        .undo_size = sizeof(position),
        .max_moves = MOVES_MAX,
        .max_plies = CHINESE_CHECKERS_TURNS * (s->players * PIECES + 2),
        .context = s,
        .initial = initial,
        .legal_moves = legal_moves,
        .make = make,
        .unmake = unmake,
        .to_move = to_move,
        .outcome = outcome,
        .evaluate = evaluate, /* for two players */
        .order = order,
        .pass = pass,
        .move_text = move_text,
        .players = s->players,
        .returns = returns,
        .evaluate_for = evaluate_for, /* for more players */
    };
    return game;
}

/* Exports the game for three players, or for -DCHINESE_CHECKERS_PLAYERS=N, so that it can be a
 * shared library: `make -C c_examples more_players_plugin`. */
IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) {
    static star s;
    static imm_game game;
    star_set_up(&s, CHINESE_CHECKERS_PLAYERS);
    game = chinese_checkers(&s);
    return &game;
}

/* ==== Part 2: the program ===================================================================== */

#if !defined(CHINESE_CHECKERS_GAME_ONLY) && !defined(UGI_OWN_GAME) /* for tests and for ugi.c */

#include "console.h"

static unsigned char memory[CONSOLE_MEMORY_SIZE_FOR(SIDES, 200000, MOVES_MAX, sizeof(position), sizeof(position))];
static star board;
static imm_game game;

/* Draws the rows. Each row begins with the number of its first cell. */
static void draw(const void *at) {
    const position *p = (const position *)at;
    unsigned cell = 0;
    puts("");
    for (int row = 0; row < ROWS; row++) {
        int column = first_column(row);
        printf("%3u %*s", cell, column, "");
        for (; column <= 24 - first_column(row); column += 2) printf(" %c", ".ABCDEF"[p->owner[cell++]]);
        puts("");
    }
}

static bool choose_players(const char *word) {
    uint64_t players;
    if (!console_read_number(word, SIDES, &players) || !star_set_up(&board, (unsigned)players)) return false;
    game = chinese_checkers(&board);
    return true;
}

int main(int argc, char **argv) {
    console c = {.name = "chinese_checkers", .game = &game, .marks = "ABCDEF", .draw = draw};
    c.choose_board = choose_players, c.board = "PLAYERS", c.boards = "2, 3, 4 or 6";
    c.player = "bfm(reg)", c.example = "mcts()";
    c.move_help = "two cells, like 3->14 or 3=>16, or Pass";
    star_set_up(&board, CHINESE_CHECKERS_PLAYERS);
    game = chinese_checkers(&board);
    return console_run(memory, sizeof memory, &c, argc, argv);
}

#endif
