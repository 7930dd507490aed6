/* What the tests of memory that several states share have in common. */
#ifndef SHARED_H
#define SHARED_H

#include "opened.h"
#include "toy.h"

/* Zeros, aligned to a line of the processor's cache, between guards. */
static unsigned char *new_shared(guarded *room, size_t size) {
    *room = guarded_new(size + 64);
    memset(room->memory, 0, room->size);
    return room->memory + (64 - (uintptr_t)room->memory % 64) % 64;
}

#endif
