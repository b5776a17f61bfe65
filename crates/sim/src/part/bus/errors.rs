//! Errors that a fault makes a bus answer with: an access of a core that is answered so has not been carried out.

use super::Bus;
use crate::port::{Attachments, Request, Strike};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// The errors of a bus.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Errors {
    /// Whether the next access of a core is answered with an error.
    pub are_due: bool,
    /// How many accesses after that one are as well.
    more: u64,
    strikes: Vec<Strike>,
}

impl Bus {
    /// One more access of a core, the next that comes, is answered with an error.
    pub fn break_next_access(&mut self) {
        self.errors.more += u64::from(self.errors.are_due);
        self.errors.are_due = true;
    }

    /// Is this the bus of that name?
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The errors that it has answered with.
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
