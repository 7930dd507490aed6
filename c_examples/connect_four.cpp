/* Connect Four on the terminal in C++17: a complete custom game as a class. Copy it as a starting
 * point for your own game.
 *
 *     connect_four_cpp [--first PLAYER] [--second PLAYER] [--ms N] [--iterations N] [--seed N]
 *
 * A PLAYER is `me` (a person who types columns) or a player of imm, for example mcts(im0.3,ipp) or
 * ab(tt,killers,pvs). The program also works through a pipe.
 *
 * Part 1 is the game, a class without a base class: imm::game_of() finds its methods. Part 2 is the
 * program. For a custom game, replace part 1 and, in part 2, draw() and read_column(). Then let
 * imm::check_game() look for mistakes: a search trusts your methods.
 * connect_four.c is the same game in C. */
#include <array>
#include <cstdint>

#include "imm.hpp"

/* ==== Part 1: the game ======================================================================== */

/* A position. imm keeps positions in its own memory and copies them as bytes. So the class must be
 * trivially copyable, and must not contain pointers into itself. connect_four{} is the starting
 * position.
 *
 * The stones of each player are bits of a word, 7 bits for each column, from bottom to top. The
 * seventh bit is always 0, so that a shifted line of stones does not continue in the next column:
 *
 *      6 13 20 27 34 41 48     always 0
 *      5 12 19 26 33 40 47     top row
 *      4 11 18 25 32 39 46
 *      3 10 17 24 31 38 45
 *      2  9 16 23 30 37 44
 *      1  8 15 22 29 36 43
 *      0  7 14 21 28 35 42     bottom row
 *
 * Because make() and unmake() are noexcept, imm need not copy the position before every move. */
class connect_four {
public:
    static constexpr unsigned columns = 7, rows = 6, squares = columns * rows;
    static constexpr unsigned first = 0, second = 1; /* array indices of the players */

    /* ---- The rules: required ----------------------------------------------------------------- */

    static constexpr std::uint32_t max_moves = columns;
    static constexpr std::uint32_t max_plies = squares; /* optional; the default is 1000 */

    /* A move is the number of its column, 0 to 6. In general, a move can be any number except
     * imm::no_move. */
    void legal_moves(imm::move_list &moves) const noexcept {
        for (imm::move column = 0; column < columns; column++)
            if (is_free(column)) moves.push(column);
    }

    void make(imm::move column) noexcept {
        stones_[mover()] |= landing(column);
        plies_++;
    }

    /* Optional. With unmake(), imm need not keep a copy of every position. The move alone is enough
     * to restore the position. */
    void unmake(imm::move column) noexcept {
        plies_--;
        stones_[mover()] &= ~(landing(column) >> 1); /* the square below the lowest free one */
    }

    imm::player to_move() const noexcept { return mover() == first ? imm::player::first : imm::player::second; }

    /* Only the player who has just moved can have won. */
    imm::outcome outcome() const noexcept {
        if (has_four(stones_[1 - mover()]))
            return mover() == first ? imm::outcome::second_wins : imm::outcome::first_wins;
        return plies_ == squares ? imm::outcome::draw : imm::outcome::ongoing;
    }

    /* ---- Help for a search: optional --------------------------------------------------------- */

    /* Returns the value for the first player, between -1 and 1. If the player to move can complete
     * four in a row, the value is 0.95 or -0.95. Otherwise the value depends on the difference in
     * points: a lead of 12 points gives 0.5. */
    float evaluate() const noexcept {
        const std::uint64_t free = board & ~taken(), reach = (taken() + bottom_row) & board;
        const std::array<std::uint64_t, 2> fours = {completing(stones_[first]) & free,
                                                    completing(stones_[second]) & free};
        if (fours[mover()] & reach) return mover() == first ? 0.95f : -0.95f;
        const int ahead = points(stones_[first], fours[first], odd_rows) -
                          points(stones_[second], fours[second], even_rows);
        return static_cast<float>(ahead) / static_cast<float>(12 + (ahead < 0 ? -ahead : ahead));
    }

