//! The bus HIBI of a machine that has one: what is at it, looked at from outside.

use super::fabric::Fabric;
use super::Machine;
use crate::part::hibi::{Bridge, Hibi, Traffic};

impl Machine {
    pub(super) fn hibi(&self) -> Option<&Hibi> {
        self.fabrics.iter().find_map(|fabric| match fabric {
            Fabric::Hibi(hibi) => Some(hibi),
            Fabric::Mesh(_) => None,
        })
    }

    fn hibi_mut(&mut self) -> Option<&mut Hibi> {
        self.fabrics.iter_mut().find_map(|fabric| match fabric {
            Fabric::Hibi(hibi) => Some(hibi),
            Fabric::Mesh(_) => None,
        })
    }

    /// What HIBI has carried so far.
    pub fn hibi_traffic(&self) -> Option<Traffic> {
        self.hibi().map(Hibi::traffic)
    }

    /// The contents of the external memory at HIBI.
    pub fn external_memory(&self) -> Option<&[u8]> {
        self.hibi().and_then(Hibi::memory)
    }

    /// As [`Machine::external_memory`], to be written; no time passes.
    pub fn external_memory_mut(&mut self) -> Option<&mut [u8]> {
        self.hibi_mut().and_then(Hibi::memory_mut)
    }

    /// The bridge to the PC.
    pub fn pc_bridge(&self) -> Option<&Bridge> {
        self.hibi().and_then(Hibi::bridge)
    }

    /// As [`Machine::pc_bridge`], to be changed between two runs.
    pub fn pc_bridge_mut(&mut self) -> Option<&mut Bridge> {
        self.hibi_mut().and_then(Hibi::bridge_mut)
    }
}
