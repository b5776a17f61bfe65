//! `[cores.mailbox]`: the keys of the buffers that receive messages at a core.

use crate::description::keys::{keys, Count, Flag, Words};

keys! {
    /// The receiving side of the message unit.
    #[derive(Eq)]
    pub struct Mailbox {
        /// Blocks that the buffer holds.
        #[header = "WEFT_MAILBOX_BLOCKS"]
        blocks: Count<1, 4096> = 16,
        /// Size of a block in words of 32 bits; a message's length in bytes has 15 bits.
        #[header = "WEFT_MAILBOX_BLOCK_WORDS"]
        block_words: Words<1, 8192> = 16,
        /// Single-word messages that the word queue holds.
        #[header = "WEFT_WORD_QUEUE"]
        word_queue: Count<1, 4096> = 4,
        /// Whether the core has `mbox.send` and `mbox.match`, and the match register.
        #[header = "WEFT_MAILBOX_MATCHES"]
        matching: Flag = false,
    }
}
