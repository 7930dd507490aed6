/* Tests c_examples/connect_four.c against fixtures. Usage: connect_four [full]. Includes the game
 * of the example without its main program. */
#define CONNECT_FOUR_GAME_ONLY
#include "../../c_examples/connect_four.c"
#include "connect_four.h"

int main(int count, char **arguments) {
    check_connect_four(&connect_four, count > 1 && strcmp(arguments[1], "full") == 0);
    return check_result("connect_four");
}
