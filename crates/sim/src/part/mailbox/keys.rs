//! The keys of the mailbox.

use crate::description::keys::{keys, Count};
use crate::description::DeviceFacts;

keys! {
    /// ARM PL320, inter-processor communications module.
    #[derive(Copy, Eq)]
    pub struct MailboxKeys in "mailbox" for chip {
        /// Mailboxes.
        #[header = "WEFT_<NAME>_COUNT"]
        mailboxes: Count<1, 32> = 32,
        /// Interrupt outputs.
        #[header = "WEFT_<NAME>_CHANNELS"]
        channels: Count<1, 32> = chip.cores.min(32) => "one for each core",
    }
}

impl DeviceFacts for MailboxKeys {
    fn text(&self, _: u32) -> String {
        format!("PL320, {} mailboxes", self.mailboxes)
    }

    fn sources(&self, _: usize) -> usize {
        self.channels
    }
}
