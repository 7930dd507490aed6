/* Backgammon on the terminal: a game with dice that is played for points. These are the rules of
 * the money game without a doubling cube: a win counts 1 point, a gammon 2 and a backgammon 3.
 *
 *     backgammon [--first PLAYER] [--second PLAYER] [--net FILE] [--ms N] [--iterations N]
 *                [--level N] [--seed N]
 *
 * A PLAYER is `me` (a person who types plays, for example 8/5,6/5) or a player of imm, for example
 * bfm(marg1), or bfm(efNet,marg1) with the net in backgammon.immnet.
 *
 * Part 1 is the game. A turn has three plies. First the player makes the only legal move, `roll`.
 * Then a chance event rolls the dice. Then one move contains all checker moves of the turn. So a
 * search compares positions in which a turn has just ended, and a net evaluates such positions
 * without knowing the next roll. Part 2 is the program, which uses console.c.
 *
 * The code is C99 and allocates no memory. Compile it together with console.c. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "imm.h"

/* ==== Part 1: the game ======================================================================== */

/* Each player numbers the points from its own side: 1 to 6 are its home, and 24 is the farthest
 * point. Point p of a player is point 25 - p of the opponent. */
enum { OFF = 0, HOME = 6, BAR = 25, PLACES = 26, CHECKERS = 15 };

/* What comes next. */
enum { OPENING, ROLL, DICE, PLAY };

/* A position. At the start all bytes except the checkers are 0. */
typedef struct {
    uint8_t checkers[2][PLACES]; /* of each player, from its own side */
    uint8_t mover;               /* IMM_FIRST or IMM_SECOND */
    uint8_t next;                /* OPENING and DICE: a chance event; ROLL and PLAY: a move */
    uint8_t dice[2];             /* the higher die first; 0 before the roll */
} position;

/* The moves. A play is a list of up to four places from which a checker moves, with 5 bits for each
 * place, in the order of play. A 0 means no place. The first checker uses the higher die, unless
 * the bit LOW_FIRST is set. A play without places is a pass. A roll is ROLLED + 8 * one die + the
 * other die. */
enum { LOW_FIRST = 1 << 20, TO_ROLL = 1 << 21, ROLLED = 1 << 22 };

/* A double has at most C(18, 4) plays: its four steps are divided among 15 checkers. Other rolls
 * have fewer plays. */
enum { PLAYS_MAX = 3060, EFFECTS_MAX = 1024 };

static bool is_double(const position *p) { return p->dice[0] == p->dice[1]; }

/* ---- The rules: required --------------------------------------------------------------------- */

static void initial(void *context, void *at) {
    position *p = (position *)at;
    (void)context;
    for (unsigned player = 0; player < 2; player++) {
        p->checkers[player][24] = 2, p->checkers[player][13] = 5;
        p->checkers[player][8] = 3, p->checkers[player][6] = 5;
    }
}

/* True if the mover can move a checker from `from` with this die. */
static bool can_step(const position *p, unsigned from, unsigned die) {
    const uint8_t *own = p->checkers[p->mover];
    if (!own[from] || (own[BAR] && from != BAR)) return false;
    if (from > die) return p->checkers[!p->mover][25 - (from - die)] < 2;
    /* A checker can be borne off only if all checkers are at home. If the die is higher than the
     * point, no other checker may be farther back. */
    for (unsigned point = from == die ? HOME + 1 : from + 1; point <= BAR; point++)
        if (own[point]) return false;
    return true;
}

/* Moves a checker. If it hits a blot (a single checker of the opponent), the blot goes to the
 * bar. */
static void step(position *p, unsigned from, unsigned die) {
    uint8_t *own = p->checkers[p->mover], *other = p->checkers[!p->mover];
    unsigned to = from > die ? from - die : OFF;
    own[from]--, own[to]++;
    if (to != OFF && other[25 - to] > 0) other[25 - to] = 0, other[BAR]++;
}

/* The plays found so far. Only the plays that use the most dice are legal. */
typedef struct {
    const position *start;
    imm_move *plays;
    uint32_t count;
    unsigned longest; /* the number of steps of each play */
    struct {
        uint64_t own;
        uint32_t hits;
    } effects[EFFECTS_MAX]; /* of each play, if the roll is no double */
} play_list;

/* Adds a play that leads to `end`, unless another play has the same effect. Unless the roll is a
 * double, at most two checkers move. So the number of checkers on a point changes by -2 to 2, and
 * the value of `own` is different for any two effects. With a double, no two plays have the same
 * effect. */
