//! The contract's section on clocks: cores and a bus whose edges are some ticks apart. The cycles of the tables are ticks.

use crate::common::chip::platform;
use crate::common::table::cores_of;

#[test]
fn a_core_and_a_bus_go_on_at_their_own_edges() {
    let mut platform = platform(1);
    platform.cores.groups[0].period = 2;
    platform.bus.period = 3;
    cores_of(
        &platform,
        &["0  | lw   t0, 0(s1)
           12 | add  t1, t0, t0
           14 | lw   t0, 0(s1)    | issue 2 bus 5
           28 | mul  t0, t0, t0
           32 | add  t1, t0, t0
           34 | sw   s0, 0(s1)
           48 | lw   t0, 0(s1)    | issue 6 hazard 1 bus 17
           60 | exit              | issue 7 hazard 1 bus 22"],
    );
}

#[test]
fn cores_of_different_clocks_share_a_bus() {
    let mut platform = platform(2);
    platform.bus.period = 2;
    let mut slow = platform.cores.groups[0].clone();
    (slow.count, slow.period) = (1, 2);
    platform.cores.groups[0].count = 1;
    platform.cores.groups.push(slow);
    cores_of(
        &platform,
        &[
            "0  | lw   t0, 0(s1)
             8  | addi t0, t0, 1
             9  | lw   t0, 0(s1)   | issue 2 bus 7
             24 | exit             | issue 3 bus 21",
            "0  | lw   t0, 0(s1)
             16 | addi t0, t0, 1
             18 | div  t0, t0, t0  | issue 2 bus 7
             86 | exit             | issue 3 hazard 33 bus 7",
        ],
    );
}
