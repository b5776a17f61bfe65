//! The instructions that are translated.

use super::target;
use crate::bounds::Kind;
use crate::slot::{Slot, DISCARD};
use weft_isa::Op;

/// Number of registers that an instruction can name.
const REGISTERS: u8 = 32;

/// Does an operation compute its result from integer registers and immediates only?
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

/// Returns the number of bytes that a load or store of an integer register accesses; None for other operations.
pub fn access_bytes(op: Op) -> Option<u32> {
    match op {
        Op::Lb | Op::Lbu | Op::Sb => Some(1),
        Op::Lh | Op::Lhu | Op::Sh => Some(2),
        Op::Lw | Op::Sw => Some(4),
        _ => None,
    }
}

/// Does an operation store an integer register?
pub fn is_store(op: Op) -> bool {
    matches!(op, Op::Sb | Op::Sh | Op::Sw)
}

pub fn is_branch(op: Op) -> bool {
    matches!(
        op,
        Op::Beq | Op::Bne | Op::Blt | Op::Bge | Op::Bltu | Op::Bgeu
    )
}

/// Is it an atomic read-modify-write operation?
pub fn is_atomic(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        AmoswapW | AmoaddW | AmoxorW | AmoandW | AmoorW | AmominW | AmomaxW | AmominuW | AmomaxuW
    )
}

/// Does the instruction end a straight line of code: is it a branch or a jump?
pub fn ends_line(op: Op) -> bool {
    is_branch(op) || matches!(op, Op::Jal | Op::Jalr)
}

/// Is the instruction in a slot translated? Not if the core may be rolled back (logged) and the instruction changes more than integer registers, the
/// data memory by a store, and the profile. Nor if it transfers control directly to a target outside the program memory.
pub fn is_translated(slots: &[Slot], index: usize, kind: Kind) -> bool {
    let Some(slot) = slots.get(index).filter(|slot| names_registers(slot)) else {
        return false;
    };
    match slot.op {
        Some(op) if is_branch(op) || op == Op::Jal => target(slots, slot).is_some(),
        // An instruction that would end its bundle is left to the interpreter.
        Some(op) if is_atomic(op) || op.is_float() => !kind.is_logged && slot.ticks > 0,
        Some(op) => is_computed(op) || access_bytes(op).is_some() || op == Op::Jalr,
        None => false,
    }
}

/// Are the register numbers of the slot valid? The decoder produces valid ones only; translated code relies on it without a check.
fn names_registers(slot: &Slot) -> bool {
    slot.rs1 < REGISTERS && slot.rs2 < REGISTERS && (slot.rd < REGISTERS || slot.rd == DISCARD)
}

/// Returns the integer register that an instruction writes, other than x0.
pub fn written(slot: &Slot) -> Option<u8> {
    let instruction = slot.instruction()?;
    instruction.destination()
}

/// Returns the integer registers that an instruction reads.
pub fn read(slot: &Slot) -> impl Iterator<Item = u8> {
    slot.instruction()
        .into_iter()
        .flat_map(|instruction| instruction.sources())
}
