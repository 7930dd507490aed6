// Tests imm.h and imm.hpp as C++17: the wrapper, the adaptor, and exceptions in callbacks.
#include <array>
#include <stdexcept>
#include <thread>
#include <utility>

#define IMM_PAGES
#include "imm.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#include "check.h"
#pragma GCC diagnostic pop

// Every constant must have the correct type in C++, too.
#define CONSTANT(name, type) static_assert(std::is_same_v<std::remove_cv_t<decltype(name)>, type>, #name);
#include "constants.h"
#undef CONSTANT

#if IMM_MOVE_NONE != 0xFFFFFFFF || IMM_ERR_NULL != -1 || IMM_VERSION_MAJOR * 256 + IMM_VERSION_MINOR < 1
#error "constants of 32 bits"
#endif

namespace {

enum class method {
    none,
    initial,
    legal_moves,
    make,
    unmake,
    to_move,
    outcome,
    evaluate,
    random_move,
    weight,
    order,
    noisy,
    hash,
    pass,
    few_pieces,
    transition,
    features,
    chance,
    returns,
    evaluate_for,
    move_text
};

method broken = method::none; // the method that throws,
long calls = 0, from = 0;     // from call number `from` on

void called(method m) {
    calls++;
    if (m == broken && calls >= from) throw std::runtime_error("thrown on purpose");
}

bool has_line(unsigned stones) {
    for (unsigned line : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u})
        if ((stones & line) == line) return true;
    return false;
}

// Tic-tac-toe with methods that throw an exception in the middle of their work, if a test asks for
// the exception.
struct throwing {
    static constexpr std::uint32_t max_moves = 9;
    static constexpr std::uint32_t max_plies = 9;
    std::array<unsigned, 2> stones{};
    unsigned turn = 7;

    void initial() {
        turn = 0;
        called(method::initial);
    }
    void legal_moves(imm::move_list &moves) const {
        for (imm::move square = 0; square < 9; square++)
            if (!((stones[0] | stones[1]) >> square & 1)) moves.push(square);
        called(method::legal_moves);
    }
    void make(imm::move square) {
        stones[turn] |= 1u << square;
        called(method::make);
        turn ^= 1u;
    }
    void unmake(imm::move square) {
        turn ^= 1u;
        called(method::unmake);
        stones[turn] &= ~(1u << square);
    }
    imm::player to_move() const {
        called(method::to_move);
        return turn ? imm::player::second : imm::player::first;
    }
    imm::outcome outcome() const {
        called(method::outcome);
        if (has_line(stones[0])) return imm::outcome::first_wins;
        if (has_line(stones[1])) return imm::outcome::second_wins;
        return (stones[0] | stones[1]) == 0777 ? imm::outcome::draw : imm::outcome::ongoing;
    }
    float evaluate() const {
        called(method::evaluate);
        return stones[0] & 020u ? 0.5f : 0.0f;
    }
    imm::move random_move(std::uint32_t random) const {
        called(method::random_move);
        imm::move moves[max_moves];
        imm::move_list list(moves, max_moves);
        legal_moves(list);
        return moves[static_cast<std::uint64_t>(random) * list.size() >> 32];
    }
    std::uint32_t weight(imm::move) const {
        called(method::weight);
        return 1;
    }
    std::int32_t order(imm::move) const {
        called(method::order);
        return 0;
    }
    bool noisy(imm::move square) const {
        called(method::noisy);
        return has_line(stones[turn] | 1u << square);
    }
    std::uint64_t hash() const {
        called(method::hash);
        return (stones[0] | stones[1] << 9 | turn << 18) * UINT64_C(0x9E3779B97F4A7C15);
    }
    bool pass() {
        turn ^= 1u;
        called(method::pass);
        return true;
    }
    bool few_pieces() const {
        called(method::few_pieces);
        return stones[turn] == 0;
    }
    std::int32_t transition(imm::move square) const {
        called(method::transition);
        return square == 4 ? 200 : 50;
    }
    static constexpr std::uint32_t feature_count = 9;
    void features(std::uint8_t *seen) const {
        for (unsigned square = 0; square < 9; square++)
            seen[square] = static_cast<std::uint8_t>((stones[turn] >> square & 1) +
                                                     2 * (stones[turn ^ 1u] >> square & 1));
        called(method::features);
    }
    std::uint32_t move_text(imm::move square, char *text, std::size_t size) const {
        called(method::move_text);
        const int length = std::snprintf(text, size, "%c%u", "abc"[square % 3], square / 3 + 1);
        return static_cast<std::uint32_t>(length);
    }
};

