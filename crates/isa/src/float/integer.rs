//! Conversions between single precision and integers. Those to integers saturate: RISC-V manual, table "Domains of float-to-integer
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

/// The integer from `least` to `most` to which a number rounds. One beyond becomes the nearest of them and is invalid, never inexact;
/// NaN becomes the largest.
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

/// The rounded value, and its flags. Unpacked infinity is 2^128, and this and all else from 2^39 on is cut down to 2^39 or more, which is
/// out of range as well.
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
