//! `weft run --gdb PORT`: the run under control of a debugger that speaks GDB's remote protocol.
//!
//! Every core is a thread; all of them stop together at a cycle. The machine is advanced one cycle at a time, and
//! between two cycles the cores that have come to a new instruction are held against breakpoints and watchpoints.

mod control;
mod debugged;
mod points;
mod registers;

use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::Duration;

use anyhow::{anyhow, Context, Result};
use gdbstub::common::Signal;
use gdbstub::conn::ConnectionExt;
use gdbstub::stub::state_machine::GdbStubStateMachine;
use gdbstub::stub::{DisconnectReason, GdbStub};
use weft_sim::platform::Platform;
use weft_sim::semihosting::Host;
use weft_sim::Machine;

use crate::console::Console;
use crate::ending::Ending;
use crate::observer::Stop;
use debugged::Debugged;

/// How often a wait asks whether the run is still wanted.
const PATIENCE: Duration = Duration::from_millis(100);

/// Cycles between two looks at the connection while the program runs.
const CYCLES_BETWEEN_LOOKS: u32 = 4096;

type Stub<'a, 'm> = GdbStubStateMachine<'a, Debugged<'m>, TcpStream>;

/// Waits for a debugger on `port` of this machine and serves it until the run has ended, or the debugger has let go and
/// the run is to go on without it (none).
///
/// # Errors
/// When the port cannot be had or the connection breaks.
pub fn serve(
    machine: &mut Machine,
    platform: &Platform,
    host: &mut dyn Host,
    port: u16,
    console: &Console<'_>,
) -> Result<Option<Ending>> {
    let Some(connection) = accept(port, console)? else {
        return Ok(Some(Ending::Stopped(Stop::Interrupted)));
    };
    connection.set_read_timeout(Some(PATIENCE))?;
    let mut debugged = Debugged::new(machine, platform.cores.data_memory, host);
    let mut stub = GdbStub::new(connection)
        .run_state_machine(&mut debugged)
        .map_err(broken)?;
    loop {
        if console.stop().is_some() {
            return Ok(Some(Ending::Stopped(Stop::Interrupted)));
        }
        stub = match stub {
            GdbStubStateMachine::Disconnected(gone) => {
                return Ok(ending(&gone.get_reason(), &debugged))
            }
            other => advance(other, &mut debugged)?,
        };
    }
}

/// The debugger's connection; none when the run is stopped before it comes.
fn accept(port: u16, console: &Console<'_>) -> Result<Option<TcpStream>> {
    let refused =
        || format!("cannot listen on port {port}; another program may use it: choose another one");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(refused)?;
    listener.set_nonblocking(true)?;
    let port = listener.local_addr()?.port();
    let advice = format!("gdb-multiarch PROGRAM.elf -ex 'target remote :{port}'");
    console.tell(&format!("weft: waiting for a debugger: {advice}\n"));
    while console.stop().is_none() {
        match listener.accept() {
            Ok((connection, _)) => {
                connection.set_nonblocking(false)?;
                return Ok(Some(connection));
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                std::thread::sleep(PATIENCE / 10)
            }
            Err(error) => return Err(error).context("the debugger could not connect"),
        }
    }
    Ok(None)
}

fn advance<'a, 'm>(stub: Stub<'a, 'm>, debugged: &mut Debugged<'m>) -> Result<Stub<'a, 'm>> {
    match stub {
        GdbStubStateMachine::Idle(mut idle) => match read(idle.borrow_conn())? {
            Some(byte) => idle.incoming_data(debugged, byte).map_err(broken),
            None => Ok(idle.into()),
        },
        GdbStubStateMachine::Running(mut running) => match debugged.run(CYCLES_BETWEEN_LOOKS) {
            Some(stop) => running.report_stop(debugged, stop).map_err(broken),
            None if arrived(running.borrow_conn()) => match read(running.borrow_conn())? {
                Some(byte) => running.incoming_data(debugged, byte).map_err(broken),
                None => Ok(running.into()),
            },
            None => Ok(running.into()),
        },
        GdbStubStateMachine::CtrlCInterrupt(interrupted) => {
            let stop = debugged.all_stopped(Signal::SIGINT);
            interrupted
                .interrupt_handled(debugged, Some(stop))
                .map_err(broken)
        }
        GdbStubStateMachine::Disconnected(gone) => Ok(gone.into()),
    }
}

/// A byte from the debugger; none when it sends nothing for a while.
fn read(connection: &mut TcpStream) -> Result<Option<u8>> {
    match connection.read() {
        Ok(byte) => Ok(Some(byte)),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
            Ok(None)
        }
        Err(error) => Err(error).context("the debugger's connection broke"),
    }
}

/// Whether the debugger has sent something, or has gone, which the next read tells.
fn arrived(connection: &mut TcpStream) -> bool {
    !matches!(connection.peek(), Ok(None))
}

fn broken<T: std::fmt::Debug, C: std::fmt::Debug>(
    error: gdbstub::stub::GdbStubError<T, C>,
) -> anyhow::Error {
    anyhow!("the debugger's session broke: {error:?}")
}

fn ending(reason: &DisconnectReason, debugged: &Debugged<'_>) -> Option<Ending> {
    match (&debugged.outcome, reason) {
        (Some(outcome), _) => Some(Ending::from(outcome.clone())),
        (None, DisconnectReason::Disconnect) => None,
        (None, _) => Some(Ending::Stopped(Stop::Interrupted)),
    }
}