    /* The input features for a net, from the mover's point of view: 8 small numbers for each
     * column. Six are the squares from bottom to top:
     *
     *     0           empty
     *     1, 2        a stone of the mover, of the opponent
     *     3, 4, 5     empty, completes four for the mover, the opponent, both; cannot be played yet
     *     6, 7, 8     instead of 3, 4, 5 if the square can be played after one more stone
     *     9 to 14     instead of 3 to 8 if the second player is to move: other rows are good for it
     *
     * Two of the other numbers are: whether the mover can complete four in a row now, and on how
     * many squares the opponent could complete four in a row. `bfm(efNet)` evaluates with the net
     * connect_four.immnet if you pass this net to set_net(). */
    static constexpr std::uint32_t feature_count = 8 * columns;
    void features(std::uint8_t *seen) const noexcept {
        const std::uint64_t mine = stones_[mover()], his = stones_[1 - mover()];
        const std::uint64_t my_fours = completing(mine) & ~taken(), his_fours = completing(his) & ~taken();
        const std::uint64_t reach = taken() + bottom_row, fours = (my_fours | his_fours) & ~reach;
        const std::uint64_t ones = mine | (my_fours & ~reach), twos = his | (his_fours & ~reach);
        const std::uint64_t next = fours & reach << 1, base = mover() == first ? 2 : 8;
        for (unsigned column = 0; column < columns; column++) {
            const std::uint64_t bytes = spread(ones, column) + 2 * spread(twos, column) + base * spread(fours, column) +
                                        3 * spread(next, column);
            for (unsigned row = 0; row < 8; row++) seen[8 * column + row] = static_cast<std::uint8_t>(bytes >> 8 * row);
        }
        seen[7] = (my_fours & reach) != 0;
        seen[15] = static_cast<std::uint8_t>(count(his_fours & reach));
    }

    /* Samples a legal move without listing all legal moves. Returns the move that legal_moves()
     * pushes at the sampled index. Playouts use this method.
     *
     * Bit 0 of each column in `free` is 1 if the column is not full. The multiplication by
     * bottom_row adds to each column all columns before it. So `so_far` counts the free columns up
     * to each column, and `last` counts all free columns. The sampled column is the first column
     * with a count greater than `skip`. For columns before the sampled column, bit 6 stays set when
     * their count is subtracted from 64 + skip. Another multiplication counts these columns. No
     * branch depends on the sample, because such a branch would be mispredicted half of the
     * time. */
    imm::move random_move(std::uint32_t random) const noexcept {
        const std::uint64_t free = (~taken() & top_row) >> (rows - 1);
        const std::uint64_t so_far = free * bottom_row, last = so_far >> 42 & 7;
        const std::uint64_t skip = random * last >> 32;
        const std::uint64_t before = ((64 + skip) * bottom_row - so_far) >> 6 & bottom_row;
        return static_cast<imm::move>(before * bottom_row >> 42 & 7);
    }

    /* Returns the priority of a move. Alpha-beta tries moves with higher priority first: urgent
     * moves, then moves after which more squares complete four in a row, then moves near the
     * centre. The better the first move is, the fewer positions alpha-beta searches. */
    std::int32_t order(imm::move column) const noexcept {
        const int fours = count(completing(stones_[mover()] | landing(column)) & ~taken());
        return 64 * urgency(column) + 4 * fours - static_cast<std::int32_t>(column > 3 ? column - 3 : 3 - column);
    }

    /* For quiescence search (`qs`): true for an urgent move. While an urgent move is possible, the
     * evaluation is not reliable. */
    bool noisy(imm::move column) const noexcept { return urgency(column) > 0; }

    /* For playouts by weight (`ipp`): a playout plays a winning move if there is one; otherwise it
     * blocks a threat; otherwise it samples a move uniformly. */
    std::uint32_t weight(imm::move column) const noexcept {
        constexpr std::array<std::uint32_t, 3> weights = {1, IMM_WEIGHT_FORCED, IMM_WEIGHT_DECISIVE};
        return weights[static_cast<unsigned>(urgency(column))];
    }

    /* For the transposition table (`tt`). The key is the sum of the first player's stones, all
     * stones, and the bottom row. The sum of all stones and the bottom row encodes the height of
     * every column. So every position has a different key. The number of stones determines the
     * player to move. Then the last steps of splitmix64 mix all bits, because only some bits of the
     * key select the table entry. */
    std::uint64_t hash() const noexcept {
        std::uint64_t key = stones_[first] + taken() + bottom_row;
        key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9u;
        key = (key ^ key >> 27) * 0x94D049BB133111EBu;
        return key ^ key >> 31;
    }

    /* Writes a move as its column, 1 to 7. */
    std::uint32_t move_text(imm::move column, char *text, std::size_t size) const noexcept {
        if (size < 2) return 0;
        text[0] = static_cast<char>('1' + column);
        text[1] = '\0';
        return 1;
    }

