//! Where the code and data of an image lie: at addresses that two machines have in common.

use crate::generator;
use crate::sequence::Sequence;

/// Addresses of code and data.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The linker script.
    pub script: &'static str,
    /// Can a program write to the memory of its code?
    changes_code: bool,
    /// Sequences in one image: as many as fit the memories, so that starting the machines costs little.
    pub sequences: u64,
}

/// RAM of QEMU's `virt` machine, and the memories of the chip that virt.toml describes.
pub const VIRT: Layout = Layout {
    script: include_str!("virt.ld"),
    changes_code: true,
    sequences: 500,
};

/// The memories of `asip8`, the only ones that its circuits have, and those of QEMU's machine without devices.
pub const ASIP8: Layout = Layout {
    script: include_str!("asip8.ld"),
    changes_code: false,
    sequences: 200,
};

impl Layout {
    /// Returns the sequence of a seed, without what changes code if that is not possible here.
    pub fn sequence(&self, seed: u64) -> Sequence {
        let mut sequence = generator::sequence(seed);
        if !self.changes_code {
            sequence
                .steps
                .retain(|step| step.lines.iter().all(|line| line.text != "fence.i"));
        }
        sequence
    }
}
