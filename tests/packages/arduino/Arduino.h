/* The Arduino functions that the sketches call, for a board in QEMU. The emulation ends if a sketch
 * calls for a delay of more than one second, because the sketch is then finished. */
#ifndef ARDUINO_H
#define ARDUINO_H

#include <stddef.h>
#include <stdint.h>

uint32_t millis(void);
uint32_t micros(void);
void delay(uint32_t ms);
void setup(void);
void loop(void);

struct serial_port {
    void begin(unsigned long baud);
    void print(const char *text);
    void print(char letter);
    void print(int number);
    void println(const char *text);
    int available();
    int read();
};

extern serial_port Serial;

#endif