// A minimal game: a move takes 1 or 2 matches, and the player who takes the last match wins. A test
// can set the start position.
struct matches {
    static constexpr std::uint32_t max_moves = 2;
    unsigned left = 10;
    bool second = false;

    void legal_moves(imm::move_list &moves) const noexcept {
        for (imm::move n = 1; n <= 2 && n <= left; n++) moves.push(n);
    }
    void make(imm::move n) noexcept {
        left -= n;
        second = !second;
    }
    imm::player to_move() const noexcept { return second ? imm::player::second : imm::player::first; }
    imm::outcome outcome() const noexcept {
        if (left > 0) return imm::outcome::ongoing;
        return second ? imm::outcome::first_wins : imm::outcome::second_wins;
    }
};

// A game that pushes more moves than max_moves.
struct pushy : matches {
    void legal_moves(imm::move_list &moves) const noexcept {
        for (imm::move n = 0; n < 50; n++) moves.push(n);
    }
};

// A game with points. The player who takes the last match scores 11 minus the number of moves.
struct counted : matches {
    static constexpr std::uint32_t max_score = 11;
    std::int32_t moves = 0;

    void make(imm::move n) noexcept {
        matches::make(n);
        moves++;
    }
    std::int32_t score() const { return second ? 11 - moves : moves - 11; }
};

// A game with score() but without max_score. The library must treat this game as a game without a
// score.
struct scored : matches {
    std::int32_t score() const { return 1; }
};

// A die decides how many matches are taken. Side 2 is three times as likely as side 1.
struct rolled : matches {
    bool is_rolling = false;

    void legal_moves(imm::move_list &moves) const {
        if (is_rolling) moves.push(1), moves.push(2);
        else moves.push(0);
    }
    void make(imm::move n) {
        if (n != 0) matches::make(n <= left ? n : left);
        is_rolling = n == 0;
    }
    imm::player to_move() const noexcept { return is_rolling ? imm::player::chance : matches::to_move(); }
    std::uint32_t chance(imm::move n) const {
        if (broken == method::chance) throw std::runtime_error("thrown on purpose");
        return odds[n - 1];
    }
    static inline std::uint32_t odds[2] = {1, 3};
};

// Three players take one or two matches in turn. The player who takes the last one wins.
struct for_three {
    static constexpr std::uint32_t max_moves = 2, players = 3;
    std::int32_t left = 8, moves = 0;

    void legal_moves(imm::move_list &list) const {
        for (std::int32_t n = 1; n <= 2 && n <= left; n++) list.push(static_cast<imm::move>(n));
    }
    void make(imm::move n) { left -= static_cast<std::int32_t>(n), moves++; }
    imm::player to_move() const { return static_cast<imm::player>(moves % 3); }
    imm::outcome outcome() const { return left ? imm::outcome::ongoing : imm::outcome::over; }
    float returns(imm::player p) const {
        called(method::returns);
        return static_cast<std::int32_t>(p) == (moves - 1) % 3 ? 1.0f : -0.5f;
    }
    float evaluate_for(imm::player p) const {
        called(method::evaluate_for);
        return static_cast<std::int32_t>(p) == left % 3 ? 0.5f : 0.0f;
    }
};

constexpr std::size_t slots = 300;
imm::static_memory<imm::memory_size<throwing>(slots)> memory;
imm::static_memory<IMM_BREAKTHROUGH_MEMORY_SIZE(slots)> other_memory;

template <class Game>
imm::state open(const char *spec, const Game *start = nullptr) {
    auto opened = imm::state::open(memory, imm::game_of<Game>(start), *imm::config_of(spec));
    CHECK(opened);
    return std::move(*opened);
}

bool is_expected(imm::status s, method m) {
    if (m == method::hash) return s == imm::status::ok; // any key is valid
    if (m == method::evaluate) return s == imm::status::not_a_number;
    // random_move() calls legal_moves(). So an exception in legal_moves() may also end a call of
    // random_move().
    if (m == method::random_move || m == method::legal_moves)
        return s == imm::status::invalid_move || (m == method::legal_moves && s == imm::status::callback);
    return s == imm::status::callback;
}

