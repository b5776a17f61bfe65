//! Reads the state of a program's message library: the messages that it has sent, and whether it was still running when the program ended.
//!
//! Both are observed from outside, so they cost the program no cycle: from the counts of probe points (`lib/include/weft/probe.h`), and
//! from the library's own variables.

use crate::probes::Probes;
use object::{File, Object, ObjectSymbol};
use std::collections::BTreeSet;
use weft_sim::part::core::profile::PcProfile;

/// Probe points that a core passes for each message that it sends, and for each that it offered and that was not taken.
const SENDS: [&str; 3] = ["sent", "message", "offer"];
const REFUSED: [&str; 1] = ["refused"];

/// Where `size` is in `struct weft_context` (`lib/include/weft/context.h`): 0 while the library does not run.
const SIZE_OFFSET: u32 = 4;

/// Addresses of the library's state in a program.
#[derive(Clone, Copy, Debug, Default)]
pub struct LibraryState {
    /// Of the engine that MPI and MCAPI share; None if the program does not use it.
    engine: Option<u32>,
    /// Of MCAPI's byte that says whether the node runs; None if the program does not use MCAPI.
    node_runs: Option<u32>,
}

impl LibraryState {
    pub(crate) fn read(file: &File<'_>) -> LibraryState {
        let address = |name: &str| {
            let mut symbols = file.symbols();
            let symbol = symbols.find(|symbol| symbol.name() == Ok(name))?;
            u32::try_from(symbol.address()).ok()
        };
        LibraryState {
            engine: address("weft_this_rank").map(|context| context + SIZE_OFFSET),
            node_runs: address("weft_mcapi"),
        }
    }

    /// Returns the function that the program should have called before it ended; None if it has, or need not. `peek` reads memory.
    pub fn missing_call(&self, peek: impl Fn(u32, &mut [u8]) -> bool) -> Option<&'static str> {
        let is_set = |address: u32, bytes: usize| {
            let mut value = [0; 4];
            peek(address, &mut value[..bytes]) && value != [0; 4]
        };
        match (self.node_runs, self.engine) {
            (Some(runs), _) => is_set(runs, 1).then_some("mcapi_finalize"),
            (None, Some(size)) => is_set(size, 4).then_some("MPI_Finalize"),
            (None, None) => None,
        }
    }
}

/// Returns the number of messages that the library has sent on a core with this profile, including control messages and those of
/// collective operations.
pub(crate) fn messages_sent(probes: &Probes, profile: &[PcProfile]) -> u64 {
    let passed = |names: &[&str]| -> u64 {
        let events = probes.events.iter();
        let named = events.filter(|event| names.contains(&event.name.as_str()));
        let addresses: BTreeSet<u32> = named.map(|event| event.address).collect();
        let slots = profile.iter().filter(|slot| addresses.contains(&slot.pc));
        slots.map(|slot| slot.executed).sum()
    };
    passed(&SENDS).saturating_sub(passed(&REFUSED))
}
