//! The process that runs the circuits. It receives orders and sends events as 32-bit words over pipes; `hardware/bench/engine.cpp` has the
//! table of both. It ends when its input is closed, and so with its owner, however that ends.

use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{bail, Context, Result};

use super::counts::{read_counts, Counts};

/// Bytes of a page of memory.
pub const PAGE: usize = 4096;
/// Follows the last page.
const NO_PAGE: u32 = u32::MAX;
/// The start address of the memory that all cores share; `SHARED_BASE` of `bus`.
pub const SHARED_BASE: u32 = 0x8000_0000;

/// Running circuits.
pub struct Circuits {
    process: Child,
    orders: BufWriter<ChildStdin>,
    events: BufReader<ChildStdout>,
    /// The cores that run a program.
    running: Vec<usize>,
}

/// An event while the circuits run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A core is about to issue an `ebreak`: [`Circuits::answer`] must follow.
    Call {
        core: usize,
        cycle: u64,
        pc: u32,
        operation: u32,
        parameter: u32,
    },
    /// A core has written a byte to the console.
    Printed { core: usize, byte: u8 },
    /// The signals of the running cores, in their order, at the end of a cycle, and those of [`super::registers`] that have changed, as number
    /// and value. All are 0 at first.
    Seen {
        cycle: u64,
        cores: Vec<Seen>,
        registers: Vec<(usize, u64)>,
    },
    /// An exception without a handler; the circuits stop in this cycle.
    Fault {
        core: usize,
        pc: u32,
        cause: u32,
        value: u32,
    },
    /// The circuits have stopped.
    Stopped {
        cycle: u64,
        instructions: u64,
        why: Stopped,
        /// The cycle from which on they are idle, if they are.
        since: u64,
    },
    /// An instruction that [`Circuits::note`] marked issues: [`Circuits::taken_up`] must follow.
    Passed {
        core: usize,
        cycle: u64,
        pc: u32,
        registers: [u32; 32],
    },
}

/// A core in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Does an instruction issue?
    pub issues: bool,
    /// Its address.
    pub pc: u32,
    /// The register that is written at the end of the cycle; 0: none.
    pub register: usize,
    pub value: u32,
}

/// Why the circuits have stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    AtCycle,
    AllExited,
    /// No core can go on.
    AtRest,
    /// After an exception without a handler, or by an answer of the host.
    AtOnce,
}

/// The host's answer to an `ebreak`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It is not a call of the host.
    NotTaken,
    /// The program goes on with this value.
    Value(u32),
    /// It has ended.
    Halt,
    /// It has aborted the run of all, which stops after this cycle.
    HaltAll,
    /// The call cannot be served: the run stops after this cycle.
    Stop,
}

