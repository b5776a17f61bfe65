//! Single precision against stored results at its edges: subnormal numbers, ties, overflow, signed zeros, infinities and NaNs.
//!
//! Berkeley SoftFloat computed `float_vectors.txt`, and QEMU's RISC-V unit agrees with every line of it.

use weft_isa::{float_result, Op, Rounding};

const VECTORS: &str = include_str!("float_vectors.txt");

const OPERATIONS: [(&str, Op); 22] = [
    ("fadd.s", Op::FaddS),
    ("fsub.s", Op::FsubS),
    ("fmul.s", Op::FmulS),
    ("fdiv.s", Op::FdivS),
    ("fsqrt.s", Op::FsqrtS),
    ("fmadd.s", Op::FmaddS),
    ("fmsub.s", Op::FmsubS),
    ("fnmsub.s", Op::FnmsubS),
    ("fnmadd.s", Op::FnmaddS),
    ("fcvt.s.w", Op::FcvtSW),
    ("fcvt.s.wu", Op::FcvtSWu),
    ("fcvt.w.s", Op::FcvtWS),
    ("fcvt.wu.s", Op::FcvtWuS),
    ("fmin.s", Op::FminS),
    ("fmax.s", Op::FmaxS),
    ("feq.s", Op::FeqS),
    ("flt.s", Op::FltS),
    ("fle.s", Op::FleS),
    ("fclass.s", Op::FclassS),
    ("fsgnj.s", Op::FsgnjS),
    ("fsgnjn.s", Op::FsgnjnS),
    ("fsgnjx.s", Op::FsgnjxS),
];

const MODES: [Rounding; 5] = [
    Rounding::NearestEven,
    Rounding::TowardZero,
    Rounding::Down,
    Rounding::Up,
    Rounding::NearestAway,
];

fn hexadecimal(words: &str) -> Vec<u32> {
    let parse = |word| u32::from_str_radix(word, 16).expect("a hexadecimal number");
    words.split_whitespace().map(parse).collect()
}

/// The operation of a line, its operands, and pairs of a result and its flags: one for each mode, or one for all.
fn parse(line: &str) -> (Op, [u32; 3], Vec<(u32, u8)>) {
    let (left, right) = line.split_once(" = ").expect("operands = results");
    let (name, operands) = left.split_once(' ').expect("an operation and operands");
    let named = |entry: &&(&str, Op)| entry.0 == name;
    let (_, op) = OPERATIONS.iter().find(named).expect("a known operation");
    let mut sources = [0; 3];
    for (source, operand) in sources.iter_mut().zip(hexadecimal(operands)) {
        *source = operand;
    }
    let results = hexadecimal(right);
    let pairs = results.chunks(2).map(|pair| (pair[0], pair[1] as u8));
    (*op, sources, pairs.collect())
}

fn vectors() -> impl Iterator<Item = &'static str> {
    VECTORS.lines().filter(|line| !line.starts_with('#'))
}

#[test]
fn results_and_flags_are_the_stored_ones() {
    for line in vectors() {
        let (op, [a, b, c], expected) = parse(line);
        for (number, mode) in MODES.into_iter().enumerate() {
            let (result, flags) = float_result(op, a, b, c, mode);
            let (bits, expected_flags) = expected[number % expected.len()];
            assert_eq!(
                (format!("{result:08x}"), flags),
                (format!("{bits:08x}"), expected_flags),
                "{mode:?}: {line}"
            );
        }
    }
}

#[test]
fn every_operation_is_there() {
    for (name, _) in OPERATIONS {
        let starts = |line: &str| line.split(' ').next() == Some(name);
        assert!(vectors().any(starts), "no line for {name}");
    }
}
