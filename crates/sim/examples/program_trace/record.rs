//! The trace: records of 32-bit words, in the order of time. The first word of each is its kind, with the core in bits 31:8.
//!
//! | kind | words |
//! |---|---|
//! | `B`: begin | entry, cores that run |
//! | `P`: program memory of all cores | address, bytes, the bytes |
//! | `D`: data memory of a core is written, before the start or by the host call before it | address, bytes, the bytes |
//! | `H`: the host answers a call | cycle, 0 value or 1 exit or 2 end of the run, value |
//! | `I`: an instruction issues | cycle, address, x1 to x31 before it |
//! | `F`: data memory of a core after the end, but for pages of zeros | address, bytes, the bytes |
//! | `E`: end | cycles, 0 if all programs have exited |

use std::io::{self, BufWriter, StdoutLock, Write};
use weft_sim::elf::Segment;
use weft_sim::{Cycle, Machine, Outcome};

const PAGE: usize = 4096;

/// A record of a core.
pub enum Record<'a> {
    Data(usize, u32, &'a [u8]),
    Reply(usize, Cycle, [u32; 2]),
    Issue(usize, Cycle, u32, [u32; 32]),
    Final(usize, u32, &'a [u8]),
}

/// Writes records to the standard output.
pub struct Writer(BufWriter<StdoutLock<'static>>);

impl Writer {
    pub fn new() -> Self {
        Writer(BufWriter::with_capacity(1 << 20, io::stdout().lock()))
    }

    pub fn program(&mut self, entry: u32, ranks: usize, segments: &[Segment]) -> io::Result<()> {
        self.words(&[u32::from(b'B'), entry, ranks as u32])?;
        for segment in segments {
            self.bytes(b'P', 0, segment.address, &segment.bytes)?;
        }
        Ok(())
    }

    pub fn write(&mut self, record: &Record<'_>) -> io::Result<()> {
        match *record {
            Record::Data(core, address, bytes) => self.bytes(b'D', core, address, bytes),
            Record::Final(core, address, bytes) => self.bytes(b'F', core, address, bytes),
            Record::Reply(core, cycle, [kind, value]) => {
                self.words(&[head(b'H', core), cycle.0 as u32, kind, value])
            }
            Record::Issue(core, cycle, pc, registers) => {
                self.words(&[head(b'I', core), cycle.0 as u32, pc])?;
                self.words(&registers[1..])
            }
        }
    }

    /// The data memories of the first cores.
    pub fn memories(&mut self, machine: &Machine, cores: usize) -> io::Result<()> {
        for core in 0..cores {
            let (base, size) = machine.core(core).memories().0.range();
            let bytes = machine.core(core).memories().0.at(0, size as usize);
            for (page, bytes) in bytes.chunks(PAGE).enumerate() {
                if bytes.iter().any(|&byte| byte != 0) {
                    let address = base + (page * PAGE) as u32;
                    self.write(&Record::Final(core, address, bytes))?;
                }
            }
        }
        Ok(())
    }

    pub fn end(&mut self, now: Cycle, outcome: &Outcome) -> io::Result<()> {
        let is_unfinished = *outcome != Outcome::Finished;
        if is_unfinished {
            eprintln!("{outcome:?}");
        }
        self.words(&[u32::from(b'E'), now.0 as u32, u32::from(is_unfinished)])?;
        self.0.flush()
    }

    fn bytes(&mut self, kind: u8, core: usize, address: u32, bytes: &[u8]) -> io::Result<()> {
        self.words(&[head(kind, core), address, bytes.len() as u32])?;
        self.0.write_all(bytes)?;
        self.0
            .write_all(&[0; 3][..bytes.len().next_multiple_of(4) - bytes.len()])
    }

    fn words(&mut self, words: &[u32]) -> io::Result<()> {
        for word in words {
            self.0.write_all(&word.to_le_bytes())?;
        }
        Ok(())
    }
}

fn head(kind: u8, core: usize) -> u32 {
    u32::from(kind) | (core as u32) << 8
}
