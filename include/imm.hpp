/* imm for C++17: header only, on top of imm.h. The manual is imm.h; this header does not repeat it.
 *
 *     static imm::static_memory<(1 << 20)> memory;
 *
 *     auto state = imm::state::open(memory, *imm_breakthrough());
 *     if (!state) return complain(imm::text(state.status()));
 *     while (*state->outcome() == imm::outcome::ongoing) {
 *         auto move = state->search(20);                     // 20 ms a move
 *         if (!move) return complain(imm::text(move.status()));
 *         if (state->play(*move) != imm::status::ok) break;
 *     }
 *
 * A game of your own is a class: see imm::game_of(). To search on all cores, define IMM_TEAM before
 * you include this header: see imm::team. For memory in large pages, define IMM_PAGES: see
 * imm::pages.
 *
 * Errors. Nothing in this header throws, and only imm::pages allocates. Everything is noexcept and
 * compiles with -fno-exceptions -fno-rtti. Functions return an imm::status or an imm::result<T>. A
 * result is a value, or the status that says why there is no value.
 *
 * Ownership. imm::state is the only handle of a search in caller-provided memory. You can move a
 * state, but not copy it. A state that you moved from, or never opened, returns status::null from
 * every call. You need not free anything, so there is no destructor. The memory must outlive the
 * handle, and must not move.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef IMM_HPP
#define IMM_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "imm.h"

namespace imm {

/* ---- The integers of imm.h as types ---------------------------------------------------------- */

using move = imm_move;
using config = imm_config;
using limits = imm_limits;
using report = imm_report;
using candidate = imm_candidate;
using check_report = imm_check_report;
using node = imm_node;
using clock = imm_clock;

inline constexpr move no_move = IMM_MOVE_NONE;

/* `chance` means that a chance event comes next, such as the roll of a die. In a game that does not
 * have two players, player n is static_cast<player>(n). */
enum class player : imm_player { first = IMM_FIRST, second = IMM_SECOND, chance = IMM_CHANCE };

enum class outcome : imm_result {
    ongoing = IMM_ONGOING,
    first_wins = IMM_FIRST_WINS,
    second_wins = IMM_SECOND_WINS,
    draw = IMM_DRAW,
    over = IMM_OVER /* the game does not have two players: see state::return_of() */
};

enum class proof : imm_proof {
    unproven = IMM_UNPROVEN,
    first_wins = IMM_PROVEN_FIRST_WINS,
    second_wins = IMM_PROVEN_SECOND_WINS,
    draw = IMM_PROVEN_DRAW
};

/* The reason why a search ended: the field `stopped` of a report. */
enum class stopped : imm_stopped {
    no_search = IMM_STOPPED_NOT,
    iterations = IMM_STOPPED_ITERATIONS,
    nodes = IMM_STOPPED_NODES,
    time = IMM_STOPPED_TIME,
    flag = IMM_STOPPED_FLAG,
    proven = IMM_STOPPED_PROVEN,
    depth = IMM_STOPPED_DEPTH,
    settled = IMM_STOPPED_SETTLED,
    forced = IMM_STOPPED_FORCED
};

/* Where state::visit_tree() continues after a node. */
enum class visit : std::int32_t { below = IMM_VISIT_BELOW, beside = IMM_VISIT_BESIDE, stop = IMM_VISIT_STOP };

/* clang-format 14 takes the attribute for an initialiser. */
/* clang-format off */
enum class [[nodiscard]] status : imm_status {
    ok = IMM_OK,
    null = IMM_ERR_NULL,
    misaligned = IMM_ERR_MISALIGNED,
    too_small = IMM_ERR_TOO_SMALL,
    struct_size = IMM_ERR_STRUCT_SIZE,
    out_of_range = IMM_ERR_OUT_OF_RANGE,
    wrong_enum = IMM_ERR_ENUM,
    unsupported = IMM_ERR_UNSUPPORTED,
    not_a_state = IMM_ERR_STATE,
    busy = IMM_ERR_BUSY,
    no_clock = IMM_ERR_NO_CLOCK,
    no_limit = IMM_ERR_NO_LIMIT,
    game_over = IMM_ERR_GAME_OVER,
    illegal_move = IMM_ERR_ILLEGAL_MOVE,
    wrong_text = IMM_ERR_TEXT,
    buffer = IMM_ERR_BUFFER,
    wrong_spec = IMM_ERR_SPEC,
    game = IMM_ERR_GAME,
    too_many_moves = IMM_ERR_TOO_MANY_MOVES,
    no_moves = IMM_ERR_NO_MOVES,
    invalid_move = IMM_ERR_INVALID_MOVE,
    invalid_player = IMM_ERR_INVALID_PLAYER,
    invalid_outcome = IMM_ERR_INVALID_OUTCOME,
    not_a_number = IMM_ERR_NOT_A_NUMBER,
    callback = IMM_ERR_CALLBACK,
    contradiction = IMM_ERR_CONTRADICTION,
    wrong_bytes = IMM_ERR_BYTES,
    no_past = IMM_ERR_NO_PAST,
    saved_version = IMM_ERR_SAVED_VERSION,
    saved_game = IMM_ERR_SAVED_GAME,
    saved_player = IMM_ERR_SAVED_PLAYER,
    saved_memory = IMM_ERR_SAVED_MEMORY,
    other_game = IMM_ERR_OTHER_GAME,
    other_player = IMM_ERR_OTHER_PLAYER,
    other_position = IMM_ERR_OTHER_POSITION,
    merged = IMM_ERR_MERGED,
    no_net = IMM_ERR_NO_NET,
    wrong_net = IMM_ERR_NET,
    other_net = IMM_ERR_NET_GAME,
    told = IMM_ERR_TOLD,
    no_leaf = IMM_ERR_NO_LEAF,
    chance = IMM_ERR_CHANCE,
    invalid_odds = IMM_ERR_INVALID_ODDS
};
/* clang-format on */

/* Returns the meaning of a status in a few words. The text is valid forever. */
inline const char *text(status s) noexcept { return imm_status_text(static_cast<imm_status>(s)); }

/* ---- result<T>: a value, or a status that explains its absence ------------------------------- */

/* A value of type T, or the status of a call that failed. T must be default constructible, and
 * moving a T must not throw. If there is no value, `*` returns a default-constructed T. */
template <class T>
class [[nodiscard]] result {
public:
    result(T value) noexcept : value_(std::move(value)) {}
    result(imm::status why) noexcept : status_(why) {}

    explicit operator bool() const noexcept { return status_ == imm::status::ok; }
    imm::status status() const noexcept { return status_; }

    T &operator*() noexcept { return value_; }
    const T &operator*() const noexcept { return value_; }
    T *operator->() noexcept { return &value_; }
    const T *operator->() const noexcept { return &value_; }
    T value_or(T other) const noexcept { return *this ? value_ : other; }

private:
    T value_{};
    imm::status status_ = imm::status::ok;
};

