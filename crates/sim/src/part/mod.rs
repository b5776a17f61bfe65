//! The parts that a chip is made of, a room for each.

pub mod bus;
pub mod console;
pub mod core;
pub mod core_control;
pub mod crossbar;
pub mod dct;
pub mod dma;
pub mod hibi;
pub mod hibi_dma;
pub mod hibi_memory;
pub mod injector;
pub mod interrupt_controller;
pub mod mac;
pub mod mailbox;
pub mod memory_tile;
pub mod mesh;
pub mod mesh_host;
pub mod message_buffers;
pub mod message_unit;
pub mod pc_bridge;
pub mod sdram;
pub mod software_interrupt;
pub mod sram;
pub mod switches;
pub mod sync;
pub mod test_and_set;
