//! Division and square root, computed with integers of enough bits for rounding. A remainder other than zero sets the sticky bit.

use super::format::{
    flag, is_infinite, is_zero, nan_result, Number, INFINITY, INVALID_OPERATION, SIGN,
};
use super::round::{round, Rounding};

pub fn divide(a: u32, b: u32, rounding: Rounding) -> (u32, u8) {
    if let Some(result) = nan_result(&[a, b]) {
        return result;
    }
    let sign = (a ^ b) & SIGN;
    match (is_infinite(a), is_infinite(b)) {
        (true, true) => INVALID_OPERATION,
        (true, false) => (sign | INFINITY, 0),
        (false, true) => (sign, 0),
        _ if is_zero(a) && is_zero(b) => INVALID_OPERATION,
        _ if is_zero(b) => (sign | INFINITY, flag::DIVIDE_BY_ZERO),
        _ => round(quotient(Number::unpack(a), Number::unpack(b)), rounding),
    }
}

/// Returns the quotient. The normalized dividend has 64 bits and the divisor at most 24, so the quotient has at least 40.
fn quotient(a: Number, b: Number) -> Number {
    let negative = a.negative != b.negative;
    let a = a.normalized();
    Number {
        negative,
        exponent: a.exponent - b.exponent,
        significand: with_sticky(
            a.significand / b.significand,
            a.significand % b.significand != 0,
        ),
    }
}

pub fn square_root(a: u32, rounding: Rounding) -> (u32, u8) {
    if let Some(result) = nan_result(&[a]) {
        return result;
    }
    if is_zero(a) {
        return (a, 0);
    }
    if a & SIGN != 0 {
        return INVALID_OPERATION;
    }
    if is_infinite(a) {
        return (a, 0);
    }
    round(root(Number::unpack(a)), rounding)
}

/// Returns the square root. The root of a significand of 63 or 64 bits has 32 bits. The exponent is made even, so that it can be halved.
fn root(a: Number) -> Number {
    let a = a.normalized();
    let odd = a.exponent & 1;
    let square = a.significand >> odd;
    let root = square.isqrt();
    Number {
        negative: false,
        exponent: (a.exponent + odd) / 2,
        significand: with_sticky(root, root * root != square),
    }
}

fn with_sticky(value: u64, is_inexact: bool) -> u64 {
    value | u64::from(is_inexact)
}
