//! The cycles of accesses by best effort, and how priorities arbitrate.

use super::shapes::Shape;
use super::{access, expected, get, read, set, Run, FAR, INTERFACE, LAST, NEAR, REGISTER};
use crate::part::switches::registers;
use crate::units::Cycle;
use weft_isa::Op;

#[test]
fn an_access_alone_takes_what_the_formula_says() {
    let mut run = Run::new("round-robin");
    assert_eq!(run.alone(0, read(NEAR)), (7, expected(1)));
    assert_eq!(run.alone(LAST, read(NEAR)), (7, expected(2)));
    let write = access(Op::Sw, FAR, 1);
    assert_eq!(run.alone(1, write).1, expected(2));
    assert_eq!(run.alone(1, access(Op::Lbu, FAR, 0)).1, expected(2));
}

#[test]
fn a_register_of_the_interface_takes_its_own_time() {
    let mut run = Run::new("round-robin");
    assert_eq!(
        run.alone(0, set(INTERFACE, registers::PRIORITY, NEAR, 2)).1,
        REGISTER
    );
    let priority = get(INTERFACE, registers::PRIORITY, NEAR);
    assert_eq!(run.alone(0, priority), (2, REGISTER));
    // A priority above the highest counts as the highest.
    run.alone(0, set(INTERFACE, registers::PRIORITY, NEAR, 9));
    assert_eq!(run.alone(0, priority).0, 3);
}

const ALL_NEAR: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

#[test]
fn round_robin_is_fair_and_fixed_priority_serves_the_first_input() {
    let fair = Run::new("round-robin").load(&ALL_NEAR, NEAR, 6_000);
    let (least, most) = (fair[..LAST].iter().min(), fair[..LAST].iter().max());
    assert!(most.unwrap() - least.unwrap() <= 1, "{fair:?}");
    let fixed = Run::new("fixed-priority").load(&ALL_NEAR, NEAR, 6_000);
    assert!(fixed[0] > 10 * fixed[7].max(1), "{fixed:?}");
}

/// At the head of its queue it waits for at most one packet of a lower class at each switch, and for one that is being served.
#[test]
fn a_higher_priority_waits_for_at_most_one_of_a_lower_one() {
    let mut run = Run::new("fixed-priority");
    run.alone(7, set(INTERFACE, registers::PRIORITY, NEAR, 3));
    let counts = run.load(&ALL_NEAR, NEAR, 6_000);
    assert!(counts[7] > counts[1], "{counts:?}");
    let own = run.answers.iter().filter(|answer| answer.0 == 7);
    let times: Vec<Cycle> = own.map(|answer| answer.2).collect();
    let longest = times.windows(2).map(|pair| pair[1] - pair[0]).max();
    // Its own access, one at the interface of the memory and one in the switch before it.
    assert!(longest.unwrap() <= 3 * expected(1), "{longest:?}");
}

/// Cores that keep a memory busy.
const OTHERS: usize = 8;

/// The longest and the mean time of the accesses of one core with a priority to a memory that no other core uses, while others keep a memory busy
/// that is at the same switch, over the same link.
fn latencies_next_to_a_busy_memory(channels: bool) -> (u64, u64) {
    let shape = Shape {
        links: &[(0, 1)],
        cores: vec![0; OTHERS + 1],
        memories: vec![1, 1],
        wait_states: 8,
        keys: format!(
            "pipeline = \"look-ahead\"\npriorities = 2\nchannel_for_each_priority = {channels}\n"
        ),
    };
    let mut run = Run::of(shape.switched());
    let (busy, own, interface) = (0, 1, 2);
    run.alone(OTHERS, set(interface, registers::PRIORITY, own, 1));
    let mut posted = run.now;
    let mut times = Vec::new();
    run.post(OTHERS, read(own));
    (0..OTHERS).for_each(|core| run.post(core, read(busy)));
    for _ in 0..10_000 {
        let before = run.answers.len();
        run.cycle();
        for (core, _, free) in run.answers.split_off(before) {
            if core == OTHERS {
                times.push(free - posted);
                posted = run.now;
            }
            run.post(core, read(if core == OTHERS { own } else { busy }));
        }
    }
    let longest = times.iter().copied().max().expect("it is answered");
    (longest, times.iter().sum::<u64>() / times.len() as u64)
}

/// With one queue for all classes, an urgent access waits for the memory that others wait for; with a virtual channel for each it does not.
#[test]
fn head_of_line_blocking_is_gone_with_a_channel_for_each_priority() {
    let alone = expected(2) + 8;
    let (_, mean) = latencies_next_to_a_busy_memory(false);
    assert!(mean > alone + alone / 2, "{mean} cycles, {alone} alone");
    let (longest, _) = latencies_next_to_a_busy_memory(true);
    assert!(longest <= alone + 2, "{longest} cycles, {alone} alone");
}
