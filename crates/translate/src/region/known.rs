//! Which instructions are translated.

use super::target;
use crate::bounds::Kind;
use crate::slot::{Slot, DISCARD};
use weft_isa::Op;

/// Registers that an instruction can name.
const REGISTERS: u8 = 32;

/// Whether an operation computes its result from two integer registers or immediates.
fn is_computed(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        Add | Sub
            | Sll
            | Slt
            | Sltu
            | Xor
            | Srl
            | Sra
            | Or
            | And
            | Mul
            | Mulh
            | Mulhsu
            | Mulhu
            | Div
            | Divu
            | Rem
            | Remu
            | Addi
            | Slti
            | Sltiu
            | Xori
            | Ori
            | Andi
            | Slli
            | Srli
            | Srai
            | Lui
            | Auipc
            | User
    )
}

/// Bytes that a load or store of an integer register moves.
pub fn access_bytes(op: Op) -> Option<u32> {
    match op {
        Op::Lb | Op::Lbu | Op::Sb => Some(1),
        Op::Lh | Op::Lhu | Op::Sh => Some(2),
        Op::Lw | Op::Sw => Some(4),
        _ => None,
    }
}

/// Whether an operation stores an integer register.
pub fn is_store(op: Op) -> bool {
    matches!(op, Op::Sb | Op::Sh | Op::Sw)
}

pub fn is_branch(op: Op) -> bool {
    matches!(
        op,
        Op::Beq | Op::Bne | Op::Blt | Op::Bge | Op::Bltu | Op::Bgeu
    )
}

/// Whether an operation reads, changes and writes a word of memory.
pub fn is_atomic(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        AmoswapW | AmoaddW | AmoxorW | AmoandW | AmoorW | AmominW | AmomaxW | AmominuW | AmomaxuW
    )
}

/// Whether control never falls through the instruction.
pub fn ends_line(op: Op) -> bool {
    is_branch(op) || matches!(op, Op::Jal | Op::Jalr)
}

/// Whether the instruction in a slot is translated. What changes more than registers, the data memory and the profile is not, where the core may
/// be taken back; nor is a direct transfer out of the program memory.
pub fn is_translated(slots: &[Slot], index: usize, kind: Kind) -> bool {
    let Some(slot) = slots.get(index).filter(|slot| names_registers(slot)) else {
        return false;
    };
    match slot.op {
        Some(op) if is_branch(op) || op == Op::Jal => target(slots, slot).is_some(),
        // One that would end its bundle is left to the interpreter.
        Some(op) if is_atomic(op) || op.is_float() => !kind.is_logged && slot.ticks > 0,
        Some(op) => is_computed(op) || access_bytes(op).is_some() || op == Op::Jalr,
        None => false,
    }
}

/// Whether the registers that it names are there. No decoder makes other slots; code relies on it, which does not ask for each access.
fn names_registers(slot: &Slot) -> bool {
    slot.rs1 < REGISTERS && slot.rs2 < REGISTERS && (slot.rd < REGISTERS || slot.rd == DISCARD)
}

/// The integer register that an instruction writes, if it is not x0.
pub fn written(slot: &Slot) -> Option<u8> {
    let instruction = slot.instruction()?;
    instruction.destination()
}

/// The integer registers that an instruction reads.
pub fn read(slot: &Slot) -> impl Iterator<Item = u8> {
    slot.instruction()
        .into_iter()
        .flat_map(|instruction| instruction.sources())
}
