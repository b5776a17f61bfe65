//! What other parts must know of a device in addition to its addresses.

/// How the folder of a kind of device describes a device.
pub trait DeviceFacts {
    /// Returns a short description; `size` is the size of its address range.
    fn text(&self, size: u32) -> String;

    /// Returns its name in an address map, if it is not that of its kind.
    fn called(&self) -> Option<&'static str> {
        None
    }

    /// Returns the number of the device's interrupt sources on a chip with this number of cores.
    fn sources(&self, _cores: usize) -> usize {
        0
    }

    /// Returns its registers by name, with their offsets. C programs see them as `WEFT_<NAME>_<REGISTER>`.
    fn registers(&self) -> &'static [(&'static str, u32)] {
        &[]
    }

    /// Is it an interrupt controller: does it receive other devices' sources and interrupt cores?
    fn takes_sources(&self) -> bool {
        false
    }

    /// Does it interrupt cores?
    fn interrupts_cores(&self) -> bool {
        self.takes_sources()
    }

    /// Is it a bus master?
    fn is_master(&self) -> bool {
        false
    }

    /// Do its registers accept accesses of any width, not only whole words?
    fn takes_bytes(&self) -> bool {
        false
    }

    /// Returns the minimum number of wait states of an access.
    fn wait_states(&self) -> u64 {
        0
    }

    /// Returns for how many cores its registers have bits, if that is a limit.
    fn most_cores(&self) -> Option<usize> {
        None
    }

    /// Returns its number of lock variables that are acquired by a read.
    fn locks(&self) -> usize {
        0
    }

    /// Does it hold a core at its first instruction until it releases it?
    fn holds(&self, _core: usize) -> bool {
        false
    }
}
