//! A processing element: a 32-bit RISC core with a four-stage main pipeline, a three-stage sub-pipeline for the bus and messages,
//! private program and data memory.
//!
//! ```text
//!   program memory --> main pipeline <--> data memory <== second port: other masters
//!                          |     ^
//!                          |     +--- interrupts <-- timer, lines of devices and of the message unit
//!                          v
//!                     sub-pipeline --> bus, registers that the core has for itself, message unit
//! ```
//!
//! Source: H. Xiao et al. 2012, section 4.2; the timing is that of docs/contract/timing.md, section 1. The core sees other components only through
//! [`Reach`], and they see it through `port::core::CorePort`.

mod accounting;
mod bundle;
mod bus;
pub mod classes;
mod control;
mod csr;
pub mod data_memory;
mod exceptions;
mod faults;
pub mod float;
mod host_call;
mod interpreted;
mod interrupts;
pub mod keys;
mod kinds;
mod local;
mod mailbox_load;
mod memory;
mod message;
mod overwritten;
mod pipeline;
mod port;
mod privilege;
pub mod profile;
pub mod program;
mod registers;
mod run;
mod run_ahead;
mod shared;
mod state;
mod sub_pipeline;
mod timer;
pub mod trace;
mod translations;
mod traps;
mod upsets;
mod wait;

use crate::elf::Image;
use crate::port::signal::Visitor;
use crate::port::{AddressMap, Range};
use crate::units::Cycle;
use classes::ClassCycles;
use control::Control;
use data_memory::DataMemory;
use float::FloatUnit;
use interrupts::Interrupts;
use keys::Cores;
use message::MessageInterface;
use pipeline::Pipeline;
use profile::PcProfile;
use program::Program;
use run_ahead::RunAhead;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use sub_pipeline::SubPipeline;
use timer::Timer;
use trace::Trace;
use weft_isa::{Instruction, Op};

pub use faults::FaultCause;
pub use host_call::HostCall;
pub use interpreted::Interpreted;
pub use privilege::Mode;
pub use shared::Reach;
pub use state::{MailboxLoad, State};
pub use translations::Translate;
pub use wait::WaitingFor;

/// A core with everything that is private to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Core {
    /// Number of the core, which is its node number on the crossbar.
    pub id: usize,
    pipeline: Pipeline,
    pub float_unit: Option<Box<FloatUnit>>,
    data: DataMemory,
    interrupts: Interrupts,
    sub_pipeline: SubPipeline,
    /// Without a message unit, its instructions and registers are illegal.
    messages: Option<MessageInterface>,
    run_ahead: RunAhead,
    #[serde(skip)]
    trace: Option<Box<Trace>>,
    pub exit_status: Option<i32>,
}

/// The components that all cores of a chip can access, and those that can access them.
pub struct Surroundings {
    /// What answers at the addresses outside the core.
    pub map: Arc<AddressMap>,
    /// The registers that each core has for itself.
    pub windows: Vec<Range>,
    /// Whether other masters reach the data memory.
    pub is_reachable: bool,
}

impl Core {
    /// Core `id` of a platform, halted, with empty memories.
    pub fn new(
        id: usize,
        cores: &Cores,
        program: Arc<Program>,
        surroundings: &Surroundings,
    ) -> Self {
        let group = cores.group_of(id);
        let windows = &surroundings.windows;
        let control = Control::new(id, group.period, group.user_mode);
        let timer = Timer::new(cores.timer);
        Core {
            id,
            pipeline: Pipeline::new(group, program),
            float_unit: cores.float.as_ref().map(|_| Box::default()),
            data: DataMemory::new(cores.data_memory),
            // The devices together, and the component at each window.
            interrupts: Interrupts::new(control, timer, 1 + windows.len()),
            sub_pipeline: SubPipeline::new(Arc::clone(&surroundings.map), windows.clone()),
            messages: MessageInterface::new(cores),
            run_ahead: RunAhead::new(surroundings.is_reachable, windows.len()),
            trace: None,
            exit_status: None,
        }
    }

    /// Puts the data of an image into the data memory and lets the core begin at its entry in cycle 0. The program memory
    /// is the one given to [`Core::new`], which holds the image's code.
    pub fn load(&mut self, image: &Image) {
        for segment in &image.segments {
            if let Some(place) = self.data.slice_mut(segment.address, segment.bytes.len()) {
                place.copy_from_slice(&segment.bytes);
            }
        }
        self.pipeline.reset(image.entry);
    }

    /// Cycle of the next issue, or, while waiting, the next cycle in which something can change.
    #[inline]
    pub fn time(&self) -> Cycle {
        self.pipeline.time
    }