/* ---- Memory that you provide ----------------------------------------------------------------- */

/* A block of bytes, for example a static array, an arena or heap memory. The start must be aligned
 * to IMM_ALIGN, except when state::open() receives the player as text. */
struct block {
    void *data;
    std::size_t size;
};

/* A block of a constant size, for a static variable or a member, for example
 * static_memory<IMM_KALAH_MEMORY_SIZE(1000)>. */
template <std::size_t Bytes>
struct alignas(IMM_ALIGN) static_memory {
    unsigned char bytes[Bytes];
    operator block() noexcept { return {bytes, Bytes}; }
};

/* A text of at most IMM_TEXT_MAX bytes, stored in the struct itself. */
struct short_text {
    char chars[IMM_TEXT_MAX + 1] = {};
    const char *c_str() const noexcept { return chars; }
};

/* ---- Players --------------------------------------------------------------------------------- */

inline config default_config() noexcept { return imm_config_default(); }

/* Returns the strongest player measured for this game, like imm_best(). `size` is the size of the
 * block in bytes (0 means large enough), and `ms` is the time for each move in milliseconds (0
 * means unknown). */
inline result<config> best_config(const imm_game &game, std::size_t size = 0, std::uint32_t ms = 0) noexcept {
    config player = imm_config_default();
    const auto why = static_cast<status>(imm_best(&game, size, ms, &player));
    if (why != status::ok) return why;
    return player;
}

/* Returns the reason why best_config() chooses its player, as a message for the user. */
inline result<short_text> best_why(const imm_game &game, std::size_t size = 0, std::uint32_t ms = 0) noexcept {
    short_text t;
    const auto why = static_cast<status>(imm_best_why(&game, size, ms, t.chars, sizeof t.chars));
    if (why != status::ok) return why;
    return t;
}

/* Returns the player with the notation `spec`, for example "mcts(c1.0,im0.4,efMS,ipp)". */
inline result<config> config_of(const char *spec, std::uint64_t seed = 0) noexcept {
    config player = imm_config_default();
    const auto why = static_cast<status>(imm_configure(&player, spec));
    player.seed = seed;
    if (why != status::ok) return why;
    return player;
}

/* Returns the clock of the player to move: remaining time and increment in milliseconds. */
inline clock remaining(std::uint32_t ms, std::uint32_t increment_ms = 0) noexcept {
    clock c = imm_clock_default();
    c.remaining_ms = ms;
    c.increment_ms = increment_ms;
    return c;
}

inline limits iterations(std::uint64_t n) noexcept {
    limits l = imm_limits_default();
    l.iterations = n;
    return l;
}

/* Sets `player` and the limits `l` to the strength `level`, 1 to 10, like imm_level(). */
inline status set_level(std::uint32_t level, config &player, limits &l) noexcept {
    return static_cast<status>(imm_level(level, &player, &l));
}

inline limits milliseconds(std::uint32_t ms) noexcept {
    limits l = imm_limits_default();
    l.time_ms = ms;
    return l;
}

/* Returns a time limit of `us` microseconds. If the clock of the search counts milliseconds, the
 * search rounds the limit up. */
inline limits microseconds(std::uint64_t us) noexcept {
    limits l = imm_limits_default();
    l.time_us = us;
    return l;
}

/* A flag that ends searches. Another thread or a signal handler may raise the flag. While the flag
 * is raised, each search ends after one simulation, or after one position for alpha-beta. The flag
 * must outlive the searches. */
class stop_flag {
public:
    void raise() noexcept { raised_.store(1); }
    void lower() noexcept { raised_.store(0); }
    bool raised() const noexcept { return raised_.load() != 0; }

    /* Returns the limits `l` with this flag. */
    limits operator()(limits l) const noexcept {
        l.stop = reinterpret_cast<const volatile std::uint8_t *>(&raised_);
        return l;
    }

private:
    static_assert(sizeof(std::atomic<std::uint8_t>) == 1 && std::atomic<std::uint8_t>::is_always_lock_free);
    std::atomic<std::uint8_t> raised_{0};
};

/* Returns a built-in game by its name, such as "kalah_std_4x3": see imm_game_by_name(). */
inline result<imm_game> game_named(const char *name) noexcept {
    imm_game game{};
    const auto why = static_cast<status>(imm_game_by_name(name, &game, sizeof game));
    if (why != status::ok) return why;
    return game;
}

/* ---- state: a search in memory that you provide ---------------------------------------------- */

