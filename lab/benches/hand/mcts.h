/* A tree search as a C programmer would write it for one game: plain UCT with an array of nodes.
 * When the search visits a leaf again, it creates all children of the leaf. lab/benches compares
 * this search with imm.
 *
 * The file that includes this header defines `board`, MOVES_MAX, PLIES_MAX and these functions:
 * result() returns true if the game is over, and sets the result for the first player: 1, 0 or -1.
 * list() writes the legal moves and returns their number. random_legal() turns a random number into
 * a legal move. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t visits, first; /* `first`: the index of the first child */
    float sum;              /* of the results, from the point of view of the player who moved here */
    uint8_t count, move, is_second;
} node;

typedef struct {
    node *nodes;
    uint32_t used, capacity;
    uint32_t random[4];
} tree;

static uint32_t next_random(tree *t) { /* xorshift128 */
    uint32_t *x = t->random, mixed = x[0] ^ (x[0] << 11);
    x[0] = x[1], x[1] = x[2], x[2] = x[3];
    return x[3] = x[3] ^ (x[3] >> 19) ^ mixed ^ (mixed >> 8);
}

static bool tree_init(tree *t, uint32_t capacity, uint32_t seed) {
    *t = (tree){.capacity = capacity, .random = {seed * 2654435761U + 1, 362436069, 521288629, 88675123}};
    t->nodes = malloc(capacity * sizeof(node));
    if (t->nodes) memset(t->nodes, 0, capacity * sizeof(node));
    return t->nodes != NULL;
}

static void tree_clear(tree *t) {
    t->used = 1;
    t->nodes[0] = (node){0};
}

static uint32_t best_child(const tree *t, const node *parent) {
    float weight = sqrtf(logf((float)parent->visits)), best = -INFINITY;
    uint32_t chosen = parent->first;
    for (uint32_t id = parent->first; id < parent->first + parent->count; id++) {
        const node *child = t->nodes + id;
        if (child->visits == 0) return id;
        float n = (float)child->visits, bound = child->sum / n + weight / sqrtf(n);
        if (bound > best) best = bound, chosen = id;
    }
    return chosen;
}

/* Adds all children, in random order. */
static void expand(tree *t, node *leaf, const board *position) {
    uint8_t moves[MOVES_MAX];
    uint32_t count = list(position, moves);
    bool is_second = second_to_move(position);
    leaf->first = t->used, leaf->count = (uint8_t)count;
    t->used += count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = (uint32_t)((uint64_t)next_random(t) * (i + 1) >> 32);
        t->nodes[leaf->first + i] = t->nodes[leaf->first + j];
        t->nodes[leaf->first + j] = (node){.move = moves[i], .is_second = is_second};
    }
}

static void simulate(tree *t, const board *start) {
    board position = *start;
    uint32_t path[PLIES_MAX], depth = 0, id = 0;
    int value = 0;
    bool is_over = false;
    path[0] = 0;
    while (depth + 1 < PLIES_MAX) {
        node *here = t->nodes + id;
        if (here->count == 0) {
            is_over = result(&position, &value);
            bool is_new = id != 0 && here->visits == 0;
            if (is_over || is_new || t->used + MOVES_MAX > t->capacity) break;
            expand(t, here, &position);
        }
        id = best_child(t, here);
        play(&position, t->nodes[id].move);
        path[++depth] = id;
    }
    while (!is_over && !result(&position, &value)) play(&position, random_legal(&position, next_random(t)));
    for (uint32_t ply = 0; ply <= depth; ply++) {
        node *passed = t->nodes + path[ply];
        passed->visits++;
        passed->sum += (float)(passed->is_second ? -value : value);
    }
}

static uint32_t most_visited(const tree *t) {
    const node *root = t->nodes, *best = t->nodes + root->first;
    for (const node *child = best; child < t->nodes + root->first + root->count; child++)
        if (child->visits > best->visits) best = child;
    return best->move;
}
