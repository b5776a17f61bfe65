//! The rarer instructions that concern the core alone: its own control registers, data in the program memory, the timer, atomic
//! operations on the data memory, traps into a handler, and control transfers out of the program memory.

use super::classes::Class;
use super::control;
use super::float::STATUS_DIRTY;
use super::program::{is_atomic_operation, Slot};
use super::Core;
use crate::port::access::Accepts;
use std::sync::Arc;
use weft_isa::message::csr;
use weft_isa::{amo, branch_taken, csr_new_value, Instruction, Op};

/// Where an address of a data access lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Data,
    Program,
    Timer,
    /// On the bus, or at the tile's message buffers.
    Bus(Accepts),
    Nowhere,
}

impl Core {
    /// Executes the next instruction if it concerns the core alone; false, with nothing changed, if it is one that must issue in
    /// global order: because it reaches other components, or because it ends the simulation.
    pub(super) fn execute_rare(&mut self) -> bool {
        if self.outside.is_none() && self.index >= self.program.slots().len() {
            self.outside = Some(self.program.address_of(self.index));
        }
        if self.is_certainly_shared() {
            return false;
        }
        if let Some(cause) = self.exception() {
            return self.raise(&cause);
        }
        let slot = self.program.slots()[self.index];
        let Some(instruction) = slot.instruction() else {
            return false;
        };
        match instruction.op {
            Op::Jal | Op::Jalr | Op::Beq | Op::Bne | Op::Blt | Op::Bge | Op::Bltu | Op::Bgeu => {
                self.leave_memory()
            }
            Op::Lb | Op::Lh | Op::Lw | Op::Lbu | Op::Lhu => self.rare_load(&slot, &instruction),
            Op::Sb | Op::Sh | Op::Sw => self.rare_store(&slot, &instruction),
            Op::Csrrw | Op::Csrrs | Op::Csrrc | Op::Csrrwi | Op::Csrrsi | Op::Csrrci => {
                self.own_csr(&slot, &instruction)
            }
            Op::Mret => self.leave_handler(),
            Op::MboxEnable => {
                self.descriptor = self.registers.get(slot.rs1);
                self.finish(&slot, 0)
            }
            Op::LrW | Op::ScW => self.local_reservation(&slot, &instruction),
            op if is_atomic_operation(op) => self.local_atomic(&slot, &instruction),
            op if op.is_float() => self.float(&slot, &instruction),
            _ => false,
        }
    }

    /// Whether the next instruction is one of the frequent ones that always issue in global order: a message instruction, or an
    /// aligned load or store on the bus.
    fn is_certainly_shared(&self) -> bool {
        let Some(slot) = self.program.slots().get(self.index) else {
            return false;
        };
        match slot.op {
            Some(
                Op::MsgSend
                | Op::MsgReceive
                | Op::MboxStore
                | Op::MboxLoad
                | Op::MboxSend
                | Op::MboxMatch,
            ) => true,
            Some(Op::Lw | Op::Sw) => {
                let address = self.registers.get(slot.rs1).wrapping_add(slot.imm as u32);
                address & 3 == 0 && self.bus_map.target(address, 4).is_some()
            }
            _ => false,
        }
    }

    /// Ends an instruction that goes on to the next one: `extra` ticks beyond what its slot says. It is the last of its bundle, even
    /// if its slot says that another follows.
    pub(super) fn finish(&mut self, slot: &Slot, extra: u64) -> bool {
        let ticks = u64::from(slot.ticks).max(self.period) + extra;
        self.count_issue();
        self.ticks.add(Class::Hazard, ticks - self.period);
        self.wait_class = Class::Hazard;
        self.profile
            .wait(self.index, ticks as i64 - i64::from(slot.ticks));
        self.time += ticks;
        self.index += usize::from(slot.halfwords);
        true
    }

    /// Where `bytes` bytes from `address` on lie.
    pub(super) fn place(&self, address: u32, bytes: u32) -> Place {
        let program_offset = address.wrapping_sub(self.program.base()) as usize;
        if self.data.slice(address, bytes as usize).is_some() {
            Place::Data
        } else if program_offset + bytes as usize <= self.program.bytes().len() {
            Place::Program
        } else if self.timer.contains(address, bytes) {
            Place::Timer
        } else {
            let private = self.private_register(address).map(|_| Accepts::Words);
            let accepts = private.or_else(|| self.bus_map.accepts(address, bytes));
            accepts.map_or(Place::Nowhere, Place::Bus)
        }
    }

    /// The window and the offset in it of a register that the core has for itself, if the address is there.
    pub(super) fn private_register(&self, address: u32) -> Option<(usize, u32)> {
        let mut windows = self.windows.iter();
        let window = windows.position(|range| range.contains(address, 1))?;
        Some((window, address - self.windows[window].base))
    }

