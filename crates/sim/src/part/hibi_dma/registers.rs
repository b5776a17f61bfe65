//! The registers of a core's DMA controller, as its core sees them.
//!
//! Source: the public HIBI_PE_DMA of the funbase IP library (Tampere University of Technology, 2012) and its driver's macros: these registers
//! at these places; those from [`QUICK`] on are this project's. There a bit of [`CONTROL`] starts a transfer; here its fourth parameter does, the
//! command (funcapi IV.A). `docs/contract/hibi.md` says what each does. The C header of a platform gets them from here.

/// From one channel's registers to the next one's.
pub const CHANNEL_STRIDE: u32 = 0x40;
/// Of a channel: local address of its buffer.
pub const MEMORY: u32 = 0x00;
/// Of a channel: the HIBI address whose words it takes.
pub const ADDRESS: u32 = 0x04;
/// Of a channel: words of its buffer.
pub const WORDS: u32 = 0x08;
/// Of a packet channel: local address of its next word. Of a stream channel: words that are there; written: how many have been consumed.
pub const CURRENT: u32 = 0x0C;
/// Bits [`INTERRUPTS`] and [`START_BY_ADDRESS`]; read, also [`DONE`].
pub const CONTROL: u32 = 0x10;
/// A bit a channel: begins to receive.
pub const INIT: u32 = 0x14;
/// A bit a channel: there is something; bits [`IGNORED`] and [`UNKNOWN`]. Ones that are written clear the bits of packet channels and these two.
pub const PENDING: u32 = 0x1C;
/// Local address of what is sent.
pub const SEND_MEMORY: u32 = 0x20;
/// Words that are sent.
pub const SEND_WORDS: u32 = 0x24;
/// The command on the bus: [`WRITE`]. Writing it sends, as the fourth of a transfer's parameters (funcapi IV.A).
pub const SEND_COMMAND: u32 = 0x28;
/// HIBI address that it is sent to.
pub const SEND_ADDRESS: u32 = 0x2C;
/// The HIBI address of the word that no channel takes.
pub const UNKNOWN_ADDRESS: u32 = 0x30;
/// Behind the channels of a controller that has them: what follows, in as many bytes as a page has.
pub const QUICK: u32 = 0x800;
/// Bytes of all registers with these.
pub const QUICK_END: u32 = 0x1000;
/// A load waits for a word of whichever stream, and takes it; 0 if a packet is complete, and no stream holds a word.
pub const TAKE: u32 = QUICK;
/// A load waits for the next word of the stream that was taken from last, and takes it.
pub const REST: u32 = QUICK + 0x04;
/// Local address that [`MOVE`] moves words to.
pub const MOVE_MEMORY: u32 = QUICK + 0x08;
/// How many words of the stream that was taken from last are moved: the store ends with the last.
pub const MOVE: u32 = QUICK + 0x0C;
/// A word a window: the HIBI address that [`WINDOW`] sends to.
pub const TARGET: u32 = QUICK + 0x40;
/// A word a window: what is stored is sent at once.
pub const WINDOW: u32 = QUICK + 0x80;
/// Windows at most.
pub const MAX_WINDOWS: usize = 16;

/// In [`CONTROL`]: whatever is pending interrupts the core.
pub const INTERRUPTS: u32 = 2;
/// In [`CONTROL`]: writing [`SEND_ADDRESS`] sends, and not [`SEND_COMMAND`], where the platform has that.
pub const START_BY_ADDRESS: u32 = 4;
/// In [`CONTROL`], read only: nothing is being sent.
pub const DONE: u32 = 1 << 16;
/// In [`SEND_COMMAND`].
pub const WRITE: u32 = 2;
/// In [`PENDING`]: something was to be sent while something was being sent, or with another command; it was not.
pub const IGNORED: u32 = 1 << 30;
/// In [`PENDING`]: a word has come that no channel takes; it waits, and those behind it.
pub const UNKNOWN: u32 = 1 << 31;

/// Channels at most: the bits below [`IGNORED`].
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
