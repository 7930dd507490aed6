// Tests of imm::team, which searches one position on all cores: threads, reproducible results, and
// all errors.
#define IMM_TEAM
#include "imm.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#include "check.h"
#pragma GCC diagnostic pop

#include <chrono>
#include <vector>

namespace {

imm::static_memory<(4 << 20)> memory;
imm::static_memory<(4 << 20)> other_memory;

struct nim {
    static constexpr std::uint32_t max_moves = 3;
    int left = 25;
    bool second = false;
    void legal_moves(imm::move_list &moves) const noexcept {
        for (imm::move m = 1; m <= 3 && static_cast<int>(m) <= left; m++) moves.push(m);
    }
    void make(imm::move m) noexcept { left -= static_cast<int>(m), second = !second; }
    imm::player to_move() const noexcept { return second ? imm::player::second : imm::player::first; }
    imm::outcome outcome() const noexcept {
        if (left > 0) return imm::outcome::ongoing;
        return second ? imm::outcome::first_wins : imm::outcome::second_wins;
    }
};

/* In the team's result, the number of visits of each move must be the sum of this move's visits in
 * all states. */
void check_sums(imm::team &team) {
    imm_candidate all[64], part[64];
    const auto n = team.candidates(all);
    CHECK(n && *n > 0);
    for (std::uint32_t i = 0; n && i < *n; i++) {
        std::uint32_t visits = 0;
        for (std::size_t j = 0; j < team.size(); j++) {
            const auto m = team[j].candidates(part);
            for (std::uint32_t k = 0; m && k < *m; k++)
                if (part[k].move == all[i].move) visits += part[k].visits;
        }
        CHECK(all[i].visits == visits);
    }
}

/* Plays a game with two teams. Both teams must find the same results, whatever order the threads
 * run in. */
void the_same_twice(const imm_game &game, const char *player) {
    check_what = player;
    auto one = imm::team::open(memory, 3, game, player, 5), other = imm::team::open(other_memory, 3, game, player, 5);
    CHECK(one && other && one->size() == 3);
    for (int ply = 0; ply < 8 && one && *(*one)[0].outcome() == imm::outcome::ongoing; ply++) {
        const bool depth = std::strncmp(player, "ab", 2) == 0;
        imm_limits l = imm::iterations(depth ? 3000 : 400);
        auto a = one->search(l), b = other->search(l);
        CHECK(a && b && a->signature == b->signature && a->best == b->best && a->iterations == b->iterations);
        const auto first = a->visits;
        a = one->search(l), b = other->search(l); // continues the search; nothing counts twice
        CHECK(a && b && a->signature == b->signature && a->best == b->best);
        CHECK(depth || a->proof != IMM_UNPROVEN || a->visits >= first);
        CHECK(a->nodes > 0 && a->nodes == b->nodes);
        if (!depth) check_sums(*one);
        imm::move line[8] = {};
        const auto length = one->line(line);
        CHECK(length && *length >= 1 && line[0] == a->best);
        CHECK(one->get_report()->best == a->best);
        CHECK(one->play(a->best) == imm::status::ok && other->play(a->best) == imm::status::ok);
    }
    for (std::size_t i = 0; one && i < one->size(); i++)
        CHECK(std::strcmp((*one)[i].position_text().value_or({}).c_str(),
                          one->answer().position_text().value_or({}).c_str()) == 0);
}

/* Tests a team whose states share one tree or table. The team plays the first moves of a game,
 * restarts, forgets its results, and is moved to another C++ object. After each of these steps, the
 * team must be able to search. */
void one_for_all(const imm_game &game, const char *player) {
    check_what = player;
    auto team = imm::team::open(memory, 3, game, player, 5, imm::together::share);
    CHECK(team && team->size() == 3);
    const bool depth = std::strncmp(player, "ab", 2) == 0;
    for (int ply = 0; ply < 8 && team && *(*team)[0].outcome() == imm::outcome::ongoing; ply++) {
        const auto found = team->search(imm::iterations(depth ? 3000 : 400));
        CHECK(found && (found->iterations == 1200 || depth || found->proof != IMM_UNPROVEN));
        imm::move line[8] = {};
        const auto length = team->line(line);
        CHECK(length && *length >= 1 && line[0] == found->best);
        CHECK(team->play(found->best) == imm::status::ok);
    }
    CHECK(team->each([](imm::state &s) { return s.restart(); }) == imm::status::ok);
    CHECK(static_cast<bool>(team->search(imm::iterations(200))));
    CHECK(team->each([](imm::state &s) { return s.forget(); }) == imm::status::ok);
    const auto again = team->search(imm::iterations(200));
    CHECK(again && (depth || again->visits <= 600));
    auto moved = std::move(*team);
    CHECK(static_cast<bool>(moved.search(imm::iterations(200))));
    check_what = "";
}

/* Tests searches that another thread stops, and a search that ends before its time limit because
 * the position is solved. */
void stopping() {
    check_what = "stopping";
    auto team = imm::team::open(memory, 2, *imm_othello(), "mcts()", 1);
    CHECK(static_cast<bool>(team));
    for (int i = 0; i < 3; i++) {
        std::atomic<bool> done{false};
        std::thread stopper([&] {
            while (!done) {
                team->stop();
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
        });
        imm_limits l = imm::iterations(UINT64_MAX);
        const auto report = team->search(l);
        done = true;
        stopper.join();
        CHECK(report && report->stopped == IMM_STOPPED_FLAG && report->iterations >= 2);
    }
    auto ended = imm::team::open(memory, 2, imm::game_of<nim>(), "mcts()", 1);
    const auto begin = std::chrono::steady_clock::now();
    const auto report = ended->search(imm::milliseconds(60000));
    CHECK(report && report->stopped == IMM_STOPPED_PROVEN && report->proof == IMM_PROVEN_FIRST_WINS);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
    CHECK(report && report->best == 1);
    CHECK(*ended->search(1) == 1);
}

void whole_game() {
    check_what = "a whole game";
    auto team = imm::team::open(memory, 4, imm::game_of<nim>(), "mcts()", 3);
    CHECK(static_cast<bool>(team));
    int moves = 0;
    while (*team->answer().outcome() == imm::outcome::ongoing && moves++ < 30) {
        const auto best = team->search(imm::iterations(200));
        CHECK(best && team->play(best->best) == imm::status::ok);
    }
    CHECK(*team->answer().outcome() != imm::outcome::ongoing);
    CHECK(team->search(imm::iterations(9)).status() == imm::status::game_over);
    CHECK(team->search(5).status() == imm::status::game_over);
    CHECK(team->play(1) == imm::status::game_over);
    CHECK(team->each([](imm::state &s) noexcept { return s.restart(); }) == imm::status::ok);
    CHECK(team->search(20).value_or(imm::no_move) != imm::no_move);
    CHECK(team->play(9) == imm::status::illegal_move);
}

void refused() {
    check_what = "what is refused";
    imm::team none;
    CHECK(none.size() == 0 && none.play(1) == imm::status::null && none.search(5).status() == imm::status::null);
    CHECK(none.search(imm::iterations(5)).status() == imm::status::null && none[0].handle() == nullptr);
    none.stop();
    CHECK(imm::team::open({memory.bytes, 100}, 2, *imm_kalah(), "mcts()").status() == imm::status::too_small);
    CHECK(imm::team::open({memory.bytes, 60000}, 64, *imm_kalah(), "mcts()").status() == imm::status::too_small);
    CHECK(imm::team::open(memory, 2, *imm_kalah(), "mtcs()").status() == imm::status::wrong_spec);
    CHECK(imm::team::open(memory, 2, *imm_kalah(), "mcts(ipp)").status() == imm::status::unsupported);
    CHECK(imm::team::open(memory, 1000, *imm_kalah(), "mcts()")->size() == imm::team::max_size);
    auto one = imm::team::open(memory, 0, *imm_kalah(), "mcts()");
    CHECK(one && one->size() == 1 && one->search(imm::iterations(50))->iterations == 50);
    imm::team moved = std::move(*one);
    CHECK(moved.size() == 1 && one->size() == 0 && moved.search(imm::iterations(50))->iterations == 50);
    imm_limits endless = imm_limits_default();
    CHECK(moved.search(endless).status() == imm::status::no_limit);
}

/* Merges states without a team, by calling imm::state::merge(). */
void merged_by_hand() {
    auto a = imm::state::open({memory.bytes, 100000}, *imm_kalah(), "mcts()", 1);
    auto b = imm::state::open({memory.bytes + 102400, 100000}, *imm_kalah(), "mcts()", 2);
    auto c = imm::state::open({memory.bytes + 204800, 100000}, *imm_kalah(), "mcts()", 3);
    for (auto *s : {&*a, &*b, &*c}) CHECK(static_cast<bool>(s->search(imm::iterations(100))));
    CHECK(a->merge(*b, *c) == imm::status::ok && a->get_report()->iterations == 300);
    CHECK(a->merge(*b) == imm::status::merged && b->merge(*b) == imm::status::busy);
}

/* The best player of a game must work in a team, both with merged results and with a shared table
 * or tree. */
void the_best(const imm_game &game) {
    auto silent = imm::team::open(memory, 2, game), named = imm::team::open(other_memory, 2, game, "best");
    CHECK(silent && named);
    for (const auto way : {imm::together::merge, imm::together::share}) {
        auto team = imm::team::open(memory, 2, game, "best", 5, way);
        CHECK(team && static_cast<bool>(team->search(imm::iterations(500))));
    }
}

} // namespace

int main() {
    the_best(*imm_breakthrough());
    the_best(*imm_othello());
    for (const char *player : {"mcts()", "mcts(im0.4)", "bfm()", "ab(all)"}) the_same_twice(*imm_kalah(), player);
    the_same_twice(*imm_breakthrough(), "mcts(im0.4,efMS,leafab2)");
    the_same_twice(*imm_othello(), "mcts()");
    for (const char *player : {"mcts()", "mcts(im0.4)", "bfm()", "ab(tt,pvs)"}) one_for_all(*imm_othello(), player);
    for (const char *player : {"mcts(eps0.1)", "ab()"})
        CHECK(imm::team::open(memory, 2, *imm_othello(), player, 1, imm::together::share).status() ==
              imm::status::unsupported);
    stopping();
    whole_game();
    refused();
    merged_by_hand();
    return check_result("team");
}