static void add_play(play_list *list, const position *end, imm_move play, unsigned length) {
    uint32_t n = length > list->longest ? 0 : list->count;
    if (length < list->longest) return;
    if (!is_double(end)) {
        const uint8_t *own = end->checkers[end->mover], *before = list->start->checkers[end->mover];
        uint64_t effect = 0;
        uint32_t hits = 0;
        for (unsigned point = 1; point <= BAR; point++) {
            unsigned their = 25 - point;
            effect = 5 * effect + (uint64_t)(own[point] + 2 - before[point]);
            hits = 2 * hits + (end->checkers[!end->mover][their] < list->start->checkers[!end->mover][their]);
        }
        for (uint32_t i = 0; i < n; i++)
            if (list->effects[i].own == effect && list->effects[i].hits == hits) return;
        list->effects[n].own = effect, list->effects[n].hits = hits;
    }
    list->plays[n] = play, list->count = n + 1, list->longest = length;
}

/* Adds all plays that continue `play`, which has `length` steps so far and leads to the position
 * `p`. With a double, only steps in descending order of their places are tried, because every play
 * can be sorted in this order. */
static void extend(play_list *list, const position *p, imm_move play, unsigned length) {
    unsigned last = length == 0 ? BAR : play >> 5 * (length - 1) & 31;
    bool whole = length == (is_double(p) ? 4 : 2), any = false;
    unsigned die = p->dice[(length & 1) != ((play & LOW_FIRST) != 0)];
    for (unsigned from = is_double(p) ? last : BAR; from > 0 && !whole; from--) {
        if (!can_step(p, from, die)) continue;
        position next = *p;
        step(&next, from, die);
        extend(list, &next, play | from << 5 * length, length + 1);
        any = true;
    }
    if (!any) add_play(list, p, play, length);
}

/* Lists the plays of the mover. A player must use both dice if possible, or else the higher one if
 * possible. */
static uint32_t list_plays(const position *p, imm_move *moves) {
    play_list list = {.start = p, .plays = moves};
    uint32_t high;
    extend(&list, p, 0, 0);
    if (is_double(p)) return list.count;
    high = list.longest == 1 ? list.count : 0;
    extend(&list, p, LOW_FIRST, 0);
    return list.longest == 1 && high > 0 ? high : list.count;
}

/* In the opening each player rolls one die; the player with the higher die begins. If the dice are
 * equal, both players roll again. So there are 30 outcomes. */
static uint32_t legal_moves(void *context, const void *at, imm_move *moves) {
    const position *p = (const position *)at;
    uint32_t n = 0;
    (void)context;
    if (p->next == PLAY) return list_plays(p, moves);
    if (p->next == ROLL) return moves[0] = TO_ROLL, 1;
    for (imm_move one = 1; one <= 6; one++)
        for (imm_move two = 1; two <= (p->next == OPENING ? 6 : one); two++)
            if (p->next == DICE || one != two) moves[n++] = ROLLED + 8 * one + two;
    return n;
}

static void make_play(position *p, imm_move play) {
    unsigned low = (play & LOW_FIRST) != 0;
    for (unsigned n = 0; n < 4 && (play >> 5 * n & 31); n++) step(p, play >> 5 * n & 31, p->dice[(n & 1) != low]);
    p->mover = !p->mover, p->next = ROLL, p->dice[0] = p->dice[1] = 0;
}

static void make(void *context, void *at, imm_move move, void *undo) {
    position *p = (position *)at;
    uint8_t one = move >> 3 & 7, two = move & 7;
    (void)context;
    memcpy(undo, p, sizeof *p);
    if (p->next == PLAY) {
        make_play(p, move);
    } else if (p->next == ROLL) {
        p->next = DICE;
    } else {
        if (p->next == OPENING) p->mover = one > two ? IMM_FIRST : IMM_SECOND;
        p->next = PLAY, p->dice[0] = one > two ? one : two, p->dice[1] = one > two ? two : one;
    }
}

static void unmake(void *context, void *at, imm_move move, const void *undo) {
    (void)context, (void)move;
    memcpy(at, undo, sizeof(position));
}

static imm_player to_move(void *context, const void *at) {
    const position *p = (const position *)at;
    (void)context;
    return p->next == OPENING || p->next == DICE ? IMM_CHANCE : p->mover;
}

static imm_result outcome(void *context, const void *at) {
    const position *p = (const position *)at;
    (void)context;
    if (p->checkers[IMM_FIRST][OFF] == CHECKERS) return IMM_FIRST_WINS;
    return p->checkers[IMM_SECOND][OFF] == CHECKERS ? IMM_SECOND_WINS : IMM_ONGOING;
}

