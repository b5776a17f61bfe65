//! Injected bus errors: an access of a core that is answered with an error has not been carried out.

use super::Bus;
use crate::port::{Attachments, Request, Strike};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// The injected errors of a bus.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Errors {
    /// Whether the next access of a core is answered with an error.
    pub are_due: bool,
    /// Further accesses, after that one, that are answered with an error.
    more: u64,
    strikes: Vec<Strike>,
}

impl Bus {
    /// Lets one more access, the next of any core, be answered with an error.
    pub fn break_next_access(&mut self) {
        self.errors.more += u64::from(self.errors.are_due);
        self.errors.are_due = true;
    }

    /// Is this the bus of that name?
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name
    }

    /// The name of the bus.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The errors with which the bus has answered.
    pub fn strikes(&self) -> &[Strike] {
        &self.errors.strikes
    }

    /// Answers an access with an error.
    #[cold]
    pub(super) fn fail(
        &mut self,
        core: usize,
        request: Request,
        now: Cycle,
        free: Cycle,
        attached: &mut impl Attachments,
    ) {
        self.errors.are_due = self.errors.more > 0;
        self.errors.more = self.errors.more.saturating_sub(1);
        let access = if request.is_store() { "store" } else { "load" };
        self.errors.strikes.push(Strike {
            cycle: now,
            place: self.name.clone(),
            what: format!(
                "answered a {access} of core {core} at 0x{:08x} with an error",
                request.address
            ),
        });
        attached.fail(core, request, free);
    }
}
