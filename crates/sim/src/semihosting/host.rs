//! The host of a simulated chip: files, console, simulated time.

use std::collections::BTreeMap;
use std::io::{BufRead, Read, Write};

use super::errno::Errno;
use super::files::{read_fully, FileTable, OpenFile};
use super::operation::Operation;
use super::output::{Output, Stream};
use super::parameters::{file_name, set_words, words, zero_terminated, Failure};
use super::sandbox::Sandbox;
use super::{Call, Host, Memory, Reply, SemihostingError};

/// The result of an operation that fails: -1.
const FAILED: u32 = u32::MAX;
/// The reason for a regular exit (`ADP_Stopped_ApplicationExit`).
const APPLICATION_EXIT: u32 = 0x20026;
/// The time at cycle 0, in seconds since 1970: 1 January 2000, UTC. It is the same in every run, so that runs are reproducible.
const TIME_AT_START: u64 = 946_684_800;
/// Bytes copied at once between a file and the memory of a core.
const CHUNK_BYTES: u32 = 4096;

/// Serves the programs of all cores. Each core has its own open files and its own `errno`.
pub struct SemihostingHost<O, I> {
    output: O,
    input: I,
    files: Sandbox,
    input_core: usize,
    command_line: String,
    /// The command lines of cores that do not get the common one.
    command_lines: BTreeMap<usize, String>,
    cores: BTreeMap<usize, CoreState>,
}

#[derive(Default)]
struct CoreState {
    files: FileTable,
    errno: Errno,
}

/// Joins arguments to a command line, separated by blanks. An argument that is empty or contains a blank, a quote or a backslash is put in double
/// quotes; each quote and backslash in it gets a backslash in front.
pub fn command_line<S: AsRef<str>>(arguments: &[S]) -> String {
    let quoted: Vec<String> = arguments.iter().map(|text| quoted(text.as_ref())).collect();
    quoted.join(" ")
}

