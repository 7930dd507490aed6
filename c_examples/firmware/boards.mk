# The boards, and how to build a program for one and run it in QEMU. Included by the Makefile here and by that of a release,
# packaging/templates/examples-board.mk. They set BOARD, `here`, `headers`, `library` and OUT.
#
# target: the row of packaging/targets.tsv. part, script: the board's files in boards/, NAME.c and NAME.ld. flags: the compiler's
# options for the processor; everything linked with the library needs them. libc: the options of the C library. memory: the size of
# the block that main.c gives to the search.

target_m0plus := thumbv6m-none-eabi
compiler_m0plus := arm-none-eabi-gcc
flags_m0plus := -mcpu=cortex-m0 -mthumb
libc_m0plus := --specs=nano.specs
part_m0plus := m0plus
script_m0plus := m0plus
qemu_m0plus := qemu-system-arm -M microbit
memory_m0plus := 13056

target_m3 := thumbv7m-none-eabi
compiler_m3 := arm-none-eabi-gcc
flags_m3 := -mcpu=cortex-m3 -mthumb
libc_m3 := --specs=nano.specs
part_m3 := mps2
script_m3 := mps2
qemu_m3 := qemu-system-arm -M mps2-an385
memory_m3 := 61440

target_m4 := thumbv7em-none-eabi
compiler_m4 := arm-none-eabi-gcc
flags_m4 := -mcpu=cortex-m4 -mthumb -mfloat-abi=soft
libc_m4 := --specs=nano.specs
part_m4 := mps2
script_m4 := mps2
qemu_m4 := qemu-system-arm -M mps2-an386
memory_m4 := 61440

target_m4f := thumbv7em-none-eabihf
compiler_m4f := arm-none-eabi-gcc
flags_m4f := -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16
libc_m4f := --specs=nano.specs
part_m4f := mps2
script_m4f := mps2
qemu_m4f := qemu-system-arm -M mps2-an386
memory_m4f := 61440

target_m33 := thumbv8m.main-none-eabi
compiler_m33 := arm-none-eabi-gcc
flags_m33 := -mcpu=cortex-m33 -mthumb -mfloat-abi=soft
libc_m33 := --specs=nano.specs
part_m33 := mps2
script_m33 := mps2_m33
qemu_m33 := qemu-system-arm -M mps2-an505
memory_m33 := 61440

target_m33f := thumbv8m.main-none-eabihf
compiler_m33f := arm-none-eabi-gcc
flags_m33f := -mcpu=cortex-m33 -mthumb -mfloat-abi=hard -mfpu=fpv5-sp-d16
libc_m33f := --specs=nano.specs
part_m33f := mps2
script_m33f := mps2_m33
qemu_m33f := qemu-system-arm -M mps2-an505
memory_m33f := 61440

target_riscv := riscv32imac-unknown-none-elf
compiler_riscv := riscv64-unknown-elf-gcc
flags_riscv := -march=rv32imac -mabi=ilp32
libc_riscv := --specs=picolibc.specs
part_riscv := riscv
script_riscv := riscv
qemu_riscv := qemu-system-riscv32 -M virt -bios none
memory_riscv := 28672

target_riscv_imc := riscv32imc-unknown-none-elf
compiler_riscv_imc := riscv64-unknown-elf-gcc
flags_riscv_imc := -march=rv32imc -mabi=ilp32
libc_riscv_imc := --specs=picolibc.specs
part_riscv_imc := riscv
script_riscv_imc := riscv
qemu_riscv_imc := qemu-system-riscv32 -M virt -cpu rv32,a=false,f=false,d=false -bios none
memory_riscv_imc := 28672

target_host := x86_64-unknown-linux-gnu
compiler_host := cc
part_host := host
memory_host := 61440

target := $(target_$(BOARD))
ifeq ($(target),)
$(error no board '$(BOARD)': there are $(patsubst target_%,%,$(filter target_%,$(.VARIABLES))))
endif

ifneq ($(origin CC),command line)
CC := $(compiler_$(BOARD))
endif
PROGRAM ?= $(here)main.c
NAME := $(basename $(notdir $(PROGRAM)))
LIBC ?= $(libc_$(BOARD))
MEMORY_SIZE ?= $(memory_$(BOARD))
# The size of the buffer for the serial input of engine.c, in bytes.
receives := $(if $(filter engine,$(NAME)),-DBOARD_RECEIVES=1024)
# freertos.c needs FREERTOS, a checkout of the kernel of FreeRTOS. Its code is compiled with the board's flags.
ifneq ($(FREERTOS),)
freertos := $(addprefix $(FREERTOS)/,tasks.c list.c portable/GCC/ARM_CM4F/port.c)
rtos := -isystem $(FREERTOS)/include -isystem $(FREERTOS)/portable/GCC/ARM_CM4F \
	-DBOARD_ON_SVC=vPortSVCHandler -DBOARD_ON_PENDSV=xPortPendSVHandler
endif
compile = $(CC) $(flags_$(BOARD)) $(LIBC) -std=c11 -Os -Wall -Wextra -Werror -ffunction-sections -fdata-sections \
	-DMEMORY_SIZE=$(MEMORY_SIZE) -I$(headers) -I$(here) -I$(here)../nets -I$(here).. $(receives) $(rtos) $(CFLAGS)
ifneq ($(BOARD),host)
link = -nostartfiles -L$(here)boards -T $(script_$(BOARD)).ld -Wl,--gc-sections -Wl,-z,noexecstack \
	-Wl,--no-warn-rwx-segments -Wl,-Map=$(OUT)/$(NAME).map $(LDFLAGS)
endif
image = $(OUT)/$(NAME).elf
sources = $(PROGRAM) $(here)tictactoe.c $(here)boards/$(part_$(BOARD)).c $(freertos)

.PHONY: all run clean always
all: $(image)

# Records which library is linked. The file changes only when LIBRARY does.
$(OUT)/library: always
	@mkdir -p $(OUT)
	@echo '$(library)' | cmp -s - $@ || echo '$(library)' >$@

run: $(image)
ifeq ($(BOARD),host)
	$(image)
else
	$(if $(filter engine,$(NAME)),,timeout --foreground 100) $(qemu_$(BOARD)) -nographic -monitor none -serial stdio -semihosting-config enable=on,target=native \
		$(QEMUFLAGS) -kernel $(image)
endif

$(image): $(sources) $(wildcard $(here)*.h $(here)../nets/*.h $(here)boards/*) $(library) $(OUT)/library
	$(compile) $(sources) $(library) $(link) -o $@

clean:
	rm -rf $(OUT)
