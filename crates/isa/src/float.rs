//! What the operations of single precision compute: RISC-V manual, volume I, chapter "F" Standard Extension.
//!
//! The arithmetic is Berkeley SoftFloat's (crate softfloat-wrapper), built for another architecture; what the manual defines differently is
//! mended here: results that are not a number are the canonical one, and conversions to integers saturate.

use crate::Op;
use softfloat_wrapper::{ExceptionFlags, Float, RoundingMode, F32};

/// The one result that is not a number.
const CANONICAL_NAN: u32 = 0x7FC0_0000;
const SIGN: u32 = 0x8000_0000;
/// Bit of `fflags`: invalid operation.
const INVALID: u8 = 0x10;
/// Bit of `fflags`: inexact.
const INEXACT: u8 = 0x01;

/// How a result is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    NearestEven,
    TowardZero,
    Down,
    Up,
    NearestAway,
}

impl Rounding {
    /// The mode of an instruction whose field says `mode` while the register `frm` says `dynamic`; None if that is a reserved one.
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

    fn mode(self) -> RoundingMode {
        match self {
            Rounding::NearestEven => RoundingMode::TiesToEven,
            Rounding::TowardZero => RoundingMode::TowardZero,
            Rounding::Down => RoundingMode::TowardNegative,
            Rounding::Up => RoundingMode::TowardPositive,
            Rounding::NearestAway => RoundingMode::TiesToAway,
        }
    }
}

/// The result of a floating-point operation other than a load or store on its sources, as bits, and the bits of `fflags` that it sets.
///
/// # Panics
/// When `op` is not such an operation.
pub fn float_result(op: Op, a: u32, b: u32, c: u32, rounding: Rounding) -> (u32, u8) {
    match op {
        Op::FsgnjS => (a & !SIGN | b & SIGN, 0),
        Op::FsgnjnS => (a & !SIGN | !b & SIGN, 0),
        Op::FsgnjxS => (a ^ b & SIGN, 0),
        Op::FmvXW | Op::FmvWX => (a, 0),
        Op::FclassS => (class(a), 0),
        Op::FminS => select(a, b, is_less(a, b)),
        Op::FmaxS => select(a, b, is_less(b, a)),
        Op::FeqS | Op::FltS | Op::FleS => compare(op, a, b),
        Op::FcvtWS => to_integer(a, i32::MIN.into(), i32::MAX.into(), rounding),
        Op::FcvtWuS => to_integer(a, 0, u32::MAX.into(), rounding),
        _ => arithmetic(op, a, b, c, rounding.mode()),
    }
}

fn arithmetic(op: Op, a: u32, b: u32, c: u32, mode: RoundingMode) -> (u32, u8) {
    let float = F32::from_bits;
    flagged(|| {
        let result = match op {
            Op::FaddS => float(a).add(float(b), mode),
            Op::FsubS => float(a).sub(float(b), mode),
            Op::FmulS => float(a).mul(float(b), mode),
            Op::FdivS => float(a).div(float(b), mode),
            Op::FsqrtS => float(a).sqrt(mode),
            Op::FmaddS => float(a).fused_mul_add(float(b), float(c), mode),
            Op::FmsubS => float(a).fused_mul_add(float(b), float(c ^ SIGN), mode),
            Op::FnmsubS => float(a ^ SIGN).fused_mul_add(float(b), float(c), mode),
            Op::FnmaddS => float(a ^ SIGN).fused_mul_add(float(b), float(c ^ SIGN), mode),
            Op::FcvtSW => F32::from_i32(a as i32, mode),
            Op::FcvtSWu => F32::from_u32(a, mode),
            _ => unreachable!("{op:?} is not a floating-point operation"),
        };
        let bits = result.to_bits();
        if is_nan(bits) {
            CANONICAL_NAN
        } else {
            bits
        }
    })
}

/// A result with the flags that computing it has raised.
fn flagged(compute: impl FnOnce() -> u32) -> (u32, u8) {
    let mut flags = ExceptionFlags::default();
    flags.set();
    let result = compute();
    flags.get();
    // Inexact, underflow, overflow, division by zero, invalid: the order of SoftFloat's flags is that of fflags.
    (result, flags.to_bits())
}

fn is_nan(bits: u32) -> bool {
    bits & !SIGN > 0x7F80_0000
}

fn is_signaling(bits: u32) -> bool {
    is_nan(bits) && bits & 0x0040_0000 == 0
}

/// The order of numbers as the integers that their bits are, -0 below +0.
fn is_less(a: u32, b: u32) -> bool {
    let key = |bits: u32| (bits as i32) ^ (((bits as i32) >> 31) as u32 >> 1) as i32;
    key(a) < key(b)
}

/// The first if it is preferred, otherwise the second; a number rather than none.
fn select(a: u32, b: u32, prefers_first: bool) -> (u32, u8) {
    let flags = if is_signaling(a) || is_signaling(b) {
        INVALID
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

/// flt.s and fle.s signal any comparison with what is not a number, feq.s only with a signaling one.
fn compare(op: Op, a: u32, b: u32) -> (u32, u8) {
    if is_nan(a) || is_nan(b) {
        let signals = op != Op::FeqS || is_signaling(a) || is_signaling(b);
        return (0, if signals { INVALID } else { 0 });
    }
    let are_equal = a == b || (a | b) & !SIGN == 0;
    let holds = match op {
        Op::FeqS => are_equal,
        Op::FltS => !are_equal && is_less(a, b),
        _ => are_equal || is_less(a, b),
    };
    (holds.into(), 0)
}

/// A conversion is exact in 64 bits where it is in range; beyond, it saturates and is invalid, never inexact. What is not a number
/// becomes the largest.
fn to_integer(bits: u32, least: i64, most: i64, rounding: Rounding) -> (u32, u8) {
    if is_nan(bits) {
        return (most as u32, INVALID);
    }
    let exponent = bits >> 23 & 0xFF;
    let (value, flags) = if exponent > 127 + 40 {
        (
            if bits & SIGN != 0 {
                least - 1
            } else {
                most + 1
            },
            0,
        )
    } else {
        let mut value = 0;
        let (_, flags) = flagged(|| {
            value = F32::from_bits(bits).to_i64(rounding.mode(), true);
            0
        });
        (value, flags & INEXACT)
    };
    if value < least {
        (least as u32, INVALID)
    } else if value > most {
        (most as u32, INVALID)
    } else {
        (value as u32, flags)
    }
}

/// One bit for each class of numbers, as fclass.s numbers them.
fn class(bits: u32) -> u32 {
    let magnitude = bits & !SIGN;
    let number = match (magnitude, bits & SIGN != 0) {
        (0x7F80_0000, true) => 0,
        (0x0080_0000..=0x7F7F_FFFF, true) => 1,
        (1..=0x007F_FFFF, true) => 2,
        (0, true) => 3,
        (0, false) => 4,
        (1..=0x007F_FFFF, false) => 5,
        (0x0080_0000..=0x7F7F_FFFF, false) => 6,
        (0x7F80_0000, false) => 7,
        _ if is_signaling(bits) => 8,
        _ => 9,
    };
    1 << number
}
