//! The registers of a core's DMA controller, as its core sees them. The C header of a platform is generated from them.
//!
//! Source: the public HIBI_PE_DMA of the funbase IP library (Tampere University of Technology, 2012) and its driver's macros: these registers
//! at these offsets; those from [`QUICK`] on are this project's. There a bit of [`CONTROL`] starts a transfer; here its fourth parameter does, the
//! command (funcapi IV.A). docs/contract/hibi.md defines each register.

/// Distance from one channel's registers to the next one's.
pub const CHANNEL_STRIDE: u32 = 0x40;
/// Of a channel: local address of its buffer.
pub const MEMORY: u32 = 0x00;
/// Of a channel: the HIBI address whose words it takes.
pub const ADDRESS: u32 = 0x04;
/// Of a channel: words of its buffer.
pub const WORDS: u32 = 0x08;
/// Of a packet channel: local address of its next word. Of a stream channel: words that are in its buffer; written: how many have been consumed.
pub const CURRENT: u32 = 0x0C;
/// Bits [`INTERRUPTS`] and [`START_BY_ADDRESS`]; read, also [`DONE`].
pub const CONTROL: u32 = 0x10;
/// A bit a channel: begins to receive.
pub const INIT: u32 = 0x14;
/// A bit a channel: it has something for the core; bits [`IGNORED`] and [`UNKNOWN`]. Ones written clear the bits of packet channels and these two.
pub const PENDING: u32 = 0x1C;
/// Local address of the words to send.
pub const SEND_MEMORY: u32 = 0x20;
/// Number of words to send.
pub const SEND_WORDS: u32 = 0x24;
/// The command on the bus: [`WRITE`]. Writing it sends, as the fourth of a transfer's parameters (funcapi IV.A).
pub const SEND_COMMAND: u32 = 0x28;
/// HIBI address to send to.
pub const SEND_ADDRESS: u32 = 0x2C;
/// The HIBI address of the word that no channel takes.
pub const UNKNOWN_ADDRESS: u32 = 0x30;
/// The first of the registers for words without a transfer, in a controller that has them; they follow those of the channels.
pub const QUICK: u32 = 0x800;
/// Bytes of all registers including these: a page.
pub const QUICK_END: u32 = 0x1000;
/// A load waits for a word of any stream, and takes it; 0 if a packet is complete and no stream has a word.
pub const TAKE: u32 = QUICK;
/// A load waits for the next word of the stream last taken from, and takes it.
pub const REST: u32 = QUICK + 0x04;
/// Local address to which [`MOVE`] moves words.
pub const MOVE_MEMORY: u32 = QUICK + 0x08;
/// Number of words to move from the stream last taken from. The store ends with the last of them.
pub const MOVE: u32 = QUICK + 0x0C;
/// One register for each window: the HIBI address to which [`WINDOW`] sends.
pub const TARGET: u32 = QUICK + 0x40;
/// One register for each window: a word stored there is sent at once.
pub const WINDOW: u32 = QUICK + 0x80;
/// Maximum number of windows.
pub const MAX_WINDOWS: usize = 16;

/// In [`CONTROL`]: any pending bit interrupts the core.
pub const INTERRUPTS: u32 = 2;
/// In [`CONTROL`], where the platform has this bit: writing [`SEND_ADDRESS`] starts a transfer, and writing [`SEND_COMMAND`] does not.
pub const START_BY_ADDRESS: u32 = 4;
/// In [`CONTROL`], read only: nothing is being sent.
pub const DONE: u32 = 1 << 16;
/// In [`SEND_COMMAND`]: the command to write words, the only one.
pub const WRITE: u32 = 2;
/// In [`PENDING`]: a start was ignored, since a transfer was in progress or the command was another.
pub const IGNORED: u32 = 1 << 30;
/// In [`PENDING`]: a word has arrived that no channel takes. It waits, and those after it.
pub const UNKNOWN: u32 = 1 << 31;

/// Maximum number of channels: the bits below [`IGNORED`].
pub const MAX_CHANNELS: usize = 30;

/// Names and values, for the C header.
pub const NAMES: [(&str, u32); 25] = [
    ("CHANNEL_STRIDE", CHANNEL_STRIDE),
    ("MEMORY", MEMORY),
    ("ADDRESS", ADDRESS),
    ("WORDS", WORDS),
    ("CURRENT", CURRENT),
    ("CONTROL", CONTROL),
    ("INIT", INIT),
    ("PENDING", PENDING),
    ("SEND_MEMORY", SEND_MEMORY),
    ("SEND_WORDS", SEND_WORDS),
    ("SEND_COMMAND", SEND_COMMAND),
    ("SEND_ADDRESS", SEND_ADDRESS),
    ("UNKNOWN_ADDRESS", UNKNOWN_ADDRESS),
    ("TAKE", TAKE),
    ("REST", REST),
    ("MOVE_MEMORY", MOVE_MEMORY),
    ("MOVE", MOVE),
    ("TARGET", TARGET),
    ("WINDOW", WINDOW),
    ("INTERRUPTS", INTERRUPTS),
    ("START_BY_ADDRESS", START_BY_ADDRESS),
    ("DONE", DONE),
    ("WRITE", WRITE),
    ("IGNORED", IGNORED),
    ("UNKNOWN", UNKNOWN),
];
