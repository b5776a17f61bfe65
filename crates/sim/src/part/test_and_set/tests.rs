//! Taking locks, waiting, notification, and registers that do not exist.

use super::TestAndSet;
use crate::port::device::testing::{read, write};
use crate::port::Peripheral;

const WAIT: u32 = 0x1000;
const NOTIFIED: u32 = 0x2000;

#[test]
fn a_read_takes_and_a_zero_releases() {
    let mut locks = TestAndSet::of(40, 3);
    assert_eq!(locks.lock_owner(2), Some(None));
    assert_eq!(read(&mut locks, 1, 8), 0);
    assert_eq!(read(&mut locks, 2, 8), 1);
    assert_eq!(locks.lock_owner(2), Some(Some(1)));
    write(&mut locks, 1, 8, 1);
    assert_eq!(read(&mut locks, 2, 8), 1);
    write(&mut locks, 1, 8, 0);
    assert_eq!(read(&mut locks, 2, WAIT + 8), 0);
    assert_eq!(read(&mut locks, 0, 12), 0);
}

#[test]
fn waiting_cores_are_notified_in_turn() {
    let mut locks = TestAndSet::of(40, 4);
    let lock = 4 * 33;
    assert_eq!(read(&mut locks, 1, lock), 0);
    for core in [0, 2, 3] {
        assert_eq!(read(&mut locks, core, WAIT + lock), 1);
    }
    write(&mut locks, 1, lock, 0);
    assert_eq!(locks.sources(), 1 << 2);
    assert_eq!(read(&mut locks, 2, NOTIFIED + 4), 1 << 1);
    assert_eq!(read(&mut locks, 2, NOTIFIED), 0);
    assert_eq!(read(&mut locks, 0, NOTIFIED + 4), 0);
    write(&mut locks, 2, NOTIFIED + 4, 1);
    assert_eq!(locks.sources(), 1 << 2);
    write(&mut locks, 2, NOTIFIED + 4, 2);
    assert_eq!(locks.sources(), 0);
    assert_eq!(read(&mut locks, 2, WAIT + lock), 0);
    write(&mut locks, 2, WAIT + lock, 0);
    assert_eq!(locks.sources(), 1 << 3);
}

#[test]
fn a_core_that_takes_the_lock_waits_no_more() {
    let mut locks = TestAndSet::of(1, 2);
    read(&mut locks, 0, 0);
    read(&mut locks, 1, WAIT);
    write(&mut locks, 0, 0, 0);
    write(&mut locks, 1, NOTIFIED, u32::MAX);
    assert_eq!(read(&mut locks, 0, 0), 0);
    assert_eq!(read(&mut locks, 1, WAIT), 1);
    write(&mut locks, 0, 0, 0);
    assert_eq!(locks.sources(), 1 << 1);
    assert_eq!(read(&mut locks, 1, WAIT), 0);
    write(&mut locks, 1, 0, 0);
    assert_eq!(read(&mut locks, 1, NOTIFIED), 1);
}

#[test]
fn what_does_not_exist_reads_as_zero() {
    let mut locks = TestAndSet::of(2, 1);
    for absent in [8, WAIT + 8, NOTIFIED + 4, 0x2FFC] {
        write(&mut locks, 0, absent, 0);
        assert_eq!(read(&mut locks, 0, absent), 0, "{absent:#x}");
        assert_eq!(read(&mut locks, 0, absent), 0, "{absent:#x}");
    }
}
