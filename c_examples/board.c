#include "board.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { HOUSES_MAX = 7, CARDS_MAX = 32 };

static const char BREAKTHROUGH_RULES[] =
    "A pawn moves one square up the board: straight or diagonally to an empty square, or diagonally onto a pawn of\n"
    "the opponent, which is captured. You win if a pawn of yours reaches the far row, or if you capture all pawns.\n";
static const char KALAH_RULES[] =
    "Choose one of your houses. Its seeds are sown one by one into the next houses, your store at the right\n"
    "included, the opponent's store left out. If the last seed falls into your store, you move again. If it falls\n"
    "into an empty house of yours, it and the seeds in the house opposite go to your store (kalah_std: only if there\n"
    "are seeds opposite; kalah_stays: the last seed stays). When a row is empty, the game ends, and the remaining\n"
    "seeds go to their owner. The player with more seeds in the store wins.\n";
static const char LOA_RULES[] =
    "A piece moves along a row, a column or a diagonal, exactly as many squares as there are pieces of both sides on\n"
    "that line. It jumps over pieces of its own side, not over others, and captures an opponent's piece by landing\n"
    "on it. You win if all your pieces are in one group; diagonals count. A player without a move passes. The third\n"
    "occurrence of a position is a draw, and so is a move that connects both sides. (loa_openspiel: such a move wins,\n"
    "the second occurrence of a board is a draw, and a player without a move loses.)\n";
static const char OWARE_RULES[] =
    "Choose one of your houses. Its seeds are sown one by one counter-clockwise over both rows. If the last seed\n"
    "makes two or three in a house of the opponent, these are captured, and so are twos and threes right before it.\n"
    "A move that would capture all seeds of the opponent captures nothing. If the opponent has no seeds, you must\n"
    "give some. More than 24 seeds win. A repeated position ends the game: the seeds of a row go to its owner.\n";
static const char OTHELLO_RULES[] =
    "Put a disc on an empty square so that it encloses discs of the opponent, in a straight line, between it and\n"
    "another disc of yours. The enclosed discs are turned over. A player without such a move passes. When neither\n"
    "player has one, the game ends, and more discs win. The winner also gets the empty squares (othello_discs: not).\n";
static const char ONITAMA_RULES[] =
    "Each side has a master and four students, and two cards. Move a piece by one of the steps on one of your cards.\n"
    "The card then goes to the middle, and you take the card that lay there. You win if you capture the opponent's\n"
    "master, or if your master reaches the square where the opponent's master began.\n";

static const char EINSTEIN_RULES[] =
    "At each turn the die rolls, and you move the stone with this number. If it was captured, you move the remaining\n"
    "stone with the next lower or the next higher number. The first player moves a stone one square right, down or\n"
    "diagonally right and down, the second player left, up or diagonally left and up. A stone captures any stone on\n"
    "its way, also one of its own side. You win if a stone of yours reaches the opposite corner (e5, a1), or if you\n"
    "capture all stones of the opponent. The letters a to f are the stones 1 to 6 of the second player.\n";

/* How each game is displayed. A row applies to each game whose name begins with the row's `name`.
 * The first row is for all other games: their positions are shown as text. */
static const struct {
    const char *name;
    board board;
} BOARDS[] = {
    {"", {.like = "those that `moves` lists", .rules = "The rules are in docs/GAMES.md.\n"}},
    {"breakthrough",
     {.columns = 8, .rows = 8, .upwards = true, .letters = "wb", .like = "a2a3", .rules = BREAKTHROUGH_RULES}},
    {"kalah", {.houses = true, .columns = 6, .like = "2", .rules = KALAH_RULES}},
    {"loa", {.columns = 8, .rows = 8, .letters = "bw", .like = "a2a3", .rules = LOA_RULES}},
    {"oware", {.houses = true, .columns = 6, .like = "2", .rules = OWARE_RULES}},
    {"othello", {.columns = 8, .rows = 8, .row_1_first = true, .letters = "bw", .like = "d3", .rules = OTHELLO_RULES}},
    {"onitama",
     {.columns = 5, .rows = 5, .upwards = true, .letters = "wb", .like = "c1c2:tiger", .rules = ONITAMA_RULES}},
    {"einstein",
     {.columns = 5, .rows = 5, .row_1_first = true, .letters = "1a", .like = "a1b2", .rules = EINSTEIN_RULES}},
};

bool board_choose(board *b, imm_game *game, const char *name) {
    unsigned columns, rows; /* rows, or seeds in a house */
    if (imm_game_by_name(name, game, sizeof *game) != IMM_OK) return false;
    for (size_t i = 0; i < sizeof BOARDS / sizeof *BOARDS; i++)
        if (strncmp(name, BOARDS[i].name, strlen(BOARDS[i].name)) == 0) *b = BOARDS[i].board;
    const char *size = strrchr(name, '_');
    if (size && sscanf(size, "_%ux%u", &columns, &rows) == 2) {
        b->columns = columns;
        if (!b->houses) b->rows = rows;
    }
    return true;
}