impl Circuits {
    /// Starts the program that [`super::program`] has made. With the seed `power_on`, registers and memories hold random values at first, else
    /// zeros.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(program: &Path, power_on: Option<u32>) -> Result<Circuits> {
        let mut process = Command::new(program)
            .args(power_on.map(|seed| seed.to_string()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let pipes = (process.stdin.take(), process.stdout.take());
        let (Some(orders), Some(events)) = pipes else {
            bail!("{} has no pipes", program.display());
        };
        Ok(Circuits {
            process,
            orders: BufWriter::new(orders),
            events: BufReader::with_capacity(1 << 20, events),
            running: Vec::new(),
        })
    }

    /// Starts these cores at an address, in cycle 0.
    ///
    /// # Errors
    /// When the process has ended.
    pub fn begin(&mut self, entry: u32, cores: &[usize]) -> Result<()> {
        let set = cores.iter().fold(0_u64, |set, core| set | 1 << core);
        self.running = cores.to_vec();
        self.order(b'B', &[entry, set as u32, (set >> 32) as u32])
    }

    /// Writes memory as a core addresses it.
    ///
    /// # Errors
    /// When the process has ended.
    pub fn write(&mut self, core: usize, address: u32, bytes: &[u8]) -> Result<()> {
        self.order(b'W', &[core as u32, address, bytes.len() as u32])?;
        let rest = bytes.len().next_multiple_of(4) - bytes.len();
        let written = self.orders.write_all(bytes);
        let written = written.and_then(|()| self.orders.write_all(&[0; 3][..rest]));
        written.map_err(gone)
    }

    /// Reads memory as a core addresses it.
    ///
    /// # Errors
    /// When the process has ended.
    pub fn read(&mut self, core: usize, address: u32, into: &mut [u8]) -> Result<()> {
        self.order(b'R', &[core as u32, address, into.len() as u32])?;
        self.flush()?;
        let mut padded = vec![0; into.len().next_multiple_of(4)];
        self.events.read_exact(&mut padded).map_err(gone)?;
        into.copy_from_slice(&padded[..into.len()]);
        Ok(())
    }

    /// Runs up to this cycle; [`Circuits::event`] returns the events until [`Event::Stopped`]. With `watch`, each cycle gives an
    /// [`Event::Seen`].
    ///
    /// # Errors
    /// When the process has ended.
    pub fn go(&mut self, until: u64, watch: bool) -> Result<()> {
        let words = [until as u32, (until >> 32) as u32, u32::from(watch)];
        self.order(b'G', &words)?;
        self.flush()
    }

    /// Answers [`Event::Call`].
    ///
    /// # Errors
    /// When the process has ended.
    pub fn answer(&mut self, reply: Reply) -> Result<()> {
        let words = match reply {
            Reply::NotTaken => [0, 0, 0, 0],
            Reply::Value(value) => [1, 0, value, 0],
            Reply::Halt => [1, 1, 0, 0],
            Reply::HaltAll => [1, 1, 0, 1],
            Reply::Stop => [0, 0, 0, 1],
        };
        self.order(b'A', &words)?;
        self.flush()
    }

    /// Requests an [`Event::Passed`] for each issue of an instruction from now on.
    ///
    /// # Errors
    /// When the process has ended.
    pub fn note(&mut self, core: usize, address: u32) -> Result<()> {
        self.order(b'I', &[core as u32, address])
    }

    /// Returns the number of registers that the circuits report in addition to those of the cores.
    ///
    /// # Errors
    /// When the process has ended.
    pub fn register_count(&mut self) -> Result<usize> {
        self.order(b'Q', &[])?;
        self.flush()?;
        Ok(self.word()? as usize)
    }

    /// Continues after [`Event::Passed`].
    ///
    /// # Errors
    /// When the process has ended.
    pub fn taken_up(&mut self) -> Result<()> {
        self.order(b'K', &[])?;
        self.flush()
    }

    /// Waits for the next event.
    ///
    /// # Errors
    /// When the process has ended.
    pub fn event(&mut self) -> Result<Event> {
        let kind = self.word()?;
        Ok(match u8::try_from(kind).unwrap_or_default() {
            b'C' => Event::Call {
                core: self.word()? as usize,
                cycle: self.two_words()?,
                pc: self.word()?,
                operation: self.word()?,
                parameter: self.word()?,
            },
            b'P' => Event::Printed {
                core: self.word()? as usize,
                byte: self.word()? as u8,
            },
            b'O' => Event::Seen {
                cycle: self.two_words()?,
                cores: self.seen()?,
                registers: self.changes()?,
            },
            b'F' => Event::Fault {
                core: self.word()? as usize,
                pc: self.word()?,
                cause: self.word()?,
                value: self.word()?,
            },
            b'E' => Event::Stopped {
                cycle: self.two_words()?,
                instructions: self.two_words()?,
                why: match self.word()? {
                    0 => Stopped::AtCycle,
                    1 => Stopped::AllExited,
                    2 => Stopped::AtRest,
                    _ => Stopped::AtOnce,
                },
                since: self.two_words()?,
            },
            b'T' => Event::Passed {
                core: self.word()? as usize,
                cycle: self.two_words()?,
                pc: self.word()?,
                registers: self.registers()?,
            },
            _ => bail!("the circuits' process has said {kind:#x}, which means nothing"),
        })
    }

    fn registers(&mut self) -> Result<[u32; 32]> {
        let mut registers = [0; 32];
        for register in &mut registers {
            *register = self.word()?;
        }
        Ok(registers)
    }

    fn seen(&mut self) -> Result<Vec<Seen>> {
        let mut cores = Vec::with_capacity(self.running.len());
        for _ in 0..self.running.len() {
            cores.push(Seen {
                issues: self.word()? != 0,
                pc: self.word()?,
                register: self.word()? as usize,
                value: self.word()?,
            });
        }
        Ok(cores)
    }

    fn changes(&mut self) -> Result<Vec<(usize, u64)>> {
        let mut changes = Vec::new();
        loop {
            match self.word()? as usize {
                0 => return Ok(changes),
                number => changes.push((number - 1, self.two_words()?)),
            }
        }
    }

    /// Returns the counts of a core so far.
    ///
    /// # Errors
    /// When the process has ended.
    pub fn counts(&mut self, core: usize) -> Result<Counts> {
        self.order(b'N', &[core as u32])?;
        self.flush()?;
        read_counts(&mut || self.word())
    }

    /// Returns the pages of a core's data memory that are not all zeros or have been written by [`Circuits::write`], with their addresses.
    ///
    /// # Errors
    /// When the process has ended.
    pub fn pages(&mut self, core: usize) -> Result<Vec<(u32, Vec<u8>)>> {
        self.order(b'M', &[core as u32])?;
        self.flush()?;
        let mut pages = Vec::new();
        loop {
            let address = self.word()?;
            if address == NO_PAGE {
                return Ok(pages);
            }
            let mut bytes = vec![0; PAGE];
            self.events.read_exact(&mut bytes).map_err(gone)?;
            pages.push((address, bytes));
        }
    }

    fn order(&mut self, kind: u8, words: &[u32]) -> Result<()> {
        let words = [&[u32::from(kind)], words].concat();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        self.orders.write_all(&bytes).map_err(gone)
    }

    fn flush(&mut self) -> Result<()> {
        self.orders.flush().map_err(gone)
    }

    fn word(&mut self) -> Result<u32> {
        let mut bytes = [0; 4];
        self.events.read_exact(&mut bytes).map_err(gone)?;
        Ok(u32::from_ne_bytes(bytes))
    }

    fn two_words(&mut self) -> Result<u64> {
        let low = self.word()?;
        Ok(u64::from(low) | u64::from(self.word()?) << 32)
    }
}

impl Drop for Circuits {
    fn drop(&mut self) {
        // An error means that it has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn gone(error: io::Error) -> anyhow::Error {
    let is_gone = matches!(
        error.kind(),
        ErrorKind::UnexpectedEof | ErrorKind::BrokenPipe
    );
    let what = match is_gone {
        true => "the circuits' process has ended before its time",
        false => "cannot speak with the circuits' process",
    };
    anyhow::Error::new(error).context(what)
}