/* Two different dice are twice as likely as a double. In the opening all outcomes are equally
 * likely. */
static uint32_t chance(void *context, const void *at, imm_move roll) {
    (void)context;
    return ((const position *)at)->next == DICE && (roll >> 3 & 7) != (roll & 7) ? 2 : 1;
}

/* ---- Playing for points ---------------------------------------------------------------------- */

/* Returns how many points the loser pays: 1 if it has borne off a checker. Otherwise 3 (a
 * backgammon) if it has a checker on the bar or in the winner's home, or else 2 (a gammon). */
static int32_t points_lost(const uint8_t *loser) {
    if (loser[OFF] > 0) return 1;
    for (unsigned place = 25 - HOME; place <= BAR; place++)
        if (loser[place]) return 3;
    return 2;
}

static int32_t score(void *context, const void *at) {
    const position *p = (const position *)at;
    if (outcome(context, at) == IMM_FIRST_WINS) return points_lost(p->checkers[IMM_SECOND]);
    return -points_lost(p->checkers[IMM_FIRST]);
}

/* ---- Texts ----------------------------------------------------------------------------------- */

/* Appends a place of the mover to `text`. */
static char *write_place(char *text, unsigned place) {
    if (place == BAR || place == OFF) return memcpy(text, place == BAR ? "bar" : "off", 3), text + 3;
    if (place >= 10) *text++ = (char)('0' + place / 10);
    *text++ = (char)('0' + place % 10);
    return text;
}

/* Writes a roll as "6-5", and a play as "8/5,6/5" or "bar/22,6/off": for each checker, the place
 * where it starts and the place where it lands, in the mover's numbers. */
static uint32_t move_text(void *context, const void *at, imm_move move, char *text, size_t size) {
    const position *p = (const position *)at;
    char *end = text;
    (void)context;
    if (size < 40) return 0;
    if (move & TO_ROLL || move == 0) {
        memcpy(text, move & TO_ROLL ? "roll" : "pass", 4);
        end += 4;
    } else if (move & ROLLED) {
        *end++ = (char)('0' + (move >> 3 & 7)), *end++ = '-', *end++ = (char)('0' + (move & 7));
    } else {
        for (unsigned n = 0; n < 4 && (move >> 5 * n & 31); n++) {
            unsigned from = move >> 5 * n & 31, die = p->dice[(n & 1) != ((move & LOW_FIRST) != 0)];
            if (n > 0) *end++ = ',';
            end = write_place(end, from);
            *end++ = '/';
            end = write_place(end, from > die ? from - die : OFF);
        }
    }
    *end = '\0';
    return (uint32_t)(end - text);
}

/* ---- Help for a search: optional ------------------------------------------------------------- */

/* Sets of points: bit n is point n, 1 to 24. */
#define HOME_POINTS UINT32_C(0x7E)

typedef struct {
    uint32_t any, blots, closed;
} points;

/* The data of one player that the features are computed from. */
typedef struct {
    const uint8_t *checkers;
    points own, turned; /* as the player and as the opponent counts them */
    int pips;           /* that the player must still move to bear off all checkers */
    uint8_t last;       /* the place of the last checker; 0 without a checker */
} side;

static void add_point(points *to, unsigned point, unsigned checkers) {
    uint32_t bit = UINT32_C(1) << point;
    to->any |= bit;
    if (checkers == 1) to->blots |= bit;
    else to->closed |= bit;
}

static side side_of(const uint8_t *checkers) {
    side found = {.checkers = checkers};
    for (unsigned place = 1; place <= BAR; place++) {
        if (!checkers[place]) continue;
        found.pips += (int)place * checkers[place], found.last = (uint8_t)place;
        if (place == BAR) break;
        add_point(&found.own, place, checkers[place]);
        add_point(&found.turned, 25 - place, checkers[place]);
    }
    return found;
}

/* True if this roll hits a blot (a single checker) of `other`. `own` has the points of the player
 * who rolls, and `bar` is the number of this player's checkers on the bar. The check is fast but
 * not exact: it moves one checker by one or more dice, or two checkers by one die each. */
