"""What random programs do with messages: the part of hardware/bench/random_program for them."""
import random

FREE = [5, 6, 7, 9, *range(10, 32)]  # ra links, sp is the handler's, gp the data's, tp counts rounds, s0 is where a failed fetch goes on
TIMER = 0x0200_0000
NOW, COMPARE = TIMER + 0xbff8, TIMER + 0x4000
DATA_END = 0x1040_0000  # the first word after the data memory
ONE_BLOCK = 8  # octets that are one block on any chip


class Messages:
    """Kinds of instructions, for a program that has these."""

    random: random.Random
    cores: int  # also the number of the synchronization controller
    mask: int  # bits of a core's number
    sends_words: bool
    label: int
    lines: list[str]

    def emit(self, *lines: str) -> None:
        """Adds lines."""
        raise NotImplementedError

    def reg(self) -> str:
        """A register."""
        raise NotImplementedError

    def source(self) -> str:
        """A register, or x0."""
        raise NotImplementedError

    def rd(self) -> str:
        """A register to be written."""
        raise NotImplementedError

    def wrong_messages(self):
        """Message instructions with fields that they do not have: mbox.enable, mbox.store and mbox.load."""
        some = self.reg()
        return [f".insn r 0x0b, 2, 0, x0, {some}, {some}", f".insn r 0x0b, 2, 0, {some}, {some}, x0", f".insn r 0x0b, 3, 2, x0, {some}, {some}",
                f".insn r 0x0b, 4, 0, x0, {some}, {some}", f".insn r 0x0b, 4, 1, x0, {some}, x0"]

    def message(self):
        node, value = (f"x{number}" for number in self.random.sample(FREE, 2))
        kind = self.random.randrange(6)
        # Another core, or sometimes no node; the controller would not answer all of these.
        self.emit(f"li {value}, {self.cores}", f"remu {node}, {node}, {value}" if self.random.random() < 0.95 else f"li {node}, {self.cores + 1}",
                  f"mv {value}, {self.source()}")
        if kind < 2:  # an event; sometimes a load has just read its destination
            if self.random.random() < 0.4:
                self.emit(f"sw {node}, 2044(gp)", f"lw {node}, 2044(gp)")
            self.emit(f".insn r 0x0b, 0, {self.random.randrange(0x40, 0x80)}, x0, {value}, {node}")
        elif kind == 2:  # a lock that may be held: try, wait by interrupt
            self.emit(f"li {node}, {self.cores}", f"andi {value}, {value}, 3",
                      f".insn r 0x0b, 1, {self.random.choice([0, 3, 3])}, {self.rd()}, {value}, {node}")
        elif kind == 3:  # its release, or a barrier
            self.emit(f"li {node}, {self.cores}", f"andi {value}, {value}, 3")
            if self.random.random() < 0.3:
                self.emit(f"ori {value}, {value}, {self.random.randrange(4) << 8}")
                self.emit(f".insn r 0x0b, 1, 2, {self.rd()}, {value}, {node}")
            else:
                self.emit(f".insn r 0x0b, 1, 1, {self.rd()}, {value}, {node}")
        elif kind == 4:  # a block
            length = self.length()
            self.node_for(length, node, value)
            self.emit(f"li {value}, {length | self.random.randrange(1024) << 15}", f".insn r 0x0b, 2, 0, x0, {value}, x0",
                      self.place(value, length), f".insn r 0x0b, 3, 1, {self.rd()}, {value}, {node}")
        elif not self.sends_words:  # a word to itself, which has room; sometimes it waits for it
            waits, result = self.random.choice([(0, "x0"), (1, self.rd())])
            self.emit(f"csrr {self.rd()}, 0xfc2", f"csrr {node}, 0xfc3", f".insn r 0x0b, {waits}, {self.random.randrange(0x40)}, {result}, {value}, {node}")
        elif self.random.random() < 0.2:  # a word, for which the sender may wait for ever
            self.emit(f".insn r 0x0b, 0, {self.random.randrange(0x40)}, x0, {value}, {node}")

    def illegal_reader(self):
        """After a load or a product, an instruction that reads it, and is illegal without matching."""
        result, word = self.random.sample(FREE, 2)
        self.emit(f"li x{word}, {self.random.choice([0, 1 << 31 | 77 << 25]):#x}",
                  self.random.choice([f"lw x{result}, 0(gp)", f"mul x{result}, x{result}, x{word}"]),
                  f".insn r 0x0b, 5, 1, {self.rd()}, x{result}, x{word}")

    def length(self):
        """The octets of a message, mostly of one block of any chip. A sender waits for room for the others, and for ever if the message is to itself."""
        if self.random.random() < 0.8:
            return self.random.choice([0, 1, 4, 7, ONE_BLOCK])
        return self.random.choice([64, 65, 100, 200, self.random.randrange(1 << 15)])

    def node_for(self, length, node, scratch):
        """Changes the number of a core into that of another core, if the message is longer than a block."""
        if length > ONE_BLOCK:
            self.emit(f"li {scratch}, {self.cores - 1}", f"remu {node}, {node}, {scratch}", f"csrr {scratch}, 0xfc3", f"add {node}, {node}, {scratch}",
                      f"addi {node}, {node}, 1", f"li {scratch}, {self.cores}", f"remu {node}, {node}, {scratch}")

    def place(self, register, length):
        """The address of a message: in the first words of the data, or at the end of the data memory, or across it."""
        if self.random.random() < 0.8:
            return f"addi {register}, gp, {4 * self.random.randrange(64)}"
        return f"li {register}, {DATA_END - (length + 3) // 4 * 4 + self.random.choice([0, 0, 4]):#x}"

    def request(self, length, word, node):
        """Puts the request word of a message to a node, or of the same from it, into a register; the other is written over."""
        label = self.random.randrange(2)
        self.emit(f"slli x{word}, x{node}, 25", f"li x{node}, {1 << 31 | label << 15 | length:#x}", f"or x{word}, x{word}, x{node}")

    def send(self):
        """mbox.send: in the modes that do not wait, also to receivers that take nothing."""
        word, node, address = self.random.sample(FREE, 3)
        self.emit(f"andi x{node}, x{node}, {self.mask}")
        length = self.length()
        self.node_for(length, f"x{node}", f"x{word}")
        self.request(length, word, node)
        mode, odd = self.random.choice([(1, 0), (1, 0), (2, 0), (2, 0), (1, 2), (0, 1)])
        self.emit(self.place(f"x{address}", length), f"addi x{address}, x{address}, {odd}", f".insn r 0x0b, 5, {mode}, {self.rd()}, x{address}, x{word}")

    def interrupt_after(self, cycles, address, time):
        """The timer interrupts after this number of cycles; two registers are written over."""
        self.emit(f"li x{address}, {NOW:#x}", f"lw x{time}, 0(x{address})", f"addi x{time}, x{time}, {cycles}",
                  f"li x{address}, {COMPARE:#x}", f"sw x{time}, 0(x{address})", f"sw x0, 4(x{address})", "csrsi mstatus, 8")

    def match(self):
        """A message to this core itself, and mbox.match; the timer ends a wait."""
        word, node, address, result = self.random.sample(FREE, 4)
        self.emit(f"csrr x{node}, 0xfc3")
        length = self.random.choice([0, 1, 4, 7, ONE_BLOCK])
        self.request(length, word, node)
        self.interrupt_after(self.random.randrange(50, 300), address, node)
        self.emit(f"mv x{address}, gp")
        if self.random.random() < 0.7:
            self.emit(f".insn r 0x0b, 5, 1, x{result}, x{address}, x{word}")
        if self.random.random() < 0.3:
            self.emit(f"xori x{word}, x{word}, 4")
        odd = self.random.choice([0, 0, 0, 0, 1, 2])
        self.emit(self.place(f"x{address}", length), f"addi x{address}, x{address}, {odd}",
                  f".insn r 0x0b, 6, 0, x{result}, x{address}, x{word}", f"add x{word}, x{word}, x{result}")

    def head_word(self):
        """mheadw, after a block to this core itself; if it was refused, if there is a message. The timer ends a wait. The message is taken, since this
        core waits for ever to send itself several blocks for which its mailbox has no room."""
        self.label += 1
        result, value, node = self.random.sample(FREE, 3)
        self.interrupt_after(self.random.randrange(50, 300), result, value)
        length = self.random.choice([0, 1, 4, ONE_BLOCK])
        self.emit(f"csrr x{node}, 0xfc3", f"li x{value}, {length | self.random.randrange(1024) << 15}", f".insn r 0x0b, 2, 0, x0, x{value}, x0",
                  f"addi x{value}, gp, {4 * self.random.randrange(64)}", f"li x{result}, 1", f".insn r 0x0b, 3, 1, x{result}, x{value}, x{node}")
        self.emit(f"beqz x{result}, L{self.label}", f"csrr x{result}, 0xfc0", f"beqz x{result}, L{self.label}e")
        self.lines.append(f"L{self.label}:")
        self.emit(f"csrr x{result}, 0xfc1", f"addi x{value}, gp, 512", f"add x{node}, x{node}, x{result}", f".insn r 0x0b, 4, 0, x0, x{value}, x0")
        self.lines.append(f"L{self.label}e:")

    def drain(self):
        """mbox.load, if there is a message; sometimes the timer interrupts while its words are moved, and sometimes there is room for one word."""
        self.label += 1
        head, address = self.random.sample(FREE, 2)
        if self.random.random() < 0.6:
            self.interrupt_after(self.random.randrange(10, 40), head, address)
        length = self.random.choice([4, 64, 200])
        to = self.place(f"x{address}", length) if self.random.random() < 0.85 else self.last_word(address)
        self.emit(f"csrr x{head}, 0xfc0", f"beqz x{head}, L{self.label}", to, f".insn r 0x0b, 4, 0, x0, x{address}, x0")
        self.lines.append(f"L{self.label}:")

    def await_message(self):
        """mbox.load, which waits for a message of another core until the timer interrupts."""
        time, address = self.random.sample(FREE, 2)
        self.interrupt_after(self.random.randrange(50, 300), time, address)
        self.emit(self.random.choice([f"addi x{address}, gp, 256", self.last_word(address)]), f".insn r 0x0b, 4, 0, x0, x{address}, x0")

    def last_word(self, register):
        """The address of the last word of the data memory."""
        return f"li x{register}, {DATA_END - 4:#x}"
