/* A game of OpenSpiel as a plug-in: spiel.cc has the code, and games.py defines its text, SPIEL. */
#include "imm.h"

const imm_game *imm_spiel(const char *name);

IMM_EXPORT const imm_game *imm_plugin(void);
const imm_game *imm_plugin(void) { return imm_spiel(SPIEL); }
