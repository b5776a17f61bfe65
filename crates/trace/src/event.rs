//! What a trace is made of: definitions, then events in the order of time.
//!
//! The terms are those of OTF2: a *location* is where events happen one after another (a core, a process); a *region* is
//! something that lasts (a function, an MPI call, a part that the program names).

/// What the events refer to, by index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Definitions {
    /// The program, as its user named it.
    pub program: String,
    /// Units of time in a second: cycles in a simulation, nanoseconds of a native run.
    pub ticks_per_second: u64,
    pub locations: Vec<Location>,
    pub regions: Vec<Region>,
    pub metrics: Vec<Metric>,
}

/// Where events happen one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub name: String,
    /// The rank in MPI_COMM_WORLD; None for a core without one.
    pub rank: Option<u32>,
}

/// Something that lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    pub name: String,
    pub role: Role,
}

/// Who made a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A function of the program.
    Function,
    /// The program itself, by `weft_region_begin`.
    User,
    /// A function of MPI.
    Mpi,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 3] = [Role::Function, Role::User, Role::Mpi];

    /// The word for it in files.
    pub fn word(self) -> &'static str {
        match self {
            Role::Function => "function",
            Role::User => "region",
            Role::Mpi => "mpi",
        }
    }

    /// Returns the role that a word in a file names.
    pub fn parse(word: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.word() == word)
    }
}

/// Something measured now and then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    pub name: String,
    pub unit: String,
    /// The index of the location it belongs to, or [`NETWORK`].
    pub location: u32,
}

/// In the place of a location's index: what is between the locations, of which there are metrics alone.
pub const NETWORK: u32 = u32::MAX;

/// Something that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// In ticks from the start.
    pub time: u64,
    /// The index of the location; of a metric, that which the metric belongs to.
    pub location: u32,
    pub kind: Kind,
}

impl Event {
    /// What happens at a time and location.
    pub fn new(time: u64, location: u32, kind: Kind) -> Event {
        Event {
            time,
            location,
            kind,
        }
    }
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Enter {
        region: u32,
    },
    Leave {
        region: u32,
    },
    /// The current MPI call works on this communicator.
    Call(Call),
    /// The program passes a message to the library.
    Send(Message),
    /// The location has received a message.
    Receive(Message),
    /// A metric has this value from now on.
    Metric {
        metric: u32,
        value: u64,
    },
}

/// The communicator of an MPI call: its context, its number of ranks, and the caller's rank in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    pub context: u32,
    pub ranks: u32,
    pub rank: u32,
}

/// A message, as one of its ends sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// The other end's rank in MPI_COMM_WORLD.
    pub peer: u32,
    pub tag: i32,
    /// The communicator's context, an even number; the next one, which is odd, is that of its collective operations.
    pub context: u32,
    pub bytes: u64,
}

/// The context of MPI_COMM_WORLD, and of MPI_COMM_SELF.
pub const WORLD: u32 = 0;
pub const ITSELF: u32 = 2;
/// The context of the blocks that tasks send each other (`mp.h`).
pub const TASKS: u32 = u32::MAX - 1;

/// Returns the name of a context for users.
pub fn context_name(context: u32) -> String {
    let name = match context & !1 {
        WORLD => "MPI_COMM_WORLD".to_owned(),
        ITSELF => "MPI_COMM_SELF".to_owned(),
        TASKS => "tasks".to_owned(),
        other => format!("communicator {}", other / 2),
    };
    match context & 1 {
        0 => name,
        _ => format!("{name} (collective operations)"),
    }
}
