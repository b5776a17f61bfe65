//! Hot code of a simulated core, translated to code of the host, with exact cycles.
//!
//! ```text
//!   slots of the program --> region: blocks, edges, costs --> Cranelift --> executable memory
//!        (slot)                       (region)             (emit, compiler)    (executable)
//!                                                                                 |
//!   registers, data memory, profile, budget of ticks <---------- call -------------+
//!                      (frame)
//! ```
//!
//! A *region* is the code that can be reached from one slot by branches, jumps, calls and returns to calls that it made itself, up to a
//! bounded number of instructions. Its translation runs until the budget of ticks could end on the way to the next check, until control
//! leaves the region, or until an instruction that it does not know; it then says at which slot the core is, with registers, memory,
//! ticks, instructions and profile as the interpreter would have left them. Where control leaves for the first slot of another region, that
//! one is called. What a slot costs is given with the slot, so that nothing here knows of pipelines or clocks.
//!
//! This crate has no knowledge of any chip. Its one module with unsafe code is `executable`.

mod bounds;
mod cache;
mod compiler;
mod emit;
mod executable;
mod frame;
mod region;
mod slot;
mod table;

pub use bounds::{Kind, Memories};
pub use cache::{Cache, Reading};
pub use frame::{Counters, FloatReach, Leaving, Logs, Reach, Run, Stored, Transferred, Waited};
pub use region::{is_behind_call, Wanted};
pub use slot::{Slot, DISCARD};
pub use table::Begins;
