//! The results of operations, as pure functions of values: RISC-V manual, volume I, chapters RV32I, "M", "A" and "Zicsr".
//!
//! There are no registers, memory or time here. A simulator calls these functions in its own match on the operation; since the operation is a
//! constant there, each call is optimized to a single arm.

use crate::Op;

/// Returns the result of an integer operation on `a` (rs1) and `b` (rs2 or the immediate), including multiplication and division.
///
/// # Panics
/// If `op` is not such an operation.
#[inline(always)]
pub fn alu(op: Op, a: u32, b: u32) -> u32 {
    match op {
        Op::Add | Op::Addi => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        // wrapping_shl and wrapping_shr use the low five bits of the amount, as the instructions do.
        Op::Sll | Op::Slli => a.wrapping_shl(b),
        Op::Srl | Op::Srli => a.wrapping_shr(b),
        Op::Sra | Op::Srai => (a as i32).wrapping_shr(b) as u32,
        Op::Slt | Op::Slti => u32::from((a as i32) < (b as i32)),
        Op::Sltu | Op::Sltiu => u32::from(a < b),
        Op::Xor | Op::Xori => a ^ b,
        Op::Or | Op::Ori => a | b,
        Op::And | Op::Andi => a & b,
        _ => multiply_divide(op, a, b),
    }
}

/// Division by zero gives all ones, with the dividend as remainder. Overflowing division gives the dividend, with remainder 0.
#[inline(always)]
fn multiply_divide(op: Op, a: u32, b: u32) -> u32 {
    let (signed_a, signed_b) = (a as i32, b as i32);
    match op {
        Op::Mul => a.wrapping_mul(b),
        Op::Mulh => high(i64::from(signed_a) * i64::from(signed_b)),
        Op::Mulhsu => high(i64::from(signed_a) * i64::from(b)),
        Op::Mulhu => ((u64::from(a) * u64::from(b)) >> 32) as u32,
        Op::Div if b == 0 => u32::MAX,
        Op::Div => signed_a.wrapping_div(signed_b) as u32,
        Op::Divu => a.checked_div(b).unwrap_or(u32::MAX),
        Op::Rem if b == 0 => a,
        Op::Rem => signed_a.wrapping_rem(signed_b) as u32,
        Op::Remu => a.checked_rem(b).unwrap_or(a),
        _ => unreachable!("{op:?} is not an integer operation"),
    }
}

#[inline(always)]
fn high(product: i64) -> u32 {
    (product >> 32) as u32
}

/// Is a branch on `a` (rs1) and `b` (rs2) taken?
///
/// # Panics
/// If `op` is not a conditional branch.
#[inline(always)]
pub fn branch_taken(op: Op, a: u32, b: u32) -> bool {
    match op {
        Op::Beq => a == b,
        Op::Bne => a != b,
        Op::Blt => (a as i32) < (b as i32),
        Op::Bge => (a as i32) >= (b as i32),
        Op::Bltu => a < b,
        Op::Bgeu => a >= b,
        _ => unreachable!("{op:?} is not a branch"),
    }
}

/// Returns the value that an atomic memory operation writes, given the values in memory and in rs2.
///
/// # Panics
/// If `op` is not an atomic memory operation. (lr.w and sc.w are not.)
#[inline(always)]
pub fn amo(op: Op, memory: u32, register: u32) -> u32 {
    match op {
        Op::AmoswapW => register,
        Op::AmoaddW => memory.wrapping_add(register),
        Op::AmoxorW => memory ^ register,
        Op::AmoandW => memory & register,
        Op::AmoorW => memory | register,
        Op::AmominW => (memory as i32).min(register as i32) as u32,
        Op::AmomaxW => (memory as i32).max(register as i32) as u32,
        Op::AmominuW => memory.min(register),
        Op::AmomaxuW => memory.max(register),
        _ => unreachable!("{op:?} is not an atomic memory operation"),
    }
}

/// Returns the value that a CSR instruction writes, given the old value and the operand (rs1's value or the immediate).
/// [`Instruction::writes_csr`](crate::Instruction::writes_csr) tells whether it writes at all.
///
/// # Panics
/// If `op` is not a CSR instruction.
#[inline(always)]
pub fn csr_new_value(op: Op, old: u32, operand: u32) -> u32 {
    match op {
        Op::Csrrw | Op::Csrrwi => operand,
        Op::Csrrs | Op::Csrrsi => old | operand,
        Op::Csrrc | Op::Csrrci => old & !operand,
        _ => unreachable!("{op:?} is not a CSR instruction"),
    }
}
