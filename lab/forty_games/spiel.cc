// OpenSpiel's games as a plug-in of imm: imm_spiel() returns the imm_game of a text such as
// "hex(board_size=5)". The code needs the headers of OpenSpiel and Abseil to compile, and pyspiel.so
// of the Python package open_spiel to run: games.py builds both, and check.py compares the games.
//
// A position of imm is plain bytes, but a state of OpenSpiel is an object on the heap. So a position
// is the list of its moves. Each thread keeps the state of the position that it saw last, and copies
// of states on the way there. A search goes on from the last position or from a position before it,
// so the state costs one ApplyAction() for each move, and one or two Clone() for each simulation.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "imm.h"
#include "open_spiel/spiel.h"

namespace {

using open_spiel::State;

// A longer game is a draw.
constexpr uint16_t kMaxPlies = 300;
// A tensor without planes has numbers, such as seeds. Larger numbers count as this one.
constexpr int kMaxNumber = 120;

struct Position {
    uint64_t key; // a hash of the moves
    uint16_t plies;
    uint8_t mover, result;
    uint32_t unused;
    uint16_t moves[kMaxPlies];
};

// The part of a position that comes before its moves. unmake() restores it.
constexpr size_t kHead = offsetof(Position, moves);

uint64_t Mix(uint64_t key) {
    key = (key ^ key >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    key = (key ^ key >> 27) * UINT64_C(0x94D049BB133111EB);
    return key ^ key >> 31;
}

// The state of the position that this thread saw last.
struct Line {
    uint64_t key = 0;
    std::vector<uint16_t> moves;
    std::unique_ptr<State> state;
    // States on the way, by their number of moves. The first one is the start.
    std::vector<std::pair<size_t, std::unique_ptr<State>>> kept;
};

struct Adapter {
    std::shared_ptr<const open_spiel::Game> game;
    imm_game callbacks{};
    size_t number = 0, planes = 1, cells = 0;
    int largest = kMaxNumber; // without planes: the largest number of a cell
    std::vector<size_t> used; // the cells that random games change
};

State &StateOf(const Adapter &adapter, const Position &p) {
    static thread_local std::vector<std::unique_ptr<Line>> lines;
    if (lines.size() <= adapter.number) lines.resize(adapter.number + 1);
    auto &line = lines[adapter.number];
    if (!line) {
        line = std::make_unique<Line>();
        line->state = adapter.game->NewInitialState();
        line->kept.emplace_back(0, line->state->Clone());
    }
    if (line->key == p.key && line->moves.size() == p.plies) return *line->state;
    size_t common = 0, most = std::min<size_t>(line->moves.size(), p.plies);
    while (common < most && line->moves[common] == p.moves[common]) common++;
    while (line->kept.back().first > common) line->kept.pop_back();
    size_t at = line->moves.size();
    if (common < at) {
        at = line->kept.back().first;
        line->state = line->kept.back().second->Clone();
        if (at < common) {
            for (; at < common; at++) line->state->ApplyAction(p.moves[at]);
            line->kept.emplace_back(common, line->state->Clone());
        }
    }
    for (; at < p.plies; at++) line->state->ApplyAction(p.moves[at]);
    line->moves.assign(p.moves, p.moves + p.plies);
    line->key = p.key;
    return *line->state;
}

const Adapter &AdapterOf(void *context) { return *static_cast<const Adapter *>(context); }

void Describe(const State &state, Position *p) {
    p->result = IMM_ONGOING;
    if (state.IsTerminal()) {
        double first = state.Returns()[0];
        p->result = static_cast<uint8_t>(first > 0 ? IMM_FIRST_WINS : first < 0 ? IMM_SECOND_WINS : IMM_DRAW);
    } else {
        p->mover = state.CurrentPlayer() == 0 ? 0 : 1;
        if (p->plies == kMaxPlies) p->result = IMM_DRAW;
    }
}

void Initial(void *context, void *at) {
    auto *p = static_cast<Position *>(at);
    std::memset(p, 0, sizeof *p);
    Describe(StateOf(AdapterOf(context), *p), p);
}

uint32_t LegalMoves(void *context, const void *at, imm_move *moves) {
    const auto &p = *static_cast<const Position *>(at);
    if (p.result != IMM_ONGOING) return 0;
    const Adapter &adapter = AdapterOf(context);
    uint32_t n = 0;
    for (open_spiel::Action action : StateOf(adapter, p).LegalActions()) {
        if (n < adapter.callbacks.max_moves) moves[n] = static_cast<imm_move>(action);
        n++; // more than max_moves is an error of the search
    }
    return n;
}

void Make(void *context, void *at, imm_move move, void *undo) {
    auto *p = static_cast<Position *>(at);
    if (undo) std::memcpy(undo, p, kHead);
    p->moves[p->plies++] = static_cast<uint16_t>(move);
    p->key = Mix(p->key + move + UINT64_C(0x9E3779B97F4A7C15));
    Describe(StateOf(AdapterOf(context), *p), p);
}

void Unmake(void *, void *at, imm_move, const void *undo) {
    auto *p = static_cast<Position *>(at);
    std::memcpy(p, undo, kHead);
    p->moves[p->plies] = 0;
}

imm_player ToMove(void *, const void *at) {
    return static_cast<const Position *>(at)->mover == 0 ? IMM_FIRST : IMM_SECOND;
}

imm_result Outcome(void *, const void *at) { return static_cast<const Position *>(at)->result; }

// Writes one number for each cell of the observation tensor: with planes, 1 plus the first plane
// that is not zero there; otherwise the number itself. SECOND has numbers of its own, because the
// tensors of some games do not depend on the player.
void Cells(const Adapter &adapter, const State &state, int mover, std::vector<uint8_t> *cells) {
    static thread_local std::vector<float> tensor;
    tensor.assign(adapter.planes * adapter.cells, 0); // some games write only what is not zero
    state.ObservationTensor(mover, absl::MakeSpan(tensor));
    int values = adapter.planes > 1 ? static_cast<int>(adapter.planes) + 1 : adapter.largest + 1;
    cells->resize(adapter.cells);
    for (size_t cell = 0; cell < adapter.cells; cell++) {
        int value = 0;
        if (adapter.planes > 1)
            while (value < static_cast<int>(adapter.planes) && tensor[value * adapter.cells + cell] == 0) value++;
        // `value` is the number of planes if all are zero: then 0.
        if (adapter.planes > 1) value = value == static_cast<int>(adapter.planes) ? 0 : value + 1;
        else value = std::clamp(static_cast<int>(std::lround(tensor[cell])), 0, adapter.largest);
        (*cells)[cell] = static_cast<uint8_t>(value + mover * values);
    }
}

int32_t Features(void *context, const void *at, uint8_t *features) {
    static thread_local std::vector<uint8_t> cells;
    const Adapter &adapter = AdapterOf(context);
    const auto &p = *static_cast<const Position *>(at);
    Cells(adapter, StateOf(adapter, p), p.mover, &cells);
    for (size_t n = 0; n < adapter.used.size(); n++) features[n] = cells[adapter.used[n]];
    return 0;
}

// Plays 200 random games. Finds the cells that change, the largest number of a cell, and the largest
// number of moves; twice that number is the limit for the game.
void Explore(Adapter *adapter, uint32_t *max_moves) {
    uint64_t random = 1;
    std::vector<uint8_t> cells, first[2];
    std::vector<bool> changes(adapter->cells);
    size_t most = 1;
    int largest = 1;
    for (int game = 0; game < 200; game++) {
        auto state = adapter->game->NewInitialState();
        for (int ply = 0; ply < kMaxPlies && !state->IsTerminal(); ply++) {
            int mover = state->CurrentPlayer();
            auto actions = state->LegalActions();
            most = std::max(most, actions.size());
            Cells(*adapter, *state, mover, &cells);
            if (first[mover].empty()) first[mover] = cells;
            for (size_t cell = 0; cell < cells.size(); cell++) {
                if (cells[cell] != first[mover][cell]) changes[cell] = true;
                if (mover == 0) largest = std::max<int>(largest, cells[cell]);
            }
            random += UINT64_C(0x9E3779B97F4A7C15);
            state->ApplyAction(actions[Mix(random) % actions.size()]);
        }
    }
    for (size_t cell = 0; cell < changes.size(); cell++)
        if (changes[cell]) adapter->used.push_back(cell);
    adapter->largest = largest;
    *max_moves = static_cast<uint32_t>(std::min<size_t>(2 * most + 16, adapter->game->NumDistinctActions()));
}

} // namespace

extern "C" IMM_EXPORT const imm_game *imm_spiel(const char *name);
extern "C" const imm_game *imm_spiel(const char *name) {
    static std::mutex one_at_a_time;
    static std::vector<std::pair<std::string, std::unique_ptr<Adapter>>> adapters;
    std::lock_guard<std::mutex> guard(one_at_a_time);
    for (const auto &known : adapters)
        if (known.first == name) return &known.second->callbacks;
    auto adapter = std::make_unique<Adapter>();
    adapter->number = adapters.size();
    adapter->game = open_spiel::LoadGame(name);
    auto shape = adapter->game->ObservationTensorShape();
    size_t total = 1;
    for (int size : shape) total *= static_cast<size_t>(size);
    adapter->planes = shape.size() > 1 ? static_cast<size_t>(shape[0]) : 1;
    adapter->cells = total / adapter->planes;
    imm_game &game = adapter->callbacks;
    Explore(adapter.get(), &game.max_moves);
    if (adapter->game->NumDistinctActions() > UINT16_MAX || adapter->used.size() > IMM_FEATURES_MAX) return nullptr;
    game.struct_size = sizeof(imm_game);
    game.context = adapter.get();
    game.position_size = sizeof(Position);
    game.undo_size = kHead;
    game.max_plies = kMaxPlies;
    game.initial = Initial;
    game.legal_moves = LegalMoves;
    game.make = Make;
    game.unmake = Unmake;
    game.to_move = ToMove;
    game.outcome = Outcome;
    game.feature_count = static_cast<uint32_t>(adapter->used.size());
    game.features = Features;
    adapters.emplace_back(name, std::move(adapter));
    return &adapters.back().second->callbacks;
}
