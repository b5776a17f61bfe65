# Entry without call frame information: a backtrace ends here.
    .globl _start
    .section .text.start
_start:
    lui sp, 0x10010
    call main
stop:
    j stop