void check_healthy(imm::state &state) {
    broken = method::none;
    CHECK(*state.outcome() == imm::outcome::ongoing && *state.to_move() == imm::player::first);
    CHECK(*state.legal_moves(nullptr, 0) == 7);
    const auto report = state.search(imm::iterations(50));
    CHECK(report && is_legal(state.handle(), report->best));
}

void exceptions_end_at_the_border() {
    const method methods[] = {method::initial, method::legal_moves, method::make,       method::unmake,
                              method::to_move, method::outcome,     method::evaluate,   method::random_move,
                              method::weight,  method::order,       method::noisy,      method::hash,
                              method::pass,    method::few_pieces,  method::transition, method::move_text};
    const char *const specs[] = {"mcts(im0.5,ipp)", "mcts(all)", "ab(all)"};
    for (const char *spec : specs)
        for (method m : methods)
            for (long n = 0; n < 40; n++)
                for (int operation = 0; operation < 6; operation++) {
                    broken = method::none;
                    calls = 0;
                    imm::state state = open<throwing>(spec);
                    CHECK(state.play(0) == imm::status::ok && state.play(4) == imm::status::ok);
                    broken = m;
                    from = calls + n;
                    imm::status answer = imm::status::ok;
                    switch (operation) {
                    case 0: answer = state.search(imm::iterations(20)).status(); break;
                    case 1: answer = state.play(8); break;
                    case 2: answer = state.move_text(8).status(); break;
                    case 3: answer = state.parse_move("c3").status(); break;
                    case 4: answer = state.evaluate().status(); break;
                    default: answer = state.restart(); break;
                    }
                    CHECK(answer == imm::status::ok || is_expected(answer, m));
                    CHECK(state.last_status() == answer);
                    const bool moved = answer == imm::status::ok && (operation == 1 || operation == 5);
                    if (!moved) check_healthy(state);
                }
}

// The library must notice an exception in the first call of each method that a search uses.
void exceptions_are_noticed() {
    for (method m :
         {method::legal_moves, method::make, method::to_move, method::outcome, method::evaluate, method::weight}) {
        broken = method::none;
        imm::state state = open<throwing>("mcts(im0.5,ipp)");
        broken = m;
        from = 0;
        CHECK(is_expected(state.search(imm::iterations(20)).status(), m));
        CHECK(m == method::weight || m == method::evaluate || !(state.play(4) == imm::status::ok));
    }
    imm::state state = open<throwing>("mcts()");
    broken = method::random_move;
    CHECK(is_expected(state.search(imm::iterations(20)).status(), broken));
    for (method m : {method::noisy, method::pass, method::few_pieces, method::transition}) {
        imm::state solver = open<throwing>("ab(all)");
        broken = m;
        CHECK(is_expected(solver.search(imm::iterations(20000)).status(), m));
        broken = method::none;
        CHECK(solver.search(imm::iterations(20000)));
    }
    const imm_game game = imm::game_of<throwing>();
    throwing start;
    start.initial(); // no method throws now
    std::array<std::uint8_t, throwing::feature_count> seen{};
    CHECK(game.feature_count == seen.size() && game.features(nullptr, &start, seen.data()) == 0);
    broken = method::features;
    CHECK(game.features(nullptr, &start, seen.data()) == IMM_FAILED);
    broken = method::initial;
    CHECK(imm::state::open(memory, imm::game_of<throwing>()).status() == imm::status::callback);
    broken = method::none;
}

