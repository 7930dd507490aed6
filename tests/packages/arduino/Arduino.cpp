#include "Arduino.h"

extern "C" {
#define _Noreturn [[noreturn]] /* board.h is a C header; C++ has no _Noreturn */
#include "board.h"
int printf(const char *format, ...);
}

/* The simulated input of the user. After this text, the serial port delivers only line breaks. */
#ifndef TYPED
#define TYPED ""
#endif

serial_port Serial;

uint32_t millis() { return board_now_ms(NULL); }
uint32_t micros() { return (uint32_t)(board_now_ns() / 1000); }

void delay(uint32_t ms) {
    if (ms > 1000) board_exit(0);
    for (uint32_t start = millis(); millis() - start < ms;) continue;
}

void serial_port::begin(unsigned long) {}
void serial_port::print(const char *text) { printf("%s", text); }
void serial_port::print(int number) { printf("%d", number); }
void serial_port::println(const char *text) { printf("%s\n", text); }
int serial_port::available() { return 1; }

void serial_port::print(char letter) {
    const char text[2] = {letter, 0};
    printf("%s", text);
}

int serial_port::read() {
    static const char *next = TYPED;
    return *next ? *next++ : '\n';
}

extern "C" int main() {
    board_start();
    setup();
    for (;;) loop();
}
