/* Tests of the player notation: imm_configure(), imm_configure_error(), imm_config_text(). */
#include "check.h"

static uint32_t clock_of_mine(void *clock) { return *(uint32_t *)clock; }

/* Reads a player's text and writes the player again. The written text must be `expected`. */
static void round_trip(const char *spec, const char *expected) {
    imm_config config = imm_config_default();
    char text[IMM_PLAYER_TEXT_MAX], why[IMM_TEXT_MAX] = "x";
    CHECK_EQ(imm_configure(&config, spec), IMM_OK);
    CHECK_EQ(imm_config_text(&config, text, sizeof text), IMM_OK);
    if (strcmp(text, expected) != 0) fprintf(stderr, "%s became %s\n", spec, text), CHECK(0);
    CHECK_EQ(imm_configure_error(spec, why, sizeof why), IMM_OK);
    CHECK_EQ(why[0], '\0');
    for (size_t size = 0; size <= strlen(text) + 1; size++) {
        guarded small = guarded_new(size);
        imm_status status = imm_config_text(&config, (char *)small.memory, size);
        CHECK_EQ(status, size > strlen(text) ? IMM_OK : IMM_ERR_BUFFER);
        if (size) CHECK(strcmp((char *)small.memory, status == IMM_OK ? text : "") == 0);
        guarded_free(&small);
    }
}

/* If the library reads the text that it has written for a player, the result must be the same
 * player. For this player, the library must write the same text again. */
static void written_and_read(const char *player) {
    imm_config first = imm_config_default(), second = imm_config_default();
    char text[IMM_PLAYER_TEXT_MAX], again[IMM_PLAYER_TEXT_MAX];
    check_what = player;
    CHECK_EQ(imm_configure(&first, player), IMM_OK);
    CHECK_EQ(imm_config_text(&first, text, sizeof text), IMM_OK);
    CHECK_EQ(imm_configure(&second, text), IMM_OK);
    CHECK_EQ(imm_config_text(&second, again, sizeof again), IMM_OK);
    CHECK(strcmp(text, again) == 0);
    CHECK(memcmp(&first, &second, sizeof first) == 0);
    check_what = "";
}

static void wrong(const char *spec, const char *why) {
    imm_config config = imm_config_default();
    config.c = 2.5f, config.ipp = 1;
    imm_config before = config;
    char text[256] = "x";
    CHECK_EQ(imm_configure(&config, spec), IMM_ERR_SPEC);
    CHECK(memcmp(&config, &before, sizeof config) == 0);
    CHECK_EQ(imm_configure_error(spec, text, sizeof text), IMM_OK);
    if (!strstr(text, why)) fprintf(stderr, "%s: %s\n", spec, text), CHECK(0);
    for (size_t size = 0; size <= strlen(text); size++) {
        guarded small = guarded_new(size);
        CHECK_EQ(imm_configure_error(spec, (char *)small.memory, size), IMM_ERR_BUFFER);
        guarded_free(&small);
    }
}

/* imm_configure() must set each option that the text does not name to its default value. It must
 * not change the seed or the clock. */
static void what_stays(void) {
    uint32_t now = 3;
    imm_config config = imm_config_default();
    config.seed = 42, config.now_ms = clock_of_mine, config.clock = &now;
    config.im = 0.7f, config.no_solver = 1, config.threshold = 9;
    config.im_schedule = IMM_IM_RISING, config.im_visits = 9, config.np = 5, config.ege = 0.5f, config.fet = 3;
    config.det = 0.5f, config.det_period = 2, config.max = 8, config.pb = 2, config.pb_divisor = IMM_PB_LOSSES;
    CHECK_EQ(imm_configure(&config, "mcts(c0,efLH,log)"), IMM_OK);
    CHECK(config.im_schedule == IMM_IM_CONSTANT && config.np == 0 && config.ege == 0 && config.fet == 0);
    CHECK(config.det == 0 && config.max == 0 && config.pb == 0 && config.pb_divisor == IMM_PB_SQRT_LOSSES);
    CHECK(config.seed == 42 && config.now_ms == clock_of_mine && config.clock == &now);
    CHECK(config.c == IMM_ZERO && config.im == 0 && config.evaluator == IMM_EF_LH && config.decision == IMM_DECIDE_LOG);
    CHECK_EQ(config.algorithm, IMM_MCTS);
    CHECK(config.no_solver == 0 && config.threshold == 0 && config.no_recycle == 0 && config.ipp == 0);
    CHECK_EQ(imm_configure(&config, "ab(efMS)"), IMM_OK);
    CHECK(config.seed == 42 && config.now_ms == clock_of_mine && config.clock == &now);
    CHECK(config.algorithm == IMM_ALPHA_BETA && config.evaluator == IMM_EF_MS);
}

