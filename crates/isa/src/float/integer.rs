//! Conversions between single precision and integers. Conversions to integers saturate: RISC-V manual, table "Domains of float-to-integer
//! conversions".

use super::format::{flag, is_nan, shift_right_sticky, Number};
use super::round::{inexact_flag, round, round_fixed, Rounding, POINT};

pub fn from_integer(value: i64, rounding: Rounding) -> (u32, u8) {
    let number = Number {
        negative: value < 0,
        exponent: 0,
        significand: value.unsigned_abs(),
    };
    round(number, rounding)
}

/// Rounds a number to an integer from `least` to `most`. A value outside this range becomes the nearest limit and raises the invalid flag, never the
/// inexact flag. NaN becomes `most`.
pub fn to_integer(bits: u32, least: i64, most: i64, rounding: Rounding) -> (u32, u8) {
    if is_nan(bits) {
        return (most as u32, flag::INVALID);
    }
    let (value, flags) = integer(Number::unpack(bits), rounding);
    if value < least {
        (least as u32, flag::INVALID)
    } else if value > most {
        (most as u32, flag::INVALID)
    } else {
        (value as u32, flags)
    }
}

/// Returns the rounded value and the flags. Infinity unpacks to 2^128; this and every other value of at least 2^39 is reduced to one of at least
/// 2^39, which is out of range too.
fn integer(number: Number, rounding: Rounding) -> (i64, u8) {
    let (magnitude, flags) = if number.exponent >= 0 {
        (number.significand << number.exponent.min(16), 0)
    } else {
        let fixed = shift_right_sticky(number.significand << POINT, number.exponent.unsigned_abs());
        let rounded = round_fixed(fixed, number.negative, rounding);
        (rounded.into(), inexact_flag(fixed))
    };
    let value = magnitude as i64;
    (if number.negative { -value } else { value }, flags)
}
