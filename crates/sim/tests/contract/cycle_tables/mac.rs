//! Section 6 of the contract: the MAC unit, at 0x9400_0000.

use crate::common::chip::platform_with_devices;
use crate::common::table::cores_of;

fn one_core(table: &str) {
    cores_of(&platform_with_devices(1), &[table]);
}

/// The write of the move register reaches the unit at the end of 12. It asks from 13 on and wins the bus in 14, before the core, which had
/// it last; the words are read at the end of 16 to 19, the response is in 20.
#[test]
fn a_movement_of_four_words_is_one_burst() {
    one_core(
        "0  | lui  t0, 0x94000
         1  | li   t1, 16
         2  | sw   t1, 0xc4(t0)     # length
         6  | sw   s1, 0xc0(t0)     # address
         7  | li   t1, 2
         10 | sw   t1, 0xc8(t0)     # memory to send buffer
         14 | lw   t2, 0xc8(t0)
         25 | bnez t2, @wrong       # no longer busy
         26 | lw   t2, 4(t0)
         30 | li   t1, 4
         31 | bne  t1, t2, @wrong   # moved
         32 | exit
         @wrong:
         -  | nop",
    );
}

/// Between two bursts, which hold the bus from 14 to 20 and from 25 to 31, comes the core's load.
#[test]
fn bursts_share_the_bus_with_cores() {
    one_core(
        "0  | lui  t0, 0x94000
         1  | li   t1, 32
         2  | sw   t1, 0xc4(t0)
         6  | sw   s1, 0xc0(t0)
         7  | li   t1, 2
         10 | sw   t1, 0xc8(t0)
         14 | lw   t2, 0xc8(t0)
         25 | bgez t2, @wrong       # busy
         26 | lw   t2, 0xc8(t0)
         36 | bnez t2, @wrong
         37 | exit
         @wrong:
         -  | nop",
    );
}

/// The write of the control register reaches the unit at the end of 22: superframe 0 begins with 23, and its time is 20 in 43. The interrupt
/// is seen in 44.
#[test]
fn an_alarm_interrupts() {
    one_core(
        "0  | li   t1, 1
         1  | sw   t1, 16(s5)       # priority of source 4
         2  | lui  t0, 2
         3  | add  t0, t0, s5
         4  | li   t1, 16
         5  | sw   t1, 0(t0)        # source 4 for core 0
         6  | lui  t0, 0x94000
         7  | li   t2, 20
         9  | sw   t2, 0x20(t0)     # alarm 0
         10 | li   t2, 0x200
         11 | csrw mtvec, t2
         12 | li   t2, 1
         13 | slli t2, t2, 11
         14 | csrw mie, t2
         15 | csrsi mstatus, 8
         16 | sw   t1, 8(t0)        # alarm 0 interrupts
         17 | li   t2, 1
         20 | sw   t2, 0(t0)        # go
         21 | idle 60
         .org 0x200
         47 | lw   t2, 0x10(t0)     # read at the end of 49
         51 | li   t1, 26
         52 | bne  t1, t2, @wrong
         53 | exit
         @wrong:
         -  | nop",
    );
}
