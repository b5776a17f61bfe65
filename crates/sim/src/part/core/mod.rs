//! A core (a PE in the paper): a 32-bit RISC processor with a four-stage main pipeline, a three-stage sub-pipeline for the bus and messages, and
//! private program and data memories (PMEM, DMEM).
//!
//! ```text
//!             +----+   +----+   +----+   +----+
//!   PMEM ---> | IF |-->| ID |-->| EX |-->| WB |---> registers
//!             +----+   +----+   +----+   +----+
//!                               |    ^     ^
//!                               |    |     +--- DMEM <=== second port: other masters;  core-local timer
//!                               |    +--------- interrupts <--- timer, lines of devices and of the message unit
//!                               v
//!                          sub-pipeline ---> bus or switches; message unit; register windows (message buffers, DMA controller)
//! ```
//!
//! Source: H. Xiao et al. 2012, section 4.2. What each instruction costs is defined in docs/contract/core.md, accesses to the bus in
//! docs/contract/bus.md.
//!
//! The model executes each instruction at once, in the cycle t of its issue, and advances the core's time by the instruction's distance d to the
//! next issue. An instruction takes one of three paths:
//!
//! 1. `run`: ALU operations, branches, loads and stores of the core's own memories, in a tight loop; `translations` replaces the loop by host
//!    code where a program is hot.
//! 2. `local`: the rarer instructions that still concern the core alone. Paths 1 and 2 may run ahead of global time (`run_ahead`).
//! 3. `shared`: instructions that another component can see. They issue in the order of global time. Many begin a wait (`state`, `wait`),
//!    which an answer, a message or an interrupt ends (`port`).
//!
//! The core sees other components only through [`Reach`], and they see it through `port::core::CorePort`.

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

/// A core with all that is private to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Core {
    /// Number of the core, which is its node number on the crossbar.
    pub id: usize,
    pipeline: Pipeline,
    pub float_unit: Option<Box<FloatUnit>>,
    data: DataMemory,
    interrupts: Interrupts,
    sub_pipeline: SubPipeline,
    /// None without a message unit: its instructions and registers are then illegal.
    messages: Option<MessageInterface>,
    run_ahead: RunAhead,
    #[serde(skip)]
    trace: Option<Box<Trace>>,
    pub exit_status: Option<i32>,
}

/// The components that all cores of a chip can access, and whether others can access the cores.
pub struct Surroundings {
    /// The components that answer at addresses outside the core.
    pub map: Arc<AddressMap>,
    /// The register windows, which each core has for itself.
    pub windows: Vec<Range>,
    /// Whether other masters can access the data memory.
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
            // One driver for all devices together, and one for the component at each window.
            interrupts: Interrupts::new(control, timer, 1 + windows.len()),
            sub_pipeline: SubPipeline::new(Arc::clone(&surroundings.map), windows.clone()),
            messages: MessageInterface::new(cores),
            run_ahead: RunAhead::new(surroundings.is_reachable, windows.len()),
            trace: None,
            exit_status: None,
        }
    }

    /// Loads an image's data into the data memory and lets the core begin at its entry in cycle 0. The program memory is the one given to
    /// [`Core::new`], which already holds the image's code.
    pub fn load(&mut self, image: &Image) {
        for segment in &image.segments {
            if let Some(place) = self.data.slice_mut(segment.address, segment.bytes.len()) {
                place.copy_from_slice(&segment.bytes);
            }
        }
        self.pipeline.reset(image.entry);
    }

    /// The cycle of the next issue or, while the core waits, the next cycle in which something can change.
    #[inline]
    pub fn time(&self) -> Cycle {
        self.pipeline.time
    }

    /// The state of the core.
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

    /// Whether the instruction at this address has raised an exception, whose handler begins next.
    pub fn has_raised(&self, address: u32) -> bool {
        let control = &self.interrupts.control;
        control.handler_of_exception_at(address) == Some(self.pc())
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

    /// As [`Core::memories`], mutable; no time passes.
    pub fn memories_mut(&mut self) -> (&mut DataMemory, &mut Arc<Program>) {
        (&mut self.data, &mut self.pipeline.program)
    }

    /// Continues at another address instead of the next instruction; false if the core waits or has halted.
    pub fn redirect_by_debugger(&mut self, address: u32) -> bool {
        if !self.is_running() {
            return false;
        }
        self.pipeline.redirect_by_debugger(address);
        true
    }

    /// Whether the core's own timer can still wake or interrupt it.
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

    /// Sets what is translated from now on.
    pub fn translate(&mut self, what: Translate) {
        self.pipeline.hot.translate = what;
    }

    /// Limits the bytes of host code for translations of its program.
    pub fn limit_translations(&self, bytes: usize) {
        self.pipeline.program.translations.limit(bytes);
    }

    /// Why the host cannot translate hot code of its program, if it cannot.
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

    /// The core's cycles before the tick `now` by class; a cycle that has begun counts whole.
    pub fn classes(&self, now: Cycle) -> ClassCycles {
        self.pipeline.classes(now)
    }

    /// Executed instructions with their cycles, in address order.
    pub fn profile(&self) -> Vec<PcProfile> {
        self.pipeline.profile()
    }

    /// Shows the signals of the core for a waveform, as they are in cycle `now`.
    pub fn signals(&self, now: Cycle, visit: &mut Visitor) {
        let issues = self.is_running() && self.time() == now;
        visit(format_args!("pc"), 32, u64::from(self.pc()));
        visit(format_args!("issue"), 1, u64::from(issues));
        visit(format_args!("state"), 4, self.state().number());
        visit(format_args!("lines"), 32, u64::from(self.interrupts.lines));
    }
}
