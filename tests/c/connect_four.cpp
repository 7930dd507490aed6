// Tests c_examples/connect_four.cpp against fixtures. Usage: connect_four_cpp [full]. Includes the
// game of the example without its main program.
#define CONNECT_FOUR_GAME_ONLY
#define _Alignas alignas // the only word of the shared checks that is C only
#include "../../c_examples/connect_four.cpp"
#include "connect_four.h"

#include <iterator>
#include <fstream>
#include <vector>

// Tests the C++ game with the net that was trained for the game in C, which has the same features.
static void check_net(const imm_game &game) {
    std::ifstream file("c_examples/connect_four.immnet", std::ios::binary);
    const std::vector<char> net{std::istreambuf_iterator<char>(file), {}};
    static imm::static_memory<imm::memory_size<connect_four>(20000)> memory;
    auto state = imm::state::open(memory, game, *imm::config_of("bfm(efNet)"));
    CHECK(state);
    CHECK(state->set_net(net.data(), net.size()) == imm::status::ok);
    const auto report = state->search(imm::iterations(2000));
    CHECK(report && report->best == 3); // the middle is the only winning move
    CHECK(state->set_net(net.data(), net.size() - 1) == imm::status::wrong_net);
    CHECK(state->unset_net() == imm::status::ok);
    auto other = imm::state::open(memory, *imm_breakthrough(), *imm::config_of("bfm(efNet)"));
    CHECK(other && other->set_net(net.data(), net.size()) == imm::status::other_net);
}

int main(int count, char **arguments) {
    const imm_game game = imm::game_of<connect_four>();
    check_connect_four(&game, count > 1 && std::strcmp(arguments[1], "full") == 0);
    check_net(game);
    return check_result("connect_four_cpp");
}