static bool roll_hits(uint32_t own, unsigned bar, const points *other, unsigned high, unsigned low) {
    uint32_t open = ~other->closed & UINT32_C(0x1FFFFFE), from = bar ? UINT32_C(1) << BAR : own;
    uint32_t one = from >> high & open, two = from >> low & open, both;
    if ((one | two) & other->blots) return true;
    if (bar > 1) return false;
    if (bar == 1) both = ((two ? own | two : 0) >> high) | ((one ? own | one : 0) >> low);
    else both = one >> low | two >> high;
    for (unsigned n = 2; both & open; n++, both = (both & open) >> high) {
        if (both & other->blots) return true;
        if (high != low || n == 4) break;
    }
    return false;
}

/* Returns how many of the 36 rolls hit a blot (a single checker) of `other`. */
static uint8_t count_shots(uint32_t own, unsigned bar, const points *other) {
    unsigned shots = 0;
    if (other->blots == 0) return 0;
    for (unsigned high = 1; high <= 6; high++)
        for (unsigned low = 1; low <= high; low++)
            if (roll_hits(own, bar, other, high, low)) shots += high == low ? 1 : 2;
    return (uint8_t)shots;
}

static uint8_t count(uint32_t bits) {
    uint8_t n = 0;
    for (; bits; bits &= bits - 1) n++;
    return n;
}

/* Returns the length of the longest row of set bits. */
static uint8_t longest_row(uint32_t bits) {
    uint8_t n = 0;
    for (; bits; bits &= bits >> 1) n++;
    return n;
}

/* Returns an estimate of the points that the first player wins, as a share of 3 points. The
 * estimate depends on the lead in pips. The mover gets 4 more pips for its next roll, and half a
 * pip for each of the 36 rolls that hits. Each player gets 3 pips for each closed point at home. */
static float evaluate(void *context, const void *at) {
    const position *p = (const position *)at;
    side mine = side_of(p->checkers[p->mover]), theirs = side_of(p->checkers[!p->mover]);
    int lead = theirs.pips - mine.pips + 4 + count_shots(mine.own.any, mine.checkers[BAR], &theirs.turned) / 2;
    (void)context;
    if (p->next == OPENING) return 0;
    lead += 3 * (count(mine.own.closed & HOME_POINTS) - count(theirs.own.closed & HOME_POINTS));
    float value = 0.5f * (float)lead / (float)(40 + (lead < 0 ? -lead : lead));
    return p->mover == IMM_FIRST ? value : -value;
}

/* ---- The input features for a net ------------------------------------------------------------ */

/* The features, from the mover's point of view. Features 0 to 23 are the points 1 to 24:
 *
 *     0           empty
 *     1 to 6      1 to 6 or more checkers of the mover
 *     7 to 12     1 to 6 or more checkers of the opponent
 *
 * The other features describe the other places, and facts that a sum over the points cannot
 * express. Each of them exists twice, for the mover and for the opponent, except THE_ROLL, LEAD and
 * HITS. */
enum {
    THE_ROLL = 24, /* 0 before a roll, otherwise 1 to 21 */
    ON_BAR,        /* checkers on the bar */
    BORNE_OFF = ON_BAR + 2,
    OUTSIDE = BORNE_OFF + 2, /* checkers outside the home */
    PIPS = OUTSIDE + 2,      /* divided by 8 */
    LEAD = PIPS + 2,         /* of the mover, in 5 pips: -20 to 20, plus 20; 41 more in a race */
    LAST,                    /* the last checker */
    ENTRY = LAST + 2,        /* closed points of the other's home; 7 or 14 more from the bar */
    PRIME = ENTRY + 2,       /* the longest row of closed points in front of the last checker */
    SHOTS = PRIME + 2,       /* the rolls, of 36, that hit */
    HITS = SHOTS + 2,        /* 1 if this roll can hit, 2 if it cannot, 0 before a roll */
    BLOTS,
    FEATURES = BLOTS + 2
};

static uint8_t at_most(int number, int most) { return (uint8_t)(number < most ? number : most); }

/* Writes the features of one side. */
static void side_features(const side *own, const side *other, uint8_t *seen) {
    const uint8_t *checkers = own->checkers;
    int outside = CHECKERS - checkers[OFF];
    for (unsigned point = 1; point <= HOME; point++) outside -= checkers[point];
    seen[ON_BAR] = at_most(checkers[BAR], 5), seen[BORNE_OFF] = checkers[OFF];
    seen[OUTSIDE] = at_most(outside, CHECKERS);
    seen[PIPS] = at_most(own->pips / 8, 40), seen[LAST] = own->last;
    seen[ENTRY] = (uint8_t)(7 * at_most(checkers[BAR], 2) + count(other->turned.closed >> (25 - HOME)));
    seen[PRIME] = longest_row(other->turned.closed & ((UINT32_C(1) << own->last) - 1));
    seen[SHOTS] = count_shots(own->own.any, checkers[BAR], &other->turned);
    seen[BLOTS] = at_most(count(own->own.blots), 8);
}

