//! Describes injected faults: all that have struck, and those that may have stopped a chip.

use std::collections::BTreeMap;

use crate::json::RunRecord;
use crate::summary::quantity::separated;
use weft_sim::port::Strike;
use weft_sim::Machine;

/// Maximum number of strikes that are listed individually.
const TOLD: usize = 20;

/// Lists the faults that have struck, one a line; empty if there are none.
pub fn listed(record: &RunRecord) -> String {
    let strikes = &record.faults;
    if strikes.is_empty() {
        return String::new();
    }
    let mut text = "faults that struck:\n".to_owned();
    for Strike { cycle, place, what } in strikes.iter().take(TOLD) {
        text += &format!("  cycle {}: {place} {what}\n", separated(cycle.0));
    }
    match strikes.len().saturating_sub(TOLD) {
        0 => text,
        more => text + &format!("  and {} more, which --json has\n", separated(more as u64)),
    }
}

/// Describes the effects of faults, a line for each place and effect. Dead cores are listed among the cores instead.
pub fn causes(machine: &Machine) -> String {
    let mut causes: BTreeMap<(String, String), (u64, u64)> = BTreeMap::new();
    for strike in machine.strikes() {
        if !strike.what.starts_with("died") {
            let (count, last) = causes.entry((strike.place, strike.what)).or_default();
            (*count, *last) = (*count + 1, strike.cycle.0);
        }
    }
    let cause = |((place, what), (count, last)): (&(String, String), &(u64, u64))| {
        let last = separated(*last);
        match count {
            1 => format!("  a fault struck in cycle {last}: {place} {what}\n"),
            _ => {
                format!("  faults struck {count} times, the last in cycle {last}: {place} {what}\n")
            }
        }
    };
    causes.iter().map(cause).collect()
}
