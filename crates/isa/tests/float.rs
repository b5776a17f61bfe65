//! Single precision against the host's arithmetic, which rounds to nearest, and at the corners that the RISC-V manual names.

use proptest::prelude::*;
use weft_isa::{float_result, Op, Rounding};

const NAN: u32 = 0x7FC0_0000;
const SIGNALING: u32 = 0x7F80_0001;
const INVALID: u8 = 0x10;
const INEXACT: u8 = 0x01;

fn nearest(op: Op, a: u32, b: u32, c: u32) -> (u32, u8) {
    float_result(op, a, b, c, Rounding::NearestEven)
}

fn bits(value: f32) -> u32 {
    value.to_bits()
}

/// The host's result, with the one NaN that RISC-V has.
fn expected(value: f32) -> u32 {
    if value.is_nan() {
        NAN
    } else {
        value.to_bits()
    }
}

/// Bits of which many are small, special or close to each other.
fn operand() -> impl Strategy<Value = u32> {
    prop_oneof![
        any::<u32>(),
        (0x3F00_0000_u32..0x4100_0000),
        (0_u32..0x0100_0000),
        Just(0x7F80_0000),
        Just(0xFF80_0000),
        Just(0x8000_0000),
        Just(SIGNALING),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn arithmetic_is_the_hosts(a in operand(), b in operand(), c in operand()) {
        let (x, y, z) = (f32::from_bits(a), f32::from_bits(b), f32::from_bits(c));
        for (op, value) in [
            (Op::FaddS, x + y),
            (Op::FsubS, x - y),
            (Op::FmulS, x * y),
            (Op::FdivS, x / y),
            (Op::FsqrtS, x.sqrt()),
            (Op::FmaddS, x.mul_add(y, z)),
            (Op::FmsubS, x.mul_add(y, -z)),
            (Op::FnmsubS, (-x).mul_add(y, z)),
            (Op::FnmaddS, (-x).mul_add(y, -z)),
        ] {
            prop_assert_eq!(nearest(op, a, b, c).0, expected(value), "{:?}", op);
        }
    }

    #[test]
    fn comparisons_are_the_hosts(a in operand(), b in operand()) {
        let (x, y) = (f32::from_bits(a), f32::from_bits(b));
        for (op, holds) in [(Op::FeqS, x == y), (Op::FltS, x < y), (Op::FleS, x <= y)] {
            prop_assert_eq!(nearest(op, a, b, 0).0, u32::from(holds), "{:?}", op);
        }
        let unordered = x.is_nan() || y.is_nan();
        prop_assert_eq!(nearest(Op::FltS, a, b, 0).1 == INVALID, unordered);
    }

    #[test]
    fn conversions_are_the_hosts(a in operand()) {
        let x = f32::from_bits(a);
        let toward_zero = |op| float_result(op, a, 0, 0, Rounding::TowardZero).0;
        if !x.is_nan() {
            // `as` saturates, as the instructions do.
            prop_assert_eq!(toward_zero(Op::FcvtWS), x as i32 as u32);
            prop_assert_eq!(toward_zero(Op::FcvtWuS), x as u32);
        }
        prop_assert_eq!(nearest(Op::FcvtSW, a, 0, 0).0, bits(a as i32 as f32));
        prop_assert_eq!(nearest(Op::FcvtSWu, a, 0, 0).0, bits(a as f32));
    }
}

#[test]
fn conversions_to_integers_round_and_saturate() {
    for (value, rounding, expected) in [
        (2.5, Rounding::NearestEven, (2, INEXACT)),
        (2.5, Rounding::NearestAway, (3, INEXACT)),
        (-2.5, Rounding::Up, (-2_i32 as u32, INEXACT)),
        (-2.5, Rounding::Down, (-3_i32 as u32, INEXACT)),
        (7.0, Rounding::Up, (7, 0)),
        (2_147_483_648.0, Rounding::Up, (i32::MAX as u32, INVALID)),
        (f32::NEG_INFINITY, Rounding::Up, (i32::MIN as u32, INVALID)),
        (f32::NAN, Rounding::Up, (i32::MAX as u32, INVALID)),
    ] {
        let result = float_result(Op::FcvtWS, bits(value), 0, 0, rounding);
        assert_eq!(result, expected, "{value} {rounding:?}");
    }
    let unsigned = |value| float_result(Op::FcvtWuS, bits(value), 0, 0, Rounding::TowardZero);
    assert_eq!(unsigned(-0.5), (0, INEXACT));
    assert_eq!(unsigned(-1.0), (0, INVALID));
    assert_eq!(unsigned(f32::NAN), (u32::MAX, INVALID));
}

#[test]
fn least_and_greatest_prefer_numbers_and_order_zeros() {
    let (plus, minus) = (bits(0.0), bits(-0.0));
    assert_eq!(nearest(Op::FminS, plus, minus, 0), (minus, 0));
    assert_eq!(nearest(Op::FmaxS, minus, plus, 0), (plus, 0));
    assert_eq!(nearest(Op::FminS, NAN, bits(3.0), 0), (bits(3.0), 0));
    assert_eq!(
        nearest(Op::FmaxS, bits(3.0), SIGNALING, 0),
        (bits(3.0), INVALID)
    );
    assert_eq!(nearest(Op::FmaxS, NAN, NAN | 5, 0), (NAN, 0));
    assert_eq!(
        nearest(Op::FminS, bits(-1.0), bits(-2.0), 0),
        (bits(-2.0), 0)
    );
    assert_eq!(nearest(Op::FmaxS, bits(-1.0), bits(1.0), 0), (bits(1.0), 0));
}

#[test]
fn flags_are_those_of_fflags() {
    let one = bits(1.0);
    for (op, a, b, flags) in [
        (Op::FdivS, one, bits(3.0), INEXACT),
        (Op::FdivS, one, 0, 0x08),
        (Op::FdivS, 0, 0, INVALID),
        (Op::FmulS, 0x7F7F_FFFF, 0x7F7F_FFFF, 0x05),
        (Op::FmulS, 0x0080_0001, bits(0.5), 0x03),
        (Op::FsqrtS, bits(-1.0), 0, INVALID),
        (Op::FeqS, NAN, one, 0),
        (Op::FeqS, SIGNALING, one, INVALID),
    ] {
        assert_eq!(nearest(op, a, b, 0).1, flags, "{op:?} {a:#x} {b:#x}");
    }
}

#[test]
fn classes() {
    let values = [
        f32::NEG_INFINITY,
        -1.0,
        -1e-40,
        -0.0,
        0.0,
        1e-40,
        1.0,
        f32::INFINITY,
    ];
    for (number, value) in values.into_iter().enumerate() {
        assert_eq!(nearest(Op::FclassS, bits(value), 0, 0), (1 << number, 0));
    }
    assert_eq!(nearest(Op::FclassS, SIGNALING, 0, 0).0, 1 << 8);
    assert_eq!(nearest(Op::FclassS, NAN, 0, 0).0, 1 << 9);
}
