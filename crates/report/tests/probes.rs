//! What a core waits for, by the probe record of `data/library/receive.c`.

use crate::common::{address_of, app};
use weft_report::probes::{Operation, OperationKind};
use weft_report::stack::Frozen;

const SP: usize = 2;
const A0: usize = 10;
const A1: usize = 11;

/// The operation that wait_for is in at the given distance from its beginning, with `context` on its stack.
fn operation_at(distance: u32, context: Option<u32>) -> Option<Operation> {
    let mut registers = [0; 32];
    (registers[SP], registers[A0], registers[A1]) = (0x1000, u32::MAX, 7);
    let read_memory = |address: u32, into: &mut [u8]| {
        context
            .filter(|_| address == 0x100C)
            .map(|value| into.copy_from_slice(&value.to_le_bytes()))
            .is_some()
    };
    let pc = address_of("wait_for") + distance;
    app().operation(&Frozen {
        pc,
        registers,
        read_memory: &read_memory,
    })
}

fn expected(context: Option<i32>) -> Option<Operation> {
    let (peer, tag, length) = (Some(-1), Some(7), Some(8));
    Some(Operation {
        kind: OperationKind::Receive,
        peer,
        tag,
        context,
        length,
    })
}

#[test]
fn operands_come_from_registers_constants_and_the_stack() {
    assert_eq!(operation_at(6, Some(1)), expected(Some(1)));
}

#[test]
fn the_wait_may_be_a_few_instructions_behind_the_probe_point() {
    assert_eq!(operation_at(8, Some(1)), expected(Some(1)));
}

#[test]
fn before_the_probe_point_nothing_is_known() {
    assert_eq!(operation_at(4, Some(1)), None);
}

#[test]
fn an_operand_that_cannot_be_read_is_left_out() {
    assert_eq!(operation_at(6, None), expected(None));
}

#[test]
fn a_probe_point_of_another_function_does_not_count() {
    let core = Frozen {
        pc: 0x94,
        registers: [0; 32],
        read_memory: &|_, _| false,
    };
    assert_eq!(app().operation(&core), None);
}
