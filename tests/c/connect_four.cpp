// c_examples/connect_four.cpp against fixtures: connect_four_cpp [full]. The program is not run,
// its game is included.
#define CONNECT_FOUR_GAME_ONLY
#define _Alignas alignas // the one word of the shared checks that is C only
#include "../../c_examples/connect_four.cpp"
#include "connect_four.h"

int main(int count, char **arguments) {
    const imm_game game = imm::game_of<connect_four>();
    check_connect_four(&game, count > 1 && std::strcmp(arguments[1], "full") == 0);
    return check_result("connect_four_cpp");
}
