//! The contract's section on several buses: accesses over bridges.

use crate::common::assembler::assemble;
use crate::common::buses::platform_with_buses;
use crate::common::chip::{machine, ExitOnly, SHARED_MEMORY};
use crate::common::table::cores_of;
use weft_sim::{Cycle, Engine};

/// Core 0 on `bus`; core 1 and the shared memory on `bus1`.
const FAR: &str = "[[bus.segment]]\nname = \"bus1\"\nfirst = 1\ncount = 1\n\
                   [[bus.bridge]]\nbetween = [\"bus\", \"bus1\"]\nlatency = 2\n";

/// Core 0 on `bus`, core 1 on `bus1`, the shared memory on `bus2`.
const THIRD: &str = "[[bus.segment]]\nname = \"bus1\"\nfirst = 1\ncount = 1\n\
                     [[bus.segment]]\nname = \"bus2\"\n\
                     [[bus.bridge]]\nbetween = [\"bus\", \"bus2\"]\nlatency = 2\n\
                     [[bus.bridge]]\nbetween = [\"bus1\", \"bus2\"]\nlatency = 1\n";

/// Taken at the end of 2, asked for in 2 + 1 + 2, answered on the far bus in 9, here 2 cycles later.
#[test]
fn a_load_over_a_bridge() {
    cores_of(
        &platform_with_buses(1, "bus1", &FAR.replace("first = 1\ncount = 1\n", "")),
        &["0  | lw   t0, 0(s1)
           11 | add  t0, t0, t0     | issue 1 bus 10
           12 | sw   s0, 0(s1)
           13 | addi t0, t0, 1
           23 | lw   t1, 0(s1)      | issue 4 bus 19
           34 | exit                | issue 5 bus 29"],
    );
}

/// On the near bus it is one access, on the far bus a read and a write: 8 cycles from 5 on.
#[test]
fn an_atomic_operation_over_a_bridge() {
    cores_of(
        &platform_with_buses(1, "bus1", &FAR.replace("first = 1\ncount = 1\n", "")),
        &["0  | amoadd.w t0, s0, (s1)
           15 | exit                | issue 1 bus 14"],
    );
}

/// The near bus is free while the bridge asks for the far one: core 2 has it from 4 on. Core 0 asks in 5, while core 1 has the far bus.
#[test]
fn the_near_bus_is_free_meanwhile() {
    let cores = "[[bus.segment]]\nname = \"bus1\"\nfirst = 1\ncount = 1\n\
                 [[bus.bridge]]\nbetween = [\"bus1\", \"bus\"]\nlatency = 2\n";
    cores_of(
        &platform_with_buses(3, "bus1", cores),
        &[
            "0  | lw   t0, 0(s1)
             14 | exit              | issue 1 bus 13",
            "0  | idle 4
             4  | lw   t0, 0(s1)
             8  | exit              | issue 5 bus 3",
            "0  | lw   t0, 0(s1)
             18 | exit              | issue 1 bus 17",
        ],
    );
}

/// Core 1's request comes to the third bus in 4, core 0's in 5: the one is answered there in 8, the other in 12.
#[test]
fn cores_of_two_buses_meet_on_the_third() {
    cores_of(
        &platform_with_buses(2, "bus2", THIRD),
        &[
            "0  | lw   t0, 0(s1)
             14 | lw   t0, 0(s1)
             25 | exit              | issue 2 bus 23",
            "0  | lw   t0, 0(s1)
             9  | exit              | issue 1 bus 8",
        ],
    );
}

/// From `bus1` over `bus2`: taken at the end of 2 and of 6, asked for in 4 and 9, answered on `bus` in 13, 3 cycles later at the core.
#[test]
fn a_chain_of_bridges() {
    cores_of(
        &platform_with_buses(2, "bus", THIRD),
        &[
            "0  | exit",
            "0  | lw   t0, 0(s1)
             16 | exit              | issue 1 bus 15",
        ],
    );
}

/// The far bus has edges at 0, 3, 6, ...: it samples at 6, moves the data in 14, is free at 18.
#[test]
fn a_far_bus_of_its_own_clock() {
    let slow = FAR.replace("first = 1\ncount = 1\n", "");
    let mut platform = platform_with_buses(1, "bus1", &slow);
    platform.bus.segments[0].period = 3;
    cores_of(
        &platform,
        &["0  | lw   t0, 0(s1)
           20 | exit                | issue 1 bus 19"],
    );
}

/// A write over a bridge ends the reservation of a core on the far bus.
#[test]
fn reservations_hold_on_all_buses() {
    cores_of(
        &platform_with_buses(2, "bus1", FAR),
        &[
            "0  | sw   s0, 0(s1)
             1  | exit",
            "0  | lr.w t0, (s1)
             4  | idle 8
             12 | sc.w t1, s0, (s1)
             16 | bnez t1, @failed
             -  | nop
             @failed:
             19 | exit",
        ],
    );
}

/// Busy cycles of both buses, accesses of the bridge, and what waits, before each cycle.
#[test]
fn loads_of_buses_and_bridges() {
    let platform = platform_with_buses(1, "bus1", &FAR.replace("first = 1\ncount = 1\n", ""));
    let program = format!("lui s1, {:#x}\nlw t0, 0(s1)\nexit\n", SHARED_MEMORY >> 12);
    let programs = assemble(&[program]);
    for engine in [Engine::Step, Engine::Fast] {
        let mut machine = machine(&platform, &programs);
        let mut seen = Vec::new();
        for cycle in [2, 4, 6, 7, 20] {
            machine.run(engine, Cycle(cycle), &mut ExitOnly);
            let mut loads = Vec::new();
            machine.loads(&mut |load| {
                if load.name.to_string().contains('b') && !load.name.to_string().contains("cross") {
                    loads.push((load.carried, load.waiting));
                }
            });
            seen.push(loads);
        }
        let expected = [
            [(1, 0), (0, 0), (0, 0)],
            [(3, 0), (0, 0), (1, 1)],
            [(4, 0), (0, 0), (1, 1)],
            [(4, 0), (1, 0), (1, 0)],
            [(4, 0), (4, 0), (1, 0)],
        ];
        assert_eq!(seen, expected, "{engine:?}");
    }
}
