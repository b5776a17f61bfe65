//! The format binary32, its special values, and finite values unpacked into integers.
//!
//! ```text
//!    31 30      23 22                    0
//!   +--+----------+-----------------------+    value = (-1)^s * 1.f * 2^(e - 127)    normal, 0 < e < 255
//!   |s | exponent |       fraction        |          = (-1)^s * 0.f * 2^-126         zero and subnormal, e = 0
//!   +--+----------+-----------------------+    infinity (f = 0) and NaN (f > 0), e = 255
//! ```

pub const SIGN: u32 = 0x8000_0000;
pub const INFINITY: u32 = 0x7F80_0000;
/// The NaN that every operation gives.
pub const CANONICAL_NAN: u32 = 0x7FC0_0000;
/// The bit of a NaN's fraction that is clear in a signaling one.
const QUIET: u32 = 0x0040_0000;
/// Bits of the fraction.
pub const FRACTION: u32 = 23;
/// The bit that a normal number's significand has above its fraction.
pub const HIDDEN: u32 = 1 << FRACTION;
/// What the exponent field of a normal number exceeds the exponent of its significand's lowest bit by.
pub const BIAS: i32 = 127 + FRACTION as i32;

/// The bits of `fflags`.
pub mod flag {
    pub const INVALID: u8 = 0x10;
    pub const DIVIDE_BY_ZERO: u8 = 0x08;
    pub const OVERFLOW: u8 = 0x04;
    pub const UNDERFLOW: u8 = 0x02;
    pub const INEXACT: u8 = 0x01;
}

/// What an operation without a meaningful result gives: infinity minus infinity, the square root of -1.
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

/// Compares two numbers that are not NaN, with -0 below +0: as integers, once the order of the negative ones is reversed.
pub fn is_less(a: u32, b: u32) -> bool {
    let key = |bits: u32| (bits as i32) ^ (((bits as i32) >> 31) as u32 >> 1) as i32;
    key(a) < key(b)
}

/// The result of an arithmetic operation one of whose operands is NaN; only signaling ones raise a flag. None if no operand is NaN.
pub fn nan_result(operands: &[u32]) -> Option<(u32, u8)> {
    if !operands.iter().any(|&bits| is_nan(bits)) {
        return None;
    }
    let signals = operands.iter().any(|&bits| is_signaling(bits));
    Some((CANONICAL_NAN, if signals { flag::INVALID } else { 0 }))
}

/// A finite value: (-1)^negative * significand * 2^exponent.
///
/// An inexact result is held with its lowest bit set ("sticky"). Rounding then takes it neither for exact nor for a tie, as long as the
/// significand has at least two bits below the ones that are kept.
#[derive(Clone, Copy)]
pub struct Number {
    pub negative: bool,
    pub exponent: i32,
    pub significand: u64,
}

impl Number {
    /// Unpacks a value that is neither infinite nor NaN.
    pub fn unpack(bits: u32) -> Number {
        let field = bits >> FRACTION & 0xFF;
        let fraction = bits & (HIDDEN - 1);
        let hidden = if field == 0 { 0 } else { HIDDEN };
        Number {
            negative: bits & SIGN != 0,
            // Subnormal numbers have the exponent of the least normal ones.
            exponent: field.max(1) as i32 - BIAS,
            significand: (fraction | hidden).into(),
        }
    }

    /// The same value with its highest bit at bit 63. Zero gets an exponent below all others.
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

/// Shifts right; the lowest bit of the result is also set if any bit that is lost was.
pub fn shift_right_sticky(value: u64, distance: u32) -> u64 {
    match distance {
        0 => value,
        1..64 => value >> distance | u64::from(value << (64 - distance) != 0),
        _ => u64::from(value != 0),
    }
}
