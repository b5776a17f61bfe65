//! Which instructions issue together (section 1 of the contract, "Issue width"): for each halfword of the program memory, whether the
//! instruction that begins there has another one behind it in its bundle, and what the bundle delivers late.

use super::execute::{is_load, is_multiplication};
use std::collections::BTreeSet;
use weft_isa::{decode, Instruction, Op};

/// What is known of the instruction at a halfword.
#[derive(Clone, Default)]
pub struct Mark {
    /// The next instruction issues with it.
    pub goes_on: bool,
    /// The registers that loads and multiplications of its bundle write; of the last one of a bundle.
    pub late: Vec<u8>,
}

/// The marks of a memory, one a halfword.
pub fn marks(memory: &[u8], width: usize) -> Vec<Mark> {
    let mut marks: Vec<Mark> = (0..memory.len() / 2)
        .map(|half| Mark {
            goes_on: false,
            late: instruction(memory, half).map_or(Vec::new(), |it| late(&it)),
        })
        .collect();
    let line = line(memory);
    let targets: BTreeSet<usize> = line.iter().filter_map(target).collect();
    let mut bundle: Vec<(usize, Instruction)> = Vec::new();
    for (half, next) in line {
        let is_target = targets.contains(&half);
        if bundle.len() == width || is_target || !may_join(&bundle, half, &next) {
            bundle.clear();
        }
        if let Some((before, _)) = bundle.last() {
            let gathered = std::mem::take(&mut marks[*before].late);
            marks[*before].goes_on = true;
            marks[half].late.extend(gathered);
        }
        bundle.push((half, next));
    }
    marks
}

fn instruction(memory: &[u8], half: usize) -> Option<Instruction> {
    let at = |half: usize| {
        let bytes = memory.get(2 * half..2 * half + 2);
        bytes.map_or(0, |it| u32::from(it[0]) | u32::from(it[1]) << 8)
    };
    let found = decode(at(half) | at(half + 1) << 16).filter(|it| !it.op.is_float())?;
    (2 * half + usize::from(found.size) <= memory.len()).then_some(found)
}

/// One instruction behind the other from the first address on.
fn line(memory: &[u8]) -> Vec<(usize, Instruction)> {
    let (mut line, mut half) = (Vec::new(), 0);
    while 2 * half < memory.len() {
        let found = instruction(memory, half);
        line.extend(found.map(|it| (half, it)));
        half += found.map_or(1, |it| usize::from(it.size) / 2);
    }
    line
}

/// The halfword that a direct transfer of control goes to.
fn target((half, transfer): &(usize, Instruction)) -> Option<usize> {
    let is_direct = is_branch(transfer.op) || transfer.op == Op::Jal;
    let distance = transfer.imm as isize / 2;
    is_direct.then(|| half.wrapping_add_signed(distance))
}

fn may_join(bundle: &[(usize, Instruction)], half: usize, next: &Instruction) -> bool {
    let Some((last_half, last)) = bundle.last() else {
        return false;
    };
    let follows = last_half + usize::from(last.size) / 2 == half;
    let used = |unit: Unit| {
        bundle
            .iter()
            .filter(|(_, it)| Unit::of(it.op) == unit)
            .count()
    };
    let has_unit = match Unit::of(next.op) {
        Unit::Arithmetic | Unit::Branch => true,
        Unit::Multiplier => used(Unit::Multiplier) < 2,
        Unit::Memory => used(Unit::Memory) == 0,
        Unit::Whole => false,
    };
    let may_follow = !matches!(Unit::of(last.op), Unit::Branch | Unit::Whole);
    let is_independent = bundle.iter().all(|(_, before)| {
        let written = before.rd;
        written == 0 || next.rd != written && next.sources().all(|source| source != written)
    });
    follows && has_unit && may_follow && is_independent
}

/// What an instruction occupies.
#[derive(PartialEq, Eq)]
enum Unit {
    Arithmetic,
    Multiplier,
    Memory,
    Branch,
    /// All of the core.
    Whole,
}

impl Unit {
    fn of(op: Op) -> Unit {
        use Op::*;
        match op {
            Lb | Lbu | Lh | Lhu | Lw | Sb | Sh | Sw => Unit::Memory,
            Jal | Jalr => Unit::Branch,
            Add | Sub | Sll | Slt | Sltu | Xor | Srl | Sra | Or | And => Unit::Arithmetic,
            Addi | Slti | Sltiu | Xori | Ori | Andi | Slli | Srli | Srai => Unit::Arithmetic,
            Lui | Auipc => Unit::Arithmetic,
            _ if is_multiplication(op) => Unit::Multiplier,
            _ if is_branch(op) => Unit::Branch,
            _ => Unit::Whole,
        }
    }
}

fn is_branch(op: Op) -> bool {
    use Op::*;
    matches!(op, Beq | Bne | Blt | Bge | Bltu | Bgeu)
}

fn late(instruction: &Instruction) -> Vec<u8> {
    let is_late = is_load(instruction.op) || is_multiplication(instruction.op);
    instruction
        .destination()
        .filter(|_| is_late)
        .into_iter()
        .collect()
}
