//! Comparison, minimum and maximum, and classification.

use super::format::{
    flag, is_less, is_nan, is_signaling, is_zero, CANONICAL_NAN, HIDDEN, INFINITY, SIGN,
};
use crate::Op;

/// Returns the first operand if `prefers_first`, otherwise the second; but a number rather than a NaN.
pub fn select(a: u32, b: u32, prefers_first: bool) -> (u32, u8) {
    let flags = if is_signaling(a) || is_signaling(b) {
        flag::INVALID
    } else {
        0
    };
    let result = match (is_nan(a), is_nan(b)) {
        (true, true) => CANONICAL_NAN,
        (true, false) => b,
        (false, true) => a,
        (false, false) if prefers_first => a,
        (false, false) => b,
    };
    (result, flags)
}

/// Compares two numbers. flt.s and fle.s are invalid for any NaN, feq.s for a signaling NaN only.
pub fn compare(op: Op, a: u32, b: u32) -> (u32, u8) {
    if is_nan(a) || is_nan(b) {
        let signals = op != Op::FeqS || is_signaling(a) || is_signaling(b);
        return (0, if signals { flag::INVALID } else { 0 });
    }
    let are_equal = a == b || is_zero(a) && is_zero(b);
    let holds = match op {
        Op::FeqS => are_equal,
        Op::FltS => !are_equal && is_less(a, b),
        _ => are_equal || is_less(a, b),
    };
    (holds.into(), 0)
}

/// Returns the class of a number: one bit, numbered as fclass.s defines.
pub fn class(bits: u32) -> u32 {
    let negative = bits & SIGN != 0;
    let number = match (bits & !SIGN, negative) {
        (INFINITY, true) => 0,
        (HIDDEN..INFINITY, true) => 1,
        (1..HIDDEN, true) => 2,
        (0, true) => 3,
        (0, false) => 4,
        (1..HIDDEN, false) => 5,
        (HIDDEN..INFINITY, false) => 6,
        (INFINITY, false) => 7,
        _ if is_signaling(bits) => 8,
        _ => 9,
    };
    1 << number
}
