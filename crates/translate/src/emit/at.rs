//! Positions within a block.

use crate::slot::Slot;

/// What has been executed since the block's first issue, up to a position in the block.
#[derive(Clone, Copy, Default)]
pub struct At {
    pub ticks: i64,
    pub instructions: i64,
    pub joined: i64,
    pub is_within: bool,
}

impl At {
    /// Returns the position after an instruction from which control falls through.
    pub fn fall(self, slot: &Slot) -> At {
        let joins = slot.ticks == 0;
        At {
            ticks: self.ticks + i64::from(slot.ticks),
            instructions: self.instructions + 1,
            joined: self.joined + i64::from(joins),
            is_within: joins,
        }
    }

    /// Returns the position after an instruction that transfers control.
    pub fn transfer(self, ticks: i64) -> At {
        At {
            ticks: self.ticks + ticks,
            instructions: self.instructions + 1,
            joined: self.joined,
            is_within: false,
        }
    }
}
