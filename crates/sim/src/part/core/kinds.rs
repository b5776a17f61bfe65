//! Kinds of instructions, as the core tells them apart.

use weft_isa::Op;

pub(super) fn is_multiplication(op: Op) -> bool {
    matches!(op, Op::Mul | Op::Mulh | Op::Mulhsu | Op::Mulhu)
}

/// Is it a branch or `jal`, whose target is in the instruction?
pub(super) fn is_direct_transfer(op: Op) -> bool {
    use Op::*;
    matches!(op, Jal | Beq | Bne | Blt | Bge | Bltu | Bgeu)
}

/// Is it a load of an integer register?
pub(super) fn is_integer_load(op: Op) -> bool {
    matches!(op, Op::Lb | Op::Lh | Op::Lw | Op::Lbu | Op::Lhu)
}

/// Is it a store of an integer register?
pub(super) fn is_integer_store(op: Op) -> bool {
    matches!(op, Op::Sb | Op::Sh | Op::Sw)
}

/// Does it access memory? A load, a store or an atomic instruction.
pub(super) fn is_memory_access(op: Op) -> bool {
    is_integer_load(op) || is_integer_store(op) || is_float_access(op) || is_atomic(op)
}

/// Does it load or store a floating-point register?
pub(super) fn is_float_access(op: Op) -> bool {
    matches!(op, Op::Flw | Op::Fsw)
}

/// Does a failing access raise a load exception, not a store exception?
pub(super) fn is_load(op: Op) -> bool {
    is_integer_load(op) || matches!(op, Op::LrW | Op::Flw)
}

/// Is it `lr.w`, `sc.w` or a read-modify-write of memory?
pub(super) fn is_atomic(op: Op) -> bool {
    matches!(op, Op::LrW | Op::ScW) || is_atomic_operation(op)
}

/// Is it a read-modify-write of memory?
pub(super) fn is_atomic_operation(op: Op) -> bool {
    matches!(
        op,
        Op::AmoswapW
            | Op::AmoaddW
            | Op::AmoxorW
            | Op::AmoandW
            | Op::AmoorW
            | Op::AmominW
            | Op::AmomaxW
            | Op::AmominuW
            | Op::AmomaxuW
    )
}

/// Does it access a control and status register?
pub(super) fn is_csr_access(op: Op) -> bool {
    use Op::*;
    matches!(op, Csrrw | Csrrs | Csrrc | Csrrwi | Csrrsi | Csrrci)
}

/// Does it use the message unit?
pub(super) fn is_message_instruction(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        MsgSend | MsgReceive | MboxStore | MboxLoad | MboxSend | MboxMatch
    )
}

/// Does it, when it issues in global order, need the sub-pipeline, which a posted store may occupy?
pub(super) fn needs_sub_pipeline(op: Op) -> bool {
    !matches!(op, Op::Wfi | Op::Ebreak) && !is_csr_access(op)
}

/// Bytes that a load, store or atomic instruction touches.
pub(super) fn access_bytes(op: Op) -> u32 {
    match op {
        Op::Lb | Op::Lbu | Op::Sb => 1,
        Op::Lh | Op::Lhu | Op::Sh => 2,
        _ => 4,
    }
}