class state {
public:
    state() noexcept = default;
    state(state &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    state &operator=(state &&other) noexcept {
        handle_ = std::exchange(other.handle_, nullptr);
        return *this;
    }
    state(const state &) = delete;
    state &operator=(const state &) = delete;

    static result<state> open(block memory, const imm_game &game, const config &player) noexcept {
        return opened_by(memory, game, &player);
    }

    /* Opens a search with the best player of the game. */
    static result<state> open(block memory, const imm_game &game) noexcept { return opened_by(memory, game, nullptr); }

    /* Opens a search. `player` is the text of a player, such as "mcts(im0.4)". NULL means the best
     * player of the game. The memory need not be aligned, as in imm_open(). */
    static result<state> open(block memory, const imm_game &game, const char *player, std::uint64_t seed = 0) noexcept {
        state opened;
        const auto why = imm_open(memory.data, memory.size, &game, player, seed, &opened.handle_);
        if (why != IMM_OK) return as_status(why);
        return result<state>(std::move(opened));
    }

    /* Changes the player. The position stays. The tree stays too if it is valid for the new player,
     * as in imm_set_player(). */
    status set_player(const config &player) noexcept { return as_status(imm_set_player(handle_, &player)); }
    status set_player(const char *player, std::uint64_t seed = 0) noexcept {
        return as_status(imm_set_player_text(handle_, player, seed));
    }

    /* Returns the handle for the functions of imm.h, or NULL if there is no search. */
    imm_state *handle() const noexcept { return handle_; }

    result<move> search(std::uint32_t ms) noexcept {
        const move best = imm_search(handle_, ms);
        if (best == no_move) return last_status();
        return best;
    }
    result<report> search(const limits &l) noexcept {
        report r{};
        return checked(imm_search_limited(handle_, &l, &r), r);
    }
    /* Searches with a progress callback. `look` receives the result so far: a const imm::report &,
     * the expected line (const imm::move *) and the length of the line. `look` must not throw. */
    template <class Watcher>
    result<report> search_watched(const limits &l, std::uint32_t every_ms, Watcher &&look) noexcept {
        report r{};
        return checked(imm_search_watched(handle_, &l, every_ms, shown_to<Watcher>, context_of(look), &r), r);
    }
    result<report> search(const clock &c) noexcept {
        report r{};
        return checked(imm_search_clock(handle_, &c, &r), r);
    }
    template <class Watcher>
    result<report> search_watched(clock c, std::uint32_t every_ms, Watcher &&look) noexcept {
        c.watcher = shown_to<Watcher>;
        c.context = context_of(look);
        c.every_ms = every_ms;
        return search(c);
    }
    status step(std::uint32_t n) noexcept { return as_status(imm_step(handle_, n)); }
    void stop() noexcept { imm_stop(handle_); }

    result<std::uint32_t> collect(std::uint32_t n) noexcept { return count(imm_collect(handle_, n)); }
    const void *leaf_position(std::uint32_t leaf) noexcept { return imm_leaf_position(handle_, leaf); }
    result<short_text> leaf_text(std::uint32_t leaf) noexcept {
        short_text t;
        return checked(imm_leaf_text(handle_, leaf, t.chars, sizeof t.chars), t);
    }
    result<std::uint32_t> leaf_moves(std::uint32_t leaf, move *out, std::uint32_t capacity) noexcept {
        return count(imm_leaf_moves(handle_, leaf, out, capacity));
    }
    result<player> leaf_player(std::uint32_t leaf) noexcept { return number<player>(imm_leaf_player(handle_, leaf)); }
    status tell(float value, const float *priors = nullptr, std::uint32_t n = 0) noexcept {
        return as_status(imm_tell(handle_, value, priors, n));
    }

    result<report> get_report() noexcept {
        report r{};
        return checked(imm_get_report(handle_, &r), r);
    }
    result<std::uint32_t> candidates(candidate *out, std::uint32_t capacity) noexcept {
        return count(imm_candidates(handle_, out, capacity));
    }
    template <std::size_t N>
    result<std::uint32_t> candidates(candidate (&out)[N]) noexcept {
        return candidates(out, N);
    }
    result<std::uint32_t> line(move *out, std::uint32_t capacity) noexcept {
        return count(imm_line(handle_, out, capacity));
    }
    template <std::size_t N>
    result<std::uint32_t> line(move (&out)[N]) noexcept {
        return line(out, N);
    }
    result<std::uint32_t> candidate_line(move m, move *out, std::uint32_t capacity) noexcept {
        return count(imm_candidate_line(handle_, m, out, capacity));
    }
    template <std::size_t N>
    result<std::uint32_t> candidate_line(move m, move (&out)[N]) noexcept {
        return candidate_line(m, out, N);
    }

    /* Shows the tree to `look`, which receives a const imm::node & and returns an imm::visit.
     * `look` must not throw. Returns the number of positions that were shown. */
    template <class Visitor>
    result<std::uint32_t> visit_tree(std::uint32_t depth, std::uint32_t min_visits, Visitor &&look) noexcept {
        using type = std::remove_reference_t<Visitor>;
        const auto shown = [](void *context, const imm_node *n) noexcept {
            return static_cast<std::int32_t>((*static_cast<type *>(context))(*n));
        };
        return count(imm_visit_tree(handle_, depth, min_visits, shown, context_of(look)));
    }

    status play(move m) noexcept { return as_status(imm_play(handle_, m)); }
    result<std::uint32_t> legal_moves(move *out, std::uint32_t capacity) noexcept {
        return count(imm_legal_moves(handle_, out, capacity));
    }
    template <std::size_t N>
    result<std::uint32_t> legal_moves(move (&out)[N]) noexcept {
        return legal_moves(out, N);
    }
    result<imm::outcome> outcome() noexcept { return number<imm::outcome>(imm_outcome(handle_)); }
    result<player> to_move() noexcept { return number<player>(imm_player_to_move(handle_)); }
    /* Samples an outcome of the chance event that comes next, like imm_sample_chance(). */
    result<move> sample_chance(std::uint32_t random) noexcept {
        const move sampled = imm_sample_chance(handle_, random);
        if (sampled == no_move) return last_status();
        return sampled;
    }
    /* Returns the result of a player, from -1 to 1, like imm_return_of(). */
    result<float> return_of(player p) noexcept {
        float value = 0;
        return checked(imm_return_of(handle_, static_cast<imm_player>(p), &value), value);
    }
    result<float> evaluate() noexcept {
        float value = 0;
        return checked(imm_evaluate(handle_, &value), value);
    }

    /* Sets the net with which the state evaluates positions, like imm_set_net(). The bytes are not
     * copied. unset_net() selects the net that comes with the game. */
    status set_net(const void *net, std::size_t size) noexcept { return as_status(imm_set_net(handle_, net, size)); }
    status unset_net() noexcept { return set_net(nullptr, 0); }

    result<short_text> move_text(move m) noexcept {
        short_text t;
        return checked(imm_move_text(handle_, m, t.chars, sizeof t.chars), t);
    }
    result<move> parse_move(const char *text) noexcept {
        move m = no_move;
        return checked(imm_parse_move(handle_, text, &m), m);
    }
    result<short_text> position_text() noexcept {
        short_text t;
        return checked(imm_position_text(handle_, t.chars, sizeof t.chars), t);
    }
    status set_position(const char *text) noexcept { return as_status(imm_set_position(handle_, text)); }

    /* A snapshot is the position as bytes. position_bytes() writes a snapshot and returns its
     * number of bytes; position_size() bytes are always enough. These functions are like
     * imm_position_bytes(). */
    std::size_t position_size() noexcept { return imm_position_size(handle_); }
    result<std::size_t> position_bytes(void *bytes, std::size_t size) noexcept {
        std::size_t length = 0;
        const imm_status s = imm_position_bytes(handle_, bytes, size, &length);
        return checked(s, length);
    }
    status set_position_bytes(const void *bytes, std::size_t length) noexcept {
        return as_status(imm_set_position_bytes(handle_, bytes, length));
    }

    /* keep_history() provides memory for undo(); an empty block switches undo() off. history_size()
     * returns the number of bytes that are enough to take back `plies` moves. These functions are
     * like imm_keep_history(). */
    std::size_t history_size(std::uint32_t plies) noexcept { return imm_history_size(handle_, plies); }
    status keep_history(block memory) noexcept {
        return as_status(imm_keep_history(handle_, memory.data, memory.size));
    }
    status undo() noexcept { return as_status(imm_undo(handle_)); }

    /* A save is the whole search as bytes. save() writes a save and returns its number of bytes;
     * save_size() bytes are enough for the present search. These functions are like imm_save(). */
    std::size_t save_size() noexcept { return imm_save_size(handle_); }
    result<std::size_t> save(void *bytes, std::size_t size) noexcept {
        std::size_t length = 0;
        const imm_status s = imm_save(handle_, bytes, size, &length);
        return checked(s, length);
    }
    status load(const void *bytes, std::size_t length) noexcept { return as_status(imm_load(handle_, bytes, length)); }

    /* Copies the state into another block, like imm_clone(). */
    result<state> clone(block memory) noexcept {
        state copy;
        const auto why = as_status(imm_clone(handle_, memory.data, memory.size, &copy.handle_));
        if (why != imm::status::ok) return why;
        return result<state>(std::move(copy));
    }

    /* Makes the state share a transposition table with states on other threads, like
     * imm_share_table(). An empty block selects the state's own table again. */
    status share_table(block memory) noexcept { return as_status(imm_share_table(handle_, memory.data, memory.size)); }

    /* Makes the state share a tree with states on other threads, like imm_share_tree(). With an
     * empty block the state continues in its own memory. */
    status share_tree(block memory) noexcept { return as_status(imm_share_tree(handle_, memory.data, memory.size)); }

    /* Merges the results of other states into this state, like imm_merge(). The class imm::team
     * merges the states of its threads in this way. */
    status merge(imm_state *const *others, std::size_t n) noexcept { return as_status(imm_merge(handle_, others, n)); }
    template <class... States>
    status merge(const state &other, const States &...others) noexcept {
        imm_state *const handles[] = {other.handle(), others.handle()...};
        return merge(handles, 1 + sizeof...(others));
    }

    status restart() noexcept { return as_status(imm_restart(handle_)); }
    status shuffle(std::uint64_t seed) noexcept { return as_status(imm_shuffle(handle_, seed)); }
    status forget() noexcept { return as_status(imm_forget(handle_)); }
    status last_status() const noexcept { return as_status(imm_last_status(handle_)); }

private:
    template <class Callable>
    static void *context_of(Callable &look) noexcept {
        return const_cast<void *>(static_cast<const volatile void *>(std::addressof(look)));
    }
    template <class Watcher>
    static void shown_to(void *context, const imm_report *r, const imm_move *line, std::uint32_t length) noexcept {
        (*static_cast<std::remove_reference_t<Watcher> *>(context))(*r, line, length);
    }

    static imm::status as_status(imm_status s) noexcept { return static_cast<imm::status>(s); }

    template <class T>
    static result<T> checked(imm_status s, const T &value) noexcept {
        if (s != IMM_OK) return as_status(s);
        return value;
    }
    static result<state> opened_by(block memory, const imm_game &game, const config *player) noexcept {
        state opened;
        const auto why = static_cast<imm::status>(imm_init(memory.data, memory.size, &game, player, &opened.handle_));
        if (why != imm::status::ok) return why;
        return result<state>(std::move(opened));
    }

    template <class T>
    static result<T> number(std::int32_t n) noexcept {
        if (n < 0) return as_status(n);
        return static_cast<T>(n);
    }
    static result<std::uint32_t> count(std::int32_t n) noexcept { return number<std::uint32_t>(n); }

    imm_state *handle_ = nullptr;
};

/* ---- A game of your own: a class ------------------------------------------------------------- */

/* The list that legal_moves() fills, with room for T::max_moves moves. A move for which there is no
 * room is counted but not stored, so that imm detects the error. */
class move_list {
public:
    move_list(move *moves, std::uint32_t capacity) noexcept : moves_(moves), capacity_(capacity) {}
    void push(move m) noexcept {
        if (size_ < capacity_) moves_[size_] = m;
        size_++;
    }
    std::uint32_t size() const noexcept { return size_; }

private:
    move *moves_;
    std::uint32_t capacity_;
    std::uint32_t size_ = 0;
};

namespace detail {

/* A position of a custom game. `failed` is true after an exception in a method that returns
 * nothing. */
template <class T>
struct position {
    T game;
    bool failed;
};

/* Returns the result of `body`, or `failure` if `body` throws. */
template <class Answer, class Body>
Answer guard(Answer failure, Body body) noexcept {
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    try {
        return body();
    } catch (...) { return failure; }
#else
    static_cast<void>(failure);
    return body();
#endif
}

/* IMM_DETECT(name, ...) defines has_name<T>. Its `value` is true if T has a method `name` that
 * accepts these arguments. */
#define IMM_DETECT(name, ...)                                                                                          \
    template <class T, class = void>                                                                                   \
    struct has_##name : std::false_type {};                                                                            \
    template <class T>                                                                                                 \
    struct has_##name<T, std::void_t<decltype(std::declval<T &>().name(__VA_ARGS__))>> : std::true_type {}
IMM_DETECT(initial, );
IMM_DETECT(unmake, move{});
IMM_DETECT(evaluate, );
IMM_DETECT(random_move, std::uint32_t{});
IMM_DETECT(weight, move{});
IMM_DETECT(prior, move{});
IMM_DETECT(order, move{});
IMM_DETECT(noisy, move{});
IMM_DETECT(hash, );
IMM_DETECT(pass, );
IMM_DETECT(few_pieces, );
IMM_DETECT(score, );
IMM_DETECT(transition, move{});
IMM_DETECT(features, static_cast<std::uint8_t *>(nullptr));
IMM_DETECT(chance, move{});
IMM_DETECT(returns, player{});
IMM_DETECT(evaluate_for, player{});
IMM_DETECT(move_text, move{}, static_cast<char *>(nullptr), std::size_t{});
#undef IMM_DETECT

template <class T, class = void>
struct max_plies : std::integral_constant<std::uint32_t, 0> {};
template <class T>
struct max_plies<T, std::void_t<decltype(T::max_plies)>> : std::integral_constant<std::uint32_t, T::max_plies> {};

template <class T, class = void>
struct max_score : std::integral_constant<std::uint32_t, 0> {};
template <class T>
struct max_score<T, std::void_t<decltype(T::max_score)>> : std::integral_constant<std::uint32_t, T::max_score> {};

template <class T, class = void>
struct players : std::integral_constant<std::uint32_t, 2> {};
template <class T>
struct players<T, std::void_t<decltype(T::players)>> : std::integral_constant<std::uint32_t, T::players> {};

template <class T, class = void>
struct feature_count : std::integral_constant<std::uint32_t, 0> {};
template <class T>
struct feature_count<T, std::void_t<decltype(T::feature_count)>>
    : std::integral_constant<std::uint32_t, T::feature_count> {};

/* The callbacks that game_of<T>() puts into imm_game. */
template <class T>
struct callbacks {
    using at = position<T>;
    static constexpr std::int32_t failure = IMM_FAILED;
    static constexpr std::uint32_t unsigned_failure = static_cast<std::uint32_t>(IMM_FAILED);

