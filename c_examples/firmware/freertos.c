/* imm in a task of FreeRTOS: the task plays Kalah against itself, while the scheduler also runs a
 * task with a higher priority every 10 ms.
 *
 * The task of the search needs TASK_STACK bytes of stack: 1,628 for imm_init(), the deepest
 * function that it calls, 368 for its own function, and 208 for its registers while another task
 * runs. tests/firmware/SIZES.md has the stack of each function of imm. The program prints how much
 * of the stack the task used.
 *
 * FREERTOS is a checkout of https://github.com/FreeRTOS/FreeRTOS-Kernel:
 *
 *     make -C c_examples/firmware run BOARD=m4f PROGRAM=freertos.c FREERTOS=.../FreeRTOS-Kernel */
#include "FreeRTOS.h"
#include "board.h"
#include "imm.h"
#include "task.h"

#define TASK_STACK (1628 + 368 + 208)
#define MOVE_MS 20

static _Alignas(IMM_ALIGN) unsigned char memory[12 * 1024];
static StackType_t search_stack[TASK_STACK / sizeof(StackType_t)];
static StackType_t control_stack[configMINIMAL_STACK_SIZE];
static StackType_t idle_stack[configMINIMAL_STACK_SIZE];
static StaticTask_t search_block, control_block, idle_block;
static volatile uint32_t control_rounds, latest_ms;

/* The kernel of FreeRTOS counts the ticks of the board's clock. */
void xPortSysTickHandler(void);
void vPortSetupTimerInterrupt(void) {} /* board_start() has started the clock */
void board_on_tick(uint32_t now_ms) {
    (void)now_ms;
    if (xTaskGetSchedulerState() != taskSCHEDULER_NOT_STARTED) xPortSysTickHandler();
}

void vApplicationGetIdleTaskMemory(StaticTask_t **block, StackType_t **stack, configSTACK_DEPTH_TYPE *words) {
    *block = &idle_block, *stack = idle_stack, *words = configMINIMAL_STACK_SIZE;
}

void vApplicationStackOverflowHook(TaskHandle_t task, char *name) {
    (void)task;
    board_print(name), board_print(": the stack is too small\n");
    board_exit(4);
}

/* The task with the higher priority: it feeds the watchdog, and measures how late it runs. */
static void control(void *unused) {
    (void)unused;
    TickType_t due = xTaskGetTickCount();
    for (;;) {
        xTaskDelayUntil(&due, 10);
        uint32_t late = xTaskGetTickCount() - due;
        if (late > latest_ms) latest_ms = late;
        control_rounds++;
        board_feed_watchdog();
    }
}

static void print_number(const char *before, uint32_t number, const char *after) {
    char digits[11] = {0}, *at = digits + 10;
    do *--at = (char)('0' + number % 10);
    while (number /= 10);
    board_print(before), board_print(at), board_print(after);
}

static void search(void *unused) {
    (void)unused;
    char text[IMM_TEXT_MAX];
    imm_state *state = NULL;
    imm_config config = imm_config_default();
    config.im = 0.3f, config.evaluator = IMM_EF_RS, config.now_ms = board_now_ms;
    imm_status status = imm_init(memory, sizeof memory, imm_kalah(), &config, &state);
    board_print("Kalah:");
    while (status == IMM_OK && imm_outcome(state) == IMM_ONGOING) {
        imm_move move = imm_search(state, MOVE_MS);
        status = imm_move_text(state, move, text, sizeof text);
        if (status == IMM_OK) status = imm_play(state, move);
        if (status == IMM_OK) board_print(" "), board_print(text);
    }
    print_number("\nstack: ", TASK_STACK - uxTaskGetStackHighWaterMark(NULL) * sizeof(StackType_t), " of ");
    print_number("", TASK_STACK, " bytes\n");
    print_number("the other task ran ", control_rounds, " times");
    print_number(", at most ", latest_ms, " ms late\n");
    int ok = status == IMM_OK && control_rounds > 0;
    board_print(ok ? "ok\n" : "failed\n");
    board_exit(!ok);
}

int main(void) {
    board_start();
    xTaskCreateStatic(search, "search", TASK_STACK / sizeof(StackType_t), NULL, 1, search_stack, &search_block);
    xTaskCreateStatic(control, "control", configMINIMAL_STACK_SIZE, NULL, 2, control_stack, &control_block);
    vTaskStartScheduler();
    return 1;
}