void small_games() {
    const matches start{9, true};
    imm::state state = open<matches>("mcts()");
    auto report = state.search(imm::iterations(100000));
    CHECK(report && static_cast<imm::proof>(report->proof) == imm::proof::first_wins && report->best == 1);
    CHECK(std::strcmp(state.move_text(2)->c_str(), "2") == 0);
    state = open<matches>("mcts(all)", &start);
    CHECK(*state.to_move() == imm::player::second);
    report = state.search(imm::iterations(100000));
    CHECK(report && static_cast<imm::proof>(report->proof) == imm::proof::first_wins);
    CHECK(state.play(2) == imm::status::ok && state.restart() == imm::status::ok &&
          *state.to_move() == imm::player::second);
    CHECK(imm::game_of<counted>().score && imm::game_of<counted>().max_score == 11);
    CHECK(!imm::game_of<matches>().features && imm::game_of<matches>().feature_count == 0);
    CHECK(!imm::game_of<scored>().score && !imm::game_of<matches>().score);
    report = open<counted>("mcts(marg1,all)").search(imm::iterations(100000));
    CHECK(report && static_cast<imm::proof>(report->proof) == imm::proof::first_wins && report->value < 1);
    const auto refused = imm::state::open(memory, imm::game_of<pushy>());
    CHECK(refused);
    CHECK(open<pushy>("mcts()").search(imm::iterations(5)).status() == imm::status::too_many_moves);
}

void chance_events() {
    imm::state state = open<rolled>("mcts()");
    CHECK(state.sample_chance(5).status() == imm::status::unsupported);
    CHECK(state.search(imm::iterations(50))->best == 0 && state.play(0) == imm::status::ok);
    CHECK(*state.to_move() == imm::player::chance);
    CHECK(state.search(imm::iterations(50)).status() == imm::status::chance);
    CHECK(*state.sample_chance(0) == 1 && *state.sample_chance(0x3FFFFFFF) == 1);
    CHECK(*state.sample_chance(0x40000000) == 2 && *state.sample_chance(0xFFFFFFFF) == 2);
    broken = method::chance;
    CHECK(state.sample_chance(0).status() == imm::status::callback);
    broken = method::none;
    rolled::odds[0] = 0;
    CHECK(state.sample_chance(0).status() == imm::status::invalid_odds);
    rolled::odds[0] = 1;
    CHECK(state.play(*state.sample_chance(0)) == imm::status::ok && *state.to_move() == imm::player::second);
    CHECK(imm::game_of<rolled>().chance && !imm::game_of<matches>().chance);
}

void three_players() {
    for (const char *spec : {"mcts()", "mcts(im0.4)", "ab()"}) {
        imm::state state = open<for_three>(spec);
        CHECK(*state.return_of(imm::player::first) == 0);
        while (*state.outcome() == imm::outcome::ongoing) {
            const auto report = state.search(imm::iterations(100));
            CHECK(report && state.play(report->best) == imm::status::ok);
        }
        CHECK(*state.outcome() == imm::outcome::over);
        float sum = 0;
        for (int n = 0; n < 3; n++) sum += *state.return_of(static_cast<imm::player>(n));
        CHECK(sum > -0.01f && sum < 0.01f);
        CHECK(state.return_of(static_cast<imm::player>(3)).status() == imm::status::out_of_range);
    }
    for (const auto &[m, spec] : {std::pair{method::returns, "mcts()"}, std::pair{method::evaluate_for, "bfm()"}}) {
        imm::state state = open<for_three>(spec);
        broken = m;
        CHECK(state.search(imm::iterations(100)).status() == imm::status::not_a_number);
        broken = method::none;
        CHECK(state.search(imm::iterations(100)).status() == imm::status::ok);
    }
    CHECK(imm::game_of<for_three>().players == 3 && imm::game_of<matches>().players == 0);
}

void handles() {
    imm::state nobody;
    CHECK(nobody.handle() == nullptr && nobody.play(0) == imm::status::null &&
          nobody.last_status() == imm::status::null);
    CHECK(nobody.search(5).status() == imm::status::null && nobody.outcome().status() == imm::status::null);
    nobody.stop();
    imm::state a = std::move(*imm::state::open(other_memory, *imm_breakthrough()));
    imm::state b = std::move(a);
    CHECK(a.handle() == nullptr && a.step(1) == imm::status::null);
    CHECK(b.step(1) == imm::status::ok);
    imm::state &same = b;
    b = std::move(same); // to itself: still valid
    CHECK(b.step(1) == imm::status::ok);
    a = std::move(b);
    CHECK(a.step(1) == imm::status::ok && b.handle() == nullptr);
    static_assert(!std::is_copy_constructible_v<imm::state> && !std::is_copy_assignable_v<imm::state>);
    static_assert(std::is_nothrow_move_constructible_v<imm::state> && std::is_nothrow_move_assignable_v<imm::state>);
}

