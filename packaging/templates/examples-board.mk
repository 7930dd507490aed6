# Firmware for a board in QEMU, with the library of this release: `make` links main.elf, `make run` runs it. No Rust is needed,
# but the board's GCC, which `make CC=...` names; boards.mk says with which flags, for parts of your own, too.
#
#     make run
#     make CC=riscv-none-elf-gcc LIBC=--specs=nano.specs     another compiler with another C library
#     make run PROGRAM=mine.c LIBRARY=libimm-lean.a          a program of yours, and the smaller library

BOARD := @BOARD@
here := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))
OUT ?= $(here)build
IMM ?= $(here)..
LIBRARY ?= libimm.a
headers = $(IMM)/include
library = $(IMM)/lib/$(LIBRARY)

include $(here)boards.mk
