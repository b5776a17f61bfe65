//! Addition, multiplication, and fused multiply-add. The product of two significands is exact in 48 bits; sums have a sticky bit.

use super::format::{
    is_infinite, is_zero, nan_result, shift_right_sticky, Number, INFINITY, INVALID_OPERATION, SIGN,
};
use super::round::{round, Rounding};

pub fn add(a: u32, b: u32, rounding: Rounding) -> (u32, u8) {
    if let Some(result) = nan_result(&[a, b]) {
        return result;
    }
    match (is_infinite(a), is_infinite(b)) {
        (true, true) if a != b => INVALID_OPERATION,
        (true, _) => (a, 0),
        (_, true) => (b, 0),
        _ => round(
            sum(Number::unpack(a), Number::unpack(b), rounding),
            rounding,
        ),
    }
}

pub fn multiply(a: u32, b: u32, rounding: Rounding) -> (u32, u8) {
    if let Some(result) = nan_result(&[a, b]) {
        return result;
    }
    if is_infinity_times_zero(a, b) {
        return INVALID_OPERATION;
    }
    if is_infinite(a) || is_infinite(b) {
        return ((a ^ b) & SIGN | INFINITY, 0);
    }
    round(product(a, b), rounding)
}

/// Returns a * b + c, rounded once.
pub fn fused_multiply_add(a: u32, b: u32, c: u32, rounding: Rounding) -> (u32, u8) {
    // This is invalid even if c is a quiet NaN.
    if is_infinity_times_zero(a, b) {
        return INVALID_OPERATION;
    }
    if let Some(result) = nan_result(&[a, b, c]) {
        return result;
    }
    if is_infinite(a) || is_infinite(b) {
        return add((a ^ b) & SIGN | INFINITY, c, rounding);
    }
    if is_infinite(c) {
        return (c, 0);
    }
    round(sum(product(a, b), Number::unpack(c), rounding), rounding)
}

fn is_infinity_times_zero(a: u32, b: u32) -> bool {
    is_infinite(a) && is_zero(b) || is_zero(a) && is_infinite(b)
}

/// Returns the exact product of two finite values.
fn product(a: u32, b: u32) -> Number {
    let (a, b) = (Number::unpack(a), Number::unpack(b));
    Number {
        negative: a.negative != b.negative,
        exponent: a.exponent + b.exponent,
        significand: a.significand * b.significand,
    }
}

/// Returns the sum of two numbers of at most 48 significant bits.
///
/// Both are aligned, with the most significant bit of the larger one at bit 62. Bits of the smaller one that are shifted out set the sticky bit. This
/// happens only if it is shifted by more than 14; then the most significant bit of a difference is at bit 61 or above, far above the sticky bit.
fn sum(a: Number, b: Number, rounding: Rounding) -> Number {
    let (a, b) = (a.normalized(), b.normalized());
    let magnitude = |number: Number| (number.exponent, number.significand);
    let (large, small) = if magnitude(a) < magnitude(b) {
        (b, a)
    } else {
        (a, b)
    };
    let distance = (large.exponent - small.exponent) as u32;
    let addend = shift_right_sticky(small.significand >> 1, distance);
    let significand = if large.negative == small.negative {
        (large.significand >> 1) + addend
    } else {
        (large.significand >> 1) - addend
    };
    Number {
        negative: match significand {
            // The difference of equal numbers is +0, or -0 when rounding down.
            0 if a.negative != b.negative => rounding == Rounding::Down,
            _ => large.negative,
        },
        exponent: large.exponent + 1,
        significand,
    }
}