/* Tests snapshots, undo, clones and saves. The caller must pass a state at the start position. */
void back_in_time(imm::state &state) {
    static imm::static_memory<1 << 16> history, other;
    unsigned char start[64], now[64];
    const auto length = state.position_bytes(start, sizeof start);
    CHECK(length && *length == state.position_size() && state.history_size(3) > 3 * *length);
    CHECK(state.position_bytes(now, 3).status() == imm::status::buffer);
    CHECK(state.undo() == imm::status::no_past && state.keep_history(history) == imm::status::ok);
    CHECK(state.play(*state.search(0)) == imm::status::ok && state.undo() == imm::status::ok);
    CHECK(state.position_bytes(now, sizeof now) && std::memcmp(start, now, *length) == 0);
    CHECK(state.set_position_bytes(now, *length - 1) == imm::status::wrong_bytes);
    CHECK(state.set_position_bytes(now, *length) == imm::status::ok);
    CHECK(state.clone(imm::block{nullptr, 0}).status() == imm::status::null);
    CHECK(state.clone(imm::block{other.bytes, 100}).status() == imm::status::too_small);
    CHECK(state.step(100) == imm::status::ok);
    auto copy = state.clone(other);
    CHECK(copy && copy->step(100) == imm::status::ok && state.step(100) == imm::status::ok);
    CHECK(copy->get_report()->signature == state.get_report()->signature);
    CHECK(state.keep_history(imm::block{nullptr, 0}) == imm::status::ok);
    CHECK(state.save_size() < sizeof history.bytes && state.save(now, 9).status() == imm::status::buffer);
    const auto whole = state.save(history.bytes, sizeof history.bytes);
    CHECK(whole && *whole == state.save_size() && state.step(50) == imm::status::ok);
    CHECK(copy->load(history.bytes, *whole - 1) == imm::status::wrong_bytes);
    CHECK(copy->load(history.bytes, *whole) == imm::status::ok && copy->step(50) == imm::status::ok);
    CHECK(copy->get_report()->signature == state.get_report()->signature);
}

void whole_game() {
    auto opened = imm::state::open(other_memory, *imm_breakthrough(), *imm::config_of("mcts(im0.4,ipp)", 9));
    CHECK(opened);
    imm::state state = std::move(*opened);
    int plies = 0;
    for (; *state.outcome() == imm::outcome::ongoing && plies < 300; plies++) {
        const auto move = state.search(0);
        CHECK(move && *state.parse_move(state.move_text(*move)->c_str()) == *move);
        CHECK(state.play(*move) == imm::status::ok);
    }
    CHECK(plies > 10 && *state.outcome() != imm::outcome::draw);
    CHECK(state.search(0).status() == imm::status::game_over);
    CHECK(state.restart() == imm::status::ok && state.step(100) == imm::status::ok);
    imm::candidate candidates[48];
    imm::move line[5];
    CHECK(*state.candidates(candidates) == 22 && *state.line(line) >= 1 && line[0] == state.get_report()->best);
    CHECK(*state.candidate_line(candidates[0].move, line) >= 1 && line[0] == candidates[0].move);
    CHECK(static_cast<imm::stopped>(state.get_report()->stopped) == imm::stopped::iterations);
    std::uint32_t shown = 0;
    const auto look = [&shown](const imm::node &n) {
        shown++;
        return n.ply == 1 ? imm::visit::beside : imm::visit::below;
    };
    CHECK(*state.visit_tree(9, 0, look) == 23 && shown == 23);
    CHECK(*state.visit_tree(9, 0, [](const imm::node &) { return imm::visit::stop; }) == 1);
    int looks = 0;
    auto watch = [&looks](const imm::report &r, const imm::move *moves, std::uint32_t length) {
        looks += length >= 1 && moves[0] == r.best;
    };
    imm::limits limits = imm_limits_default();
    limits.time_ms = 60;
    CHECK(state.search_watched(limits, 5, watch)->elapsed_ms >= 60 && looks >= 2);
    CHECK(state.search_watched(imm::remaining(400), 5, watch)->elapsed_ms <= 200);
    const auto brief = state.search(imm::microseconds(1500));
    CHECK(brief && brief->elapsed_ms >= 1 && brief->stopped == IMM_STOPPED_TIME);
    const auto on_clock = state.search(imm::remaining(200, 10));
    CHECK(on_clock && on_clock->elapsed_ms <= 100 && is_legal(state.handle(), on_clock->best));
    CHECK(std::strcmp(state.position_text()->c_str(),
                      "bbbbbbbb/bbbbbbbb/......../......../......../......../wwwwwwww/wwwwwwww 1") == 0);
    CHECK(state.set_position("nonsense") == imm::status::wrong_text && state.shuffle(1) == imm::status::unsupported);
    CHECK(state.forget() == imm::status::ok && state.evaluate() && *state.evaluate() == 0.0f);
    back_in_time(state);
}

