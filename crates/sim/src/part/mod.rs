//! The parts that a chip is made of, a room for each.

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