/* True if the text of the latest move names this square. "a2b3" names two squares, "d3" one,
 * "a1a3:tiger" two and a card, "pass" none. */
static bool is_marked(const char *last, unsigned column, unsigned row) {
    for (; isalpha((unsigned char)last[0]) && isdigit((unsigned char)last[1]); last += 2)
        if (last[0] == (char)('a' + column) && last[1] == (char)('1' + row)) return true;
    return false;
}

/* Draws the rows of a position, which are separated by '/': "bbbb/bbbb/..../wwww/wwww 1". */
static void draw_squares(FILE *out, const board *b, const char *position, const char *last) {
    bool row_1_at_top = (b->near == IMM_SECOND) != b->row_1_first;
    for (unsigned i = 0; i < b->rows; i++) {
        unsigned row = row_1_at_top ? i : b->rows - 1 - i;
        const char *line = position + (b->row_1_first ? row : b->rows - 1 - row) * (b->columns + 1);
        fprintf(out, "  %u ", row + 1);
        for (unsigned j = 0; j < b->columns; j++) {
            unsigned column = b->near == IMM_SECOND ? b->columns - 1 - j : j;
            fprintf(out, is_marked(last, column, row) ? "[%c]" : " %c ", line[column]);
        }
        fputc('\n', out);
    }
    fputs("    ", out);
    for (unsigned j = 0; j < b->columns; j++)
        fprintf(out, " %c ", (int)('a' + (b->near == IMM_SECOND ? b->columns - 1 - j : j)));
    fputc('\n', out);
}

/* Draws Onitama's cards, which come after the board in the text: "wwWww tiger,crab monkey,crane
 * mantis 1". */
static void draw_cards(FILE *out, const board *b, const char *position) {
    char hand[2][CARDS_MAX], middle[CARDS_MAX];
    if (sscanf(position, "%*s %31s %31s %31[a-z]", hand[0], hand[1], middle) != 3) return;
    fprintf(out, "  cards: %s %s; %s %s; in the middle %s\n", b->name[0], hand[0], b->name[1], hand[1], middle);
}

/* Reads the houses and the store of one player: "4,4,4,4,4,4|0|". Returns the rest of the text. */
static const char *read_side(const char *text, unsigned houses, long seeds[HOUSES_MAX], long *store) {
    char *end;
    for (unsigned i = 0; i < houses; i++, text = end + 1) seeds[i] = strtol(text, &end, 10);
    *store = strtol(text, &end, 10);
    return *end ? end + 1 : end;
}

/* Draws the number of seeds in each house. A star marks the house that was just played. */
static void draw_numbers(FILE *out, unsigned houses, bool leftwards, long marked) {
    fputs("       ", out);
    for (unsigned i = 0; i < houses; i++) {
        unsigned house = leftwards ? houses - 1 - i : i;
        fprintf(out, "%3u%c ", house, (long)house == marked ? '*' : ' ');
    }
    fputc('\n', out);
}

static void draw_houses(FILE *out, unsigned houses, bool leftwards, const long *seeds, const char *owner) {
    fputs("       ", out);
    for (unsigned i = 0; i < houses; i++) fprintf(out, "(%2ld) ", seeds[leftwards ? houses - 1 - i : i]);
    fprintf(out, "   %s\n", owner);
}

/* Draws the houses and stores. Seeds move counter-clockwise: to the right in the near row, then to
 * the left in the far row. In Kalah, the store on the right lies between the two rows. */
static void draw_rows(FILE *out, const board *b, const char *position, const char *last, imm_player mover) {
    long seeds[2][HOUSES_MAX] = {{0}}, store[2] = {0};
    read_side(read_side(position, b->columns, seeds[0], &store[0]), b->columns, seeds[1], &store[1]);
    imm_player near = b->near, far = near == IMM_FIRST ? IMM_SECOND : IMM_FIRST;
    long marked = *last ? strtol(last, NULL, 10) : -1;
    draw_numbers(out, b->columns, true, mover == far ? marked : -1);
    draw_houses(out, b->columns, true, seeds[far], b->name[far]);
    fprintf(out, " [%3ld] %*s[%3ld]\n", store[far], (int)(5 * b->columns), "", store[near]);
    draw_houses(out, b->columns, false, seeds[near], b->name[near]);
    draw_numbers(out, b->columns, false, mover == near ? marked : -1);
}

void board_draw(FILE *out, const board *b, const char *position, const char *last, imm_player mover) {
    fputc('\n', out);
    if (b->houses) draw_rows(out, b, position, last, mover);
    else if (b->columns) draw_squares(out, b, position, last);
    else fprintf(out, "  %s\n", position);
    draw_cards(out, b, position);
    fputc('\n', out);
}
