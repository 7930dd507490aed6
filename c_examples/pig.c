/* Pig, a game with a die for 2 to 8 players: how to describe a game of chance to imm, and how to
 * play it.
 *
 * A player rolls the die as often as they like. A 1 ends the turn without points. Holding ends the
 * turn and adds the sum of the rolls to the player's points. The first player with 100 points wins.
 *
 *     make -C c_examples pig
 *     make -C c_examples pig PLAYERS=3
 *     make -C c_examples ugi GAME=pig.c    (an engine for other programs)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "imm.h"

#ifndef PIG_PLAYERS
#define PIG_PLAYERS 2
#endif

enum { GOAL = 100, HOLD = 0, ROLL = 10 }; /* the moves; 1 to 6 are the outcomes of a roll */

typedef struct {
    int points[PIG_PLAYERS], turn, player, rolls;
} pig;

static void initial(void *context, void *position) {
    (void)context, (void)position; /* all bytes are 0: the first player begins */
}

/* Lists the sides of the die if it is rolling. Otherwise lists the moves of the player. */
static uint32_t legal_moves(void *context, const void *position, imm_move *moves) {
    const pig *p = position;
    (void)context;
    if (p->rolls) {
        for (uint32_t side = 1; side <= 6; side++) moves[side - 1] = side;
        return 6;
    }
    moves[0] = ROLL, moves[1] = HOLD;
    return p->turn ? 2 : 1;
}

static void make(void *context, void *position, imm_move move, void *undo) {
    pig *p = position;
    (void)context;
    memcpy(undo, p, sizeof *p);
    if (move == ROLL) {
        p->rolls = 1;
        return;
    }
    p->rolls = 0;
    if (move == HOLD) p->points[p->player] += p->turn;
    if (move > 1) p->turn += (int)move;
    else p->turn = 0, p->player = (p->player + 1) % PIG_PLAYERS;
}

static void unmake(void *context, void *position, imm_move move, const void *undo) {
    (void)context, (void)move;
    memcpy(position, undo, sizeof(pig));
}

static imm_player to_move(void *context, const void *position) {
    const pig *p = position;
    (void)context;
    return p->rolls ? IMM_CHANCE : p->player;
}

/* Returns the player with 100 points, or -1. */
static int winner(const pig *p) {
    for (int i = 0; i < PIG_PLAYERS; i++)
        if (p->points[i] >= GOAL) return i;
    return -1;
}

/* Only a game with two players returns IMM_FIRST_WINS or IMM_SECOND_WINS. */
static imm_result outcome(void *context, const void *position) {
    const int who = winner(position);
    (void)context;
    if (who < 0) return IMM_ONGOING;
    return PIG_PLAYERS > 2 ? IMM_OVER : who == 0 ? IMM_FIRST_WINS : IMM_SECOND_WINS;
}

/* Returns a player's result in a game for more than two players. The results of all players add up
 * to 0. */
static float returns(void *context, const void *position, imm_player player) {
    (void)context;
    return winner(position) == player ? 1.0f : -1.0f / (PIG_PLAYERS - 1);
}

/* The sides of the die are equally likely, so all weights are 1. */
static uint32_t chance(void *context, const void *position, imm_move side) {
    (void)context, (void)position, (void)side;
    return 1;
}

/* Returns how many points the player can expect from this turn: 8 at the beginning of the turn.
 * From 20 points on, the player should hold, because another roll may lose all of them. */
static float expected(const pig *p) {
    const float turn = (float)p->turn;
    if (p->turn < 20) return 8 + turn * 0.6f;
    return p->rolls ? (turn + 4) * 5 / 6 : turn;
}

/* Evaluates the player's lead over the average of the other players, on the scale of returns(). The
 * next turn of a player counts less if it comes later, and a lead counts more towards the end of
 * the game. */
static float evaluate_for(void *context, const void *position, imm_player player) {
    const pig *p = position;
    float lead = 0, most = 0;
    (void)context;
    for (int i = 0; i < PIG_PLAYERS; i++) {
        int later = (i - p->player + PIG_PLAYERS) % PIG_PLAYERS;
        float coming = later ? 8 * (1 - (float)later / PIG_PLAYERS) : expected(p);
        float points = (float)p->points[i] + coming;
        if (points > most) most = points;
        lead += i == player ? points : -points / (PIG_PLAYERS - 1);
    }
    lead /= most < GOAL ? GOAL + 40 - most : 40;
    if (lead > 0) return lead < 0.9f ? lead : 0.9f;
    return (lead > -0.9f ? lead : -0.9f) / (PIG_PLAYERS - 1);
}

static float evaluate(void *context, const void *position) { return evaluate_for(context, position, IMM_FIRST); }

static uint32_t move_text(void *context, const void *position, imm_move move, char *text, size_t size) {
    (void)context, (void)position;
    return (uint32_t)(move == HOLD   ? snprintf(text, size, "hold")
                      : move == ROLL ? snprintf(text, size, "roll")
                                     : snprintf(text, size, "%u", (unsigned)move));
}

const imm_game pig_game = {
    .struct_size = sizeof(imm_game),
    .position_size = sizeof(pig),
    .undo_size = sizeof(pig),
    .max_moves = 6,
    .max_plies = 2000,
    .initial = initial,
    .legal_moves = legal_moves,
    .make = make,
    .unmake = unmake,
    .to_move = to_move,
    .outcome = outcome,
    .evaluate = evaluate, /* for two players */
    .move_text = move_text,
    .chance = chance,
    .players = PIG_PLAYERS,
    .returns = returns,
    .evaluate_for = evaluate_for, /* for more players */
};

/* Exports the game, so that it can be a shared library for imm-arena: `make -C c_examples
 * pig_plugin`, or for more than two players -DPIG_PLAYERS=N. The program below does not call it. */
IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) { return &pig_game; }

#if !defined(PIG_GAME_ONLY) && !defined(UGI_OWN_GAME) /* for tests and for ugi.c */
static _Alignas(IMM_ALIGN) unsigned char memory[16 << 20];

int main(void) {
    imm_state *state;
    if (imm_open(memory, sizeof memory, &pig_game, NULL, 1, &state) != IMM_OK) return 1;
    srand(1);
    while (imm_outcome(state) == IMM_ONGOING) {
        imm_player player = imm_player_to_move(state);
        imm_move move;
        char text[IMM_TEXT_MAX];
        if (player == IMM_CHANCE) move = imm_sample_chance(state, (uint32_t)rand() << 16 ^ (uint32_t)rand());
        else move = imm_search(state, 5);
        if (imm_move_text(state, move, text, sizeof text) != IMM_OK || imm_play(state, move) != IMM_OK) return 1;
        if (player == IMM_CHANCE || move == HOLD) printf("%s ", text);
        if (move == HOLD || move == 1) puts(player == IMM_CHANCE ? "(nothing)" : "");
    }
    for (int i = 0; i < PIG_PLAYERS; i++) {
        float result = 0;
        if (imm_return_of(state, i, &result) == IMM_OK && result == 1)
            printf("\nplayer %d of %d wins\n", i + 1, PIG_PLAYERS);
    }
    return 0;
}
#endif
