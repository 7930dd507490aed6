/* Prints numbers without the C library's printf(), which does not fit on some boards. */
#ifndef PRINT_H
#define PRINT_H

#include "board.h"

static void print_number(unsigned number) {
    char digits[11] = {0}, *text = digits + 10;
    do *--text = (char)('0' + number % 10);
    while (number /= 10);
    board_print(text);
}

#endif
