/* A custom game as a C++ class: tic-tac-toe. imm::game_of() makes a game for imm from the class.
 * The program solves the game: with best play it is a draw. To find mistakes in your own class,
 * call imm::check_game(). */
#include <cstdint>
#include <cstdio>

#include "imm.hpp"

/* A position. The class is trivially copyable, and tic_tac_toe{} is the starting position. */
class tic_tac_toe {
public:
    static constexpr std::uint32_t max_moves = 9;
    static constexpr std::uint32_t max_plies = 9;

    void legal_moves(imm::move_list &moves) const {
        for (imm::move square = 0; square < 9; square++)
            if (!((stones_[0] | stones_[1]) >> square & 1)) moves.push(square);
    }

    void make(imm::move square) {
        stones_[turn_] |= 1u << square;
        turn_ ^= 1u;
    }

    void unmake(imm::move square) {
        turn_ ^= 1u;
        stones_[turn_] &= ~(1u << square);
    }

    imm::player to_move() const { return turn_ ? imm::player::second : imm::player::first; }

    imm::outcome outcome() const {
        if (has_line(stones_[0])) return imm::outcome::first_wins;
        if (has_line(stones_[1])) return imm::outcome::second_wins;
        return (stones_[0] | stones_[1]) == 0777 ? imm::outcome::draw : imm::outcome::ongoing;
    }

    /* Optional. Writes a move as text, a1 to c3. Other optional methods are evaluate() and
     * weight(). */
    std::uint32_t move_text(imm::move square, char *text, std::size_t size) const {
        return static_cast<std::uint32_t>(std::snprintf(text, size, "%c%u", "abc"[square % 3], square / 3 + 1));
    }

private:
    static bool has_line(std::uint32_t stones) {
        for (std::uint32_t line : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u})
            if ((stones & line) == line) return true;
        return false;
    }

    std::uint32_t stones_[2] = {0, 0};
    std::uint32_t turn_ = 0;
};

static imm::static_memory<(4 << 20)> memory;

int main() {
    auto state = imm::state::open(memory, imm::game_of<tic_tac_toe>());
    if (!state) {
        std::fprintf(stderr, "open: %s\n", imm::text(state.status()));
        return 1;
    }
    const auto report = state->search(imm::iterations(1000000));
    if (!report) {
        std::fprintf(stderr, "search: %s\n", imm::text(report.status()));
        return 1;
    }
    const bool is_draw = static_cast<imm::proof>(report->proof) == imm::proof::draw;
    std::printf("best %s, %s, %llu iterations\n", state->move_text(report->best)->c_str(),
                is_draw ? "a proven draw" : "not solved", static_cast<unsigned long long>(report->iterations));
    return is_draw ? 0 : 1;
}
