/* Prints the error messages of the C library, each after the input that causes it. tests/c/run
 * compares the output with tests/c/messages.txt. To review the messages, read messages.txt as a
 * user would. */
#include "mistakes.h"

#include "built_in.h"

static char message[IMM_CHECK_TEXT_MAX];

static void title(const char *words) { printf("\n## %s\n\n", words); }

/* Prints one row of the list. Each input must cause a message. */
static void row(const char *input, const char *words) {
    CHECK(*words);
    printf("%s\n    %s\n", input, words);
}

/* ---- Statuses -------------------------------------------------------------------------------- */

static void statuses(void) {
    title("imm_status_text()");
#define CONSTANT(name, type)                                                                                           \
    if (strncmp(#name, "IMM_ERR_", 8) == 0) row(#name, imm_status_text((imm_status)name));
#include "constants.h"
#undef CONSTANT
    row("12345", imm_status_text(12345));
}

/* ---- Players --------------------------------------------------------------------------------- */

static void players(void) {
    static const char *const wrong[] = {
        "",
        "mcts",
        "mcts(",
        "mcts(ipp",
        "mcts()x",
        "uct()",
        "MCTS()",
        "mcts(foo)",
        "mcts(ipp,,c1)",
        "mcts( ipp)",
        "ab(ipp)",
        "bfm(c1,mcloa)",
        "mcts(im)",
        "mcts(c-1)",
        "mcts(c1.00001)",
        "mcts(t1.5)",
        "mcts(pb1/x)",
        "mcts(c1,c2)",
        "mcts(efMS,efLH)",
        "mcts(bl,det0.3)",
        "mcts(corr,pmc)",
        "mcts(puct1,efMS)",
        "mcts(puct1,tp1)",
        "mcts(efTold,ipp)",
        "ab(efTold)",
        "mcts(c101)",
        "mcts(im1.1)",
        "mcts(im0.4-0)",
        "mcts(cb2)",
        "mcts(impb2)",
        "mcts(pb101)",
        "mcts(tp101)",
        "mcts(np10001)",
        "mcts(ct10000000)",
        "mcts(fpu101)",
        "bfm(softmax101)",
        "mcts(grave70000)",
        "mcts(eps2)",
        "bfm(leafab5)",
        "mcts(ege1.5)",
        "mcts(fet10000)",
        "mcts(det2)",
        "mcts(det0.5/0)",
        "mcts(greedy0)",
        "mcts(mix13)",
        "mcts(abp4)",
        "mcts(abp2/7+300)",
        "mcts(abp2/7/5/5)",
        "mcts(mast13)",
        "mcts(mast/0)",
        "mcts(mast/1.01)",
        "mcts(mast/)",
        "mcts(ipp,mast3)",
        "mcts(cut65536)",
        "mcts(cut5/1000)",
        "mcts(marg2)",
        "mcts(temp101)",
        "mcts(im0.4,mcloa)",
        "mcts(im0.4,cb0.4)",
        "mcts(im0.4,impb0.4)",
        "mcts(cb0.4,impb0.4)",
        "mcts(ipp,dec)",
        "mcts(ege0.1,dec)",
        "mcts(pb1,tp1)",
        "mcts(one,softmax1)",
        "mcts(one,eps0.1)",
        "mcts(one,ct5)",
        "mcts(one,fpu1)",
        "mcts(grave,fpu1)",
        "mcts(pn1/x)",
        "mcts(pn101)",
        "mcts(one,pn1)",
        "mcts(pb1,pn1)",
        "mcts(pn1,tp1)",
        "mcts(pn1,grave)",
        "mcts(mob101)",
        "mcts(one,mob0.2)",
        "mcts(pb1,mob0.2)",
        "mcts(mob0.2,tp1)",
        "mcts(mob0.2,pn1)",
        "mcts(ip10001)",
        "mcts(ip,np)",
        "bfm(ip)",
        "mcts(reg)",
        "mcts(im0.4,reg,one)",
        "mcts(im0.4,reg,grave)",
        "bfm(reg,mast)",
        "mcts(prooftt,nosolver)",
        "mcts(bounds,nosolver)",
        "mcts(bounds,marg0.2)",
        "mcts(det0.5,fet1)",
        "mcts(cut5,fet1)",
        "mcts(marg0.2,det0.5)",
        "mcts(marg0.2,cut5)",
        "bfm(im0.5)",
        "bfm(max)",
        "bfm(max9)",
        "bfm(np)",
        "bfm(one)",
        "bfm(nosolver)",
        "bfm(ipp)",
        "bfm(ege0.1)",
        "bfm(fet4)",
        "bfm(det0.5)",
        "bfm(cut5)",
        "bfm(grave)",
        "bfm(dec)",
        "ab(etc)",
        "ab(score,wdl)",
    };
    title("imm_configure_error()");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK_EQ(imm_configure_error(wrong[i], message, sizeof message), IMM_OK);
        row(wrong[i], message);
    }
}

static float no_returns(void *context, const void *position, imm_player player) {
    (void)context, (void)position, (void)player;
    return 0;
}

static void configurations(void) {
    static const char *const needs[] = {
        "mcts(im0.4)", "mcts(ipp)", "mcts(np)", "mcts(tp1)", "mcts(pmc)", "mcts(marg0.2)", "mcts(greedy)", "mcts(efMS)",
    };
    imm_config config = imm_config_default();
    imm_game game = ttt_game();
    game.evaluate = NULL, game.weight = NULL, game.prior = NULL, game.transition = NULL, game.score = NULL;
    title("imm_config_error(), for a game with rules only");
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        CHECK_EQ(imm_configure(&config, needs[i]), IMM_OK);
        CHECK_EQ(imm_config_error(&config, &game, message, sizeof message), IMM_OK);
        row(needs[i], message);
    }
    config = imm_config_default();
    config.im = 7;
    CHECK_EQ(imm_config_error(&config, &game, message, sizeof message), IMM_OK);
    row("config.im = 7", message);
    CHECK_EQ(imm_configure(&config, "ab(brs)"), IMM_OK);
    game.players = 3, game.returns = no_returns, game.pass = NULL;
    CHECK_EQ(imm_config_error(&config, &game, message, sizeof message), IMM_OK);
    row("ab(brs) with three players", message);
}

