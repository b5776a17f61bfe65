//! What the operations compute, at the corners that the RISC-V manual names and against wider arithmetic.

use proptest::prelude::*;
use weft_isa::{alu, amo, branch_taken, csr_new_value, Op};

const MIN: u32 = 0x8000_0000;
const MAX: u32 = 0x7FFF_FFFF;
const MINUS_ONE: u32 = u32::MAX;

#[test]
fn division_by_zero_and_overflow() {
    for (op, a, b, expected) in [
        (Op::Div, 7, 0, MINUS_ONE),
        (Op::Divu, 7, 0, u32::MAX),
        (Op::Rem, MIN, 0, MIN),
        (Op::Remu, 7, 0, 7),
        (Op::Div, MIN, MINUS_ONE, MIN),
        (Op::Rem, MIN, MINUS_ONE, 0),
        (Op::Div, 7, 2u32.wrapping_neg(), 3u32.wrapping_neg()),
        (Op::Rem, 7u32.wrapping_neg(), 2, MINUS_ONE),
    ] {
        assert_eq!(alu(op, a, b), expected, "{op:?} {a:#x} {b:#x}");
    }
}

#[test]
fn high_halves_of_products() {
    for (op, a, b, expected) in [
        (Op::Mulh, MIN, MIN, 0x4000_0000),
        (Op::Mulh, MINUS_ONE, MINUS_ONE, 0),
        (Op::Mulhsu, MINUS_ONE, u32::MAX, MINUS_ONE),
        (Op::Mulhsu, MIN, u32::MAX, MIN),
        (Op::Mulhu, u32::MAX, u32::MAX, 0xFFFF_FFFE),
    ] {
        assert_eq!(alu(op, a, b), expected, "{op:?} {a:#x} {b:#x}");
    }
}

#[test]
fn shifts_use_five_bits_of_the_amount() {
    for (op, a, b, expected) in [
        (Op::Sll, 1, 31, MIN),
        (Op::Sll, 1, 32, 1),
        (Op::Srl, MIN, 63, 1),
        (Op::Sra, MIN, 31, MINUS_ONE),
        (Op::Sra, MIN, 0xFFFF_FFE0, MIN),
        (Op::Srai, MIN, 4, 0xF800_0000),
    ] {
        assert_eq!(alu(op, a, b), expected, "{op:?} {a:#x} {b:#x}");
    }
}

#[test]
fn comparisons_at_the_sign_boundary() {
    assert_eq!((alu(Op::Slt, MIN, MAX), alu(Op::Sltu, MIN, MAX)), (1, 0));
    assert_eq!(
        (alu(Op::Slti, 0, MINUS_ONE), alu(Op::Sltiu, 0, MINUS_ONE)),
        (0, 1)
    );
    for (op, expected) in [
        (Op::Beq, false),
        (Op::Bne, true),
        (Op::Blt, true),
        (Op::Bge, false),
        (Op::Bltu, false),
        (Op::Bgeu, true),
    ] {
        assert_eq!(branch_taken(op, MIN, MAX), expected, "{op:?}");
    }
    assert!(
        branch_taken(Op::Bge, 5, 5) && branch_taken(Op::Bgeu, 5, 5) && branch_taken(Op::Beq, 5, 5)
    );
}

#[test]
fn atomics() {
    for (op, expected) in [
        (Op::AmoswapW, MAX),
        (Op::AmoaddW, MINUS_ONE),
        (Op::AmoxorW, MINUS_ONE),
        (Op::AmoandW, 0),
        (Op::AmoorW, MINUS_ONE),
        (Op::AmominW, MIN),
        (Op::AmomaxW, MAX),
        (Op::AmominuW, MAX),
        (Op::AmomaxuW, MIN),
    ] {
        assert_eq!(amo(op, MIN, MAX), expected, "{op:?}");
    }
}

#[test]
fn csr_operations() {
    let results = [Op::Csrrw, Op::Csrrs, Op::Csrrc].map(|op| csr_new_value(op, 0b1100, 0b1010));
    assert_eq!(results, [0b1010, 0b1110, 0b0100]);
    let results = [Op::Csrrwi, Op::Csrrsi, Op::Csrrci].map(|op| csr_new_value(op, 0b1100, 0b1010));
    assert_eq!(results, [0b1010, 0b1110, 0b0100]);
}

proptest! {
    #[test]
    fn products_as_in_128_bits(a: u32, b: u32) {
        let signed = |value: u32| i128::from(value as i32);
        let unsigned = |value: u32| i128::from(value);
        for (op, product) in [
            (Op::Mulh, signed(a) * signed(b)),
            (Op::Mulhsu, signed(a) * unsigned(b)),
            (Op::Mulhu, unsigned(a) * unsigned(b)),
        ] {
            prop_assert_eq!(alu(op, a, b), (product >> 32) as u32);
            prop_assert_eq!(alu(Op::Mul, a, b), product as u32);
        }
    }

    /// Dividend = quotient * divisor + remainder, the remainder being smaller and of the dividend's sign.
    #[test]
    fn quotients_and_remainders_belong_together(a: u32, b in 1u32..) {
        let (quotient, remainder) = (alu(Op::Divu, a, b), alu(Op::Remu, a, b));
        prop_assert_eq!(quotient * b + remainder, a);
        prop_assert!(remainder < b);
        let (quotient, remainder) = (alu(Op::Div, a, b), alu(Op::Rem, a, b) as i32);
        prop_assert_eq!(quotient.wrapping_mul(b).wrapping_add_signed(remainder), a);
        prop_assert!(remainder.unsigned_abs() < (b as i32).unsigned_abs());
        prop_assert!(remainder == 0 || (remainder < 0) == ((a as i32) < 0));
    }
}