fn quoted(argument: &str) -> String {
    let special = |c: char| c.is_ascii_whitespace() || c == '"' || c == '\'' || c == '\\';
    if !argument.is_empty() && !argument.contains(special) {
        return argument.to_string();
    }
    let escaped = argument.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

impl<O: Output, I: BufRead> SemihostingHost<O, I> {
    /// Returns a host that prints to `output` and gives access to `files`. The program on `input_core` (that of rank 0) reads `input`; the others
    /// read an empty input. All get the same `command_line`, see [`command_line`].
    pub fn new(
        output: O,
        input: I,
        files: Sandbox,
        input_core: usize,
        command_line: String,
    ) -> Self {
        SemihostingHost {
            output,
            input,
            files,
            input_core,
            command_line,
            command_lines: BTreeMap::new(),
            cores: BTreeMap::new(),
        }
    }

    /// Gives the program on `core` its own command line.
    pub fn tell(&mut self, core: usize, command_line: String) {
        self.command_lines.insert(core, command_line);
    }

    /// Writes incomplete lines. Must be called at the end of the simulation.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn finish(&mut self) -> std::io::Result<()> {
        let output = &mut self.output;
        self.cores.keys().try_for_each(|core| output.flush(*core))
    }

    /// Returns the files that the programs can access.
    pub fn files(&self) -> &Sandbox {
        &self.files
    }

    /// Returns the output.
    pub fn output(&self) -> &O {
        &self.output
    }

    fn core(&mut self, core: usize) -> &mut CoreState {
        self.cores.entry(core).or_default()
    }

    fn perform(
        &mut self,
        operation: Operation,
        call: Call,
        memory: &mut dyn Memory,
    ) -> Result<Reply, Failure> {
        let block = call.parameter;
        let value = match operation {
            Operation::Open => self.open(call, memory)?,
            Operation::Close => self.close(call, memory)?,
            Operation::WriteC => self.write_character(call, memory)?,
            Operation::Write0 => self.write_string(call, memory)?,
            Operation::Write => self.write(call, memory)?,
            Operation::Read => self.read(call, memory)?,
            Operation::ReadC => self.read_character(call.core)?,
            Operation::IsError => {
                let [status] = words(memory, block)?;
                status >> 31
            }
            Operation::IsTty => {
                let [handle] = words(memory, block)?;
                u32::from(self.core(call.core).files.get(handle)?.is_console())
            }
            Operation::Seek => self.seek(call, memory)?,
            Operation::FLen => {
                let [handle] = words(memory, block)?;
                self.core(call.core).files.get(handle)?.length()?
            }
            Operation::TmpNam => temporary_name(call, memory)?,
            Operation::Remove => self.remove(call, memory)?,
            Operation::Rename => self.rename(call, memory)?,
            Operation::Clock => saturated(scaled_time(call, 100)),
            Operation::Time => saturated(TIME_AT_START + scaled_time(call, 1)),
            Operation::System => return Err(Errno::EPERM.into()),
            Operation::Errno => self.core(call.core).errno.0,
            Operation::GetCmdLine => self.get_command_line(call, memory)?,
            Operation::HeapInfo => heap_info(call, memory)?,
            Operation::Exit => return self.exit(call.core, block, 0),
            Operation::ExitExtended => {
                let [reason, status] = words(memory, block)?;
                return self.exit(call.core, reason, status);
            }
            Operation::Elapsed => elapsed(call, memory)?,
            Operation::TickFreq => u32::try_from(call.clock_hz).map_err(|_| Errno::EIO)?,
        };
        Ok(Reply::Value(value))
    }

    fn open(&mut self, call: Call, memory: &dyn Memory) -> Result<u32, Failure> {
        let [name, mode, length] = words(memory, call.parameter)?;
        let name = file_name(memory, name, length)?;
        let core = self.cores.entry(call.core).or_default();
        Ok(core.files.open(&name, mode, &mut self.files)?)
    }

    fn close(&mut self, call: Call, memory: &dyn Memory) -> Result<u32, Failure> {
        let [handle] = words(memory, call.parameter)?;
        self.core(call.core).files.close(handle)?;
        Ok(0)
    }

    fn seek(&mut self, call: Call, memory: &dyn Memory) -> Result<u32, Failure> {
        let [handle, position] = words(memory, call.parameter)?;
        self.core(call.core).files.get(handle)?.seek(position)?;
        Ok(0)
    }

    fn write_character(&mut self, call: Call, memory: &dyn Memory) -> Result<u32, Failure> {
        let mut byte = [0];
        memory
            .read(call.parameter, &mut byte)
            .map_err(Failure::Fault)?;
        self.print(call.core, Stream::Stdout, &byte)?;
        Ok(0)
    }

    fn write_string(&mut self, call: Call, memory: &dyn Memory) -> Result<u32, Failure> {
        let text = zero_terminated(memory, call.parameter)?;
        self.print(call.core, Stream::Stdout, &text)?;
        Ok(0)
    }

    fn print(&mut self, core: usize, stream: Stream, bytes: &[u8]) -> Result<(), Errno> {
        self.core(core);
        Ok(self.output.write(core, stream, bytes)?)
    }

    /// Performs SYS_WRITE. The result is the number of bytes that were not written.
    fn write(&mut self, call: Call, memory: &dyn Memory) -> Result<u32, Failure> {
        let [handle, address, length] = words(memory, call.parameter)?;
        let mut done = 0;
        while done < length {
            let chunk = CHUNK_BYTES.min(length - done);
            let written = copied_from(memory, address, done, chunk)
                .and_then(|bytes| self.write_bytes(call.core, handle, &bytes));
            if let Err(errno) = written {
                self.core(call.core).errno = errno;
                break;
            }
            done += chunk;
        }
        Ok(length - done)
    }

    fn write_bytes(&mut self, core: usize, handle: u32, bytes: &[u8]) -> Result<(), Errno> {
        let state = self.cores.entry(core).or_default();
        match state.files.get(handle)? {
            OpenFile::Host { file, appends } => {
                self.files.reserve(file, bytes.len(), *appends)?;
                Ok(file.write_all(bytes)?)
            }
            OpenFile::Output(stream) => {
                let stream = *stream;
                self.print(core, stream, bytes)
            }
            OpenFile::Input | OpenFile::Features(_) => Err(Errno::EBADF),
        }
    }

    /// Performs SYS_READ. The result is the number of bytes that were not read, also after an error. A read from the console ends after one line at
    /// the latest, so that the result does not depend on how fast the line is typed.
    fn read(&mut self, call: Call, memory: &mut dyn Memory) -> Result<u32, Failure> {
        let [handle, address, length] = words(memory, call.parameter)?;
        let mut done = 0;
        while done < length {
            let mut bytes = vec![0; CHUNK_BYTES.min(length - done) as usize];
            let read = self
                .read_bytes(call.core, handle, &mut bytes)
                .and_then(|count| copy_to(memory, address, done, &bytes[..count]).map(|()| count));
            let count = read.unwrap_or_else(|errno| {
                self.core(call.core).errno = errno;
                0
            });
            done += count as u32;
            if count < bytes.len() || self.core(call.core).files.get(handle)?.is_console() {
                break;
            }
        }
        Ok(length - done)
    }

    fn read_bytes(&mut self, core: usize, handle: u32, into: &mut [u8]) -> Result<usize, Errno> {
        match self.core(core).files.get(handle)? {
            OpenFile::Host { file, .. } => Ok(read_fully(file, into)?),
            OpenFile::Features(bytes) => Ok(read_fully(bytes, into)?),
            OpenFile::Input => self.read_line(core, into),
            OpenFile::Output(_) => Err(Errno::EBADF),
        }
    }

    fn read_line(&mut self, core: usize, into: &mut [u8]) -> Result<usize, Errno> {
        self.output.flush(core)?;
        if core != self.input_core {
            return Ok(0);
        }
        let mut line = Vec::new();
        let most = into.len() as u64;
        (&mut self.input).take(most).read_until(b'\n', &mut line)?;
        into[..line.len()].copy_from_slice(&line);
        Ok(line.len())
    }

    fn read_character(&mut self, core: usize) -> Result<u32, Failure> {
        let mut byte = [0];
        match self.read_line(core, &mut byte)? {
            0 => Ok(FAILED),
            _ => Ok(u32::from(byte[0])),
        }
    }

    fn remove(&mut self, call: Call, memory: &dyn Memory) -> Result<u32, Failure> {
        let [name, length] = words(memory, call.parameter)?;
        self.files.remove(&file_name(memory, name, length)?)?;
        Ok(0)
    }

    fn rename(&mut self, call: Call, memory: &dyn Memory) -> Result<u32, Failure> {
        let [old, old_length, new, new_length] = words(memory, call.parameter)?;
        let old = file_name(memory, old, old_length)?;
        let new = file_name(memory, new, new_length)?;
        self.files.rename(&old, &new)?;
        Ok(0)
    }

    fn get_command_line(&self, call: Call, memory: &mut dyn Memory) -> Result<u32, Failure> {
        let [buffer, size] = words(memory, call.parameter)?;
        let line = self.command_lines.get(&call.core);
        let mut text = line.unwrap_or(&self.command_line).clone().into_bytes();
        let length = u32::try_from(text.len()).map_err(|_| Errno::E2BIG)?;
        if length >= size {
            return Err(Errno::E2BIG.into());
        }
        text.push(0);
        memory.write(buffer, &text).map_err(|_| Errno::EFAULT)?;
        set_words(memory, call.parameter, &[buffer, length])?;
        Ok(0)
    }

    /// Ends this core's program if the exit is regular. Any other reason ends the whole run, with a status other than 0.
    fn exit(&mut self, core: usize, reason: u32, status: u32) -> Result<Reply, Failure> {
        // The program has ended: it cannot be told that its last line could not be written.
        let _ = self.output.flush(core);
        Ok(match (reason, status as i32) {
            (APPLICATION_EXIT, status) => Reply::Exit(status),
            (_, 0) => Reply::Abort(1),
            (_, status) => Reply::Abort(status),
        })
    }
}