    /// What the core is doing.
    #[inline]
    pub fn state(&self) -> &State {
        &self.pipeline.state
    }

    /// Whether the core executes instructions.
    #[inline]
    pub fn is_running(&self) -> bool {
        self.pipeline.is_running()
    }

    /// Whether the core has nothing more to do.
    pub fn is_halted(&self) -> bool {
        matches!(self.pipeline.state, State::Halted | State::Empty)
    }

    /// The address of the next instruction, or of the one that waits.
    pub fn pc(&self) -> u32 {
        self.pipeline.pc()
    }

    /// The instruction that the core will issue next, or that it waits in, if it is a legal one.
    pub fn next_instruction(&self) -> Option<Instruction> {
        self.pipeline.instruction()
    }

    /// Whether the next instruction may read the timer, a cycle counter or an instruction counter.
    pub fn reads_clock(&self) -> bool {
        /// Counters of machine mode and of user mode.
        const COUNTERS: std::ops::Range<i32> = 0xB00..0xCA0;
        self.next_instruction().is_some_and(|next| match next.op {
            Op::Lb | Op::Lh | Op::Lw | Op::Lbu | Op::Lhu => {
                let base = self.registers()[usize::from(next.rs1)];
                let address = base.wrapping_add(next.imm as u32);
                self.interrupts.timer.contains(address, 1)
            }
            _ => next.reads_csr() && COUNTERS.contains(&next.imm),
        })
    }

    /// The mode in which the next instruction executes.
    pub fn mode(&self) -> Mode {
        self.interrupts.control.mode()
    }

    /// x0..x31.
    pub fn registers(&self) -> [u32; 32] {
        self.pipeline.registers.all()
    }

    /// Sets a register (1..31), as a debugger does.
    pub fn set_register(&mut self, register: u8, value: u32) {
        self.pipeline.registers.set(register, value);
    }

    /// Data and program memory.
    pub fn memories(&self) -> (&DataMemory, &Program) {
        (&self.data, &self.pipeline.program)
    }

    /// As [`Core::memories`], to be written; no time passes.
    pub fn memories_mut(&mut self) -> (&mut DataMemory, &mut Arc<Program>) {
        (&mut self.data, &mut self.pipeline.program)
    }

    /// Goes on at another address instead of the next instruction; false if the core is waiting or halted.
    pub fn redirect_by_debugger(&mut self, address: u32) -> bool {
        if !self.is_running() {
            return false;
        }
        self.pipeline.redirect_by_debugger(address);
        true
    }

    /// Whether the core's own timer may yet have it do something else than it does.
    pub fn awaits_timer(&self) -> bool {
        let may_go_on = !self.is_halted() && self.died().is_none();
        may_go_on && self.interrupts.timer_wakes() != Cycle::NEVER
    }

    /// Ticks in a cycle of its clock.
    pub fn period(&self) -> u64 {
        self.pipeline.period
    }

    /// Instructions issued.
    pub fn instructions(&self) -> u64 {
        self.pipeline.accounting.counters.instructions
    }

    /// Says what is translated from now on.
    pub fn translate(&mut self, what: Translate) {
        self.pipeline.hot.translate = what;
    }

    /// Bounds the bytes of translations of its program.
    pub fn limit_translations(&self, bytes: usize) {
        self.pipeline.program.translations.limit(bytes);
    }

    /// Why hot code of its program was not translated, if the host cannot.
    pub fn translation_refused(&self) -> Option<String> {
        let plain = self.pipeline.program.translations.unavailable();
        plain.or_else(|| self.traced_refused())
    }

    /// Instructions that translations have executed.
    pub fn translated(&self) -> u64 {
        self.pipeline.accounting.counters.translated
    }

    /// Cycles that `fast` executed ahead of global time.
    pub fn run_ahead(&self) -> u64 {
        self.pipeline.accounting.counters.run_ahead / self.pipeline.period
    }

    /// Its cycles before the tick `now` by class; one that has begun counts whole.
    pub fn classes(&self, now: Cycle) -> ClassCycles {
        self.pipeline.classes(now)
    }

    /// Executed instructions with their cycles, in address order.
    pub fn profile(&self) -> Vec<PcProfile> {
        self.pipeline.profile()
    }

    /// Shows the registers that a waveform should have, as they are in cycle `now`.
    pub fn signals(&self, now: Cycle, visit: &mut Visitor) {
        let issues = self.is_running() && self.time() == now;
        visit(format_args!("pc"), 32, u64::from(self.pc()));
        visit(format_args!("issue"), 1, u64::from(issues));
        visit(format_args!("state"), 4, self.state().number());
        visit(format_args!("lines"), 32, u64::from(self.interrupts.lines));
    }
}
