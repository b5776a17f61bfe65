//! Describes in words what a core waits for, and where.

use super::reason::{Peer, Reason};
use super::{Scene, Standing};
use crate::names::{listed, rank_or_core};
use crate::place::Place;
use crate::summary::quantity::separated;
use crate::symbols::Location;
use weft_isa::message::token;
use weft_sim::port::Wait;
use weft_trace::traffic::Traffic;

/// Describes what a core waits for and where, as the rest of a sentence that begins with its name and "waits".
pub(super) fn wait(scene: &Scene, wait: &super::Wait) -> String {
    let place = place_of(&wait.backtrace);
    let reason = reason(scene, &wait.reason);
    let called = called(&wait.backtrace, place);
    format!("{called} {reason}{}", source(place))
}

/// Describes where a core runs, as the rest of a sentence that begins with its name and "runs".
pub(super) fn run(backtrace: &[Location]) -> String {
    let place = place_of(backtrace);
    called(backtrace, place) + &source(place)
}

/// Describes when a core died, and the locks that it holds, as the rest of a sentence that begins with its name and "died".
pub(super) fn death(cycle: u64, locks: &[u32]) -> String {
    let names: Vec<String> = locks.iter().map(|lock| format!("lock {lock}")).collect();
    let holds = match names.is_empty() {
        true => String::new(),
        false => format!(" and holds {}", listed(&names)),
    };
    format!(" at cycle {}{holds}", separated(cycle))
}

/// Returns the user's place; None after main has returned.
fn place_of(backtrace: &[Location]) -> Option<Place<'_>> {
    Place::find(backtrace).filter(|_| !at_its_end(backtrace))
}

/// Returns the library's function that the user's function has called; the innermost function if no place of the user's is known.
fn called(backtrace: &[Location], place: Option<Place<'_>>) -> String {
    let innermost = backtrace.first().map(Location::innermost);
    let called = place.map_or(innermost, |place| place.called);
    if place.is_none() && at_its_end(backtrace) {
        return " at its end".to_owned();
    }
    called.map_or_else(String::new, |called| format!(" in {}", called.function))
}

/// Has main returned? The library then waits until all sent messages have been delivered.
pub(super) fn at_its_end(backtrace: &[Location]) -> bool {
    let mut frames = backtrace.iter().flat_map(|location| &location.frames);
    frames.any(|frame| frame.function == "weft_mp_leave")
}

/// `: app.c:41 in exchange (called from main, app.c:60)`.
fn source(place: Option<Place<'_>>) -> String {
    let Some((place, line)) = place.and_then(|place| Some((place, place.user.source.as_ref()?)))
    else {
        return String::new();
    };
    let called_from = |caller| format!(" (called from {caller})");
    let caller = place.caller.map_or_else(String::new, called_from);
    format!(": {line} in {}{caller}", place.user.function)
}

fn reason(scene: &Scene, reason: &Reason) -> String {
    match reason {
        Reason::Message { from, tag, traffic } => {
            traffic.awaited(&peer(scene, *from, *traffic), *tag)
        }
        Reason::Delivery {
            to,
            tag,
            traffic,
            bytes,
        } => {
            let size = bytes
                .map(|bytes| format!(" of {} bytes", separated(bytes.into())))
                .unwrap_or_default();
            traffic.refused(&peer(scene, *to, *traffic), &size, *tag)
        }
        Reason::Hardware(wait) => hardware(scene, wait),
    }
}

/// Describes a wait of the hardware, as the rest of the sentence.
fn hardware(scene: &Scene, wait: &Wait) -> String {
    match wait {
        Wait::Service => "for a component that serves others first".to_owned(),
        Wait::Lock { number, owner } => match owner {
            Some(owner) => format!("for lock {number}, held by {}", name(scene, *owner)),
            None => format!("for lock {number}, which nobody holds"),
        },
        Wait::Barrier { number, cores } => barrier(scene, *number, *cores),
        Wait::Mailbox => "for a message: its mailbox is empty".to_owned(),
        Wait::Word => "for a single-word message: its word queue is empty".to_owned(),
        Wait::Controller => "for its DMA controller: no word comes, or none can go".to_owned(),
        Wait::Refused { node } => {
            format!("until {} has room for its message", name(scene, *node))
        }
        Wait::NeverGranted { token, payload } => never_granted(*token, *payload),
        Wait::Interrupt { enabled, devices } => interrupts(*enabled, devices),
        Wait::Block { from: None } => "for a block: none has come".to_owned(),
        Wait::Block { from: Some(task) } => {
            format!("for a block from {}", task_name(scene, task.number, task.core))
        }
        Wait::Room { block: None } => "for room in its output buffer".to_owned(),
        Wait::Room { block: Some(block) } => format!(
            "for room in its output buffer: {} has no room for a block of {} bytes in its input buffer, {} are free",
            task_name(scene, block.task.into(), Some(block.core)),
            block.bytes,
            block.room
        ),
        Wait::Packets { places, remedy } => {
            let places = listed(places);
            format!("for an access: packets in {places} wait for each other ({remedy})")
        }
        Wait::Circuit { owner } => {
            let owner = name(scene, *owner);
            format!("for an access whose way is reserved for a circuit of {owner}")
        }
        Wait::Start => "to be started, by the host or by a program".to_owned(),
    }
}

