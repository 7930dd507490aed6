/* The C function that the stubs of the frameworks need: printf(), which writes to the serial port
 * of the board. The code of the boards is in c_examples/firmware/boards. */
#include <stdarg.h>

#include "board.h"

void board_on_tick(uint32_t now_ms) { (void)now_ms; }

static void print_number(unsigned number) {
    char digits[11] = {0}, *text = digits + 10;
    do *--text = (char)('0' + number % 10);
    while (number /= 10);
    board_print(text);
}

/* Supports only %s, %d, %u and plain text. */
int printf(const char *format, ...) {
    va_list words;
    va_start(words, format);
    for (; *format; format++) {
        if (*format != '%') {
            board_print((char[2]){*format, 0});
            continue;
        }
        format++;
        if (*format == 's') {
            board_print(va_arg(words, const char *));
        } else if (*format == 'u') {
            print_number(va_arg(words, unsigned));
        } else if (*format == 'd') {
            int number = va_arg(words, int);
            if (number < 0) board_print("-");
            print_number(number < 0 ? 0u - (unsigned)number : (unsigned)number);
        } else {
            board_print("printf?");
            board_exit(9);
        }
    }
    va_end(words);
    return 0;
}
