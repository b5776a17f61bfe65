//! Cycles of instructions folded over the functions of `data/app.c`.

use crate::common::{address_of, app};
use weft_report::profile::{merge, Folder, FunctionCost};
use weft_sim::part::core::profile::PcProfile;

fn instruction(pc: u32, cycles: u64) -> PcProfile {
    PcProfile {
        pc,
        size: 2,
        executed: 1,
        cycles,
    }
}

fn cost(function: &str, own_cycles: u64, cycles_with_inlined: u64) -> FunctionCost {
    FunctionCost {
        function: function.to_owned(),
        own_cycles,
        cycles_with_inlined,
    }
}

#[test]
fn inlined_code_counts_for_both_functions_but_is_the_inner_ones_own() {
    let program = app();
    let in_scale = address_of("work") + 8;
    let in_work = address_of("work");
    let profile = [
        instruction(in_scale, 5),
        instruction(in_work, 2),
        instruction(address_of("main"), 1),
    ];
    let folded = Folder::new(&program.symbols).fold(&profile);
    assert_eq!(
        folded,
        [cost("scale", 5, 5), cost("work", 2, 7), cost("main", 1, 1)]
    );
}

#[test]
fn own_cycles_sum_to_those_of_the_profile() {
    let program = app();
    let profile: Vec<_> = (0..0x50)
        .map(|half| instruction(2 * half, u64::from(half)))
        .collect();
    let folded = Folder::new(&program.symbols).fold(&profile);
    let own: u64 = folded.iter().map(|cost| cost.own_cycles).sum();
    let with_inlined: u64 = folded.iter().map(|cost| cost.cycles_with_inlined).sum();
    assert_eq!(own, profile.iter().map(|entry| entry.cycles).sum::<u64>());
    assert!(with_inlined > own);
}

#[test]
fn the_costs_of_cores_are_added() {
    let cores = [
        cost("main", 3, 4),
        cost("work", 2, 2),
        cost("main", 1, 1),
        cost("add", 2, 2),
    ];
    assert_eq!(
        merge(&cores),
        [cost("main", 4, 5), cost("add", 2, 2), cost("work", 2, 2)]
    );
}
