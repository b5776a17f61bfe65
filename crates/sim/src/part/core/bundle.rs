//! Bundles: the instructions that a core of issue width N issues in one cycle, grouped in the program as a VLIW compiler would
//! have grouped them.
//!
//! The units are those of the rho-VEX (S. Wong et al., "rho-VEX: A reconfigurable and extensible softcore VLIW processor", 2008): as
//! many ALUs as the core is wide, two multipliers, one path to memory, one unit for control. The rules are those of docs/contract/core.md,
//! "Issue width".

use super::kinds::{is_direct_transfer, is_multiplication};
use super::program::Slot;
use std::ops::Range;
use weft_isa::{Instruction, Op};

const MULTIPLIERS: usize = 2;

/// An instruction of the line, with its slot.
#[derive(Clone, Copy)]
pub struct Placed {
    pub index: usize,
    pub instruction: Instruction,
}

impl Placed {
    /// Index of the slot after the instruction.
    pub fn next(&self) -> usize {
        self.index + usize::from(self.instruction.size) / 2
    }
}

/// Returns the instructions of a program memory read as one line from its first address: each begins where the one before ends; a halfword that
/// begins no instruction is skipped.
pub fn line(slots: &[Slot]) -> Vec<Placed> {
    let mut line = Vec::new();
    let mut index = 0;
    while let Some(slot) = slots.get(index) {
        line.extend(
            slot.instruction()
                .map(|instruction| Placed { index, instruction }),
        );
        index += usize::from(slot.halfwords);
    }
    line
}

/// Cuts a line into bundles: ranges of its instructions that cover it, in order.
pub fn bundles(line: &[Placed], width: usize) -> Vec<Range<usize>> {
    let targets = targets(line);
    let mut bundles: Vec<Range<usize>> = Vec::new();
    let mut open = Bundle::default();
    for (number, placed) in line.iter().enumerate() {
        let is_target = targets.binary_search(&placed.index).is_ok();
        let joins = !is_target && open.begins_after(placed) && open.takes(placed, width);
        match bundles.last_mut().filter(|_| joins) {
            Some(bundle) => bundle.end = number + 1,
            None => {
                bundles.push(number..number + 1);
                open = Bundle::default();
            }
        }
        open.add(placed);
    }
    bundles
}

/// The slots that direct branches and jumps of the line go to, sorted.
fn targets(line: &[Placed]) -> Vec<usize> {
    let direct = line
        .iter()
        .filter(|placed| is_direct_transfer(placed.instruction.op));
    let mut targets: Vec<usize> = direct
        .map(|placed| placed.instruction.imm as u32 as usize)
        .collect();
    targets.sort_unstable();
    targets
}

/// A bundle under construction: the units of the core that it uses, and its dependences.
#[derive(Default)]
struct Bundle {
    instructions: usize,
    /// Index of the slot after the bundle.
    end: usize,
    /// The registers that it writes, one bit each.
    writes: u32,
    memory: usize,
    multipliers: usize,
    /// Whether no instruction may join any more.
    is_closed: bool,
}

impl Bundle {
    fn begins_after(&self, placed: &Placed) -> bool {
        self.instructions > 0 && self.end == placed.index
    }

    /// Whether the instruction may join: its unit is free, and the bundle writes no register that it reads or writes.
    fn takes(&self, placed: &Placed, width: usize) -> bool {
        let instruction = &placed.instruction;
        let kind = Kind::of(instruction.op);
        let registers = instruction.sources().chain(instruction.destination());
        let is_free = match kind {
            Kind::Memory => self.memory == 0,
            Kind::Multiplication => self.multipliers < MULTIPLIERS,
            Kind::Arithmetic | Kind::Control => true,
            Kind::Alone => false,
        };
        let depends = registers.fold(0, |all, register| all | 1 << register) & self.writes != 0;
        !self.is_closed && self.instructions < width && is_free && !depends
    }

    fn add(&mut self, placed: &Placed) {
        let kind = Kind::of(placed.instruction.op);
        self.instructions += 1;
        self.end = placed.next();
        self.writes |= placed
            .instruction
            .destination()
            .map_or(0, |register| 1 << register);
        self.memory += usize::from(kind == Kind::Memory);
        self.multipliers += usize::from(kind == Kind::Multiplication);
        self.is_closed = matches!(kind, Kind::Control | Kind::Alone);
    }
}

/// The unit of the core that an instruction uses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Arithmetic,
    Multiplication,
    Memory,
    Control,
    /// The instruction issues alone.
    Alone,
}

impl Kind {
    fn of(op: Op) -> Kind {
        use Op::*;
        match op {
            Lui | Auipc | Addi | Slti | Sltiu | Xori | Ori | Andi | Slli | Srli | Srai | Add
            | Sub | Sll | Slt | Sltu | Xor | Srl | Sra | Or | And => Kind::Arithmetic,
            op if is_multiplication(op) => Kind::Multiplication,
            Lb | Lh | Lw | Lbu | Lhu | Sb | Sh | Sw => Kind::Memory,
            Jalr => Kind::Control,
            op if is_direct_transfer(op) => Kind::Control,
            _ => Kind::Alone,
        }
    }
}
