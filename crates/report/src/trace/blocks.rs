//! Blocks of tasks: the calls of `mp.h`, which the hardware of a mesh carries out, as regions and messages.
//!
//! They are accesses to registers, compiled into their callers. What the program is in otherwise, its own points tell: both are
//! put together in the order of time.

use super::follow::{Add, Follower};
use super::points::region;
use weft_sim::part::core::trace::Passage;
use weft_sim::part::message_buffers::{Command, Step, StepKind};
use weft_sim::platform::Platform;
use weft_trace::event::{Definitions, Role};

/// The regions of the commands, in the order of [`Command::ALL`]; none on a platform without message buffers.
pub struct Commands(Vec<u32>);

impl Commands {
    /// Defines them.
    pub fn of(platform: &Platform, definitions: &mut Definitions) -> Commands {
        let commands = Command::ALL.iter().filter(|_| platform.mesh.is_some());
        let regions = commands.map(|command| region(definitions, call(*command), Role::Mpi));
        Commands(regions.collect())
    }

    /// Follows what a core has passed and what its message buffers have done. `first` is the number of the first task of its flow.
    pub fn follow(
        &self,
        follower: &mut Follower,
        passages: impl Iterator<Item = Passage>,
        steps: Vec<Step>,
        first: u32,
        add: &mut Add<'_>,
    ) {
        let mut steps = steps.into_iter().peekable();
        for passage in passages {
            while let Some(step) = steps.next_if(|step| comes_before(step, &passage)) {
                self.step(follower, &step, first, add);
            }
            follower.follow(&passage, add);
        }
        steps.for_each(|step| self.step(follower, &step, first, add));
    }

    fn step(&self, follower: &mut Follower, step: &Step, first: u32, add: &mut Add<'_>) {
        let time = step.time.0;
        match step.what {
            StepKind::Begin(command) => {
                follower.begin_command(self.0[command as usize], time, add);
            }
            StepKind::End(block) => follower.end_command(block, first, time, add),
        }
    }
}

/// In one cycle, what ends comes first, and what begins last.
fn comes_before(step: &Step, passage: &Passage) -> bool {
    let ends = matches!(step.what, StepKind::End(_));
    step.time < passage.time || ends && step.time == passage.time
}

/// What programs call a command.
fn call(command: Command) -> &'static str {
    match command {
        Command::Send => "MP_send",
        Command::Receive => "MP_receive",
        Command::MemoryRead => "MP_mread",
        Command::MemoryWrite => "MP_mwrite",
        Command::Wait => "MP_next",
        Command::Sent => "MP_sent",
    }
}
