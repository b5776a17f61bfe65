//! The commands of gdb's `monitor`.

use std::fmt::Write;

use gdbstub::target::ext::monitor_cmd::{ConsoleOutput, MonitorCmd};

use super::debugged::Debugged;

const HELP: &str = "\
monitor cycle   the cycle that the chip has come to
monitor cores   what each core does: runs, waits (for what), or has exited (with what)
monitor help    this list
";

impl MonitorCmd for Debugged<'_> {
    fn handle_monitor_cmd(
        &mut self,
        command: &[u8],
        mut output: ConsoleOutput<'_>,
    ) -> Result<(), Self::Error> {
        let command = String::from_utf8_lossy(command);
        let answer = match command.trim() {
            "cycle" => format!("{}\n", self.machine.now()),
            "cores" => self.all_states(),
            "help" | "" => HELP.to_owned(),
            other => format!("there is no command `{other}`; these are:\n{HELP}"),
        };
        // Writing to this output cannot fail.
        let _ = output.write_str(&answer);
        Ok(())
    }
}

impl Debugged<'_> {
    fn all_states(&self) -> String {
        let cores = self.cores.iter();
        let line = |core: &usize| format!("core {core}: {}\n", self.state_of(*core));
        cores.map(line).collect()
    }

    /// Returns the state of a core in words.
    pub fn state_of(&self, core: usize) -> String {
        match (
            self.machine.core(core).exit_status,
            self.machine.waiting(core),
        ) {
            (Some(status), _) => format!("exited with {status}"),
            (None, Some(waiting)) => format!("waits: {waiting:?}"),
            (None, None) => "runs".to_owned(),
        }
    }
}