    /* Methods that this game does not have: pass, because a pass would often be an advantage (so
     * the null move stays off); few_pieces, which is for the null move; prior and transition, which
     * need statistics of many games. imm works without them. */

    /* ---- For the program, not for imm -------------------------------------------------------- */

    bool is_free(imm::move column) const noexcept { return (landing(column) & board) != 0; }
    unsigned mover() const noexcept { return plies_ % 2; }
    char man_at(unsigned column, unsigned row) const noexcept {
        const unsigned square = 7 * column + row;
        return stones_[first] >> square & 1 ? 'x' : stones_[second] >> square & 1 ? 'o' : '.';
    }

private:
    static constexpr std::uint64_t bottom_row = 0x0040810204081; /* bits 0, 7, 14 ... 42 */
    static constexpr std::uint64_t top_row = bottom_row << (rows - 1);
    static constexpr std::uint64_t board = bottom_row * 0x3F;     /* all 42 squares */
    static constexpr std::uint64_t odd_rows = bottom_row * 0x15;  /* rows 1, 3, 5, counted from the bottom */
    static constexpr std::uint64_t even_rows = bottom_row * 0x2A; /* rows 2, 4, 6 */
    static constexpr std::uint64_t column_bits(unsigned n) noexcept { return std::uint64_t{0x3F} << 7 * n; }

    std::uint64_t taken() const noexcept { return stones_[first] | stones_[second]; }

    /* Returns the square where a stone in this column lands. Adding a 1 at the bottom of the column
     * carries up to its lowest free bit. In a full column this is the seventh bit. */
    std::uint64_t landing(imm::move column) const noexcept {
        const std::uint64_t bottom = std::uint64_t{1} << 7 * column;
        return (taken() + bottom) & bottom * 0x7F;
    }

    /* True if four stones are in a row. Each direction combines two pairs of stones, two steps
     * apart. One step is 1 bit upwards, 7 bits sideways, and 6 or 8 bits diagonally. The function
     * has no branches, because it runs after every move. */
    static bool has_four(std::uint64_t stones) noexcept {
        const std::uint64_t up = stones & stones >> 1, row = stones & stones >> 7;
        const std::uint64_t fall = stones & stones >> 6, rise = stones & stones >> 8;
        return ((up & up >> 2) | (row & row >> 14) | (fall & fall >> 12) | (rise & rise >> 16)) != 0;
    }

    static int count(std::uint64_t bits) noexcept {
        bits -= bits >> 1 & 0x5555555555555555u;
        bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
        bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
        return static_cast<int>(bits * 0x0101010101010101u >> 56);
    }

    /* Returns the squares where one more stone completes four in a row. Some of these squares may
     * be taken, or may not be playable yet. */
    static std::uint64_t completing(std::uint64_t own) noexcept {
        std::uint64_t fours = own << 1 & own << 2 & own << 3;
        for (unsigned d = 6; d <= 8; d++) {
            const std::uint64_t left = own << d & own << 2 * d, right = own >> d & own >> 2 * d;
            fours |= left & (own << 3 * d | own >> d);
            fours |= right & (own >> 3 * d | own << d);
        }
        return fours & board;
    }

    /* Returns the squares of a column, one byte for each square. The multiplication makes shifted
     * copies of the column that do not overlap. */
    static std::uint64_t spread(std::uint64_t bits, unsigned column) noexcept {
        return (bits >> 7 * column & 0x7F) * 0x02040810204081u & 0x0101010101010101u;
    }

    /* Returns the points of a player with these stones: 1 for each stone in the three middle
     * columns, and 1 more in the centre column. A free square that completes four in a row counts 4
     * points, and 4 more in a good row. The odd rows are good for the first player and the even
     * rows for the second: if only one column has free squares, the first player fills its odd rows
     * and the second player its even rows. */
    static int points(std::uint64_t own, std::uint64_t fours, std::uint64_t good_rows) noexcept {
        return count(own & (column_bits(2) | column_bits(3) | column_bits(4))) + count(own & column_bits(3)) +
               4 * count(fours) + 4 * count(fours & good_rows);
    }

    /* Returns 2 if the move wins at once, 1 if it stops the opponent from winning at once,
     * otherwise 0. */
    int urgency(imm::move column) const noexcept {
        const std::uint64_t square = landing(column);
        return has_four(stones_[mover()] | square) ? 2 : has_four(stones_[1 - mover()] | square);
    }

