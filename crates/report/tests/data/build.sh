#!/bin/sh
# Rebuilds the checked-in ELF files from the sources beside them. The directory is recorded as /home/user/project.
set -e
cd "$(dirname "$0")"
cc="riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32"
$cc -c -o start.o start.S
$cc -O2 -g -ffreestanding -ffile-prefix-map="$PWD=/home/user/project" -nostdlib -Wl,-Ttext=0 -Wl,-Tdata=0x10000000 \
    -o app.elf start.o app.c library/receive.c
riscv64-unknown-elf-objcopy --strip-debug app.elf app.nodebug.elf
riscv64-unknown-elf-objcopy --strip-all app.elf app.stripped.elf
$cc -Os -g -fno-optimize-sibling-calls -ffreestanding -ffile-prefix-map="$PWD=/home/user/project" -nostdlib -Wl,--no-relax -Wl,-Ttext=0 \
    -Wl,-Tdata=0x10010000 -o mishaps.elf start.o mishaps.c
rm start.o
