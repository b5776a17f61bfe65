//! What the tests of whole-system behaviour share: the RISC-V tool chain, QEMU, and generated instruction sequences.
//!
//! A generated [`Sequence`](sequence::Sequence) is assembled by GNU as into an [image](image) that runs, byte for byte
//! the same, on a machine of QEMU and on ours: code and data have the same [addresses](layout) on both, so that whatever
//! a sequence computes, addresses included, must agree.

#![forbid(unsafe_code)]

pub mod agreement;
pub mod checkpoint;
pub mod circuits;
pub mod command;
pub mod generator;
pub mod image;
pub mod interpreter;
pub mod layout;
mod operands;
pub mod sequence;
pub mod share;
pub mod shrink;
pub mod simulator;
pub mod toolchain;
pub mod witness;
