//! Rounding to the 24 bits of a significand, and to integers: IEEE 754-2008, sections 4.3 and 7.4 to 7.6.

use super::format::{flag, shift_right_sticky, Number, BIAS, FRACTION, HIDDEN, INFINITY, SIGN};

/// A rounding mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    NearestEven,
    TowardZero,
    Down,
    Up,
    NearestAway,
}

impl Rounding {
    /// Returns the mode of an instruction with this `mode` field, while the register `frm` contains `dynamic`. None if the mode is reserved.
    pub fn new(mode: u32, dynamic: u32) -> Option<Rounding> {
        match if mode == 7 { dynamic } else { mode } {
            0 => Some(Rounding::NearestEven),
            1 => Some(Rounding::TowardZero),
            2 => Some(Rounding::Down),
            3 => Some(Rounding::Up),
            4 => Some(Rounding::NearestAway),
            _ => None,
        }
    }
}

/// Number of fraction bits in the argument of [`round_fixed`].
pub const POINT: u32 = 40;

/// Rounds the magnitude of a fixed-point number with [`POINT`] fraction bits to an integer.
pub fn round_fixed(magnitude: u64, negative: bool, rounding: Rounding) -> u32 {
    const HALF: u64 = 1 << (POINT - 1);
    let integer = (magnitude >> POINT) as u32;
    let rest = magnitude & ((1 << POINT) - 1);
    let away_from_zero = match rounding {
        Rounding::NearestEven => rest > HALF || rest == HALF && integer & 1 == 1,
        Rounding::NearestAway => rest >= HALF,
        Rounding::TowardZero => false,
        Rounding::Down => negative && rest > 0,
        Rounding::Up => !negative && rest > 0,
    };
    integer + u32::from(away_from_zero)
}

/// Returns the inexact flag of [`round_fixed`]: set if rounding changes the value.
pub fn inexact_flag(magnitude: u64) -> u8 {
    if magnitude << (64 - POINT) == 0 {
        0
    } else {
        flag::INEXACT
    }
}

/// Rounds and packs a finite result; returns the bits and the flags.
pub fn round(number: Number, rounding: Rounding) -> (u32, u8) {
    let sign = if number.negative { SIGN } else { 0 };
    if number.significand == 0 {
        return (sign, 0);
    }
    // The most significant bit is at bit 63, so that the 24 bits of a normal significand are above the binary point of `round_fixed`.
    let number = number.normalized();
    let field = number.exponent + POINT as i32 + BIAS;
    if field < 1 {
        return round_subnormal(number, field, rounding);
    }
    let rounded = round_fixed(number.significand, number.negative, rounding);
    // A carry out of the significand increments the exponent: 1.11...1 becomes 10.0, and the largest number becomes infinity.
    let magnitude = ((field as u32 - 1) << FRACTION) + rounded;
    if magnitude >= INFINITY {
        return overflow(number.negative, rounding);
    }
    (sign | magnitude, inexact_flag(number.significand))
}

/// Rounds a normalized number whose exponent field would be `field` < 1: the smaller the exponent, the fewer bits are left.
fn round_subnormal(number: Number, field: i32, rounding: Rounding) -> (u32, u8) {
    let round = |significand| round_fixed(significand, number.negative, rounding);
    let shifted = shift_right_sticky(number.significand, (1 - field) as u32);
    // Tininess is detected after rounding to 24 bits with an unbounded exponent. Therefore no underflow is flagged if the carry makes the result the
    // smallest normal number.
    let is_tiny = field < 0 || round(number.significand) < HIDDEN << 1;
    let flags = match inexact_flag(shifted) {
        flag::INEXACT if is_tiny => flag::INEXACT | flag::UNDERFLOW,
        flags => flags,
    };
    let sign = if number.negative { SIGN } else { 0 };
    (sign | round(shifted), flags)
}

/// Returns the result of an overflow: infinity, or the largest finite number if the mode rounds toward zero for this sign.
fn overflow(negative: bool, rounding: Rounding) -> (u32, u8) {
    let toward_zero = match rounding {
        Rounding::NearestEven | Rounding::NearestAway => false,
        Rounding::TowardZero => true,
        Rounding::Down => !negative,
        Rounding::Up => negative,
    };
    let sign = if negative { SIGN } else { 0 };
    let magnitude = INFINITY - u32::from(toward_zero);
    (sign | magnitude, flag::OVERFLOW | flag::INEXACT)
}
