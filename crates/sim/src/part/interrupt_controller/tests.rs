//! RISC-V PLIC 1.0.0: priority, enable, threshold, claim, completion.

use super::InterruptController;
use crate::port::device::testing::{read, write};
use crate::port::Peripheral;

const ENABLE: u32 = 0x2000;
const CONTEXT: u32 = 0x20_0000;

/// Sources 1 to 40 of priority 1, all enabled for core 0.
fn controller() -> InterruptController {
    let mut controller = InterruptController::of(40, 2);
    for source in 1..=40 {
        write(&mut controller, 0, 4 * source, 1);
    }
    for word in 0..2 {
        write(&mut controller, 0, ENABLE + 4 * word, u32::MAX);
    }
    controller
}

fn raise(controller: &mut InterruptController, sources: u64) {
    controller.set_levels(1, 40, sources >> 1);
    controller.open_gateways();
}

fn claim(controller: &mut InterruptController, core: u32) -> u32 {
    read(controller, core as usize, CONTEXT + 0x1000 * core + 4)
}

fn complete(controller: &mut InterruptController, core: u32, source: u32) {
    write(
        controller,
        core as usize,
        CONTEXT + 0x1000 * core + 4,
        source,
    );
    controller.open_gateways();
}

#[test]
fn the_highest_priority_and_then_the_lowest_number_is_claimed() {
    let mut controller = controller();
    write(&mut controller, 0, 4 * 35, 3);
    write(&mut controller, 0, 4 * 36, 3);
    raise(&mut controller, 1 << 4 | 1 << 35 | 1 << 36 | 1 << 2);
    let claims: Vec<u32> = (0..5).map(|_| claim(&mut controller, 0)).collect();
    assert_eq!(claims, [35, 36, 2, 4, 0]);
    assert!(!controller.interrupts(0));
}

#[test]
fn a_gateway_is_closed_until_completion() {
    let mut controller = controller();
    raise(&mut controller, 1 << 7);
    assert!(controller.interrupts(0));
    assert_eq!(claim(&mut controller, 0), 7);
    raise(&mut controller, 1 << 7);
    assert!(!controller.interrupts(0));
    complete(&mut controller, 1, 7);
    assert!(!controller.interrupts(0), "core 1 has not enabled it");
    complete(&mut controller, 0, 7);
    assert!(controller.interrupts(0));
    claim(&mut controller, 0);
    raise(&mut controller, 0);
    complete(&mut controller, 0, 7);
    assert!(!controller.interrupts(0));
}

#[test]
fn a_request_stays_pending_when_its_source_falls() {
    let mut controller = controller();
    raise(&mut controller, 1 << 7);
    raise(&mut controller, 0);
    assert_eq!(read(&mut controller, 0, 0x1000), 1 << 7);
    assert_eq!(claim(&mut controller, 0), 7);
}

#[test]
fn threshold_enable_and_priority_zero_hold_interrupts_back() {
    let mut controller = controller();
    raise(&mut controller, 1 << 7);
    assert!(controller.interrupts(0) && !controller.interrupts(1));
    write(&mut controller, 0, CONTEXT, 1);
    assert!(!controller.interrupts(0));
    assert_eq!(read(&mut controller, 0, CONTEXT), 1);
    write(&mut controller, 0, CONTEXT, 0);
    write(&mut controller, 0, 4 * 7, 0);
    assert!(!controller.interrupts(0));
    assert_eq!(claim(&mut controller, 0), 0);
    write(&mut controller, 0, 4 * 7, 0xFF);
    assert_eq!(read(&mut controller, 0, 4 * 7), 7);
    write(&mut controller, 0, ENABLE, !(1 << 7));
    assert!(!controller.interrupts(0));
}

#[test]
fn source_zero_and_what_does_not_exist_stay_zero() {
    let mut controller = controller();
    assert_eq!(read(&mut controller, 0, ENABLE), !1);
    assert_eq!(read(&mut controller, 0, ENABLE + 4), 0x1FF);
    for absent in [
        0,
        4 * 41,
        0x1008,
        ENABLE + 8,
        ENABLE + 0x100,
        CONTEXT + 8,
        CONTEXT + 0x2000,
        CONTEXT + 0x2004,
    ] {
        write(&mut controller, 0, absent, u32::MAX);
        assert_eq!(read(&mut controller, 0, absent), 0, "{absent:#x}");
    }
}
