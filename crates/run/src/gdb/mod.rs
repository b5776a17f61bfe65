//! `weft run --gdb SOCKET|PORT`: the run under control of a debugger that speaks GDB's remote protocol.
//!
//! Every core is a thread; all of them stop together at a cycle. The machine is advanced one cycle at a time, and after each cycle the
//! cores that have reached a new instruction are checked against breakpoints and watchpoints.
//!
//! A broken connection, or one that speaks another protocol, does not end the run: the cores stay stopped until a debugger connects
//! again.

mod connection;
mod control;
mod debugged;
mod monitor;
mod peer;
mod points;
mod registers;

use std::convert::Infallible;
use std::io;
use std::time::Duration;

use anyhow::Result;
use gdbstub::common::Signal;
use gdbstub::stub::state_machine::GdbStubStateMachine;
use gdbstub::stub::{DisconnectReason, GdbStub, GdbStubError};
use weft_sim::platform::Platform;
use weft_sim::semihosting::Host;
use weft_sim::Machine;

use crate::console::Console;
use crate::ending::Ending;
use crate::observer::Stop;
use crate::spec::GdbSpec;
use connection::{Listener, Remote};
use debugged::Debugged;

/// Interval at which a wait checks whether the run was stopped.
const PATIENCE: Duration = Duration::from_millis(100);

/// Cycles between two polls of the connection while the program runs.
const CYCLES_BETWEEN_LOOKS: u32 = 4096;

type Stub<'a, 'm> = GdbStubStateMachine<'a, Debugged<'m>, Remote>;

/// Why a debugger cannot be served any longer.
enum Broken {
    Gone,
    Strange,
}

impl Broken {
    fn why(&self) -> &'static str {
        match self {
            Broken::Gone => "the debugger has gone",
            Broken::Strange => "what was sent is no packet of GDB's protocol",
        }
    }
}

impl From<io::Error> for Broken {
    fn from(_: io::Error) -> Broken {
        Broken::Gone
    }
}

impl From<GdbStubError<Infallible, io::Error>> for Broken {
    fn from(error: GdbStubError<Infallible, io::Error>) -> Broken {
        match error.is_connection_error() {
            true => Broken::Gone,
            false => Broken::Strange,
        }
    }
}

/// Waits for a debugger at `place` and serves it until the run has ended. Returns None if the debugger has detached: the run then goes
/// on without it.
///
/// # Errors
/// When the socket or the port cannot be opened.
pub fn serve(
    machine: &mut Machine,
    platform: &Platform,
    host: &mut dyn Host,
    place: &GdbSpec,
    console: &Console<'_>,
) -> Result<Option<Ending>> {
    let listener = Listener::open(place)?;
    announce(&listener, place, console);
    let mut debugged = Debugged::new(machine, platform.cores.data_memory, host);
    while let Some(remote) = accept(&listener, console) {
        debugged.begin_session();
        match session(remote, &mut debugged, console) {
            Ok(ending) => return Ok(ending),
            Err(_) if debugged.outcome.is_some() => {
                return Ok(ending(&DisconnectReason::Kill, &debugged));
            }
            Err(broken) => console.tell(&format!(
                "weft: {}; the cores stay where they are; waiting for a debugger: {listener}\n",
                broken.why()
            )),
        }
    }
    Ok(Some(Ending::Stopped(Stop::Interrupted)))
}

/// Prints where the run waits for a debugger.
fn announce(listener: &Listener, place: &GdbSpec, console: &Console<'_>) {
    console.tell(&format!(
        "weft: waiting for a debugger: gdb-multiarch PROGRAM.elf -ex '{listener}'\n"
    ));
    if let GdbSpec::Port(_) = place {
        console.tell(
            "weft: any program of your user can reach this port; a socket (--gdb FILE) is guarded by its folder as well\n",
        );
    }
}

/// Serves one debugger.
fn session(
    remote: Remote,
    debugged: &mut Debugged<'_>,
    console: &Console<'_>,
) -> Result<Option<Ending>, Broken> {
    let mut stub = GdbStub::new(remote).run_state_machine(debugged)?;
    loop {
        if console.stop().is_some() {
            return Ok(Some(Ending::Stopped(Stop::Interrupted)));
        }
        stub = match stub {
            GdbStubStateMachine::Disconnected(gone) => {
                return Ok(ending(&gone.get_reason(), debugged))
            }
            other => advance(other, debugged)?,
        };
    }
}

/// Waits for the debugger's connection; None if the run is stopped before it comes.
fn accept(listener: &Listener, console: &Console<'_>) -> Option<Remote> {
    while console.stop().is_none() {
        match listener.accept() {
            Ok(Some(remote)) => return Some(remote),
            Ok(None) => {}
            Err(error) => console.tell(&format!("weft: {error:#}\n")),
        }
        std::thread::sleep(PATIENCE / 10);
    }
    None
}

fn advance<'a, 'm>(
    stub: Stub<'a, 'm>,
    debugged: &mut Debugged<'m>,
) -> Result<Stub<'a, 'm>, Broken> {
    match stub {
        GdbStubStateMachine::Idle(mut idle) => match idle.borrow_conn().byte(PATIENCE)? {
            Some(byte) => Ok(idle.incoming_data(debugged, byte)?),
            None => Ok(idle.into()),
        },
        GdbStubStateMachine::Running(mut running) => match debugged.run(CYCLES_BETWEEN_LOOKS) {
            Some(stop) => Ok(running.report_stop(debugged, stop)?),
            None => match running.borrow_conn().byte(Duration::ZERO)? {
                Some(byte) => Ok(running.incoming_data(debugged, byte)?),
                None => Ok(running.into()),
            },
        },
        GdbStubStateMachine::CtrlCInterrupt(interrupted) => {
            let stop = debugged.all_stopped(Signal::SIGINT);
            Ok(interrupted.interrupt_handled(debugged, Some(stop))?)
        }
        GdbStubStateMachine::Disconnected(gone) => Ok(gone.into()),
    }
}

fn ending(reason: &DisconnectReason, debugged: &Debugged<'_>) -> Option<Ending> {
    match (&debugged.outcome, reason) {
        (Some(outcome), _) => Some(Ending::from(outcome.clone())),
        (None, DisconnectReason::Disconnect) => None,
        (None, _) => Some(Ending::Stopped(Stop::Interrupted)),
    }
}