    static at &to(void *p) noexcept { return *static_cast<at *>(p); }
    static const T &to(const void *p) noexcept { return static_cast<const at *>(p)->game; }

    /* Runs a method that returns nothing. If the method throws, restores the game and sets
     * `failed`. For a noexcept method, makes no copy of the game. */
    template <class Body>
    static void change(at &p, Body body) noexcept {
        if constexpr (noexcept(body(p.game))) return body(p.game);
        const T before = p.game;
        const bool done = guard(false, [&] { return body(p.game), true; });
        if (done) return;
        p.game = before;
        p.failed = true;
    }

    static void initial(void *context, void *p) noexcept {
        const T *start = static_cast<const T *>(context);
        const bool done = guard(false, [&] {
            at *made = ::new (p) at{start ? *start : T{}, false};
            if constexpr (has_initial<T>::value) {
                if (!start) made->game.initial();
            }
            return true;
        });
        if (!done) to(p).failed = true;
    }
    static std::uint32_t legal_moves(void *, const void *p, move *moves) noexcept {
        return guard(unsigned_failure, [&] {
            move_list list(moves, T::max_moves);
            to(p).legal_moves(list);
            return list.size();
        });
    }
    static void make(void *, void *p, move m, void *undo) noexcept {
        if constexpr (!has_unmake<T>::value) std::memcpy(undo, p, sizeof(at));
        change(to(p), [m](T &game) noexcept(noexcept(game.make(m))) { game.make(m); });
    }
    static void unmake(void *, void *p, move m, const void *undo) noexcept {
        if constexpr (has_unmake<T>::value)
            change(to(p), [m](T &game) noexcept(noexcept(game.unmake(m))) { game.unmake(m); });
        else std::memcpy(p, undo, sizeof(at));
        static_cast<void>(m);
        static_cast<void>(undo);
    }
    static imm_player to_move(void *, const void *p) noexcept {
        if (static_cast<const at *>(p)->failed) return failure;
        return guard(failure, [&] { return static_cast<imm_player>(to(p).to_move()); });
    }
    static imm_result outcome(void *, const void *p) noexcept {
        if (static_cast<const at *>(p)->failed) return failure;
        return guard(failure, [&] { return static_cast<imm_result>(to(p).outcome()); });
    }
    static float evaluate(void *, const void *p) noexcept {
        return guard(std::numeric_limits<float>::quiet_NaN(), [&] { return static_cast<float>(to(p).evaluate()); });
    }
    static move random_move(void *, const void *p, std::uint32_t random) noexcept {
        return guard(no_move, [&] { return static_cast<move>(to(p).random_move(random)); });
    }
    static std::uint32_t weight(void *, const void *p, move m) noexcept {
        return guard(unsigned_failure, [&] { return static_cast<std::uint32_t>(to(p).weight(m)); });
    }
    static float prior(void *, const void *p, move m) noexcept {
        return guard(std::numeric_limits<float>::quiet_NaN(), [&] { return static_cast<float>(to(p).prior(m)); });
    }
    static std::int32_t order(void *, const void *p, move m) noexcept {
        return guard(failure, [&] { return static_cast<std::int32_t>(to(p).order(m)); });
    }
    static std::int32_t noisy(void *, const void *p, move m) noexcept {
        return guard(failure, [&] { return std::int32_t{to(p).noisy(m) ? 1 : 0}; });
    }
    static std::uint64_t hash(void *, const void *p) noexcept {
        return guard(std::uint64_t{0}, [&] { return static_cast<std::uint64_t>(to(p).hash()); });
    }
    static std::int32_t pass(void *, void *p) noexcept {
        return guard(failure, [&] { return std::int32_t{to(p).game.pass() ? 1 : 0}; });
    }
    static std::int32_t score(void *, const void *p) noexcept {
        return guard(failure, [&] { return static_cast<std::int32_t>(to(p).score()); });
    }
    static std::int32_t few_pieces(void *, const void *p) noexcept {
        return guard(failure, [&] { return std::int32_t{to(p).few_pieces() ? 1 : 0}; });
    }
    static std::int32_t transition(void *, const void *p, move m) noexcept {
        return guard(failure, [&] { return static_cast<std::int32_t>(to(p).transition(m)); });
    }
    static std::int32_t features(void *, const void *p, std::uint8_t *seen) noexcept {
        return guard(failure, [&] { return to(p).features(seen), std::int32_t{0}; });
    }
    static std::uint32_t chance(void *, const void *p, move m) noexcept {
        return guard(unsigned_failure, [&] { return static_cast<std::uint32_t>(to(p).chance(m)); });
    }
    static float returns(void *, const void *p, imm_player n) noexcept {
        return guard(std::numeric_limits<float>::quiet_NaN(),
                     [&] { return static_cast<float>(to(p).returns(static_cast<player>(n))); });
    }
    static float evaluate_for(void *, const void *p, imm_player n) noexcept {
        return guard(std::numeric_limits<float>::quiet_NaN(),
                     [&] { return static_cast<float>(to(p).evaluate_for(static_cast<player>(n))); });
    }
    static std::uint32_t move_text(void *, const void *p, move m, char *text, std::size_t size) noexcept {
        return guard(unsigned_failure, [&] { return static_cast<std::uint32_t>(to(p).move_text(m, text, size)); });
    }
};

} // namespace detail

/* Returns the game that the class T describes. T is a position: trivially copyable, without
 * pointers into itself. T must have
 *
 *     static constexpr std::uint32_t max_moves;  the largest number of legal moves
 *     void legal_moves(imm::move_list &) const;  pushes every legal move, each once
 *     void make(imm::move);                      makes a legal move
 *     imm::player to_move() const;
 *     imm::outcome outcome() const;
 *
 * and may have the members below. A name in backquotes is a player option that needs the member.
 *
 *     static constexpr std::uint32_t max_plies;  else 1000
 *     void initial();                            sets up the start; else T{} is the start
 *     void unmake(imm::move);                    takes a move back; else imm keeps a copy
 *     float evaluate() const;                    for `im`
 *     imm::move random_move(std::uint32_t random) const;     a random move, for fast playouts
 *     std::uint32_t weight(imm::move) const;     for `ipp`
 *     float prior(imm::move) const;
 *     std::int32_t order(imm::move) const;
 *     bool noisy(imm::move) const;
 *     std::uint64_t hash() const;
 *     bool pass();                               for `null`; false if pass() changed nothing
 *     bool few_pieces() const;
 *     std::int32_t score() const;                for `marg`; needs max_score
 *     static constexpr std::uint32_t max_score;  the largest margin of a win, in points
 *     std::int32_t transition(imm::move) const;  for `rps`
 *     void features(std::uint8_t *) const;       input of a net, for `efNet`; needs feature_count
 *     static constexpr std::uint32_t feature_count;          how many numbers features() writes
 *     std::uint32_t chance(imm::move) const;     the weight of an outcome of a chance event
 *     static constexpr std::uint32_t players;    else 2; if not 2, returns() is required
 *     float returns(imm::player) const;          the result of a player, -1 to 1
 *     float evaluate_for(imm::player) const;     for `im`, in place of evaluate()
 *     std::uint32_t move_text(imm::move, char *, std::size_t) const;     like snprintf
 *
 * If make() and unmake() are noexcept, imm makes no copy of the position before these calls. Each
 * method has the meaning of the callback with the same name in imm_game. If you pass `start`, each
 * game begins from a copy of `start`. The start position may hold data that all positions share,
 * for example a pointer to tables. `start` must outlive the state.
 *
 * Methods may throw. The exception stays inside imm: the current call returns status::callback, and
 * the position is as before the call. After an exception in a method that returns a float, the call
 * returns status::not_a_number. After an exception in random_move(), the call returns
 * status::invalid_move. If hash() throws, the hash counts as 0. */
template <class T>
imm_game game_of(const T *start = nullptr) noexcept {
    using detail::callbacks;
    static_assert(std::is_trivially_copyable_v<T>, "imm copies positions as bytes");
    static_assert(std::is_default_constructible_v<T>, "T{} is the starting position, or what initial() begins with");
    static_assert(alignof(T) <= IMM_ALIGN, "positions are aligned to IMM_ALIGN");
    static_assert(T::max_moves >= 1 && T::max_moves <= 65535, "max_moves is 1 to 65535");
    imm_game game{};
    game.struct_size = sizeof game;
    game.position_size = sizeof(detail::position<T>);
    game.undo_size = detail::has_unmake<T>::value ? 0 : sizeof(detail::position<T>);
    game.max_moves = T::max_moves;
    game.max_plies = detail::max_plies<T>::value;
    game.context = const_cast<T *>(start);
    game.initial = callbacks<T>::initial;
    game.legal_moves = callbacks<T>::legal_moves;
    game.make = callbacks<T>::make;
    game.unmake = callbacks<T>::unmake;
    game.to_move = callbacks<T>::to_move;
    game.outcome = callbacks<T>::outcome;
    if constexpr (detail::has_evaluate<T>::value) game.evaluate = callbacks<T>::evaluate;
    if constexpr (detail::has_random_move<T>::value) game.random_move = callbacks<T>::random_move;
    if constexpr (detail::has_weight<T>::value) game.weight = callbacks<T>::weight;
    if constexpr (detail::has_prior<T>::value) game.prior = callbacks<T>::prior;
    if constexpr (detail::has_order<T>::value) game.order = callbacks<T>::order;
    if constexpr (detail::has_noisy<T>::value) game.noisy = callbacks<T>::noisy;
    if constexpr (detail::has_hash<T>::value) game.hash = callbacks<T>::hash;
    if constexpr (detail::has_pass<T>::value) game.pass = callbacks<T>::pass;
    if constexpr (detail::has_few_pieces<T>::value) game.few_pieces = callbacks<T>::few_pieces;
    if constexpr (detail::has_score<T>::value && detail::max_score<T>::value > 0) {
        game.score = callbacks<T>::score;
        game.max_score = T::max_score;
    }
    if constexpr (detail::has_transition<T>::value) game.transition = callbacks<T>::transition;
    if constexpr (detail::has_features<T>::value && detail::feature_count<T>::value > 0) {
        static_assert(T::feature_count <= IMM_FEATURES_MAX, "at most IMM_FEATURES_MAX features");
        game.features = callbacks<T>::features;
        game.feature_count = T::feature_count;
    }
    if constexpr (detail::has_chance<T>::value) game.chance = callbacks<T>::chance;
    if constexpr (detail::players<T>::value != 2) {
        static_assert(T::players >= 1 && T::players <= IMM_PLAYERS_MAX, "players is 1 to IMM_PLAYERS_MAX");
        static_assert(detail::has_returns<T>::value, "a game that does not have two players needs returns()");
        game.players = T::players;
        game.returns = callbacks<T>::returns;
        if constexpr (detail::has_evaluate_for<T>::value) game.evaluate_for = callbacks<T>::evaluate_for;
    }
    if constexpr (detail::has_move_text<T>::value) game.move_text = callbacks<T>::move_text;
    return game;
}

/* Returns, as a compile-time constant, the number of bytes that are enough for a game of class T
 * and a tree of `slots` slots. */
template <class T>
constexpr std::size_t memory_size(std::size_t slots) noexcept {
    return IMM_MEMORY_SIZE(slots, T::max_moves, sizeof(detail::position<T>), sizeof(detail::position<T>));
}

/* Returns, as a compile-time constant, the number of bytes that are enough for alpha-beta to search
 * `plies` plies ahead in a game of class T. */
template <class T>
constexpr std::size_t alpha_beta_memory_size(std::size_t plies) noexcept {
    return IMM_ALPHA_BETA_MEMORY_SIZE(plies, T::max_moves, sizeof(detail::position<T>), sizeof(detail::position<T>));
}

/* ---- Checking a game ------------------------------------------------------------------------- */

/* The findings of a check as text. */
struct check_text {
    char chars[IMM_CHECK_TEXT_MAX] = {};
    const char *c_str() const noexcept { return chars; }
};

/* Returns how many bytes of memory check_game() needs. */
inline std::size_t check_memory(const imm_game &game) noexcept { return imm_check_memory(&game); }

/* Checks a game for mistakes, like imm_check_game(). Methods that throw count as mistakes. On an
 * operating system with a clock, the check also measures the time of the callbacks. */
inline result<check_report> check_game(const imm_game &game, block memory, std::uint64_t seed = 0,
                                       std::uint32_t plies = 0) noexcept {
    check_report found = imm_check_report_default();
    const auto why = static_cast<status>(imm_check_game(&game, memory.data, memory.size, seed, plies, &found));
    if (why != status::ok) return why;
    return found;
}

/* Checks the game of class T for mistakes. */
template <class T>
result<check_report> check_game(block memory, std::uint64_t seed = 0, std::uint32_t plies = 0) noexcept {
    return check_game(game_of<T>(), memory, seed, plies);
}

/* Returns the findings of a check as a message for the user. */
inline result<check_text> text(const check_report &found) noexcept {
    check_text t;
    const auto why = static_cast<status>(imm_check_text(&found, t.chars, sizeof t.chars));
    if (why != status::ok) return why;
    return t;
}

} // namespace imm

