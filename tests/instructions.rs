//! The instruction set against QEMU: generated sequences leave the same registers, exceptions and memory on both.

use weft_isa::Op;
use weft_tests::agreement::agree;
use weft_tests::interpreter::{Coverage, Interpreter};
use weft_tests::witness::Qemu;

/// Waits for interrupts, or is ours alone: nothing that QEMU could be asked about.
const NOT_COMPARED: [Op; 6] = [
    Op::Wfi,
    Op::MsgSend,
    Op::MsgReceive,
    Op::MboxEnable,
    Op::MboxStore,
    Op::MboxLoad,
];

/// The operations that have compressed forms.
const COMPRESSED: [Op; 18] = [
    Op::Addi,
    Op::Lui,
    Op::Slli,
    Op::Srli,
    Op::Srai,
    Op::Andi,
    Op::Sub,
    Op::Xor,
    Op::Or,
    Op::And,
    Op::Add,
    Op::Lw,
    Op::Sw,
    Op::Jal,
    Op::Jalr,
    Op::Beq,
    Op::Bne,
    Op::Ebreak,
];

#[test]
fn meaning_agrees_with_qemu() {
    let mut interpreter = Interpreter::default();
    agree(&mut interpreter, &mut Qemu, 0, 500).unwrap_or_else(|report| panic!("{report}"));
    assert_everything_executed(&interpreter.coverage);
}

#[test]
#[ignore = "a long campaign: make test-long"]
fn meaning_agrees_with_qemu_on_10_000_sequences() {
    let mut interpreter = Interpreter::default();
    agree(&mut interpreter, &mut Qemu, 1_000, 10_000).unwrap_or_else(|report| panic!("{report}"));
    assert_everything_executed(&interpreter.coverage);
}

fn assert_everything_executed(coverage: &Coverage) {
    let compared = Op::ALL.iter().filter(|op| !NOT_COMPARED.contains(op));
    let missing: Vec<_> = compared
        .map(|op| (op.mnemonic(), 4))
        .chain(COMPRESSED.iter().map(|op| (op.mnemonic(), 2)))
        .filter(|form| !coverage.contains_key(form))
        .collect();
    assert!(
        missing.is_empty(),
        "never executed (mnemonic, size): {missing:?}"
    );
}
