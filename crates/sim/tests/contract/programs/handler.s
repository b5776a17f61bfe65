    csrr t4, mcause
    bgez t4, @exception
    andi t4, t4, 31
    li   t5, 7
    beq  t4, t5, @timer
    li   t5, 3
    beq  t4, t5, @software
    li   t5, 16
    beq  t4, t5, @event
    li   t5, 17
    beq  t4, t5, @mailbox
    li   t5, 11
    beq  t4, t5, @external
@retry:
    li   t5, 0x40000
    csrc mie, t5
    mret
@exception:
    csrr t4, mepc
    addi t4, t4, 4
    csrw mepc, t4
    li   t5, -77
    bne  t3, t5, @resume
    li   t5, 0x1800
    csrs mstatus, t5
@resume:
    mret
@timer:
    lui  t4, 0x200c
    lw   t4, -8(t4)
    add  t4, t4, s10
    addi s11, s11, -1
    bgtz s11, @again
    li   t4, -1
    sw   t4, 4(s2)
@again:
    sw   t4, 0(s2)
    mret
@software:
    csrr t4, mword
    add  s9, s9, t4
    mret
@event:
    csrr t4, mevent
    add  s9, s9, t4
    csrw mevent, zero
    csrw meventh, zero
    mret
@mailbox:
    csrr t4, mhead
    add  s9, s9, t4
    lui  t4, 2
    add  t4, t4, s0
    mbox.load t4
    mret