#endif /* IMM_HPP */

/* ---- All cores ------------------------------------------------------------------------------- */

/* This part exists only if IMM_TEAM is defined, because not every target has threads. */
#if defined(IMM_TEAM) && !defined(IMM_TEAM_HPP)
#define IMM_TEAM_HPP

#include <array>
#include <thread>

namespace imm {

/* Searches one position on all cores. A team has `size` states, 1 to 64, with the seeds `seed`,
 * `seed` + 1, and so on. The suggested size is the number of cores. Each state is in its own part
 * of the block and has its own thread. The states work together in one of two ways:
 *
 *   merge   Each state has its own tree, and the results are added up: see imm_merge(). An
 *           iteration limit applies to each thread separately. With such a limit, the result
 *           depends only on the seeds and the size.
 *   share   The states grow one tree, which is stronger but not reproducible: see imm_share_tree().
 *           Alpha-beta uses one transposition table: see imm_share_table(). Opening fails with
 *           imm::status::unsupported if the player cannot share.
 *
 *     static imm::static_memory<(64 << 20)> memory;
 *     auto team = imm::team::open(memory, std::thread::hardware_concurrency(), *imm_kalah());
 *     auto report = team->search(imm::milliseconds(100));
 *     if (report) team->play(report->best);
 *
 * If the game is your own, all threads call its methods or callbacks at the same time. The class of
 * the game, or its callbacks and their context, must allow concurrent calls. If a thread cannot be
 * started, the calling thread does the work of the missing thread. If the parts of the block are
 * too small for a search, opening fails.
 *
 * Only one thread at a time may use a team, except for stop(). Move a team only while it does not
 * search. */
enum class together { merge, share };

class team {
public:
    static constexpr std::size_t max_size = 64;

