//! Chooses the trace points of a program: the entries of the user's functions and of MPI's, and the library's probe points.

use crate::probes::EventProbe;
use crate::program::Program;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use weft_sim::part::core::trace::{Passage, Passed, TracePoint, TracePoints};
use weft_trace::event::{Definitions, Region, Role};

/// The points of a program, and what they mean.
pub struct Points {
    list: Arc<TracePoints>,
    /// The meaning of each point of the list.
    meanings: Vec<Meaning>,
    /// The traced functions, by their first address.
    functions: HashMap<u32, Function>,
}

/// A function whose calls are traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    pub region: u32,
    pub is_mpi: bool,
}

/// What happens at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A function begins.
    Function,
    /// An MPI function that is inlined into its caller begins to send or receive a message.
    InLine { region: u32, receives: bool },
    /// The program enters a region of its own.
    Begin(u32),
    /// The program leaves that region.
    End(u32),
    /// A message has been given to the library: peer, tag, context and length.
    Sent,
    /// A message is offered, with the same values. If `Sent` follows in the same call, both are one message.
    Offer,
    /// A part of a message has been received: peer, tag, context, and the number of bytes still missing. At 0 the message is complete.
    Received,
    /// A call works on a communicator: the caller's rank in it, its context and its size.
    Call,
    /// The program reports the figure of this number. This is not an event of the trace.
    Report { number: usize },
}

impl Meaning {
    /// Does a region begin here? Among points at the same instruction, those that end a region come first.
    fn begins(self) -> bool {
        matches!(
            self,
            Meaning::Function | Meaning::InLine { .. } | Meaning::Begin(_)
        )
    }
}

/// The slow path of each MPI function that is inlined into its caller, and the name under which the trace shows it.
const BEHIND: [(&str, &str); 8] = [
    ("weft_mp_send", "MP_send"),
    ("weft_mp_receive", "MP_receive"),
    ("weft_mpi_send", "MPI_Send"),
    ("weft_mpi_send_bytes", "MPI_Send"),
    ("weft_mpi_receive", "MPI_Recv"),
    ("weft_mpi_receive_bytes", "MPI_Recv"),
    ("weft_mpi_reduce", "MPI_Reduce"),
    ("weft_mpi_allreduce", "MPI_Allreduce"),
];

impl Points {
    /// Returns the points of a program, and adds their regions to the definitions.
    pub fn of(program: &Program, definitions: &mut Definitions) -> Points {
        let mut points: Vec<(u32, TracePoint, Meaning)> = Vec::new();
        let mut functions = HashMap::new();
        for (address, name) in program.symbols.functions() {
            let Some((name, role)) = looked_at(program, address, name) else {
                continue;
            };
            let function = Function {
                region: region(definitions, name, role),
                is_mpi: role == Role::Mpi,
            };
            functions.insert(address, function);
            points.push((address, TracePoint::Entry, Meaning::Function));
        }
        for probe in &program.probes.events {
            if is_own_beginning(program, probe) {
                continue;
            }
            if let Some(meaning) = meaning(probe, definitions) {
                points.push((probe.address, TracePoint::Probe(probe.operands), meaning));
            }
        }
        for (number, report) in program.reports().iter().enumerate() {
            let point = TracePoint::Probe(report.operands);
            points.push((report.address, point, Meaning::Report { number }));
        }
        points.sort_by_key(|(address, _, meaning)| (*address, meaning.begins()));
        let list = points.iter().map(|(address, point, _)| (*address, *point));
        Points {
            list: Arc::new(list.collect()),
            meanings: points.iter().map(|(.., meaning)| *meaning).collect(),
            functions,
        }
    }

    /// Returns the list for [`weft_sim::Machine::trace`].
    pub fn list(&self) -> Arc<TracePoints> {
        Arc::clone(&self.list)
    }

    /// Returns the meaning of a point.
    pub fn meaning(&self, number: u32) -> Meaning {
        self.meanings[number as usize]
    }

    /// Returns the number and values of the report that the core has passed; None if the point is not a report.
    pub fn report(&self, passage: &Passage) -> Option<(usize, [Option<i32>; 4])> {
        let Passed::Probe { number, values } = passage.what else {
            return None;
        };
        match self.meaning(number) {
            Meaning::Report { number } => Some((number, values)),
            _ => None,
        }
    }

    /// Returns the traced function that begins at an address.
    pub fn function(&self, address: u32) -> Option<Function> {
        self.functions.get(&address).copied()
    }
}

/// Returns the name and role of a function if it is traced: functions of MPI, and those whose source files are on this machine.
fn looked_at<'a>(program: &Program, address: u32, name: &'a str) -> Option<(&'a str, Role)> {
    if let Some((_, caller)) = BEHIND.iter().find(|(function, _)| *function == name) {
        return Some((caller, Role::Mpi));
    }
    let interface = name.strip_prefix('P').unwrap_or(name);
    if interface.starts_with("MPI_") || interface.starts_with("MP_") {
        return Some((interface, Role::Mpi));
    }
    let location = program.symbols.locate(address);
    let source = location.outermost().source.as_ref()?;
    // The C library's debugging information names files of the machine that it was made on.
    let is_users = !source.in_library && Path::new(&source.file).exists();
    is_users.then_some((name, Role::Function))
}

/// Is it the `enter` probe in an MPI function's own out-of-line code? The function's entry is a trace point already, so the probe is redundant.
fn is_own_beginning(program: &Program, probe: &EventProbe) -> bool {
    let function = program.symbols.function(probe.address);
    let interface = function.map(|name| name.strip_prefix('P').unwrap_or(name));
    let entered = probe.name.strip_prefix("enter ");
    entered.is_some() && entered == interface
}

fn meaning(probe: &EventProbe, definitions: &mut Definitions) -> Option<Meaning> {
    let mut named = |name: &str, role| region(definitions, name, role);
    Some(match probe.name.split_once(' ') {
        Some(("enter", name)) => Meaning::InLine {
            region: named(name, Role::Mpi),
            receives: !name.to_ascii_lowercase().contains("send"),
        },
        Some(("begin", name)) => Meaning::Begin(named(name, Role::User)),
        Some(("end", name)) => Meaning::End(named(name, Role::User)),
        _ => match probe.name.as_str() {
            "sent" | "told" => Meaning::Sent,
            "offer" => Meaning::Offer,
            "received" => Meaning::Received,
            "call" => Meaning::Call,
            _ => return None,
        },
    })
}

/// Returns the number of a region, and defines the region if it is new.
pub fn region(definitions: &mut Definitions, name: &str, role: Role) -> u32 {
    let regions = &mut definitions.regions;
    let is_known = |region: &Region| region.name == name && region.role == role;
    let number = regions.iter().position(is_known).unwrap_or_else(|| {
        regions.push(Region {
            name: name.to_owned(),
            role,
        });
        regions.len() - 1
    });
    number as u32
}