    /// The address of a load or store.
    pub(super) fn effective_address(&self, instruction: &Instruction) -> u32 {
        let offset = if is_atomic(instruction.op) {
            0
        } else {
            instruction.imm as u32
        };
        self.registers.get(instruction.rs1).wrapping_add(offset)
    }

    fn rare_load(&mut self, slot: &Slot, instruction: &Instruction) -> bool {
        let address = self.effective_address(instruction);
        let (word, extra) = match self.place(address, access_bytes(instruction.op)) {
            Place::Program => (self.program_word(address), self.timing.program_memory_data),
            Place::Timer => (self.timer_word(address), 0),
            _ => return false,
        };
        self.registers
            .set(slot.rd, extract(instruction.op, word, address));
        self.finish(slot, extra)
    }

    fn rare_store(&mut self, slot: &Slot, instruction: &Instruction) -> bool {
        let address = self.effective_address(instruction);
        let bytes = access_bytes(instruction.op);
        let value = self.registers.get(slot.rs2).to_le_bytes();
        match self.place(address, bytes) {
            Place::Program => {
                let offset = address.wrapping_sub(self.program.base()) as usize;
                Arc::make_mut(&mut self.program).write(offset, &value[..bytes as usize]);
                // The slot may have changed under the store; its own cost was taken before.
                self.finish(slot, self.timing.program_memory_data)
            }
            Place::Timer => {
                self.store_timer(address, &value[..bytes as usize]);
                self.finish(slot, 0)
            }
            _ => false,
        }
    }

