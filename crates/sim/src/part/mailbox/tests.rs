//! ARM DDI 0306B: when registers can be written, acknowledgements, links.

use super::Mailbox;
use crate::port::device::testing::{read, write};
use crate::port::Peripheral;

const SOURCE: u32 = 0x00;
const DSET: u32 = 0x04;
const DCLEAR: u32 = 0x08;
const DSTATUS: u32 = 0x0C;
const MODE: u32 = 0x10;
const MSET: u32 = 0x14;
const MCLEAR: u32 = 0x18;
const MSTATUS: u32 = 0x1C;
const SEND: u32 = 0x20;
const DATA: u32 = 0x24;

fn module() -> Mailbox {
    Mailbox::of(3, 4)
}

/// Prepares mailbox `number` from channel 0 to `destinations`, with all interrupts enabled.
fn send(module: &mut Mailbox, number: u32, mode: u32, destinations: u32) {
    let base = 0x40 * number;
    for (register, value) in [
        (SOURCE, 1),
        (DSET, destinations),
        (MODE, mode),
        (MSET, 0xF),
        (DATA, 7),
    ] {
        write(module, 0, base + register, value);
    }
}

#[test]
fn a_mailbox_without_a_source_takes_nothing() {
    let mut module = module();
    for register in (DSET..DATA + 28).step_by(4) {
        write(&mut module, 0, register, u32::MAX);
    }
    for register in (SOURCE..DATA + 28).step_by(4) {
        assert_eq!(read(&mut module, 0, register), 0, "{register:#x}");
    }
}

#[test]
fn a_source_is_one_channel_until_it_is_cleared() {
    let mut module = module();
    write(&mut module, 0, SOURCE, 0b0110);
    assert_eq!(read(&mut module, 0, SOURCE), 0b0010);
    write(&mut module, 0, SOURCE, 0b0100);
    assert_eq!(read(&mut module, 0, SOURCE), 0b0010);
    send(&mut module, 1, 3, 0xF);
    write(&mut module, 0, 0x40 + SEND, 1);
    write(&mut module, 0, 0x40 + SOURCE, 0);
    for register in [SOURCE, DSTATUS, MODE, MSTATUS, SEND] {
        assert_eq!(read(&mut module, 0, 0x40 + register), 0, "{register:#x}");
    }
    assert_eq!(read(&mut module, 0, 0x40 + DATA), 7);
    assert_eq!(module.sources(), 0);
}

#[test]
fn sets_and_clears_touch_existing_channels_only() {
    let mut module = module();
    write(&mut module, 0, SOURCE, 1);
    write(&mut module, 0, DSET, 0xFFFF_FFF3);
    write(&mut module, 0, DCLEAR, 1);
    write(&mut module, 0, MSET, 0xFFFF_FFFF);
    write(&mut module, 0, MCLEAR, 4);
    assert_eq!(read(&mut module, 0, DSTATUS), 0b0010);
    assert_eq!(read(&mut module, 0, MSTATUS), 0b1011);
    for write_only in [DSET, DCLEAR, 0x14, MCLEAR] {
        assert_eq!(read(&mut module, 0, write_only), 0);
    }
}

#[test]
fn a_message_interrupts_its_destinations_through_the_mask() {
    let mut module = module();
    send(&mut module, 1, 0, 0b1100);
    assert_eq!(module.sources(), 0);
    write(&mut module, 0, 0x40 + SEND, 1);
    assert_eq!(module.sources(), 0b1100);
    write(&mut module, 0, 0x40 + MCLEAR, 0b0100);
    assert_eq!(module.sources(), 0b1000);
    let status = |module: &mut Mailbox, channel: u32| {
        (
            read(module, 0, 0x800 + 8 * channel),
            read(module, 0, 0x804 + 8 * channel),
        )
    };
    assert_eq!(status(&mut module, 2), (0, 0b10));
    assert_eq!(status(&mut module, 3), (0b10, 0b10));
    assert_eq!(status(&mut module, 1), (0, 0));
    // By hand: the destination acknowledges.
    write(&mut module, 3, 0x40 + SEND, 2);
    assert_eq!(module.sources(), 0b0001);
    write(&mut module, 0, 0x40 + SEND, 0);
    assert_eq!(module.sources(), 0);
}

#[test]
fn the_last_destination_acknowledges_automatically() {
    let mut module = module();
    send(&mut module, 0, 1, 0b1100);
    write(&mut module, 0, SEND, 1);
    write(&mut module, 2, DCLEAR, 0b0100);
    assert_eq!((read(&mut module, 0, SEND), module.sources()), (1, 0b1000));
    write(&mut module, 3, DCLEAR, 0b1000);
    assert_eq!((read(&mut module, 0, SEND), module.sources()), (2, 0b0001));
}

#[test]
fn an_acknowledgement_sends_the_linked_message_instead() {
    let mut module = module();
    send(&mut module, 0, 3, 0b0010);
    send(&mut module, 1, 1, 0b0100);
    write(&mut module, 0, SEND, 1);
    assert_eq!(module.sources(), 0b0010);
    write(&mut module, 1, DCLEAR, 0b0010);
    assert_eq!(read(&mut module, 0, 0x40 + SEND), 1);
    assert_eq!(module.sources(), 0b0100);
    write(&mut module, 2, 0x40 + DCLEAR, 0b0100);
    assert_eq!(module.sources(), 0b0001);
}

#[test]
fn the_configuration_can_be_read_and_the_rest_is_zero() {
    let mut module = module();
    assert_eq!(read(&mut module, 0, 0x900), 3 << 16 | 4 << 8 | 7);
    assert_eq!(read(&mut module, 0, 0xFE0), 0x20);
    assert_eq!(read(&mut module, 0, 0xFFC), 0xB1);
    for absent in [0x0C0, 0x7FC, 0x820, 0x904, 0xFD0] {
        write(&mut module, 0, absent, 1);
        assert_eq!(read(&mut module, 0, absent), 0, "{absent:#x}");
    }
}
