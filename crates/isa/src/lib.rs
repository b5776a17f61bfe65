//! RV32IMAFC with Zicsr, Zifencei and machine mode, and Weft's message extension: decode, execute, disassemble.
//!
//! There is no time and no memory system here. A simulator decodes each instruction once ([`decode`]), asks which
//! registers it touches ([`Instruction::sources`]), and computes results with [`alu`], [`branch_taken`], [`amo`],
//! [`float_result`] and [`csr_new_value`]. The message extension is defined by one table, `message.toml`; see [`message`].

#![forbid(unsafe_code)]

mod c_header;
mod compressed;
pub mod csr;
mod decode;
mod disassemble;
mod disassemble_bits;
mod encoding;
mod execute;
mod float;
mod instruction;
mod markdown;
pub mod message;
mod op;
pub mod user;

pub use c_header::{c_header, c_header_of_words};
pub use decode::decode;
pub use disassemble::{disassemble, register_name};
pub use disassemble_bits::disassemble_bits;
pub use execute::{alu, amo, branch_taken, csr_new_value};
pub use float::{float_result, Rounding};
pub use instruction::Instruction;
pub use markdown::markdown;
pub use op::Op;
