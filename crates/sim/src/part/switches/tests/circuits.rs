//! The cycles of circuits, their effect on other cores, and circuits that are refused.

use super::shapes::Shape;
use super::{access, expected, read, set, Run};
use super::{CORES, FAR, INTERFACE, LAST, NEAR, REGISTER, REQUEST, RESPONSE};
use crate::noc::random::Random;
use crate::part::switches::registers;
use crate::port::MemoryPort;
use weft_isa::Op;

/// docs/contract/switches.md: from the store that opens to the state "open", register + 6 S + 5.
#[test]
fn a_circuit_is_open_when_the_formula_says() {
    for (core, switches) in [(0, 1), (LAST, 2)] {
        for how in [registers::OPEN_ONE_WAY, registers::OPEN_BOTH_WAYS] {
            let mut run = Run::new("round-robin");
            let since = run.now;
            run.post(core, set(INTERFACE, registers::CHANNEL, NEAR, how));
            let mut opened = None;
            for _ in 0..100 {
                run.cycle();
                let state = run.switched.initiators[core].circuit_state(NEAR);
                if state == registers::OPEN && opened.is_none() {
                    opened = Some(run.now - since - 1);
                }
            }
            assert_eq!(opened, Some(REGISTER + 6 * switches + 5));
        }
    }
}

#[test]
fn other_cores_wait_while_a_circuit_is_open_and_continue_when_it_is_released() {
    let mut run = Run::new("round-robin");
    assert_eq!(
        run.open(2, NEAR, registers::OPEN_BOTH_WAYS),
        registers::OPEN
    );
    let counts = run.load(&[0, 1, 2], NEAR, 3_000);
    assert_eq!((counts[0], counts[1]), (0, 0));
    // It is uncontended: each access takes as long as one alone does.
    assert!(counts[2] as u64 >= 3_000 / (expected(1) + 1), "{counts:?}");
    run.switched.close_circuits(2);
    let mut after = [0; CORES];
    let before = run.answers.len();
    for _ in 0..200 {
        run.cycle();
    }
    run.answers[before..].iter().for_each(|a| after[a.0] += 1);
    assert!(after[0] == 1 && after[1] == 1, "{after:?}");
}

/// docs/contract/switches.md: an open circuit is uncontended, whatever the others access by best effort, at whatever priority.
#[test]
fn an_access_by_a_circuit_takes_what_one_alone_does_under_any_load() {
    for seed in 0..50 {
        let mut random = Random::new(seed);
        let shape = Shape::random(&mut random);
        let holder = random.below(shape.cores.len() as u32) as usize;
        let device = random.below(shape.memories.len() as u32) as usize;
        let alone = Run::of(shape.switched()).alone(holder, read(device)).1;
        let mut run = Run::of(shape.switched());
        let mut waits = vec![false; shape.cores.len()];
        run.load_randomly(&mut random, &mut waits, holder, 500);
        let interface = shape.memories.len();
        let how = registers::OPEN_BOTH_WAYS;
        run.post(holder, set(interface, registers::CHANNEL, device, how));
        run.load_randomly(&mut random, &mut waits, holder, 200);
        let state = run.switched.initiators[holder].circuit_state(device);
        assert_eq!(state, registers::OPEN, "seed {seed}");
        for _ in 0..20 {
            let (since, before) = (run.now, run.answers.len());
            run.post(holder, read(device));
            run.load_randomly(&mut random, &mut waits, holder, 2 * alone);
            let own = run.answers[before..].iter();
            let own = own.clone().find(|answer| answer.0 == holder);
            let own = own.unwrap_or_else(|| panic!("seed {seed}: no answer"));
            assert_eq!(own.2 - since, alone, "seed {seed}: {shape:?}");
        }
    }
}

/// docs/contract/switches.md: request + response + 2 for a store, wherever the device is, since there is no answer; a load takes as long as alone.
#[test]
fn a_store_over_a_circuit_one_way_is_over_when_it_has_been_sent() {
    for (core, switches) in [(0, 1), (LAST, 2)] {
        let mut run = Run::new("round-robin");
        run.open(core, NEAR, registers::OPEN_ONE_WAY);
        let store = || access(Op::Sw, NEAR, 1);
        assert_eq!(run.alone(core, store()).1, REQUEST + RESPONSE + 2);
        for _ in 0..20 {
            run.cycle();
        }
        assert_eq!(run.alone(core, read(NEAR)).1, expected(switches));
        run.alone(
            core,
            set(INTERFACE, registers::CHANNEL, NEAR, registers::CLOSE),
        );
        assert_eq!(run.alone(core, store()).1, expected(switches));
    }
}