static int32_t features(void *context, const void *at, uint8_t *seen) {
    const position *p = (const position *)at;
    side mine = side_of(p->checkers[p->mover]), theirs = side_of(p->checkers[!p->mover]);
    int lead = (theirs.pips - mine.pips) / 5;
    (void)context;
    for (unsigned point = 1; point <= 24; point++) {
        unsigned own = mine.checkers[point], other = theirs.checkers[25 - point];
        seen[point - 1] = own > 0 ? at_most((int)own, 6) : other > 0 ? at_most((int)other + 6, 12) : 0;
    }
    side_features(&mine, &theirs, seen);
    side_features(&theirs, &mine, seen + 1);
    lead = lead < -20 ? -20 : lead > 20 ? 20 : lead;
    seen[LEAD] = (uint8_t)(lead + 20 + (mine.last + theirs.last < 25 ? 41 : 0));
    if (p->next != PLAY) return 0;
    seen[THE_ROLL] = (uint8_t)(p->dice[0] * (p->dice[0] - 1) / 2 + p->dice[1]);
    seen[HITS] = roll_hits(mine.own.any, mine.checkers[BAR], &theirs.turned, p->dice[0], p->dice[1]) ? 1 : 2;
    return 0;
}

static const imm_game backgammon = {
    .struct_size = sizeof(imm_game),
    .position_size = sizeof(position),
    .undo_size = sizeof(position),
    .max_moves = PLAYS_MAX,
    .max_plies = 20000,
    .initial = initial,
    .legal_moves = legal_moves,
    .make = make,
    .unmake = unmake,
    .to_move = to_move,
    .outcome = outcome,
    .evaluate = evaluate,
    .move_text = move_text,
    .max_score = 3,
    .score = score,
    .feature_count = FEATURES,
    .features = features,
    .chance = chance,
};

/* Exports the game, so that part 1 alone can be a shared library for imm-arena:
 * `make -C c_examples backgammon_plugin`. The program in part 2 does not call this function. */
IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) { return &backgammon; }

/* ==== Part 2: the program ===================================================================== */

#if !defined(BACKGAMMON_GAME_ONLY) && !defined(UGI_OWN_GAME) /* for tests and for ugi.c */

#include "console.h"

/* The memory of imm. Each player gets a tree of 300,000 nodes. */
static unsigned char memory[CONSOLE_MEMORY_SIZE(300000, PLAYS_MAX, sizeof(position), sizeof(position)) + (1 << 17)];

/* Prints one row of a point: a checker or a dot. If the point has more than five checkers, the
 * fifth row shows their number. */
static void draw_place(const position *p, unsigned point, unsigned row) {
    unsigned x = p->checkers[IMM_FIRST][point], o = p->checkers[IMM_SECOND][25 - point], n = x > 0 ? x : o;
    if (row == 5 && n > 5) printf(" %2u", n);
    else printf("  %c", row > n ? '.' : x > 0 ? 'x' : 'o');
}

static void draw_half(const position *p, bool top) {
    for (unsigned row = 1; row <= 5; row++) {
        for (unsigned column = 0; column < 12; column++) {
            if (column == 6) printf("  |");
            draw_place(p, top ? 13 + column : 12 - column, top ? row : 6 - row);
        }
        putchar('\n');
    }
}

/* Draws the board as the first player sees it. Does nothing if only the dice have changed. */
static void draw(const void *at) {
    const position *p = (const position *)at;
    if (p->next == DICE || p->next == PLAY) return;
    puts("\n 13 14 15 16 17 18  | 19 20 21 22 23 24");
    draw_half(p, true);
    putchar('\n');
    draw_half(p, false);
    puts(" 12 11 10  9  8  7  |  6  5  4  3  2  1");
    for (unsigned player = 0; player < 2; player++)
        printf("%c: bar %u, off %u, pips %d\n", "xo"[player], p -> checkers[player][BAR], p -> checkers[player][OFF],
               side_of(p->checkers[player]).pips);
}

int main(int argc, char **argv) {
    console c = {.name = "backgammon", .game = &backgammon, .marks = "xo", .draw = draw};
    c.player = "bfm(marg1)", c.example = "bfm(efNet,marg1)";
    c.move_help = "a play like 8/5,6/5 or bar/22, ? for a list";
    return console_run(memory, sizeof memory, &c, argc, argv);
}

#endif