// Tests searches that a stop flag ends. The flag is raised before the search begins, or while the
// search runs in another thread.
void stopping() {
    imm::state state = std::move(*imm::state::open(other_memory, *imm_breakthrough()));
    imm::stop_flag stop;
    CHECK(!stop.raised() && state.search(stop(imm::iterations(50)))->iterations == 50);
    stop.raise();
    CHECK(stop.raised() && state.search(stop(imm::iterations(50)))->iterations == 1);
    CHECK(state.search(imm::milliseconds(1))->iterations > 1);
    for (int i = 0; i < 50; i++) {
        stop.lower();
        std::thread ponder([&] { CHECK(state.search(stop(imm::iterations(UINT64_MAX)))); });
        stop.raise();
        ponder.join();
        CHECK(state.forget() == imm::status::ok);
    }
}

// Tests a search that is opened in one call, in unaligned memory. The name of the game selects the
// game.
void opened_in_one_call() {
    const auto game = imm::game_named("kalah_std_4x3");
    CHECK(game && imm::game_named("chess").status() == imm::status::game);
    const imm::block crooked{other_memory.bytes + 3, sizeof other_memory.bytes - 3};
    auto state = imm::state::open(crooked, *game, "mcts(im0.4)", 5);
    CHECK(state && std::strcmp(state->position_text()->c_str(), "3,3,3,3|0|3,3,3,3|0 1") == 0);
    CHECK(state->search(imm::iterations(20)));
    CHECK(state->set_player("ab()") == imm::status::ok && state->search(imm::iterations(20)));
    CHECK(state->set_player(*imm::config_of("bfm()")) == imm::status::ok && state->step(5) == imm::status::ok);
    CHECK(state->set_player("mcts(") == imm::status::wrong_spec);
    CHECK(imm::state().set_player(nullptr, 0) == imm::status::null);
    CHECK(imm::state::open(crooked, *game, nullptr));
    CHECK(imm::state::open(crooked, *game, "mcts(foo)").status() == imm::status::wrong_spec);
}

void errors() {
    CHECK(imm::config_of("mcts(foo)").status() == imm::status::wrong_spec);
    CHECK(imm::best_config(*imm_othello(), 64)->algorithm == IMM_MCTS);
    CHECK(std::strstr(imm::best_why(*imm_othello(), 64)->c_str(), "no room"));
    CHECK(imm::best_why(*imm_breakthrough())->c_str()[0] != 0);
    const imm::block none{nullptr, 0}, small{memory.bytes, 100}, crooked{memory.bytes + 1, 10000};
    CHECK(imm::state::open(none, *imm_kalah()).status() == imm::status::null);
    CHECK(imm::state::open(small, *imm_kalah()).status() == imm::status::too_small);
    CHECK(imm::state::open(crooked, *imm_kalah()).status() == imm::status::misaligned);
    const auto refused = imm::state::open(small, *imm_kalah());
    CHECK(!refused && refused->handle() == nullptr);
    CHECK(imm::result<int>(3).value_or(4) == 3 && imm::result<int>(imm::status::busy).value_or(4) == 4);
    for (int s = IMM_OK; s >= IMM_ERR_MERGED; s--)
        CHECK(std::strcmp(imm::text(static_cast<imm::status>(s)), imm_status_text(s)) == 0);
    const auto game = imm::game_of<throwing>();
    imm::config weak = *imm::config_of("mcts()");
    imm::limits few = imm::iterations(1);
    CHECK(imm::set_level(3, weak, few) == imm::status::ok && weak.temp > 0 && few.iterations > 1);
    CHECK(imm::set_level(11, weak, few) == imm::status::out_of_range);
    imm::config clash = *imm::config_of("ab()");
    clash.switches |= IMM_AB_SCORE | IMM_AB_WDL;
    CHECK(imm::state::open(memory, *imm_kalah(), clash).status() == imm::status::contradiction);
    CHECK(imm_memory_required(&game, slots) <= imm::memory_size<throwing>(slots));
    CHECK(imm_alpha_beta_memory(&game, 20) > 0 &&
          imm_alpha_beta_memory(&game, 20) <= imm::alpha_beta_memory_size<throwing>(20));
}

