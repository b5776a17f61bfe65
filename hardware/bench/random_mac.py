"""What random programs do with the MAC unit and the interrupt controller of uwb4: the parts of hardware/bench/random_program for them."""
import random
import typing

SHARED, CONSOLE, DATA = 0x8000_0000, 0x9000_0000, 0x1000_0000
PLIC, MAC = 0x0c00_0000, 0x9400_0000
LAST_WORD = SHARED + 0x3f_fffc
LONGEST = 300  # payload in octets

# The send buffer is undefined after reset: the octets that may be sent are written. Short superframes with alarms, whose interrupts all cores take.
HEAD = f"""
    li t0, {PLIC:#x}
    li t1, 1
    sw t1, 4(t0)
    li t1, {PLIC + 0x2000:#x}
    csrr t2, mhartid
    slli t2, t2, 7
    add t1, t1, t2
    li t2, 2
    sw t2, 0(t1)
    li t0, {MAC + 0x1000:#x}
    li t1, {(LONGEST + 3) // 4}
1:
    sw t1, 0(t0)
    addi t0, t0, 4
    addi t1, t1, -1
    bnez t1, 1b
    li t0, {MAC:#x}
    li t1, 6000
    sw t1, 0x14(t0)
    li t1, 1000
    sw t1, 0x20(t0)
    li t1, {SHARED + 0x8000:#x}
    sw t1, 0x30(t0)
    li t1, 0xff
    sw t1, 8(t0)
    li t1, 1
    sw t1, 0(t0)
    li t0, 0x800
    csrs mie, t0
"""

# Of those cores that are interrupted one claims the source, and lowers it.
HANDLER = f"""
    csrr t0, mip
    srli t0, t0, 11
    andi t0, t0, 1
    beqz t0, served
    csrr t1, mhartid
    slli t1, t1, 12
    li t0, {PLIC + 0x20_0004:#x}
    add t1, t1, t0
    lw t0, 0(t1)
    add x26, x26, t0
    beqz t0, served
    li t2, {MAC:#x}
    lw t0, 4(t2)
    sw t0, 4(t2)
    add x26, x26, t0
    li t0, 1
    sw t0, 0(t1)
served:
"""


class MacOrders:
    """Kinds of instructions, for a program that has these."""

    random: random.Random
    cores: int

    def emit(self, *lines: str) -> None:
        """Adds lines."""
        raise NotImplementedError

    def pick(self, text: str) -> str:
        """A word of these."""
        raise NotImplementedError

    def registers(self, count: int) -> list[str]:
        """Different registers."""
        raise NotImplementedError

    def controller(self):
        """A register of the interrupt controller, or none; mostly those that let interrupts through."""
        address, value = self.registers(2)
        core = self.random.randrange(self.cores + 1)
        row, context = 0x2000 + 0x80 * core, 0x20_0000 + 0x1000 * core
        offset, written = self.random.choice([
            (4, 1 + self.random.randrange(7)), (4, 1), (row, 2), (row, self.random.choice([0, 2, 2, 6])), (context, 1 + self.random.randrange(7)), (context, 0),
            (context + 4, 1), (context + 4, self.random.randrange(4)),
            (self.random.choice([0, 8, 0x1000, 0x1004, row + 4, context + 8, 0x3f_fffc]), self.random.randrange(16))])
        self.emit(f"li {address}, {PLIC + offset:#x}")
        if self.random.random() < 0.5:
            self.emit(f"{'lw' if self.random.random() < 0.9 else self.pick('lb lh lhu lr.w')} {value}, ({address})")
            return
        self.emit(f"li {value}, {written}", f"{'sw' if self.random.random() < 0.9 else self.pick('sb sh')} {value}, 0({address})")

    def mac_read(self):
        offset = self.random.choice([4 * self.random.randrange(9), 0x10, 0x20, 0x24, 0x28, 0x2c, 0x30, 0x34, 0x40, 0x44, 0x48, 0x50 + 4 * self.random.randrange(7),
                                     0x80, 0x84, 0x90 + 4 * self.random.randrange(6), 0xc0, 0xc4, 0xc8, 0xd0, 0x110, 0x114, 0x118,
                                     0x1000 + 4 * self.random.randrange(1024)])
        address, value = self.registers(2)
        self.emit(f"li {address}, {MAC + offset:#x}", f"{'lw' if self.random.random() < 0.95 else self.pick('lb lhu')} {value}, 0({address})")

    def mac_orders(self):
        """What the unit does by itself: alarms, frames on the air and to be sent, moved words, keys."""
        number = self.random.randrange
        header = [number(1 << 32) & ~0x1c0 | self.random.choice([0, 0x40, 0xc0]), number(1 << 32), number(1 << 8) << 16 | number(1 << 16)]
        header[2] = header[2] & ~0xffff_0000 | self.random.choice([1, 2]) << 16
        security = [self.random.choice([0, 0, 5]) << 16, number(1 << 32), number(1 << 32)]
        octets = self.random.choice([10, 12, 22, 25, 30, 40, 60, 120])
        length = self.random.choice([0, 1, 4, 13, 64, 100, LONGEST])
        memory = SHARED + 0x8000 + 4 * number(512) if self.random.random() < 0.9 else self.random.choice([CONSOLE, DATA, LAST_WORD])
        orders = self.random.choice([
            [(0x20 + 4 * number(4), number(7000))], [(0x20 + 4 * alarm, time) for time in [number(7000)] for alarm in range(2)],
            [(8, number(256))], [(4, number(256))], [(0x14, self.random.choice([3000, 6000, 8000]))],
            [(0x100, number(6000))] + [(0x104, word) for word in [*header, *security, *(number(1 << 32) for _ in range(octets // 4))]] + [(0x108, octets)],
            [(0x48, 0)], [(0x11c, 0)], [(0x84, number(7000))], [(0x30, SHARED + 0x8000 + 4 * number(64))],
            [(0xc0, memory), (0xc4, length), (0xc8, 1 + number(2))], [(0xc0, memory), (0xc4, length), (0xc8, 1 + number(3))],
            [(0x90 + 4 * place, word) for place, word in enumerate([*header, *security])] + [(0x80, number(2) << 31 | length)],
            [(0x80, number(2) << 31 | length)], [(0x1000 + 4 * number(64), number(1 << 32))],
            [(0xd0 + 4 * number(4), number(1 << 32)), (0xe0, self.random.choice([1, 2, number(1 << 24)]))],
            [(0, self.random.choice([0, 1]))] + [(0, 1)] * number(2),
        ])
        address, value = self.registers(2)
        for offset, word in orders:
            self.emit(f"li {address}, {MAC + offset:#x}", f"li {value}, {word:#x}", f"sw {value}, 0({address})")

    def mac_sent(self):
        """Reads the oldest frame sent: its first words, for they tell whether movements left the send buffer alone; then often drops it."""
        address, value = self.registers(2)
        self.emit(f"li {address}, {MAC + 0x118:#x}", *[f"lw {value}, 0({address})"] * self.random.choice([2, 8, 16]))
        if self.random.random() < 0.8:
            self.emit(f"sw {value}, 4({address})")

    MAC_KINDS: typing.ClassVar = {controller: 3, mac_read: 3, mac_orders: 3, mac_sent: 1}
