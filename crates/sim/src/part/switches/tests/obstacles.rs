//! Requests and answers that share buffers can wait for each other for ever, and accesses for circuits: cores are told so, and only then.

use super::shapes::Shape;
use super::{read, set, Run, FAR, INTERFACE, LAST};
use crate::noc::random::Random;
use crate::part::switches::registers;
use crate::port::{Show, Wait};

/// Cores at each of two switches that read from the other switch's memory.
fn across(cores: usize, buffer: usize, for_answers: bool) -> Run {
    let mut places = vec![0; cores];
    places.extend(vec![1; cores]);
    let shape = Shape {
        links: &[(0, 1)],
        cores: places,
        memories: vec![1, 0],
        wait_states: 0,
        keys: format!(
            "pipeline = \"look-ahead\"\nbuffer = {buffer}\nchannel_for_answers = {for_answers}\n"
        ),
    };
    Run::of(shape.switched())
}

/// Reads again as soon as the last read is answered; returns the answers of 4,000 cycles.
fn all_read(run: &mut Run, cores: usize) -> usize {
    (0..2 * cores).for_each(|core| run.post(core, read(core / cores)));
    let mut seen = 0;
    for _ in 0..4_000 {
        run.cycle();
        while let Some(&(core, _, _)) = run.answers.get(seen) {
            run.post(core, read(core / cores));
            seen += 1;
        }
    }
    seen
}

#[test]
fn cores_on_both_sides_of_a_link_are_told_where_their_packets_wait() {
    for (cores, buffer) in [(4, 2), (6, 4)] {
        let mut run = across(cores, buffer, false);
        all_read(&mut run, cores);
        for core in 0..2 * cores {
            let Wait::Packets { places, .. } = run.switched.wait(core) else {
                panic!("core {core} of {cores} with {buffer} flits: not told");
            };
            assert_eq!(places, ["a", "b"]);
        }
        let mut apart = across(cores, buffer, true);
        assert!(all_read(&mut apart, cores) > 1_000);
        assert!((0..2 * cores).all(|core| apart.switched.wait(core) == Wait::Service));
    }
}

/// A core that has been told so is never answered; when nothing moves any more, every core that waits has been told.
#[test]
fn exactly_the_cores_whose_packets_never_advance_are_told() {
    let mut told_of_some = 0;
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let mut shape = Shape::random(&mut random);
        shape.keys += "channel_for_answers = false\n";
        let mut run = Run::of(shape.switched());
        let cores = shape.cores.len();
        let (mut waits, mut told) = (vec![false; cores], vec![false; cores]);
        for _ in 0..300 {
            let before = run.answers.len();
            run.load_randomly(&mut random, &mut waits, usize::MAX, 10);
            for &(core, _, _) in &run.answers[before..] {
                assert!(!told[core], "seed {seed}: core {core} was told too early");
            }
            for (core, told) in told.iter_mut().enumerate() {
                *told |= matches!(run.switched.wait(core), Wait::Packets { .. });
            }
        }
        if run.switched.network.is_stuck() && waits.iter().any(|&waits| waits) {
            run.load_randomly(&mut random, &mut waits, usize::MAX, 400);
            if run.switched.network.is_stuck() {
                let is_told = |core: &usize| run.switched.wait(*core) != Wait::Service;
                let left: Vec<usize> = (0..cores)
                    .filter(|core| waits[*core] && !is_told(core))
                    .collect();
                assert!(left.is_empty(), "seed {seed}: {left:?} of {shape:?}");
                told_of_some += 1;
            }
        }
    }
    assert!(told_of_some >= 5, "only {told_of_some} chips stopped");
}

#[test]
fn an_access_that_meets_a_circuit_tells_whose_it_is() {
    let mut run = Run::new("round-robin");
    assert_eq!(run.open(3, FAR, registers::OPEN_ONE_WAY), registers::OPEN);
    run.post(1, read(FAR));
    let before = run.answers.len();
    (0..100).for_each(|_| run.cycle());
    assert_eq!(run.switched.wait(1), Wait::Circuit { owner: 3 });
    assert_eq!(run.switched.wait(LAST), Wait::Service);
    run.alone(3, set(INTERFACE, registers::CHANNEL, FAR, registers::CLOSE));
    (0..100).for_each(|_| run.cycle());
    assert!(run.answers[before..].iter().any(|answer| answer.0 == 1));
    assert_eq!(run.switched.wait(1), Wait::Service);
}
