//! Calls that the hardware carries out, such as those of `mp.h`, as regions and messages.
//!
//! Such a call is an access to registers, inlined into its caller, so the machine records when it begins and ends (`Step`). This module
//! merges these steps with the trace points that the core has passed, in the order of time.

use super::follow::Follower;
use super::points::region;
use weft_sim::part::core::trace::Passage;
use weft_sim::port::{Step, StepKind};
use weft_sim::Machine;
use weft_trace::event::{Definitions, Kind, Role};

/// The region of each call, indexed by the machine's number of the call.
pub struct Calls(Vec<u32>);

impl Calls {
    /// Defines a region for each call of the machine.
    pub fn of(machine: &Machine, definitions: &mut Definitions) -> Calls {
        let calls = machine.calls().iter();
        let regions = calls.map(|call| region(definitions, call, Role::Mpi));
        Calls(regions.collect())
    }

    /// Follows what a core has passed and what the hardware has carried out for it. `first` is the number of the first task of its flow.
    pub fn follow(
        &self,
        follower: &mut Follower,
        passages: impl Iterator<Item = Passage>,
        steps: Vec<Step>,
        first: u32,
        add: &mut dyn FnMut(u64, Kind),
    ) {
        let mut steps = steps.into_iter().peekable();
        for passage in passages {
            while let Some(step) = steps.next_if(|step| comes_before(step, &passage)) {
                self.step(follower, &step, first, add);
            }
            follower.follow(&passage, &mut |kind| add(passage.time.0, kind));
        }
        steps.for_each(|step| self.step(follower, &step, first, add));
    }

    fn step(
        &self,
        follower: &mut Follower,
        step: &Step,
        first: u32,
        add: &mut dyn FnMut(u64, Kind),
    ) {
        let add = &mut |kind| add(step.time.0, kind);
        match step.what {
            StepKind::Begin(call) => follower.begin_command(self.0[call], add),
            StepKind::End(block) => follower.end_command(block, first, add),
        }
    }
}

/// Does the step come before the passage? In the same cycle, the end of a call comes before a passage, and the begin after it.
fn comes_before(step: &Step, passage: &Passage) -> bool {
    let ends = matches!(step.what, StepKind::End(_));
    step.time < passage.time || ends && step.time == passage.time
}