    team() noexcept = default;
    team(team &&other) noexcept
        : members_(std::move(other.members_)), answer_(std::move(other.answer_)), size_(std::exchange(other.size_, 0)),
          tree_(other.tree_) {}
    team &operator=(team &&other) noexcept {
        members_ = std::move(other.members_);
        answer_ = std::move(other.answer_);
        size_ = std::exchange(other.size_, 0);
        tree_ = other.tree_;
        return *this;
    }

    /* Opens a team. A `size` of 0 means 1, and a `size` above max_size means max_size. */
    static result<team> open(block memory, std::size_t size, const imm_game &game, const config &given = any_best(),
                             together way = together::merge) noexcept {
        team opened;
        size = size < 1 ? 1 : size < max_size ? size : max_size;
        const auto named = named_player(game, memory.size / size, given);
        if (!named) return named.status();
        const config player = *named;
        auto *rest = static_cast<unsigned char *>(memory.data);
        std::size_t left = memory.size;
        block shared{nullptr, 0};
        if (way == together::share) {
            shared = shared_part(memory, size, game, player);
            left -= shared.size;
        } else if (player.algorithm != IMM_ALPHA_BETA) {
            /* This state collects the merged results. Its memory only has room for the moves of the
             * root. A merge does not change the searching states. */
            const std::size_t part = answer_memory(game, player);
            if (left < part) return status::too_small;
            auto answer = state::open({rest, part}, game, player);
            if (!answer) return answer.status();
            opened.answer_ = std::move(*answer);
            rest += part, left -= part;
        }
        const std::size_t part = left / size / IMM_ALIGN * IMM_ALIGN;
        for (std::size_t i = 0; i < size; i++) {
            config own = player;
            own.seed += i;
            auto member = state::open({rest + i * part, part}, game, own);
            if (!member) return member.status();
            opened.members_[i] = std::move(*member);
        }
        if (way == together::share) {
            if (shared.size > 0) std::memset(shared.data, 0, shared.size);
            for (std::size_t i = 0; i < size; i++) {
                state &member = opened.members_[i];
                const bool is_tree = player.algorithm != IMM_ALPHA_BETA;
                const status why = is_tree ? member.share_tree(shared) : member.share_table(shared);
                if (why != status::ok) return why;
            }
            if (player.algorithm != IMM_ALPHA_BETA) opened.tree_ = shared;
        }
        opened.size_ = size;
        return result<team>(std::move(opened));
    }
    /* Opens a team. `player` is the text of a player, such as "mcts(im0.4)". */
    static result<team> open(block memory, std::size_t size, const imm_game &game, const char *player,
                             std::uint64_t seed = 0, together way = together::merge) noexcept {
        const auto read = config_of(player, seed);
        if (!read) return read.status();
        return open(memory, size, game, *read, way);
    }