/* ---- Positions ------------------------------------------------------------------------------- */

/* Prints the error message for the text `wrong` as a position of the game called `name`. */
static void position(const char *name, const imm_game *game, const char *wrong) {
    char input[256];
    CHECK_EQ(imm_position_error(game, wrong, message, sizeof message), IMM_OK);
    snprintf(input, sizeof input, "%s \"%s\"", name, wrong);
    row(input, message);
}

/* Makes wrong position texts from the starting position of a game: cuts the text after each
 * character, and replaces each character by a wrong one. Prints each different message once. */
static void positions_of(const char *name, const imm_game *game) {
    char seen[64][IMM_TEXT_MAX], start[IMM_TEXT_MAX], wrong[IMM_TEXT_MAX];
    size_t count = 0;
    static _Alignas(IMM_ALIGN) uint8_t memory[1 << 16];
    imm_state *state = NULL;
    CHECK_EQ(imm_open(memory, sizeof memory, game, "mcts()", 1, &state), IMM_OK);
    CHECK_EQ(imm_position_text(state, start, sizeof start), IMM_OK);
    for (size_t at = 0; at <= 2 * strlen(start); at++) {
        memcpy(wrong, start, sizeof wrong);
        if (at % 2) wrong[at / 2] = '\0';
        else if (wrong[at / 2]) wrong[at / 2] = '?';
        else strcat(wrong, "?");
        CHECK_EQ(imm_position_error(game, wrong, message, sizeof message), IMM_OK);
        const char *expected = strstr(message, "expected");
        size_t i = 0;
        while (i < count && strcmp(seen[i], expected) != 0) i++;
        if (i < count || count == 64) continue;
        strcpy(seen[count++], expected);
        position(name, game, wrong);
    }
}

static void positions(void) {
    title("imm_position_error()");
    positions_of("breakthrough", imm_breakthrough());
    positions_of("kalah", imm_kalah());
    positions_of("loa", imm_loa());
    positions_of("oware", imm_oware());
    positions_of("othello", imm_othello());
    positions_of("onitama", imm_onitama());
    positions_of("einstein", imm_einstein());
    position("oware", imm_oware(), "4,4,4,4,4,4|0|4,4,4,4,4,4|1 1");
    position("oware", imm_oware(), "4,4,4,4,4,4|0|4,4,4,4,4,3|0 1");
    position("oware", imm_oware(), "4,4,4,4,4,4|0|4,4,4,4,4,4|0 -");
    position("kalah", imm_kalah(), "4,4,4,4,4,4|0|4,4,4,4,4,4|255 1");
    position("loa", imm_loa(), "b......./......../......../......../......../......../......../........ 1");
    position("othello", imm_othello(), "......../......../......../......../......../......../......../........ 1");
    position("onitama", imm_onitama(), "bbBbb/...../...../...../wwWww tiger,tiger ox,crab eel 1");
    position("onitama", imm_onitama(), "bbBbb/...../..W../...../wwWww tiger,dragon ox,crab eel 1");
    position("einstein", imm_einstein(), "123../45.../6...f/...ed/..cbb 0 1");
    position("einstein", imm_einstein(), "123../45.../6...f/...ed/..cba 0 -");
    position("einstein", imm_einstein(), "....a/...../...../...../....1 3 -");
    position("breakthrough", imm_breakthrough(),
             "bbbbbbbb/bbbbbbbb/bbbbbbbb/......../......../......../wwwwwwww/wwwwwwww 1");
}

/* ---- Mistakes in a custom game --------------------------------------------------------------- */

/* Runs imm_check_game() on a game with each mistake in turn. Prints the first finding, unless a
 * finding of the same kind was printed before. */
static void checks(void) {
    int32_t seen[64];
    size_t count = 0;
    title("imm_check_text(), for tic-tac-toe with one mistake");
    for (int kind = NONE + 1; kind < MISTAKES; kind++) {
        now.kind = (mistake)kind, now.from = 0;
        imm_game game = ttt_game();
        CHECK_EQ(check_game(&game, 5, FEW_PLIES), IMM_OK);
        now.kind = NONE;
        if (report.finding_count == 0) continue;
        size_t i = 0;
        while (i < count && seen[i] != report.findings[0].kind) i++;
        if (i < count) continue;
        seen[count++] = report.findings[0].kind;
        write_text();
        const char *first = strstr(text, "1. "), *end = strstr(first, "\n2. ");
        if (!end) end = strstr(first, "\n\n");
        printf("%.*s\n", (int)(end - first), first);
    }
    CHECK(count > 30);
}

int main(void) {
    statuses();
    players();
    configurations();
    positions();
    checks();
    if (check_failures) fprintf(stderr, "messages: FAILED\n");
    return check_failures ? 1 : 0;
}
