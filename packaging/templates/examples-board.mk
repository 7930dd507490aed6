# Firmware for a board in QEMU, with the library of this release: `make` links main.elf, `make run` runs it. Needs the board's GCC,
# which `make CC=...` sets, but no Rust. boards.mk has the flags, also for your own parts.
#
#     make run
#     make CC=riscv-none-elf-gcc LIBC=--specs=nano.specs     uses another compiler and C library
#     make run PROGRAM=mine.c LIBRARY=libimm-lean.a          uses your own program and a smaller library
#     make run PROGRAM=net.c                                 plays with a net of ../nets, with libimm-nets.a

BOARD := @BOARD@
here := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))
OUT ?= $(here)build
IMM ?= $(here)..
LIBRARY ?= $(if $(filter net,$(NAME)),libimm-nets.a,libimm.a)
headers = $(IMM)/include
library = $(IMM)/lib/$(LIBRARY)

include $(here)boards.mk
