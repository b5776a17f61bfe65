//! The host of the programs, with a note of what it answered and what it wrote to the memory of a core.

use crate::record::{Record, Writer};
use std::io;
use weft_sim::semihosting::{
    Call, Host, LineOutput, Memory, Reply, Sandbox, SemihostingError, SemihostingHost,
};
use weft_sim::Cycle;

/// A call that has been answered.
struct Answered {
    core: usize,
    reply: [u32; 2],
    writes: Vec<(u32, Vec<u8>)>,
}

/// The host, and the calls of the present cycle.
pub struct Recording {
    host: SemihostingHost<LineOutput<io::Stderr, io::Stderr>, io::Empty>,
    calls: Vec<Answered>,
}

impl Recording {
    pub fn new(files: Sandbox, command_line: String) -> Self {
        let output = LineOutput::new(io::stderr(), io::stderr(), false);
        Recording {
            host: SemihostingHost::new(output, io::empty(), files, 0, command_line),
            calls: Vec::new(),
        }
    }

    /// Writes the calls of cycle `now`, and forgets them.
    pub fn write_calls(&mut self, now: Cycle, out: &mut Writer) -> io::Result<()> {
        for call in self.calls.drain(..) {
            out.write(&Record::Reply(call.core, now, call.reply))?;
            for (address, bytes) in &call.writes {
                out.write(&Record::Data(call.core, *address, bytes))?;
            }
        }
        Ok(())
    }
}

impl Host for Recording {
    fn semihosting(
        &mut self,
        call: Call,
        memory: &mut dyn Memory,
    ) -> Result<Reply, SemihostingError> {
        let mut noted = Noted {
            memory,
            writes: Vec::new(),
        };
        let reply = self.host.semihosting(call, &mut noted)?;
        let writes = noted.writes;
        let of_reply = match reply {
            Reply::Value(value) => [0, value],
            Reply::Exit(status) => [1, status as u32],
            Reply::Abort(status) => [2, status as u32],
        };
        self.calls.push(Answered {
            core: call.core,
            reply: of_reply,
            writes,
        });
        Ok(reply)
    }

    fn console(&mut self, core: usize, byte: u8) {
        self.host.console(core, byte);
    }
}

/// A memory whose writes are noted.
struct Noted<'a> {
    memory: &'a mut dyn Memory,
    writes: Vec<(u32, Vec<u8>)>,
}

impl Memory for Noted<'_> {
    fn read(&self, address: u32, into: &mut [u8]) -> Result<(), u32> {
        self.memory.read(address, into)
    }

    fn write(&mut self, address: u32, from: &[u8]) -> Result<(), u32> {
        self.memory.write(address, from)?;
        self.writes.push((address, from.to_vec()));
        Ok(())
    }
}
