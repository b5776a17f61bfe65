//! The keys of the console.

use crate::description::keys::keys;
use crate::description::DeviceFacts;

keys! {
    /// Characters written to it appear on the terminal.
    #[derive(Copy, Eq)]
    pub struct ConsoleKeys in "console" {
    }
}

impl DeviceFacts for ConsoleKeys {
    fn text(&self, _: u32) -> String {
        String::from("console")
    }

    fn takes_bytes(&self) -> bool {
        true
    }
}
