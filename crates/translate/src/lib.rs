//! Translates hot code of a simulated core to machine code of the host, with exact cycle counts.
//!
//! ```text
//!   slots of the program --> region: blocks, edges, costs --> Cranelift --> executable memory
//!        (slot)                       (region)             (emit, compiler)    (executable)
//!                                                                                 |
//!   registers, data memory, profile, budget of ticks <---------- call -------------+
//!                      (frame)
//! ```
//!
//! A *region* is the code that can be reached from one slot by branches, jumps, calls and returns to its own calls, up to a limited number of
//! instructions. Its translation runs until
//! - the budget of ticks could be used up before the next check, or
//! - control leaves the region, or
//! - it reaches an instruction that is not translated.
//!
//! It then returns the current slot, and leaves registers, memory, ticks, instructions and profile as the interpreter would have left them. If
//! control leaves for the first slot of another region, that region's translation is called. Each slot states its own cost, so this crate knows
//! nothing of pipelines or clocks.
//!
//! The crate knows nothing of any chip. Its only module with unsafe code is `executable`.

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
