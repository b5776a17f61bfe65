//! Executing what concerns the core alone, as fast as the host can.
//!
//! The loop goes on until the cycle it may not reach, or until an instruction that it does not know: one that another component
//! could notice, or a rare one that `local` executes. It neither allocates nor looks at anything outside the core.

use super::classes::Class;
use super::data_memory::DataMemory;
use super::{Core, State};
use crate::units::Cycle;
use weft_isa::{alu, branch_taken, Op};

/// What the loop reports so that it can be undone; `()` takes no note and costs nothing.
pub(super) trait Journal {
    /// A store to `address` is about to happen.
    fn store(&mut self, data: &DataMemory, address: u32);
    /// Control went from one slot to another, though not by falling through.
    fn transfer(&mut self, from: usize, to: usize);
    /// Whether the loop is to end before the instruction in this slot.
    #[inline(always)]
    fn stops_before(&mut self, _slot: usize) -> bool {
        false
    }
}

impl Journal for () {
    #[inline(always)]
    fn store(&mut self, _: &DataMemory, _: u32) {}
    #[inline(always)]
    fn transfer(&mut self, _: usize, _: usize) {}
}

/// The end of the loop behind the instruction in one slot.
struct Only(usize);

impl Journal for Only {
    fn store(&mut self, _: &DataMemory, _: u32) {}
    fn transfer(&mut self, _: usize, _: usize) {}
    fn stops_before(&mut self, slot: usize) -> bool {
        slot != self.0
    }
}

impl Core {
    /// Issues one instruction in this cycle, if others of its bundle follow it; false, with nothing changed, if none does. What the
    /// core does in the cycle stays the same: a debugger looks in between.
    pub fn issue_within_bundle(&mut self) -> bool {
        let slot = self.program.slots().get(self.index);
        let goes_on = self.outside.is_none() && slot.is_some_and(|slot| slot.ticks == 0);
        if !goes_on || self.pending_interrupt(self.time).is_some() {
            return false;
        }
        let before = self.index;
        self.execute(self.time + 1, &mut Only(before));
        self.index != before
    }

    /// Runs on until the next instruction would issue in `limit` or later, or is one that must issue in global order (then
    /// the state says `shared`), or the program has let others interrupt it. The core must be running.
    pub fn run_local(&mut self, limit: Cycle) {
        while self.time < limit {
            let timer = self.control.timer_due();
            if (timer <= self.time || self.control.is_interruptible()) && self.take_interrupt() {
                continue;
            }
            let bound = limit.min(timer.max(self.time + 1));
            if self.execute_noting(bound, &mut ()) {
                continue;
            }
            if !self.execute_rare_noting() {
                self.state = State::Running { shared: true };
                return;
            }
            if self.control.is_interruptible() {
                return;
            }
        }
    }

    /// Executes until `bound` (true) or before an instruction not known here (false), telling `journal` what would have to be undone.
    pub(super) fn execute(&mut self, bound: Cycle, journal: &mut impl Journal) -> bool {
        if self.outside.is_some() {
            return false;
        }
        if self.program.is_wide() {
            self.execute_bundles::<true>(bound, journal)
        } else {
            self.execute_bundles::<false>(bound, journal)
        }
    }