    std::array<std::uint64_t, 2> stones_ = {0, 0}; /* of the first and of the second player */
    std::uint32_t plies_ = 0;                      /* stones on the board; the first player moves when it is even */
};

/* ==== Part 2: the program ===================================================================== */

#ifndef CONNECT_FOUR_GAME_ONLY /* a test includes part 1 alone */

#include <charconv>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

namespace {

constexpr std::array<char, 2> letters = {'x', 'o'};
constexpr std::size_t slots = 500000;

/* imm allocates nothing. Each player of imm gets a block of this size, with room for a tree of
 * 500,000 nodes or for a transposition table. More memory makes a player stronger if the player
 * also has more time. */
std::array<imm::static_memory<imm::memory_size<connect_four>(slots)>, 2> memory;

/* One side of the game: a person or a player of imm. */
struct seat {
    const char *spec = "me";         /* imm's player notation, or "me" */
    std::optional<imm::state> state; /* empty for a person */
    const char *tries = "";          /* the unit of `iterations` in a report */
};

/* The settings from the command line. */
struct settings {
    std::array<const char *, 2> specs = {"me", "mcts(im0.3,ipp)"};
    imm::limits limits = imm_limits_default(); /* for every move of imm */
    std::uint64_t seed = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
};

/* ---- Output ---------------------------------------------------------------------------------- */

void draw(const connect_four &game) {
    std::putchar('\n');
    for (unsigned row = connect_four::rows; row-- > 0;) {
        for (unsigned column = 0; column < connect_four::columns; column++)
            std::printf(" %c", game.man_at(column, row));
        std::putchar('\n');
    }
    std::puts(" 1 2 3 4 5 6 7");
}

/* Prints a report. The report's value is from the first player's point of view. The program prints
 * the value from the point of view of the player to move. */
void show_report(const seat &s, unsigned who, const imm::report &report) {
    const double value = static_cast<double>(report.value);
    std::printf("%c plays %u: value %+.3f, %" PRIu64 " %s, %" PRIu32 " nodes, depth %" PRIu32 ", %" PRIu32 " ms\n",
                letters[who], static_cast<unsigned>(report.best) + 1, who == connect_four::first ? value : 0.0 - value,
                report.iterations, s.tries, report.nodes, report.depth, report.elapsed_ms);
    const auto proof = static_cast<imm::proof>(report.proof);
    if (proof == imm::proof::draw) std::puts("  proven: a draw");
    else if (proof != imm::proof::unproven)
        std::printf("  proven: %c wins in %" PRIu32 " %s\n", letters[proof == imm::proof::second_wins], report.distance,
                    report.distance == 1 ? "ply" : "plies");
}

void show_line(imm::state &state) {
    std::array<imm::move, 12> line;
    const std::uint32_t length = state.line(line.data(), static_cast<std::uint32_t>(line.size())).value_or(0);
    std::printf("  expects");
    for (std::uint32_t i = 0; i < length; i++) std::printf(" %u", static_cast<unsigned>(line[i]) + 1);
    std::putchar('\n');
}

void show_result(imm::outcome outcome, const std::array<seat, 2> &seats) {
    if (outcome == imm::outcome::draw) {
        std::puts("The game is over: a draw.");
        return;
    }
    const unsigned winner = outcome == imm::outcome::second_wins;
    std::printf("The game is over: %c wins (%s).\n", letters[winner], seats[winner].spec);
}

/* ---- Turns: each returns the move, or imm::no_move to end the program ------------------------ */

/* Returns the column that a person has typed, or imm::no_move if it is not a legal move. */
imm::move read_column(const connect_four &game, const std::string &text) {
    if (text.size() != 1 || text[0] < '1' || text[0] > '7') return imm::no_move;
    const auto column = static_cast<imm::move>(text[0] - '1');
    return game.is_free(column) ? column : imm::no_move;
}

imm::move person_turn(const connect_four &game) {
    constexpr const char *blanks = " \t\r";
    for (std::string line;;) {
        std::printf("%c, your move> ", letters[game.mover()]);
        std::fflush(stdout);
        if (!std::getline(std::cin, line)) {
            std::puts("\nThat was the end of the input. Goodbye.");
            return imm::no_move;
        }
        line.erase(0, line.find_first_not_of(blanks));
        line.erase(line.find_last_not_of(blanks) + 1);
        if (line == "quit") return imm::no_move;
        const imm::move move = read_column(game, line);
        if (move != imm::no_move) return move;
        if (line.empty()) continue;
        std::printf("'%.20s' is not a legal move: type a column that is not full, 1 to 7, or quit.\n", line.c_str());
    }
}

imm::move imm_turn(seat &s, unsigned who, const imm::limits &limits) {
    const auto report = s.state->search(limits);
    if (!report) {
        std::printf("imm cannot move: %s.\n", imm::text(report.status()));
        return imm::no_move;
    }
    show_report(s, who, *report);
    show_line(*s.state);
    return report->best;
}

/* Plays one game. The program has its own position, an object of the class connect_four. Each move
 * is also played in the state of each player of imm. */
int play(std::array<seat, 2> &seats, const imm::limits &limits) {
    connect_four game;
    draw(game);
    while (game.outcome() == imm::outcome::ongoing) {
        seat &s = seats[game.mover()];
        const imm::move move = s.state ? imm_turn(s, game.mover(), limits) : person_turn(game);
        if (move == imm::no_move) return 0;
        for (seat &each : seats) {
            const imm::status status = each.state ? each.state->play(move) : imm::status::ok;
            if (status != imm::status::ok) return std::fprintf(stderr, "play: %s\n", imm::text(status)), 1;
        }
        game.make(move);
        draw(game);
    }
    show_result(game.outcome(), seats);
    return 0;
}

/* ---- Setting up ------------------------------------------------------------------------------ */

/* Sets imm up to play one side of the game. config_of() reads the player notation. Then
 * state::open() refuses a player that needs a method the game does not have. */
bool open_seat(seat &s, const settings &set, unsigned who) {
    s.spec = set.specs[who];
    if (s.spec == std::string_view("me")) return true;
    imm::short_text why;
    const auto config = imm::config_of(s.spec, set.seed + who);
    if (!config) {
        imm_configure_error(s.spec, why.chars, sizeof why.chars);
        std::fprintf(stderr, "%s: %s\nA player is `me`, or looks like this: mcts(im0.3,ipp), ab(tt,killers,pvs)\n",
                     s.spec, why.c_str());
        return false;
    }
    s.tries = config->algorithm == IMM_ALPHA_BETA ? "positions" : "simulations";
    const imm_game rules = imm::game_of<connect_four>();
    auto opened = imm::state::open(memory[who], rules, *config);
    if (opened) {
        s.state = std::move(*opened);
        return true;
    }
    imm_config_error(&*config, &rules, why.chars, sizeof why.chars);
    std::fprintf(stderr, "%s: %s\n", s.spec, *why.c_str() ? why.c_str() : imm::text(opened.status()));
    return false;
}

int usage(const char *wrong) {
    std::fprintf(
        stderr,
        "connect_four: cannot make sense of '%s'\n"
        "usage: connect_four [--first PLAYER] [--second PLAYER] [--ms N] [--iterations N] [--seed N]\n"
        "PLAYER: me, mcts(im0.3,ipp), ab(tt,killers,pvs) ...; without --ms, --iterations has no limit of time\n",
        wrong);
    return 2;
}

/* Returns the number that the text contains, or an empty value if the text is not exactly one
 * number. */
template <class Number>
std::optional<Number> read_number(std::string_view text) {
    Number number = 0;
    const char *end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end) return std::nullopt;
    return number;
}

/* Applies one option and its value. False if the option or the value is wrong. A limit of 0 is
 * wrong, because for imm 0 means no limit. */
bool take_option(settings &set, std::string_view option, const char *value) {
    if (option == "--first") return set.specs[connect_four::first] = value, true;
    if (option == "--second") return set.specs[connect_four::second] = value, true;
    const auto number = read_number<std::uint64_t>(value);
    if (option == "--seed") return set.seed = number.value_or(0), number.has_value();
    if (option == "--iterations") return set.limits.iterations = number.value_or(0), number.value_or(0) > 0;
    if (option != "--ms") return false;
    set.limits.time_ms = read_number<std::uint32_t>(value).value_or(0);
    return set.limits.time_ms > 0;
}

} // namespace

int main(int argc, char **argv) {
    settings set;
    std::array<seat, 2> seats;
    for (int i = 1; i < argc; i += 2)
        if (i + 1 == argc || !take_option(set, argv[i], argv[i + 1])) return usage(argv[i]);
    if (set.limits.iterations == 0 && set.limits.time_ms == 0) set.limits.time_ms = 1000;
    for (unsigned who = 0; who < 2; who++)
        if (!open_seat(seats[who], set, who)) return 2;
    return play(seats, set.limits);
}

#endif
