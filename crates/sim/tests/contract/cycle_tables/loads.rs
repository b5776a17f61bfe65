//! How long the bus and the ports of the crossbar have been taken, and what waits for them, cycle by cycle.

use crate::common::assembler::assemble;
use crate::common::chip::{machine, platform, ExitOnly};
use weft_sim::{Cycle, Engine, Machine};

/// Busy cycles and what waits, of a path.
fn load(machine: &Machine, path: &str) -> (u64, u64) {
    let mut found = None;
    machine.loads(&mut |load| {
        if load.name.to_string() == path {
            found = Some((load.carried, load.waiting));
        }
    });
    found.expect("the path")
}

/// What the path's load is before each of these cycles, in both engines.
fn loads(programs: &[&str], path: &str, cycles: &[u64]) -> Vec<(u64, u64)> {
    let programs = assemble(programs);
    let platform = platform(programs.len());
    let [step, fast] = [Engine::Step, Engine::Fast].map(|engine| {
        let mut machine = machine(&platform, &programs);
        let at = |&cycle: &u64| {
            machine.run(engine, Cycle(cycle), &mut ExitOnly);
            load(&machine, path)
        };
        cycles.iter().map(at).collect::<Vec<_>>()
    });
    assert_eq!(step, fast);
    step
}

/// Both ask in cycle 1: core 0's load has the bus from 1 to 4, core 1's from 5 to 8.
#[test]
fn the_bus_is_taken_from_the_request_to_the_answer() {
    let program = "lui s1, 0x80000\nlw t0, 0(s1)\nexit\n";
    let seen = loads(&[program, program], "bus", &[1, 2, 5, 6, 9, 12]);
    assert_eq!(seen, [(0, 0), (1, 1), (4, 1), (5, 0), (8, 0), (8, 0)]);
}

/// Both ask for lock 0. Core 0's request is in work in cycles 2 and 3, core 1's in 5 and 6; from then on core 1 waits for the lock.
#[test]
fn a_request_takes_the_synchronization_controller_for_two_cycles() {
    let program = "li s4, 2\nmsg.send zero, s4, LOCK_ACQUIRE\nexit\n";
    let name = "crossbar to synchronization controller";
    let seen = loads(&[program, program], name, &[2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(
        seen,
        [(0, 2), (1, 2), (2, 1), (2, 1), (3, 1), (4, 1), (4, 1)]
    );
}

/// The request is sampled in cycle 2 and answered in 3.
#[test]
fn an_event_takes_the_receiver_for_one_cycle() {
    let sender = "li t0, 1\nli t1, 1\nmsg.send t0, t1, EVENT\nexit\n";
    let receiver = "nop\nnop\nnop\nnop\nnop\nnop\nexit\n";
    let seen = loads(&[sender, receiver], "crossbar to core 1", &[2, 3, 4, 5]);
    assert_eq!(seen, [(0, 0), (0, 1), (1, 0), (1, 0)]);
}
