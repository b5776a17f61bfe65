//! The format binary32, its special values, and unpacked finite values.
//!
//! ```text
//!    31 30      23 22                    0
//!   +--+----------+-----------------------+    value = (-1)^s * 1.f * 2^(e - 127)    normal, 0 < e < 255
//!   |s | exponent |       fraction        |          = (-1)^s * 0.f * 2^-126         zero and subnormal, e = 0
//!   +--+----------+-----------------------+    infinity (f = 0) and NaN (f > 0), e = 255
//! ```

pub const SIGN: u32 = 0x8000_0000;
pub const INFINITY: u32 = 0x7F80_0000;
/// The NaN that every operation returns.
pub const CANONICAL_NAN: u32 = 0x7FC0_0000;
/// The bit of a NaN's fraction that is 0 in a signaling NaN.
const QUIET: u32 = 0x0040_0000;
/// Number of bits of the fraction.
pub const FRACTION: u32 = 23;
/// The hidden bit: the bit above the fraction in the significand of a normal number.
pub const HIDDEN: u32 = 1 << FRACTION;
/// The exponent field of a normal number minus the exponent of the lowest bit of its significand.
pub const BIAS: i32 = 127 + FRACTION as i32;

/// The bits of `fflags`.
pub mod flag {
    pub const INVALID: u8 = 0x10;
    pub const DIVIDE_BY_ZERO: u8 = 0x08;
    pub const OVERFLOW: u8 = 0x04;
    pub const UNDERFLOW: u8 = 0x02;
    pub const INEXACT: u8 = 0x01;
}

/// The result of an invalid operation: infinity minus infinity, the square root of -1.
pub const INVALID_OPERATION: (u32, u8) = (CANONICAL_NAN, flag::INVALID);

pub fn is_nan(bits: u32) -> bool {
    bits & !SIGN > INFINITY
}

pub fn is_signaling(bits: u32) -> bool {
    is_nan(bits) && bits & QUIET == 0
}

pub fn is_infinite(bits: u32) -> bool {
    bits & !SIGN == INFINITY
}

pub fn is_zero(bits: u32) -> bool {
    bits & !SIGN == 0
}

/// Is a less than b? Neither may be NaN; -0 is less than +0. The bits are compared as integers, after reversing the order of negative numbers.
pub fn is_less(a: u32, b: u32) -> bool {
    let key = |bits: u32| (bits as i32) ^ (((bits as i32) >> 31) as u32 >> 1) as i32;
    key(a) < key(b)
}

/// Returns the result of an arithmetic operation with a NaN as operand; only a signaling NaN raises a flag. Returns None if no operand is NaN.
pub fn nan_result(operands: &[u32]) -> Option<(u32, u8)> {
    if !operands.iter().any(|&bits| is_nan(bits)) {
        return None;
    }
    let signals = operands.iter().any(|&bits| is_signaling(bits));
    Some((CANONICAL_NAN, if signals { flag::INVALID } else { 0 }))
}

/// A finite value: (-1)^negative * significand * 2^exponent.
///
/// In an inexact result the lowest bit is set ("sticky"). Rounding then treats it neither as exact nor as a tie, provided that the significand has at
/// least two bits below those that are kept.
#[derive(Clone, Copy)]
pub struct Number {
    pub negative: bool,
    pub exponent: i32,
    pub significand: u64,
}

impl Number {
    /// Unpacks a finite value.
    pub fn unpack(bits: u32) -> Number {
        let field = bits >> FRACTION & 0xFF;
        let fraction = bits & (HIDDEN - 1);
        let hidden = if field == 0 { 0 } else { HIDDEN };
        Number {
            negative: bits & SIGN != 0,
            // Subnormal numbers have the exponent of the smallest normal numbers.
            exponent: field.max(1) as i32 - BIAS,
            significand: (fraction | hidden).into(),
        }
    }

    /// Returns the same value with its most significant bit at bit 63. Zero gets an exponent less than all others.
    pub fn normalized(self) -> Number {
        if self.significand == 0 {
            return Number {
                exponent: i32::MIN / 2,
                ..self
            };
        }
        let shift = self.significand.leading_zeros();
        Number {
            exponent: self.exponent - shift as i32,
            significand: self.significand << shift,
            ..self
        }
    }
}

/// Shifts right. If any bit shifted out is 1, the lowest bit of the result is set.
pub fn shift_right_sticky(value: u64, distance: u32) -> u64 {
    match distance {
        0 => value,
        1..64 => value >> distance | u64::from(value << (64 - distance) != 0),
        _ => u64::from(value != 0),
    }
}