/// Stores without an answer are carried out before anything that the core requests of the device later, by the circuit or after its CLOSE.
#[test]
fn nothing_overtakes_stores_over_a_circuit_one_way() {
    for closes in [false, true] {
        let mut run = Run::new("round-robin");
        run.open(LAST, NEAR, registers::OPEN_ONE_WAY);
        for value in 0..5 {
            run.alone(LAST, access(Op::Sw, NEAR, value));
        }
        if closes {
            let close = set(INTERFACE, registers::CHANNEL, NEAR, registers::CLOSE);
            run.alone(LAST, close);
        }
        run.post(LAST, read(NEAR));
        let mut order = Vec::new();
        for _ in 0..200 {
            let due = run.switched.due(run.now);
            order.extend(due.iter().map(|(_, _, request)| request.op));
            run.cycle();
        }
        assert_eq!(order.last(), Some(&Op::Lw), "{order:?}");
        assert!(order.len() > 1, "some stores are in flight: {order:?}");
    }
}

#[test]
fn a_circuit_that_meets_a_reserved_output_is_refused_and_reserves_nothing() {
    let mut run = Run::new("round-robin");
    assert_eq!(run.open(0, FAR, registers::OPEN_ONE_WAY), registers::OPEN);
    assert_eq!(
        run.open(1, FAR, registers::OPEN_ONE_WAY),
        registers::REFUSED
    );
    run.alone(0, set(INTERFACE, registers::CHANNEL, FAR, registers::CLOSE));
    for _ in 0..30 {
        run.cycle();
    }
    // The refused core has released its outputs: all cores reach both memories, and it can try again.
    for core in 0..CORES {
        assert_eq!(run.alone(core, read(FAR)).0, 7);
    }
    assert_eq!(run.open(1, FAR, registers::OPEN_ONE_WAY), registers::OPEN);
}

/// A core that runs ahead posts an access for a later cycle, while the circuit that it has requested is still being refused.
#[test]
fn an_access_that_is_posted_ahead_goes_as_one_posted_in_its_cycle() {
    const AHEAD: u64 = 40;
    let outcome = |ahead: bool| {
        let mut run = Run::new("round-robin");
        assert_eq!(run.open(0, FAR, registers::OPEN_ONE_WAY), registers::OPEN);
        let open = set(INTERFACE, registers::CHANNEL, FAR, registers::OPEN_ONE_WAY);
        run.alone(1, open);
        let at = run.now + AHEAD;
        if ahead {
            run.switched.post(1, read(NEAR), at);
        }
        while run.now < at {
            run.cycle();
        }
        if !ahead {
            run.post(1, read(NEAR));
        }
        for _ in 0..AHEAD {
            run.cycle();
        }
        format!("{:?} {:?}", run.answers, run.switched)
    };
    assert_eq!(outcome(true), outcome(false));
}

#[test]
fn a_circuit_to_a_device_outside_the_network_stays_closed() {
    let mut run = Run::new("round-robin");
    for device in [INTERFACE, registers::MAX_DEVICES - 1] {
        let state = run.open(0, device, registers::OPEN_ONE_WAY);
        assert_eq!(state, registers::CLOSED, "device {device}");
    }
}

#[test]
fn of_two_that_open_at_once_one_is_refused() {
    let mut run = Run::new("round-robin");
    for core in [0, 1, LAST] {
        run.post(
            core,
            set(
                INTERFACE,
                registers::CHANNEL,
                NEAR,
                registers::OPEN_BOTH_WAYS,
            ),
        );
    }
    for _ in 0..100 {
        run.cycle();
    }
    let states = [0, 1, LAST].map(|core| run.switched.initiators[core].circuit_state(NEAR));
    let open = states.iter().filter(|&&state| state == registers::OPEN);
    assert_eq!(open.count(), 1, "{states:?}");
    assert!(
        states.iter().all(|&state| state != registers::OPENING),
        "{states:?}"
    );
}
