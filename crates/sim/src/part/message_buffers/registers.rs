//! The registers of a tile's message unit, as its core sees them: offsets and result codes. The C header of a platform is generated from them.
//!
//! They are our own design; the source (S. S. Kumar et al., "Low Overhead Message Passing for High Performance Many-Core Processors", 2013, table I)
//! gives the arguments of the four calls, and not how they reach the hardware. docs/contract/message-buffers.md, "Registers", defines each.

/// Destination task of the next send.
pub const SEND_TASK: u32 = 0x00;
/// Local address of the block to send.
pub const SEND_ADDRESS: u32 = 0x04;
/// Length in bytes: sends.
pub const SEND: u32 = 0x08;
/// Source task of the next receive.
pub const RECEIVE_TASK: u32 = 0x0C;
/// Local address for the block to receive.
pub const RECEIVE_ADDRESS: u32 = 0x10;
/// Length in bytes: receives.
pub const RECEIVE: u32 = 0x14;
/// How the last command ended: one of [`Code`].
pub const RESULT: u32 = 0x18;
/// The oldest entry of the status table.
pub const ARRIVED: u32 = 0x1C;
/// A read is answered once the block of the last send or write has left local memory.
pub const SENT: u32 = 0x20;
/// The task of this tile.
pub const SELF: u32 = 0x24;
/// Local address of the next access to the memory tile.
pub const MEMORY_LOCAL: u32 = 0x28;
/// Address in the flow's part of the memory tile.
pub const MEMORY_ADDRESS: u32 = 0x2C;
/// Length in bytes: reads from the memory tile.
pub const MREAD: u32 = 0x30;
/// Length in bytes: writes to the memory tile.
pub const MWRITE: u32 = 0x34;
/// Bytes that a send could have now without a stall.
pub const ROOM: u32 = 0x38;
/// A read is answered, as [`ARRIVED`], once there is a block or [`WAIT_ROOM`] bytes of room.
pub const WAIT: u32 = 0x3C;
/// The room that [`WAIT`] waits for; 0: blocks only.
pub const WAIT_ROOM: u32 = 0x40;
/// Valid entries of the address translation table.
pub const TASKS: u32 = 0x44;
/// Local address: takes the oldest block, whatever its source.
pub const TAKE: u32 = 0x48;
/// Where the flow's part of the memory tile begins; the host writes it.
pub const MEMORY_BASE: u32 = 0x4C;
/// Bytes of the flow's part of the memory tile; the host writes it.
pub const MEMORY_BYTES: u32 = 0x50;
/// The first entry of the address translation table, which has one for each task.
pub const TABLE: u32 = 0x400;
/// Distance from one entry to the next.
pub const TABLE_STRIDE: u32 = 4;

/// In an entry of the table: it is valid. The other bits are the tile.
pub const TABLE_VALID: u32 = 1 << 31;
/// In [`ARRIVED`]: there is a block; bits 30..16 are its source task, bits 15..0 its bytes.
pub const ARRIVED_VALID: u32 = 1 << 31;
/// The position of the source task in [`ARRIVED`].
pub const ARRIVED_TASK: u32 = 16;
/// In [`SELF`]: the tile has no task.
pub const NO_TASK: u32 = 0xFFFF;
/// In [`ARRIVED`]: the source is in no entry of the table.
pub const UNKNOWN_TASK: u16 = 0x7FFF;

/// Names and offsets, for the C header.
pub const NAMES: [(&str, u32); 22] = [
    ("SEND_TASK", SEND_TASK),
    ("SEND_ADDRESS", SEND_ADDRESS),
    ("SEND", SEND),
    ("RECEIVE_TASK", RECEIVE_TASK),
    ("RECEIVE_ADDRESS", RECEIVE_ADDRESS),
    ("RECEIVE", RECEIVE),
    ("RESULT", RESULT),
    ("ARRIVED", ARRIVED),
    ("SENT", SENT),
    ("SELF", SELF),
    ("MEMORY_LOCAL", MEMORY_LOCAL),
    ("MEMORY_ADDRESS", MEMORY_ADDRESS),
    ("MREAD", MREAD),
    ("MWRITE", MWRITE),
    ("ROOM", ROOM),
    ("WAIT", WAIT),
    ("WAIT_ROOM", WAIT_ROOM),
    ("TASKS", TASKS),
    ("TAKE", TAKE),
    ("MEMORY_BASE", MEMORY_BASE),
    ("MEMORY_BYTES", MEMORY_BYTES),
    ("TABLE", TABLE),
];

/// The values of [`RESULT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    Good = 0,
    /// The task is in no valid entry of the table.
    NoSuchTask = 1,
    /// The length is 0 or beyond the buffer.
    Length = 2,
    /// The oldest block from that task has another length; it stays.
    OtherLength = 3,
    /// Not all in the data memory, or not a multiple of 4.
    Address = 4,
    /// Not all in the flow's part of the memory, or not all in one memory tile, or not a multiple of 4.
    Memory = 5,
}

/// The names of these values, for the C header.
pub const RESULTS: [(&str, Code); 6] = [
    ("GOOD", Code::Good),
    ("TASK", Code::NoSuchTask),
    ("LENGTH", Code::Length),
    ("MISMATCH", Code::OtherLength),
    ("ADDRESS", Code::Address),
    ("MEMORY", Code::Memory),
];
