/* An RV32IMAC part with 256 KiB of flash and 32 KiB of RAM, on QEMU's `virt` board. */
#include "startup.h"

__asm__(".option arch, +zicsr"); /* for control registers; older compilers include this extension */

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define BYTE(address) (*(volatile uint8_t *)(address))

#define TIMER_HZ 10000000u
#define TIMER_LOW REGISTER(0x0200BFF8)
#define TIMER_HIGH REGISTER(0x0200BFFC)
#define ALARM_LOW REGISTER(0x02004000)
#define ALARM_HIGH REGISTER(0x02004004)

#define UART_SEND BYTE(0x10000000)
#define UART_STATE BYTE(0x10000005)
#define EXIT REGISTER(0x00100000)

static volatile uint32_t milliseconds;
static uint64_t alarm_at;
static volatile uint32_t fed_at;

static uint64_t timer(void) {
    uint32_t high, low;
    do {
        high = TIMER_HIGH;
        low = TIMER_LOW;
    } while (high != TIMER_HIGH);
    return (uint64_t)high << 32 | low;
}

static void set_alarm(uint64_t at) {
    alarm_at = at;
    ALARM_HIGH = UINT32_MAX; /* prevents a false alarm during the update */
    ALARM_LOW = (uint32_t)at;
    ALARM_HIGH = (uint32_t)(at >> 32);
}

/* The board has no watchdog. Instead, the tick interrupt ends the program if board_feed_watchdog()
 * is not called in time. */
__attribute__((interrupt, aligned(4))) static void on_trap(void) {
    uint32_t cause;
    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    if (cause != 0x80000007u || milliseconds - fed_at > BOARD_WATCHDOG_MS) board_exit(3);
    set_alarm(alarm_at + TIMER_HZ / 1000);
    board_on_tick(++milliseconds);
}

void board_start(void) {
    set_alarm(timer() + TIMER_HZ / 1000);
    __asm__ volatile("csrw mtvec, %0" ::"r"(on_trap));
    __asm__ volatile("csrs mie, %0" ::"r"(1u << 7));
    __asm__ volatile("csrsi mstatus, 8");
}

uint32_t board_now_ms(void *clock) {
    (void)clock;
    return milliseconds;
}

uint64_t board_now_ns(void) { return timer() * (1000000000 / TIMER_HZ); }

void board_sleep(void) { __asm__ volatile("wfi" ::: "memory"); }

void board_feed_watchdog(void) { fed_at = milliseconds; }

void board_print(const char *text) {
    for (; *text; text++) {
        while (!(UART_STATE & 0x20)) continue;
        UART_SEND = (uint8_t)*text;
    }
}

_Noreturn void board_exit(int code) {
    EXIT = code ? (uint32_t)code << 16 | 0x3333 : 0x5555;
    for (;;) continue;
}

__attribute__((used)) static _Noreturn void on_reset(void) { start_program(); }

__attribute__((naked, section(".vectors"), used)) void _start(void) {
    __asm__ volatile("la sp, __stack_end\n j %0" ::"i"(on_reset));
}
