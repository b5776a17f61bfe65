//! The parts of which a chip is made: one folder for each mechanism, with its model, its platform keys, its registers and what it shows.
//!
//! ```text
//!   core --- message_unit --- crossbar --- sync                                messages, locks, barriers: asip8
//!   core --- bus or switches --- sram, sdram, mailbox, dma, mac, ...           shared memory and devices: asip8, davinci, cortex16, uwb4
//!   core --- message_buffers --- mesh --- memory_tile, mesh_host, injector     tiles: nagam
//!   core --- hibi_dma --- hibi --- hibi_memory, dct, pc_bridge                 agents: funcapi
//! ```
//!
//! Parts know each other only through `port`; `machine` joins them. The cycles of each part are defined in docs/contract/.

use crate::description::devices;

pub mod bus;
pub mod core;
pub mod crossbar;
pub mod dct;
pub mod hibi;
pub mod hibi_dma;
pub mod hibi_memory;
pub mod injector;
pub mod memory_tile;
pub mod mesh;
pub mod mesh_host;
pub mod message_buffers;
pub mod message_unit;
pub mod pc_bridge;
pub mod sync;

// The devices on the bus or at switches. `docs/contribute/device.md` adds one.
devices! {
    Sram in sram,
    Sdram in sdram,
    Console in console,
    Mailbox in mailbox,
    Dma in dma,
    InterruptController in interrupt_controller,
    SoftwareInterrupt in software_interrupt,
    TestAndSet in test_and_set,
    CoreControl in core_control,
    NetworkInterface in switches::network_interface,
    Mac in mac,
    #[cfg(test)] Countdown in countdown,
}