static void bad_arguments(void) {
    imm_config config = imm_config_default();
    char text[IMM_TEXT_MAX] = "as is";
    CHECK_EQ(imm_configure(&config, NULL), IMM_ERR_NULL);
    CHECK_EQ(imm_configure(&config, "mcts(\xFF)"), IMM_ERR_TEXT);
    CHECK_EQ(imm_configure_error("mcts(\xFF)", text, sizeof text), IMM_ERR_TEXT);
    config.struct_size--;
    CHECK_EQ(imm_configure(&config, "mcts()"), IMM_ERR_STRUCT_SIZE);
    CHECK_EQ(imm_config_text(&config, text, sizeof text), IMM_ERR_STRUCT_SIZE);
    config = imm_config_default();
    config.c = 101;
    CHECK_EQ(imm_config_text(&config, text, sizeof text), IMM_ERR_OUT_OF_RANGE);
    config = imm_config_default();
    config.algorithm = 99;
    CHECK_EQ(imm_config_text(&config, text, sizeof text), IMM_ERR_ENUM);
    config = imm_config_default();
    config.decision = 99;
    CHECK_EQ(imm_config_text(&config, text, sizeof text), IMM_ERR_ENUM);
    CHECK(strcmp(text, "as is") == 0);
}

/* Tests the reasons that imm_config_error() gives if a player cannot play a game. */
static void reasons(void) {
    const struct {
        const char *player, *why;
    } cases[] = {
        {"mcts(im0.4,fet4)", ""},
        {"mcts(ipp)", "'ipp' needs weights of moves, which this game does not have"},
        {"mcts(np)", "'np' needs node priors, which this game does not have"},
        {"mcts(efMS)", "'efMS' needs this evaluation function, which this game does not have"},
        {"mcts(mcloa)", ""},
        {"mcts(mcloa,efLH)", "'efLH' needs this evaluation function, which this game does not have"},
        {"ab(efLH)", "'efLH' needs this evaluation function, which this game does not have"},
    };
    char text[IMM_TEXT_MAX];
    imm_config config = imm_config_default();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_EQ(imm_configure(&config, cases[i].player), IMM_OK);
        CHECK_EQ(imm_config_error(&config, imm_kalah(), text, sizeof text), IMM_OK);
        if (strcmp(text, cases[i].why) != 0) fprintf(stderr, "%s: %s\n", cases[i].player, text), CHECK(0);
    }
    config = imm_config_default(), config.impb = 0.4f, config.im = 0.4f;
    CHECK_EQ(imm_config_error(&config, imm_kalah(), text, sizeof text), IMM_OK);
    CHECK(strcmp(text, "'impb' and 'im': both weigh the static values against the mean") == 0);
    CHECK_EQ(imm_config_error(&config, imm_kalah(), text, 5), IMM_ERR_BUFFER);
    config.im = 1.5f;
    CHECK_EQ(imm_config_error(&config, imm_kalah(), text, sizeof text), IMM_OK);
    CHECK(strcmp(text, "'im' must be 0 to 1") == 0);
    CHECK_EQ(imm_config_error(NULL, imm_kalah(), text, sizeof text), IMM_ERR_NULL);
    CHECK_EQ(imm_config_error(&config, NULL, text, sizeof text), IMM_ERR_NULL);
    imm_game nothing = {.struct_size = sizeof nothing};
    CHECK_EQ(imm_config_error(&config, &nothing, text, sizeof text), IMM_ERR_GAME);
    nothing.struct_size--;
    CHECK_EQ(imm_config_error(&config, &nothing, text, sizeof text), IMM_ERR_STRUCT_SIZE);
}

/* Cuts a valid text, or changes one of its characters. The library must accept the new text, or
 * reject it with a reason. */
