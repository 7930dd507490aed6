/* The same program as game.c, written in C++17. */
#include <cinttypes>
#include <cstdio>

#include "imm.hpp"

static imm::static_memory<IMM_KALAH_MEMORY_SIZE(400)> memory;

int main() {
    const std::size_t size = imm_memory_required(imm_kalah(), 400);
    auto state = imm::state::open(imm::block{memory.bytes, size}, *imm_kalah(), "mcts()", 1);
    if (!state) {
        std::fprintf(stderr, "open: %s\n", imm::text(state.status()));
        return 1;
    }
    std::uint64_t signature = 0;
    for (int ply = 0; *state->outcome() == imm::outcome::ongoing; ply++) {
        const auto report = state->search(imm::iterations(500));
        if (!report) {
            std::fprintf(stderr, "search: %s\n", imm::text(report.status()));
            return 1;
        }
        std::printf("%s ", state->move_text(report->best)->c_str());
        if (state->play(report->best) != imm::status::ok) return 1;
        if (ply < 6) signature = (signature << 1 | signature >> 63) ^ report->signature;
    }
    const auto outcome = *state->outcome();
    std::puts(outcome == imm::outcome::first_wins ? "\nfirst wins"
              : outcome == imm::outcome::draw     ? "\ndraw"
                                                  : "\nsecond wins");
    std::printf("%016" PRIx64 "\n", signature);
}