    /// The aligned word of program memory around `address`.
    fn program_word(&self, address: u32) -> u32 {
        let offset = (address.wrapping_sub(self.program.base()) & !3) as usize;
        let bytes = &self.program.bytes()[offset..offset + 4];
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    /// The aligned word of the timer around `address`; what is neither register reads as zero.
    fn timer_word(&self, address: u32) -> u32 {
        use crate::platform::{TIMER_MTIMECMP_OFFSET, TIMER_MTIME_OFFSET};
        let half = |value: u64, upper: u32| (value >> (32 * upper)) as u32;
        match (address - self.timer.base) & !3 {
            offset if offset & !4 == TIMER_MTIMECMP_OFFSET => {
                half(self.control.timer_compare, offset >> 2 & 1)
            }
            offset if offset & !4 == TIMER_MTIME_OFFSET => half(self.time.0, offset >> 2 & 1),
            _ => 0,
        }
    }

    /// Writes bytes of `mtimecmp`; `mtime` cannot be written.
    fn store_timer(&mut self, address: u32, bytes: &[u8]) {
        let offset = address - self.timer.base;
        if offset & !7 == crate::platform::TIMER_MTIMECMP_OFFSET {
            let first = (offset & 7) as usize;
            let mut compare = self.control.timer_compare.to_le_bytes();
            compare[first..first + bytes.len()].copy_from_slice(bytes);
            self.control.timer_compare = u64::from_le_bytes(compare);
        }
    }

    fn own_csr(&mut self, slot: &Slot, instruction: &Instruction) -> bool {
        let number = instruction.imm as u32;
        if is_shared_csr(number) {
            return false;
        }
        let Some(old) = self.read_own_csr(number) else {
            return false;
        };
        if instruction.writes_csr() {
            let value = csr_new_value(instruction.op, old, self.csr_operand(instruction));
            self.write_own_csr(number, value);
        }
        self.registers.set(slot.rd, old);
        self.finish(slot, 0)
    }

    /// The register or immediate operand of a CSR instruction.
    pub(super) fn csr_operand(&self, instruction: &Instruction) -> u32 {
        match instruction.op {
            Op::Csrrwi | Op::Csrrsi | Op::Csrrci => u32::from(instruction.rs1),
            _ => self.registers.get(instruction.rs1),
        }
    }

    pub(super) fn read_own_csr(&self, number: u32) -> Option<u32> {
        match number {
            n if n == u32::from(csr::MNODE) => Some(self.id as u32),
            n if n == u32::from(csr::MEVMASK) => Some(self.inbox.event_mask as u32),
            n if n == u32::from(csr::MEVMASKH) => Some((self.inbox.event_mask >> 32) as u32),
            _ => self.read_control(number),
        }
    }

    fn read_control(&self, number: u32) -> Option<u32> {
        let Some(unit) = &self.float_unit else {
            return self.control.read(number, self.time, self.instructions);
        };
        unit.read(number).or_else(|| {
            let value = self.control.read(number, self.time, self.instructions)?;
            Some(match number {
                control::MSTATUS => value | STATUS_DIRTY,
                control::MISA => value | control::MISA_FLOAT,
                _ => value,
            })
        })
    }

    fn write_own_csr(&mut self, number: u32, value: u32) {
        if let Some(unit) = &mut self.float_unit {
            if unit.write(number, value) {
                return;
            }
        }
        let mask = &mut self.inbox.event_mask;
        match number {
            n if n == u32::from(csr::MEVMASK) => *mask = control::replace_half(*mask, false, value),
            n if n == u32::from(csr::MEVMASKH) => *mask = control::replace_half(*mask, true, value),
            _ => self
                .control
                .write(number, value, self.time, self.instructions),
        }
    }

    fn leave_handler(&mut self) -> bool {
        let address = self.control.leave_trap();
        self.reservation = None;
        self.count_issue();
        self.redirect(address, self.timing.jump_register);
        true
    }

    /// A branch or jump whose target is not in the program memory: control goes there, and the fetch fails.
    fn leave_memory(&mut self) -> bool {
        let Some(instruction) = self.next_instruction() else {
            return false;
        };
        let next = self.pc().wrapping_add(u32::from(instruction.size));
        let relative = self.pc().wrapping_add(instruction.imm as u32);
        let (first, second) = (
            self.registers.get(instruction.rs1),
            self.registers.get(instruction.rs2),
        );
        let (target, bubbles) = match instruction.op {
            Op::Jal => (relative, self.timing.jump),
            Op::Jalr => (
                first.wrapping_add(instruction.imm as u32) & !1,
                self.timing.jump_register,
            ),
            op if branch_taken(op, first, second) => (relative, self.timing.taken_branch),
            _ => return false,
        };
        if let (Some(rd), Op::Jal | Op::Jalr) = (instruction.destination(), instruction.op) {
            self.registers.set(rd, next);
        }
        self.count_issue();
        self.redirect(target, bubbles);
        true
    }

    fn local_reservation(&mut self, slot: &Slot, instruction: &Instruction) -> bool {
        let address = self.effective_address(instruction);
        let Some(word) = self.data.read::<4>(address) else {
            return false;
        };
        if instruction.op == Op::LrW {
            self.reservation = Some(address);
            self.registers.set(slot.rd, u32::from_le_bytes(word));
        } else {
            let succeeds = self.reservation.take() == Some(address);
            if succeeds {
                self.data
                    .write(address, self.registers.get(slot.rs2).to_le_bytes());
            }
            self.registers.set(slot.rd, u32::from(!succeeds));
        }
        self.finish(slot, 0)
    }

    fn local_atomic(&mut self, slot: &Slot, instruction: &Instruction) -> bool {
        let address = self.effective_address(instruction);
        let Some(old) = self.data.read::<4>(address).map(u32::from_le_bytes) else {
            return false;
        };
        self.data.write(
            address,
            amo(instruction.op, old, self.registers.get(slot.rs2)).to_le_bytes(),
        );
        self.registers.set(slot.rd, old);
        self.finish(slot, 0)
    }

    /// Whether the `ebreak` to issue stands between the two marks of a semihosting call (RISC-V Semihosting, section 2.1).
    pub(super) fn is_semihosting_call(&self) -> bool {
        const BEFORE: u32 = 0x01f0_1013; // slli x0, x0, 0x1f
        const AFTER: u32 = 0x4070_5013; // srai x0, x0, 7
        self.index >= 2
            && self.program.bits(self.index - 2) == BEFORE
            && self.program.bits(self.index + 2) == AFTER
    }

    /// The bits of an illegal instruction: 16 or 32, by its length encoding.
    pub(super) fn illegal_bits(&self) -> u32 {
        let bits = self.program.bits(self.index);
        if bits & 3 == 3 {
            bits
        } else {
            bits & 0xFFFF
        }
    }
}

/// Whether a control register can be changed by other components, so that reading it is a matter of global order.
pub(super) fn is_shared_csr(number: u32) -> bool {
    let shared = [
        csr::MHEAD,
        csr::MHEADW,
        csr::MWORD,
        csr::MEVENT,
        csr::MEVENTH,
    ];
    number == control::MIP || shared.into_iter().any(|csr| number == u32::from(csr))
}

/// Whether a control register belongs to the message unit.
pub(super) fn is_message_csr(number: u32) -> bool {
    let own = [csr::MNODE, csr::MEVMASK, csr::MEVMASKH];
    let is_own = own.into_iter().any(|csr| number == u32::from(csr));
    is_own || is_shared_csr(number) && number != control::MIP
}

pub(super) fn is_atomic(op: Op) -> bool {
    matches!(op, Op::LrW | Op::ScW) || is_atomic_operation(op)
}

/// Bytes that a load, store or atomic instruction touches.
pub(super) fn access_bytes(op: Op) -> u32 {
    match op {
        Op::Lb | Op::Lbu | Op::Sb => 1,
        Op::Lh | Op::Lhu | Op::Sh => 2,
        _ => 4,
    }
}

/// The value that a load brings from the aligned word around `address`.
pub(super) fn extract(op: Op, word: u32, address: u32) -> u32 {
    let shifted = word >> (8 * (address & 3));
    match op {
        Op::Lb => shifted as i8 as u32,
        Op::Lbu => shifted & 0xFF,
        Op::Lh => shifted as i16 as u32,
        Op::Lhu => shifted & 0xFFFF,
        _ => word,
    }
}