impl<O: Output, I: BufRead> Host for SemihostingHost<O, I> {
    fn semihosting(
        &mut self,
        call: Call,
        memory: &mut dyn Memory,
    ) -> Result<Reply, SemihostingError> {
        let operation =
            Operation::from_number(call.operation).ok_or(SemihostingError::UnknownOperation {
                operation: call.operation,
            })?;
        match self.perform(operation, call, memory) {
            Ok(reply) => Ok(reply),
            Err(Failure::Errno(errno)) => {
                self.core(call.core).errno = errno;
                Ok(Reply::Value(FAILED))
            }
            Err(Failure::Fault(address)) => Err(SemihostingError::BadAddress {
                operation,
                parameter: call.parameter,
                address,
            }),
        }
    }

    fn console(&mut self, core: usize, byte: u8) {
        // A console device cannot report an output error to the program.
        let _ = self.print(core, Stream::Stdout, &[byte]);
    }
}

fn copied_from(memory: &dyn Memory, base: u32, offset: u32, length: u32) -> Result<Vec<u8>, Errno> {
    let address = base.checked_add(offset).ok_or(Errno::EFAULT)?;
    let mut bytes = vec![0; length as usize];
    memory
        .read(address, &mut bytes)
        .map_err(|_| Errno::EFAULT)?;
    Ok(bytes)
}

fn copy_to(memory: &mut dyn Memory, base: u32, offset: u32, bytes: &[u8]) -> Result<(), Errno> {
    let address = base.checked_add(offset).ok_or(Errno::EFAULT)?;
    memory.write(address, bytes).map_err(|_| Errno::EFAULT)
}

/// Performs SYS_TMPNAM. The name is the same in every run, and differs from core to core.
fn temporary_name(call: Call, memory: &mut dyn Memory) -> Result<u32, Failure> {
    let [buffer, identifier, size] = words(memory, call.parameter)?;
    if identifier > 255 {
        return Err(Errno::EINVAL.into());
    }
    let name = format!("weft-core{}-{identifier}.tmp\0", call.core);
    if name.len() > size as usize {
        return Err(Errno::EINVAL.into());
    }
    copy_to(memory, buffer, 0, name.as_bytes())?;
    Ok(0)
}

/// Performs SYS_HEAPINFO. All four words are zero, which tells the program to use the heap and stack of its linker script.
fn heap_info(call: Call, memory: &mut dyn Memory) -> Result<u32, Failure> {
    let [block] = words(memory, call.parameter)?;
    set_words(memory, block, &[0; 4])?;
    Ok(0)
}

/// Performs SYS_ELAPSED. A tick is a cycle.
fn elapsed(call: Call, memory: &mut dyn Memory) -> Result<u32, Failure> {
    let (low, high) = (call.cycle as u32, (call.cycle >> 32) as u32);
    set_words(memory, call.parameter, &[low, high])?;
    Ok(0)
}

/// Returns the simulated time since the start, in units of 1/`per_second` seconds.
fn scaled_time(call: Call, per_second: u64) -> u64 {
    let scaled = u128::from(call.cycle) * u128::from(per_second) / u128::from(call.clock_hz.max(1));
    u64::try_from(scaled).unwrap_or(u64::MAX / 2)
}

fn saturated(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}
