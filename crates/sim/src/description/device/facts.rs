//! What a chip must know of a device beyond its addresses.

/// What the room of a kind of device tells about a device.
pub trait DeviceFacts {
    /// What it is, in a few words; `size` is that of its addresses.
    fn text(&self, size: u32) -> String;

    /// What it is called in a map of addresses, if not by its kind.
    fn called(&self) -> Option<&'static str> {
        None
    }

    /// Interrupt sources of the device on a chip with this number of cores.
    fn sources(&self, _cores: usize) -> usize {
        0
    }

    /// Its registers by name, with their offsets: C programs see them as `WEFT_<NAME>_<REGISTER>`.
    fn registers(&self) -> &'static [(&'static str, u32)] {
        &[]
    }

    /// Whether sources of other devices lead to it, and it interrupts cores.
    fn takes_sources(&self) -> bool {
        false
    }

    /// Whether it interrupts cores.
    fn interrupts_cores(&self) -> bool {
        self.takes_sources()
    }

    /// Whether the device asks for the bus by itself.
    fn is_master(&self) -> bool {
        false
    }

    /// Whether its registers are accessed in any width; otherwise as whole words.
    fn takes_bytes(&self) -> bool {
        false
    }

    /// Cycles added to each access; at least.
    fn wait_states(&self) -> u64 {
        0
    }

    /// The most cores for which it has bits in its registers, if that is a limit.
    fn most_cores(&self) -> Option<usize> {
        None
    }

    /// Lock variables that are taken by a read.
    fn locks(&self) -> usize {
        0
    }

    /// Whether it holds a core at its first instruction until it releases it.
    fn holds(&self, _core: usize) -> bool {
        false
    }
}
