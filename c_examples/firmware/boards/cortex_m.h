/* Code that all Cortex-M boards share: interrupt vectors, the SysTick clock, and the exit from the
 * emulator. */
#ifndef CORTEX_M_H
#define CORTEX_M_H

#include "startup.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))

#define SYSTICK_CONTROL REGISTER(0xE000E010) /* 7: on, with interrupt, driven by the processor's clock */
#define SYSTICK_RELOAD REGISTER(0xE000E014)
#define SYSTICK_VALUE REGISTER(0xE000E018)
#define COPROCESSORS REGISTER(0xE000ED88)
#define PENDING REGISTER(0xE000ED04)
#define PENDING_SYSTICK (1u << 26)

static volatile uint32_t milliseconds;

uint32_t board_now_ms(void *clock) {
    (void)clock;
    return milliseconds;
}

uint64_t board_now_ns(void) {
    __asm__ volatile("cpsid i" ::: "memory");
    uint32_t value = SYSTICK_VALUE, ms = milliseconds;
    if (PENDING & PENDING_SYSTICK) value = SYSTICK_VALUE, ms++; /* it has just wrapped around */
    __asm__ volatile("cpsie i" ::: "memory");
    uint32_t ticks = CLOCK_HZ / 1000 - 1 - value;
    return (uint64_t)ms * 1000000 + (uint64_t)ticks * 1000000000 / CLOCK_HZ;
}

void board_sleep(void) { __asm__ volatile("dsb\n wfi" ::: "memory"); }

static void start_clock(void) {
    SYSTICK_RELOAD = CLOCK_HZ / 1000 - 1;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = 7;
}

static void on_systick(void) { board_on_tick(++milliseconds); }

static _Noreturn void on_fault(void) { board_exit(3); }

/* Turns the floating-point unit on first, because the compiler may use it anywhere. */
static _Noreturn void on_reset(void) {
#ifdef __ARM_FP
    COPROCESSORS |= 0xFu << 20;
    __asm__ volatile("dsb\n isb" ::: "memory");
#endif
    start_program();
}

/* Ends the emulation with the operation SYS_EXIT_EXTENDED of the semihosting interface. */
_Noreturn void board_exit(int code) {
    const uint32_t arguments[2] = {0x20026, (uint32_t)code};
    register uint32_t operation __asm__("r0") = 0x20;
    register const uint32_t *pointer __asm__("r1") = arguments;
    __asm__ volatile("bkpt 0xAB" : "+r"(operation) : "r"(pointer) : "memory");
    for (;;) continue;
}

typedef void handler(void);

#ifdef BOARD_RECEIVES
#define ENABLE_INTERRUPTS(group) REGISTER(0xE000E100 + 4 * (group))

static void on_receive(void); /* the interrupt with the number RECEIVE_INTERRUPT */
#endif

/* An operating system defines these two handlers. */
#ifdef BOARD_ON_SVC
handler BOARD_ON_SVC, BOARD_ON_PENDSV;
#else
#define BOARD_ON_SVC on_fault
#define BOARD_ON_PENDSV on_fault
#endif

__attribute__((section(".vectors"), used)) static const struct {
    uint32_t *stack;
    handler *reset, *nmi, *hard_fault, *others[11], *systick;
#ifdef BOARD_RECEIVES
    handler *interrupts[RECEIVE_INTERRUPT + 1];
#endif
} vectors = {__stack_end,
             on_reset,
             on_fault,
             on_fault,
             {on_fault, on_fault, on_fault, 0, 0, 0, 0, BOARD_ON_SVC, on_fault, 0, BOARD_ON_PENDSV},
             on_systick,
#ifdef BOARD_RECEIVES
             {[RECEIVE_INTERRUPT] = on_receive}
#endif
};

#endif
