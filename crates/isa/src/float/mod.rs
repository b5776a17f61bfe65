//! Single precision: what each instruction of the "F" extension computes, and the exception flags that it raises.
//!
//! Source: RISC-V manual, volume I, chapter "F" Standard Extension, and IEEE 754-2008. An arithmetic operation unpacks its operands into integers
//! ([`format`]), computes a result that is exact except for a sticky bit, and rounds it once ([`round`]):
//!
//! ```text
//!   bits --unpack--> sign, exponent, significand --sum, product, quotient, root--> 64-bit significand --round--> bits, flags
//! ```
//!
//! Where IEEE 754 leaves a choice, RISC-V requires: every NaN result is the canonical NaN, and tininess is detected after rounding.

mod compare;
mod divide;
mod format;
mod integer;
mod round;
mod sum;

pub use round::Rounding;

use crate::Op;
use compare::{class, compare, select};
use divide::{divide, square_root};
use format::{is_less, SIGN};
use integer::{from_integer, to_integer};
use sum::{add, fused_multiply_add, multiply};

/// Returns the result of a floating-point operation other than a load or store, as bits, and the bits of `fflags` that it sets.
///
/// # Panics
/// If `op` is not such an operation.
pub fn float_result(op: Op, a: u32, b: u32, c: u32, rounding: Rounding) -> (u32, u8) {
    match op {
        Op::FaddS => add(a, b, rounding),
        Op::FsubS => add(a, b ^ SIGN, rounding),
        Op::FmulS => multiply(a, b, rounding),
        Op::FdivS => divide(a, b, rounding),
        Op::FsqrtS => square_root(a, rounding),
        Op::FmaddS => fused_multiply_add(a, b, c, rounding),
        Op::FmsubS => fused_multiply_add(a, b, c ^ SIGN, rounding),
        Op::FnmsubS => fused_multiply_add(a ^ SIGN, b, c, rounding),
        Op::FnmaddS => fused_multiply_add(a ^ SIGN, b, c ^ SIGN, rounding),
        Op::FcvtSW => from_integer((a as i32).into(), rounding),
        Op::FcvtSWu => from_integer(a.into(), rounding),
        Op::FcvtWS => to_integer(a, i32::MIN.into(), i32::MAX.into(), rounding),
        Op::FcvtWuS => to_integer(a, 0, u32::MAX.into(), rounding),
        Op::FminS => select(a, b, is_less(a, b)),
        Op::FmaxS => select(a, b, is_less(b, a)),
        Op::FeqS | Op::FltS | Op::FleS => compare(op, a, b),
        Op::FclassS => (class(a), 0),
        Op::FsgnjS => (a & !SIGN | b & SIGN, 0),
        Op::FsgnjnS => (a & !SIGN | !b & SIGN, 0),
        Op::FsgnjxS => (a ^ b & SIGN, 0),
        Op::FmvXW | Op::FmvWX => (a, 0),
        _ => unreachable!("{op:?} is not a floating-point operation"),
    }
}