/* A countdown game with a mistake: its unmake() does not always restore the count. */
struct forgetful {
    static constexpr std::uint32_t max_moves = 2;
    int left = 9;
    void legal_moves(imm::move_list &moves) const {
        moves.push(1);
        if (left > 1) moves.push(2);
    }
    void make(imm::move m) noexcept { left -= static_cast<int>(m); }
    void unmake(imm::move m) noexcept { left += left > 3 ? static_cast<int>(m) : 0; }
    imm::player to_move() const { return left % 2 ? imm::player::first : imm::player::second; }
    imm::outcome outcome() const { return left > 0 ? imm::outcome::ongoing : imm::outcome::draw; }
};

/* A countdown game with a correct unmake(). In some positions, its order() throws. */
struct throwing_order : forgetful {
    void unmake(imm::move m) noexcept { left += static_cast<int>(m); }
    std::int32_t order(imm::move) const { return left > 5 ? throw 1 : 0; }
};

void mistakes_are_found() {
    static imm::static_memory<100000> room;
    CHECK(imm::check_memory(imm::game_of<forgetful>()) <= sizeof room.bytes);
    auto report = imm::check_game<forgetful>(room, 1, 200);
    CHECK(report && report->finding_count >= 1);
    CHECK(report->findings[0].kind == IMM_CHECK_NOT_RESTORED);
    CHECK(report->findings[0].callback == IMM_CALLBACK_UNMAKE);
    auto text = imm::text(*report);
    CHECK(text && std::strstr(text->c_str(), "unmake() does not restore the position"));
    report = imm::check_game<throwing_order>(room, 1, 200);
    CHECK(report && report->finding_count >= 1);
    CHECK(report->findings[0].kind == IMM_CHECK_FAILED);
    CHECK(report->findings[0].callback == IMM_CALLBACK_ORDER);
    report = imm::check_game(*imm_kalah(), room, 1, 200);
    CHECK(report && report->finding_count == 0);
    CHECK(imm::check_game(*imm_kalah(), imm::block{room.bytes, 8}).status() == imm::status::too_small);
}

/* Tests imm::pages: normal sizes, impossible sizes, and objects after a C++ move. */
void memory_of_the_system() {
    for (std::size_t size : {std::size_t{1}, std::size_t{60000}, std::size_t{2} << 20, std::size_t{5000000}}) {
        imm::pages taken(size);
        const imm::block lent = taken;
        CHECK(lent.data && lent.size == size);
        CHECK(reinterpret_cast<std::uintptr_t>(lent.data) % (size < (std::size_t{2} << 20) ? IMM_ALIGN : 2 << 20) == 0);
        auto opened = imm::state::open(taken, *imm_kalah(), "mcts()", 1);
        CHECK(opened.status() == (size == 1 ? imm::status::too_small : imm::status::ok));
        if (opened) CHECK(opened->search(imm::iterations(500))->iterations == 500);
    }
    imm::pages none(SIZE_MAX / 2);
    CHECK(static_cast<imm::block>(none).data == nullptr && static_cast<imm::block>(none).size == 0);
    CHECK(imm::state::open(none, *imm_kalah(), "mcts()", 1).status() == imm::status::null);
    imm::pages some(100000), moved = std::move(some);
    CHECK(static_cast<imm::block>(some).data == nullptr && static_cast<imm::block>(moved).size == 100000);
    none = std::move(moved);
    CHECK(static_cast<imm::block>(none).size == 100000);
}

} // namespace

int main() {
    exceptions_end_at_the_border();
    exceptions_are_noticed();
    small_games();
    chance_events();
    three_players();
    handles();
    whole_game();
    stopping();
    opened_in_one_call();
    errors();
    mistakes_are_found();
    memory_of_the_system();
    return check_result("header");
}
