//! The instruction set against QEMU: generated sequences leave the same registers, exceptions and memory on both.

use crate::hardware::has_verilator;
use weft_isa::Op;
use weft_sim::Engine;
use weft_tests::agreement::agree;
use weft_tests::circuits::Circuits;
use weft_tests::interpreter::{Coverage, Interpreter};
use weft_tests::layout::{ASIP8, VIRT};
use weft_tests::simulator::{Simulator, Translated};
use weft_tests::witness::{Qemu, Witness};

/// Waits for interrupts, or is ours alone: nothing that QEMU could be asked about.
const NOT_COMPARED: [Op; 8] = [
    Op::Wfi,
    Op::MsgSend,
    Op::MsgReceive,
    Op::MboxEnable,
    Op::MboxStore,
    Op::MboxLoad,
    Op::MboxSend,
    Op::MboxMatch,
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
    assert_meaning_agrees(0, 500);
}

#[test]
fn fast_simulator_agrees_with_qemu() {
    assert_agrees(
        &mut Simulator {
            engine: Engine::Fast,
        },
        0,
        500,
    );
}

#[test]
fn step_simulator_agrees_with_qemu() {
    assert_agrees(
        &mut Simulator {
            engine: Engine::Step,
        },
        0,
        500,
    );
}

#[test]
fn translated_code_agrees_with_qemu() {
    assert_agrees(&mut Translated, 0, 500);
}

#[test]
#[ignore = "a long campaign: make test-long"]
fn translated_code_agrees_with_qemu_on_10_000_sequences() {
    assert_agrees(&mut Translated, 1_000, 10_000);
}

#[test]
#[ignore = "a long campaign: make test-long"]
fn meaning_agrees_with_qemu_on_10_000_sequences() {
    assert_meaning_agrees(1_000, 10_000);
}

#[test]
#[ignore = "a long campaign: make test-long"]
fn fast_simulator_agrees_with_qemu_on_10_000_sequences() {
    assert_agrees(
        &mut Simulator {
            engine: Engine::Fast,
        },
        1_000,
        10_000,
    );
}

#[test]
#[ignore = "a long campaign: make test-long"]
fn step_simulator_agrees_with_qemu_on_10_000_sequences() {
    assert_agrees(
        &mut Simulator {
            engine: Engine::Step,
        },
        1_000,
        10_000,
    );
}

#[test]
fn circuits_agree_with_qemu() {
    assert_circuits_agree(0, 200);
}

#[test]
#[ignore = "a long campaign: make test-long"]
fn circuits_agree_with_qemu_on_10_000_sequences() {
    assert_circuits_agree(1_000, 10_000);
}

fn assert_circuits_agree(first_seed: u64, count: u64) {
    if has_verilator() {
        let agreed = agree(&mut Circuits, &mut Qemu::Empty, &ASIP8, first_seed, count);
        agreed.unwrap_or_else(|report| panic!("{report}"));
    }
}

fn assert_agrees(witness: &mut dyn Witness, first_seed: u64, count: u64) {
    let agreed = agree(witness, &mut Qemu::Virt, &VIRT, first_seed, count);
    agreed.unwrap_or_else(|report| panic!("{report}"));
}

/// The interpreter counts what it executes, so here it is checked that the sequences of these seeds use every instruction.
fn assert_meaning_agrees(first_seed: u64, count: u64) {
    let mut interpreter = Interpreter::default();
    assert_agrees(&mut interpreter, first_seed, count);
    assert_everything_executed(&interpreter.coverage);
}

fn assert_everything_executed(coverage: &Coverage) {
    // Floating point has a comparison of its own: float.rs.
    let compared = Op::ALL
        .iter()
        .filter(|op| !NOT_COMPARED.contains(op) && !op.is_float());
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
