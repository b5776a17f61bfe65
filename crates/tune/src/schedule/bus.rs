//! Contention on the bus: which processors move blocks, and how much slower each is when several do.
//!
//! The bus carries a word of one after a word of the other (round robin). A processor alone is as fast as it can; together each has a
//! word for every word of the others, so that a KiB takes all of them as long as the bus needs for a KiB of each, or as the slowest takes by itself.

use crate::{Bus, CopyTime, Memory, Side};

/// A processor that moves a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub side: Side,
    pub memory: Memory,
    /// Its time for a KiB alone.
    pub alone: CopyTime,
}

impl Mover {
    /// Does the mover use the bus? It does not for its own memory.
    fn uses(&self, bus: &Bus) -> bool {
        self.memory == Memory::External || self.side != bus.owner
    }
}

/// Returns the time of a mover for a KiB while all movers in `all`, which includes it, use the bus.
pub(crate) fn beside(mover: &Mover, all: &[Mover], bus: &Bus) -> CopyTime {
    if !mover.uses(bus) {
        return mover.alone;
    }
    let on_bus = all.iter().filter(|one| one.uses(bus));
    let (external, internal): (Vec<&Mover>, Vec<&Mover>) =
        on_bus.partition(|one| one.memory == Memory::External);
    let of_external = match external[..] {
        [] => 0,
        [only] => only.alone.0,
        _ => external.len() as u64 * bus.external.0,
    };
    let of_internal = internal.len() as u64 * bus.internal.0;
    mover.alone.max(CopyTime(of_external + of_internal))
}

#[cfg(test)]
mod tests {
    //! Worked by hand: 20 us a KiB alone in external memory, 30 together; 10 for the DSP in the GPP's, of which the bus is busy for 5.

    use super::*;

    const BUS: Bus = Bus {
        external: CopyTime(30),
        internal: CopyTime(5),
        owner: Side::Gpp,
    };

    fn mover(side: Side, memory: Memory, alone: u64) -> Mover {
        let alone = CopyTime(alone);
        Mover {
            side,
            memory,
            alone,
        }
    }

    fn times(all: &[Mover]) -> Vec<u64> {
        all.iter().map(|one| beside(one, all, &BUS).0).collect()
    }

    #[test]
    fn those_who_share_wait_for_a_word_of_each_other() {
        let gpp = mover(Side::Gpp, Memory::External, 20);
        let own = mover(Side::Gpp, Memory::Internal, 3);
        let far = mover(Side::Dsp, Memory::External, 21);
        let near = mover(Side::Dsp, Memory::Internal, 10);
        assert_eq!(times(&[gpp]), [20]);
        assert_eq!(times(&[gpp, far]), [60, 60]);
        assert_eq!(times(&[gpp, far, far]), [90, 90, 90]);
        assert_eq!(times(&[gpp, near]), [25, 25]);
        assert_eq!(times(&[own, far]), [3, 21]);
        assert_eq!(times(&[near, near]), [10, 10]);
        assert_eq!(times(&[near, near, near]), [15, 15, 15]);
        assert_eq!(times(&[gpp, far, near]), [65, 65, 65]);
    }
}
