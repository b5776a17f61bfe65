//! `[mesh.message_unit]`: the keys of the message buffers of a tile. Latencies are defined in docs/contract/message-buffers.md.

use super::registers;
use crate::description::header::{address, constant, size};
use crate::description::keys::{
    keys, Address, Bytes, Chip, Count, Cycles, Flag, Keys, Macro, Shape, Value, Words,
};
use crate::description::{Field, Range, Result, Row, Table, TileKeys, MAX_CORES};

/// Maximum bytes of a message buffer: a block's length has 16 bits.
const MAX_BUFFER_BYTES: u32 = 0xFFFC;

keys! {
    /// The message buffers of a tile, with their manager.
    #[derive(Copy, Eq)]
    pub struct MessageUnit in "message_unit" for chip {
        /// Address of the registers that the tile's core accesses.
        base: Address = 0xA000_0000,
        /// Size of the output buffer.
        #[header = "WEFT_MPB_OUTPUT_BYTES"]
        output_bytes as "output_buffer": BufferBytes = 256,
        /// Size of the input buffer, not less than that of the output buffer.
        #[header = "WEFT_MPB_INPUT_BYTES"]
        input_bytes as "input_buffer": BufferBytes = 512,
        /// Entries of the address translation table; each core may have a task.
        #[header = "WEFT_MPB_TABLE_TASKS"]
        tasks: Count<1, { MAX_CORES as u64 }> = chip.cores.max(32) => "32, or as many as cores",
        /// Entries of the status table.
        blocks: Count<1, 256> = 32,
        /// A core's access to a register.
        access: Cycles<1, 100> = 2,
        /// A copy from local memory to the output buffer, for each `copy_words`.
        copy_in: Cycles<1, 100> = 2,
        /// A copy from the input buffer to local memory, for each `copy_words`.
        copy_out: Cycles<1, 100> = 2,
        /// Words copied at once, 1, 2, 4 or 8: the width of the DMA engine's ports and of a line of the buffers.
        copy_words: Words<1, 8> = 1,
        /// From an event to the manager's reaction.
        manager: Cycles<1, 100> = 2,
        /// Whether the envelope is sent at the call, and data are forwarded while they are copied.
        cut_through: Flag = false,
    } check fits
}

/// Bytes of a message buffer.
pub struct BufferBytes;

impl Value for BufferBytes {
    type Read = u32;
    const SHAPE: Shape = Shape::Bytes;

    fn read(field: &Field, chip: &Chip) -> Result<u32> {
        match Bytes::read(field, chip)? {
            bytes if bytes > MAX_BUFFER_BYTES => Err(field.error(format!(
                "is {bytes} bytes; a buffer has {MAX_BUFFER_BYTES} at most, so that 16 bits tell a block's length"
            ))),
            bytes => Ok(bytes),
        }
    }

    fn write(bytes: &u32) -> String {
        Bytes::write(bytes)
    }

    fn constant(bytes: &u32) -> String {
        bytes.to_string()
    }
}

impl TileKeys for MessageUnit {
    fn registers(&self) -> Range {
        Range {
            base: self.base,
            size: registers::TABLE + 4 * self.tasks as u32,
        }
    }

    fn all_macros(&self) -> Vec<Macro> {
        let mut macros = vec![constant("WEFT_MPB_BASE", address(self.base))];
        macros.extend(self.macros(""));
        let offsets = registers::NAMES.iter();
        macros.extend(
            offsets.map(|(name, offset)| constant(&format!("WEFT_MPB_{name}"), size(*offset))),
        );
        let results = registers::RESULTS.iter();
        macros.extend(
            results.map(|(name, code)| constant(&format!("WEFT_MPB_RESULT_{name}"), *code as u32)),
        );
        macros
    }

    fn row(&self) -> Row {
        Row {
            range: self.registers(),
            what: String::from("message buffers, one a core"),
            access: format!("{}, or until answered", self.access),
        }
    }
}

impl MessageUnit {
    fn fits(&self, table: &Table, chip: &Chip) -> Result<()> {
        let (tasks, least) = (self.tasks, chip.cores);
        match table.optional("tasks") {
            Some(field) if tasks < least => Err(field.error(format!(
                "is {tasks}, but each of the {least} cores may have a task; make it {least} or more"
            ))),
            _ => self.check_buffers(table).and(self.check_lines(table)),
        }
    }

    /// Checks that a block that fits into an output buffer also fits into an input buffer.
    fn check_buffers(&self, table: &Table) -> Result<()> {
        let (output, input) = (self.output_bytes, self.input_bytes);
        let named = ["output_buffer", "input_buffer"].map(|key| table.optional(key));
        match named.into_iter().flatten().next() {
            Some(field) if output > input => Err(field.error(format!(
                "leaves an output buffer of {output} bytes and an input buffer of {input}; a block of the one must fit into the other"
            ))),
            _ => Ok(()),
        }
    }

    /// Checks `copy_words`: the width of the DMA engine's port is a row of local memory and a line of the buffers.
    fn check_lines(&self, table: &Table) -> Result<()> {
        let Some(field) = table.optional("copy_words") else {
            return Ok(());
        };
        let words = self.copy_words as u32;
        let (output, input) = (self.output_bytes, self.input_bytes);
        if !words.is_power_of_two() {
            return Err(field.error(format!("is {words}; it must be 1, 2, 4 or 8")));
        }
        match [output, input].iter().all(|bytes| bytes % (4 * words) == 0) {
            true => Ok(()),
            false => Err(field.error(format!(
                "is {words}, but buffers of {output} and {input} bytes are not whole lines of {words} words"
            ))),
        }
    }
}