    /// As [`Core::execute`]. `WIDE`: slots can say that the next instruction issues in the same cycle.
    fn execute_bundles<const WIDE: bool>(
        &mut self,
        bound: Cycle,
        journal: &mut impl Journal,
    ) -> bool {
        let Core {
            program,
            registers,
            data,
            profile,
            ..
        } = self;
        let slots = program.slots();
        let start = self.time;
        let mut time = start;
        let mut index = self.index;
        let mut instructions = 0_u64;
        // Instructions after which others issue in the same cycle, and whether the last one is among them.
        let mut joined = 0_u64;
        let mut is_within = false;
        let reached = loop {
            if time >= bound {
                break true;
            }
            let Some(slot) = slots.get(index) else {
                break false;
            };
            let Some(op) = slot.op else { break false };
            if journal.stops_before(index) {
                break false;
            }
            macro_rules! next {
                () => {{
                    time += u64::from(slot.ticks);
                    index += usize::from(slot.halfwords);
                    if WIDE {
                        is_within = slot.ticks == 0;
                        joined += u64::from(is_within);
                    }
                }};
            }
            macro_rules! register_register {
                ($op:expr) => {{
                    let value = alu($op, registers.get(slot.rs1), registers.get(slot.rs2));
                    registers.set(slot.rd, value);
                    next!()
                }};
            }
            macro_rules! register_immediate {
                ($op:expr) => {{
                    let value = alu($op, registers.get(slot.rs1), slot.imm as u32);
                    registers.set(slot.rd, value);
                    next!()
                }};
            }
            macro_rules! transfer {
                ($target:expr) => {{
                    let target: usize = $target;
                    let Some(to) = slots.get(target) else {
                        break false;
                    };
                    profile.transfer(index, target);
                    journal.transfer(index, target);
                    time += u64::from(slot.ticks_taken) + u64::from(to.entry_penalty);
                    index = target;
                    is_within = false;
                }};
            }
            macro_rules! branch {
                ($op:expr) => {
                    if branch_taken($op, registers.get(slot.rs1), registers.get(slot.rs2)) {
                        transfer!(slot.imm as u32 as usize)
                    } else {
                        next!()
                    }
                };
            }
            macro_rules! load {
                ($bytes:expr, $convert:expr) => {{
                    let address = registers.get(slot.rs1).wrapping_add(slot.imm as u32);
                    let Some(value) = data.read::<$bytes>(address) else {
                        break false;
                    };
                    registers.set(slot.rd, $convert(value));
                    next!()
                }};
            }
            macro_rules! store {
                ($bytes:expr, $convert:expr) => {{
                    let address = registers.get(slot.rs1).wrapping_add(slot.imm as u32);
                    journal.store(data, address);
                    if !data.write::<$bytes>(address, $convert(registers.get(slot.rs2))) {
                        break false;
                    }
                    next!()
                }};
            }
            match op {
                Op::Lui | Op::Auipc => {
                    registers.set(slot.rd, slot.imm as u32);
                    next!()
                }
                Op::Jal => {
                    let link = program.address_of(index + usize::from(slot.halfwords));
                    transfer!(slot.imm as u32 as usize);
                    registers.set(slot.rd, link);
                }
                Op::Jalr => {
                    let address = registers.get(slot.rs1).wrapping_add(slot.imm as u32) & !1;
                    let link = program.address_of(index + usize::from(slot.halfwords));
                    let Some(target) = program.index_of(address) else {
                        break false;
                    };
                    transfer!(target);
                    registers.set(slot.rd, link);
                }
                Op::Beq => branch!(Op::Beq),
                Op::Bne => branch!(Op::Bne),
                Op::Blt => branch!(Op::Blt),
                Op::Bge => branch!(Op::Bge),
                Op::Bltu => branch!(Op::Bltu),
                Op::Bgeu => branch!(Op::Bgeu),
                Op::Lb => load!(1, |v: [u8; 1]| v[0] as i8 as u32),
                Op::Lbu => load!(1, |v: [u8; 1]| u32::from(v[0])),
                Op::Lh => load!(2, |v| i16::from_le_bytes(v) as u32),
                Op::Lhu => load!(2, |v| u32::from(u16::from_le_bytes(v))),
                Op::Lw => load!(4, u32::from_le_bytes),
                Op::Sb => store!(1, |v: u32| [v as u8]),
                Op::Sh => store!(2, |v: u32| (v as u16).to_le_bytes()),
                Op::Sw => store!(4, u32::to_le_bytes),
                Op::Addi => register_immediate!(Op::Addi),
                Op::Slti => register_immediate!(Op::Slti),
                Op::Sltiu => register_immediate!(Op::Sltiu),
                Op::Xori => register_immediate!(Op::Xori),
                Op::Ori => register_immediate!(Op::Ori),
                Op::Andi => register_immediate!(Op::Andi),
                Op::Slli => register_immediate!(Op::Slli),
                Op::Srli => register_immediate!(Op::Srli),
                Op::Srai => register_immediate!(Op::Srai),
                Op::Add => register_register!(Op::Add),
                Op::Sub => register_register!(Op::Sub),
                Op::Sll => register_register!(Op::Sll),
                Op::Slt => register_register!(Op::Slt),
                Op::Sltu => register_register!(Op::Sltu),
                Op::Xor => register_register!(Op::Xor),
                Op::Srl => register_register!(Op::Srl),
                Op::Sra => register_register!(Op::Sra),
                Op::Or => register_register!(Op::Or),
                Op::And => register_register!(Op::And),
                Op::Mul => register_register!(Op::Mul),
                Op::Mulh => register_register!(Op::Mulh),
                Op::Mulhsu => register_register!(Op::Mulhsu),
                Op::Mulhu => register_register!(Op::Mulhu),
                Op::Div => register_register!(Op::Div),
                Op::Divu => register_register!(Op::Divu),
                Op::Rem => register_register!(Op::Rem),
                Op::Remu => register_register!(Op::Remu),
                Op::User => {
                    let (first, second) = (registers.get(slot.rs1), registers.get(slot.rs2));
                    let value = program.user().result(slot.imm, first, second);
                    registers.set(slot.rd, value);
                    next!()
                }
                _ => break false,
            }
            instructions += 1;
        };
        self.time = time;
        self.index = index;
        self.instructions += instructions;
        // A bundle is counted with its last instruction.
        let issues = (instructions - joined) * self.period;
        self.ticks.add(Class::Issue, issues);
        self.ticks.add(Class::Hazard, time - start - issues);
        if WIDE && is_within {
            self.bundle_since = Some(time);
        }
        self.wait_class = Class::Hazard;
        reached
    }
}