static void no_text_breaks_it(void) {
    const char *good = "mcts(c0.0625,im0.4,efMS,ipp,all,t5,nosolver,norecycle,secure)";
    char spec[128], why[256];
    for (size_t i = 0; i <= strlen(good); i++)
        for (int byte = 0; byte < 128; byte++) {
            imm_config config = imm_config_default();
            memset(spec, 0, sizeof spec);
            strcpy(spec, good);
            spec[i] = (char)byte;
            imm_status status = imm_configure(&config, spec);
            CHECK(status == IMM_OK || status == IMM_ERR_SPEC);
            CHECK_EQ(imm_configure_error(spec, why, sizeof why), IMM_OK);
            CHECK((why[0] == '\0') == (status == IMM_OK));
        }
}

int main(void) {
#define PLAYER(notation, hostile) written_and_read(notation);
#include "players.h" /* all players of tests/players.tsv */
#undef PLAYER
    round_trip("mcts()", "mcts(c1.0)");
    round_trip("mcts(ipp,efMS,im0.4)", "mcts(c1.0,im0.4,efMS,ipp)");
    round_trip("mcts(c0)", "mcts(c0.0)");
    round_trip("mcts(c100,im1,one,best)", "mcts(c100.0,im1.0,one,best)");
    round_trip("mcts(log,t4294967295,norecycle,nosolver,all,ipp,efLH,im0.1234,c0.0001)",
               "mcts(c0.0001,im0.1234,efLH,ipp,all,t4294967295,nosolver,norecycle,log)");
    round_trip("mcts(bl)", "mcts(c1.0,ege0.1,det0.5)");
    round_trip("mcts(bl',efLH,im0.6)", "mcts(c1.0,im0.6,np10,efLH,ipp,fet20)");
    round_trip("mcts(im0.4-1000,pb0.66/n,np50,max20000)", "mcts(c1.0,im0.4-1000,pb0.66/n,np50,max20000)");
    round_trip("mcts(impb0.4,fet0,ege0)", "mcts(c1.0,impb0.4,ege0.0,fet0)");
    round_trip(
        "mcts(c12.3456,im0.1234+9999999,pb12.3456/l,np10000,efMS,ipp,ege0.1234,fet9999,det0.1234/999,max4294967295,"
        "all,t4294967295,nosolver,norecycle,secure)",
        "mcts(c12.3456,im0.1234+9999999,pb12.3456/l,np10000,efMS,ipp,ege0.1234,fet9999,det0.1234/999,max4294967295,"
        "all,t4294967295,nosolver,norecycle,secure)");
    const char *longest =
        "mcts(c99.9999,im0.9999-9999999,pb99.9999/l,np10000,ct9999999,fpu99.9999,softmax99.9999,eps0.9999,leafab4,"
        "evaltt,efSimple,fet9999,det0.9999/999,abp3/10+2/10+2/10+2,cut65535/999,max4294967295,t4294967295,nosolver,"
        "norecycle,secure,temp99.9999)";
    CHECK(strlen(longest) > IMM_TEXT_MAX);
    round_trip(longest, longest);
    round_trip("mcts(mcloa)", "mcts(c0.7,tp10.0,ct5,fpu1.0,mix7,cut400,t1)");
    round_trip("mcts(mcloa,abp2,im0.4)", "mcts(c0.7,im0.4,tp10.0,ct5,fpu1.0,abp2,cut300,t1)");
    wrong("mcts(im0.4,mcloa)", "contradictory option 'mcloa' at character 12: it must come first");
    wrong("mcts(mcloa,one)", "it needs all children");
    wrong("mcts(abp2/7+300)", "out of range in 'abp2/7+300'");
    wrong("mcts(im0.4,cb0.4)", "contradictory option 'cb0.4' at character 12: both weigh");
    wrong("mcts(det0.5,fet4)", "before its value is checked");
    round_trip("ab()", "ab()");
    round_trip("ab(efLH)", "ab(efLH)");
    wrong("ab(ipp)", "unknown option 'ipp' at character 4");
    wrong("ab(efMS,efLH)", "repeated");
    wrong("", "character 1");
    wrong("mcts", "expected");
    wrong("uct()", "unknown search 'uct'");
    wrong("mcts(ipp,foo)", "unknown option 'foo' at character 10");
    wrong("mcts(im1.5)", "out of range in 'im1.5'");
    wrong("mcts(c1.00001)", "number in 'c1.00001'");
    wrong("mcts(c1,c2)", "repeated");
    wrong("mcts(efMS,efLH)", "repeated");
    wrong("mcts(ipp", "character");
    what_stays();
    bad_arguments();
    reasons();
    no_text_breaks_it();
    return check_result("spec");
}