/// Returns a task's name in the task graph, or its number.
fn task_name(scene: &Scene, number: u32, core: Option<usize>) -> String {
    let Some(core) = core else {
        return format!("task {number}, which is on no core");
    };
    let name = match scene.task_of_core.get(&core) {
        Some(name) => name.clone(),
        None => number.to_string(),
    };
    format!("task {name} (core {core}){}", remark(scene, core))
}

fn peer(scene: &Scene, peer: Peer, traffic: Traffic) -> String {
    match peer {
        Peer::Any if traffic == Traffic::Block => "any task".to_owned(),
        Peer::Core(core) if traffic == Traffic::Block => {
            task_name(scene, scene.rank(core).unwrap_or(core) as u32, Some(core))
        }
        Peer::Any => "any rank".to_owned(),
        Peer::Core(core) => name(scene, core),
        Peer::NoSuchRank(rank) => format!("rank {rank} (not started)"),
        Peer::Unknown => "a rank that is not known".to_owned(),
    }
}

/// Describes a wait at a barrier, with the number of cores that have arrived: these are the cores that wait there.
fn barrier(scene: &Scene, number: u32, cores: u32) -> String {
    let here = |standing: &Standing| match standing {
        Standing::Waits(wait) => {
            matches!(wait.reason, Reason::Hardware(Wait::Barrier { number: other, .. }) if other == number)
        }
        _ => false,
    };
    let standings = scene.standings.iter().enumerate();
    let programs = standings.filter(|(_, standing)| !matches!(standing, Standing::NoProgram));
    let (arrived, absent): (Vec<_>, Vec<_>) = programs.partition(|(_, standing)| here(standing));
    let missing = (cores as usize).saturating_sub(arrived.len());
    let names: Vec<String> = absent.iter().map(|&(core, _)| name(scene, core)).collect();
    let who = match absent.len() {
        0 => "no other core runs a program".to_owned(),
        present if present > missing => format!("it takes {missing} more of {}", listed(&names)),
        present if present < missing => format!(
            "missing are {missing}, but there are only {}",
            listed(&names)
        ),
        1 => format!("missing is {}", listed(&names)),
        _ => format!("missing are {}", listed(&names)),
    };
    format!(
        "at barrier {number}: {} of {cores} cores have arrived; {who}",
        arrived.len()
    )
}

fn never_granted(token: u8, payload: u32) -> String {
    let request = match token {
        token::LOCK_RELEASE => format!("the release of lock {payload}, which it does not hold"),
        token::LOCK_TRY => format!("lock {payload} by a request that must not wait"),
        _ => format!(
            "a request with token {token}, which the synchronization controller does not know"
        ),
    };
    format!("for {request}: it will never be granted")
}

/// Names of the bits of `mie`, and the devices that may interrupt.
fn interrupts(enabled: u32, devices: &[String]) -> String {
    const NAMES: [(u32, &str); 6] = [
        (3, "software"),
        (7, "timer"),
        (11, "external"),
        (16, "event"),
        (17, "mailbox"),
        (18, "retry"),
    ];
    let enabled = NAMES.iter().filter(|(bit, _)| enabled >> bit & 1 != 0);
    let names: Vec<String> = enabled.map(|(_, name)| (*name).to_owned()).collect();
    if names.is_empty() {
        return "for an interrupt (wfi), but none is enabled".to_owned();
    }
    let devices = match devices {
        [] => String::new(),
        _ => format!(" ({})", devices.join("; ")),
    };
    format!("for an interrupt (wfi): {}{devices}", listed(&names))
}

/// Returns a core's name, with a remark if it has exited or died.
fn name(scene: &Scene, core: usize) -> String {
    let name = match scene.task_of_core.get(&core) {
        Some(task) => format!("task {task}"),
        None => rank_or_core(scene.rank(core), core),
    };
    name + remark(scene, core)
}

fn remark(scene: &Scene, core: usize) -> &'static str {
    match scene.standings.get(core) {
        Some(Standing::Exited { .. }) => " (exited)",
        Some(Standing::Died { .. }) => " (died)",
        Some(Standing::NoProgram) => " (no program)",
        _ => "",
    }
}