    std::size_t size() const noexcept { return size_; }

    /* Returns state number `i` of the team, counted from 0. If the team has no such state, returns
     * a state without a search. */
    state &operator[](std::size_t i) noexcept { return i < size_ ? members_[i] : none_; }

    /* Returns the state that has the results of the whole team after a search. Use this state to
     * read the report and the candidates. */
    state &answer() noexcept { return answer_.handle() ? answer_ : members_[0]; }

    /* Searches with all states. The limits apply to each thread. The report covers all states, with
     * the nodes of all trees. With a time limit, all threads end when one thread has solved the
     * position. */
    result<report> search(const limits &l) noexcept {
        std::array<report, max_size> reports{};
        std::array<status, max_size> found{};
        std::array<std::thread, max_size> threads;
        limits own = l;
        for (std::size_t i = 0; tree_.size > 0 && i < size_; i++)
            if (const status s = members_[i].share_tree(tree_); s != status::ok) return s;
        stop_.lower();
        if (!own.stop) own = stop_(own);
        const auto work = [&](std::size_t i) noexcept {
            const auto searched = members_[i].search(own);
            found[i] = searched.status();
            reports[i] = *searched;
            const bool proven = searched && searched->stopped == IMM_STOPPED_PROVEN;
            if (proven && (l.time_ms != 0 || l.time_us != 0)) stop();
        };
        for (std::size_t i = 1; i < size_; i++)
            static_cast<void>(detail::guard(false, [&] { return threads[i] = std::thread(work, i), true; }));
        if (size_ > 0) work(0);
        for (std::size_t i = 1; i < size_; i++) {
            if (threads[i].joinable()) threads[i].join();
            else work(i);
        }
        for (std::size_t i = 0; i < size_; i++)
            if (found[i] != status::ok) return found[i];
        return merged(reports);
    }
    /* Searches for `ms` milliseconds and returns the best move. */
    result<move> search(std::uint32_t ms) noexcept {
        const auto r = search(ms > 0 ? milliseconds(ms) : iterations(1));
        if (!r) return r.status();
        return r->best;
    }

    /* Ends the running search. Any thread may call this function. */
    void stop() noexcept {
        stop_.raise();
        for (std::size_t i = 0; i < size_; i++) members_[i].stop();
    }

    /* Plays the move in all states of the team. */
    status play(move m) noexcept {
        return each([m](state &s) noexcept { return s.play(m); });
    }

    /* Calls `change` with each state, for example each([](imm::state &s) { return s.restart(); }).
     * Stops at the first failure and returns its status. */
    template <class Change>
    status each(Change &&change) noexcept {
        if (size_ == 0) return status::null;
        for (std::size_t i = 0; i < size_; i++)
            if (const status s = change(members_[i]); s != status::ok) return s;
        return answer_.handle() ? change(answer_) : status::ok;
    }

    /* Writes the moves of the searched position, the best move first. Each move has the combined
     * results of all states. */
    result<std::uint32_t> candidates(candidate *out, std::uint32_t capacity) noexcept {
        return answer().candidates(out, capacity);
    }
    template <std::size_t N>
    result<std::uint32_t> candidates(candidate (&out)[N]) noexcept {
        return candidates(out, N);
    }

    /* Writes the expected line. If each state has its own tree, the line comes from the state that
     * has visited the best move most often. */
    result<std::uint32_t> line(move *out, std::uint32_t capacity) noexcept {
        const auto r = answer().get_report();
        if (!r) return r.status();
        if (!answer_.handle()) return answer().line(out, capacity);
        state *most = &answer_;
        std::uint32_t visits = 0;
        for (std::size_t i = 0; i < size_; i++) {
            const std::uint32_t own = visits_of(members_[i], r->best);
            if (own > visits) most = &members_[i], visits = own;
        }
        return most->candidate_line(r->best, out, capacity);
    }
    template <std::size_t N>
    result<std::uint32_t> line(move (&out)[N]) noexcept {
        return line(out, N);
    }

    /* Returns the results of all states since the latest move. Unlike in the report of search(),
     * the number of nodes covers only the state answer(). If the states share a tree, the number of
     * iterations is that of the first state. */
    result<report> get_report() noexcept { return answer().get_report(); }

private:
    /* Returns the part of the block that all states share. For alpha-beta, this part is half of the
     * block and holds the transposition table. For other algorithms, this part holds the tree. The
     * rest of the block is for the states. */
    static block shared_part(block memory, std::size_t size, const imm_game &game, const config &player) noexcept {
        const bool is_tree = player.algorithm != IMM_ALPHA_BETA;
        std::size_t own = memory.size / 2;
        /* A state with 32,768 nodes has a trunk: see imm_share_tree(). */
        const std::size_t nodes = memory.size / size < (4U << 20) ? 4096 : 32768;
        if (is_tree) own = size * (imm_memory_required(&game, nodes) + imm_leaf_memory(&player, &game) + IMM_ALIGN);
        own = (own + 63) / 64 * 64;
        if (own > memory.size) own = memory.size;
        return {static_cast<unsigned char *>(memory.data) + own, memory.size - own};
    }

    static config any_best() noexcept {
        config player = imm_config_default();
        player.algorithm = IMM_BEST;
        return player;
    }

    /* Replaces the player IMM_BEST with the player that imm_best() selects, because the algorithm
     * of the selected player decides how threads work together. */
    static result<config> named_player(const imm_game &game, std::size_t size, const config &player) noexcept {
        if (player.algorithm != IMM_BEST) return player;
        config own = player;
        const auto why = static_cast<status>(imm_best(&game, size, 0, &own));
        if (why != status::ok) return why;
        return own;
    }

    /* Returns a number of bytes that is enough for a state whose tree holds the moves of one
     * position. */
    static std::size_t answer_memory(const imm_game &game, const config &player) noexcept {
        const std::size_t slots = std::size_t{1024} + game.max_moves;
        const std::size_t bytes = imm_memory_required(&game, slots) + imm_leaf_memory(&player, &game);
        return (bytes + IMM_ALIGN - 1) / IMM_ALIGN * IMM_ALIGN;
    }

    static std::uint32_t visits_of(state &s, move m) noexcept {
        constexpr std::uint32_t room = 256;
        candidate moves[room];
        const auto n = s.candidates(moves, room);
        for (std::uint32_t i = 0; n && i < *n && i < room; i++)
            if (moves[i].move == m) return moves[i].visits;
        return 0;
    }

    result<report> merged(const std::array<report, max_size> &reports) noexcept {
        std::array<imm_state *, max_size> handles{};
        for (std::size_t i = 0; i < size_; i++) handles[i] = members_[i].handle();
        status why = status::ok;
        if (tree_.size > 0) {
            auto r = answer().get_report();
            if (!r) return r;
            r->iterations = 0;
            for (std::size_t i = 0; i < size_; i++) {
                r->iterations += reports[i].iterations;
                if (reports[i].depth > r->depth) r->depth = reports[i].depth;
                if (reports[i].elapsed_ms > r->elapsed_ms) r->elapsed_ms = reports[i].elapsed_ms;
            }
            return r;
        }
        if (answer_.handle()) {
            why = answer_.forget();
            if (why == status::ok) why = answer_.merge(handles.data(), size_);
        } else {
            why = answer().merge(handles.data() + 1, size_ > 0 ? size_ - 1 : 0);
        }
        if (why != status::ok) return why;
        auto r = answer().get_report();
        if (!r) return r;
        std::uint64_t nodes = 0;
        for (std::size_t i = 0; i < size_; i++) nodes += reports[i].nodes;
        constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
        r->nodes = nodes < most ? static_cast<std::uint32_t>(nodes) : most;
        return r;
    }

    std::array<state, max_size> members_{};
    state answer_;
    state none_;
    std::size_t size_ = 0;
    block tree_{nullptr, 0}; /* the shared tree, if there is one */
    stop_flag stop_;
};

} // namespace imm

#endif /* IMM_TEAM_HPP */

/* ---- Memory from the system ------------------------------------------------------------------ */

/* This part exists only if IMM_PAGES is defined, because it calls the operating system. */
#if defined(IMM_PAGES) && !defined(IMM_PAGES_HPP)
#define IMM_PAGES_HPP

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace imm {

/* A block of memory for a large tree, in large pages if the system provides them. With large pages,
 * the processor translates the addresses of the tree faster. The block must outlive the states that
 * search in it.
 *
 *     imm::pages memory(std::size_t{256} << 20);
 *     auto state = imm::state::open(memory, *imm_kalah()); // status::null: there is no memory
 *
 * Linux provides large pages if /sys/kernel/mm/transparent_hugepage/enabled shows [madvise] or
 * [always]. If the file shows [never], and on other systems, the block is ordinary memory. */
class pages {
public:
    pages() noexcept = default;
    explicit pages(std::size_t size) noexcept
        : data_(::operator new(size, alignment(size), std::nothrow)), size_(data_ ? size : 0) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
        /* Passes only the whole pages of the block to madvise(). If the call fails, the memory is
         * still usable. */
        if (size_ >= page) static_cast<void>(madvise(data_, size_ / page * page, MADV_HUGEPAGE));
#endif
    }
    pages(pages &&other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    pages &operator=(pages &&other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~pages() { ::operator delete(data_, alignment(size_)); }

    operator block() const noexcept { return {data_, size_}; }

private:
    static constexpr std::size_t page = std::size_t{2} << 20;
    static std::align_val_t alignment(std::size_t size) noexcept { return std::align_val_t{size < page ? 64 : page}; }

    void *data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace imm

#endif /* IMM_PAGES_HPP */
