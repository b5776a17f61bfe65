//! Ranks that wait for each other for ever: all of a job sleep, and nothing that would wake one has happened.
//!
//! A rank that sleeps does nothing to others, and only others wake it. So a job in which all sleep at one moment stays as it is. The ranks
//! are looked at one after the other; but each counts its sleeps, so that two looks with the same counts show that all have slept in
//! between.

use super::common::{Common, Envelope, Sleep, Wait};
use super::memory::Memory;

/// What a rank does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its process has ended.
    Ended,
    /// It may go on.
    Runs,
    /// Only another rank can have it go on.
    Sleeps(Sleep),
}

/// What each rank does; `ended` says whose processes have ended.
pub fn look(common: &Common, memory: &Memory, ended: &[bool]) -> Vec<Standing> {
    let standing = |(rank, &ended): (usize, &bool)| match common.sleep(rank) {
        _ if ended => Standing::Ended,
        Some(sleep) if is_blocked(rank, sleep.wait, common, memory) => Standing::Sleeps(sleep),
        _ => Standing::Runs,
    };
    ended.iter().enumerate().map(standing).collect()
}

/// Do all sleep that have not ended? Two such looks that are equal show a deadlock.
pub fn all_sleep(look: &[Standing]) -> bool {
    let sleeps = |standing: &Standing| matches!(standing, Standing::Sleeps(_));
    look.iter().any(sleeps) && !look.contains(&Standing::Runs)
}

/// Has nothing happened that lets the rank go on, once it looks?
fn is_blocked(rank: usize, wait: Wait, common: &Common, memory: &Memory) -> bool {
    match wait {
        Wait::Receive(_) | Wait::Send(_) => memory.is_asleep(rank),
        Wait::Lock { number } => common.owner(number).is_some(),
        Wait::Barrier { number, before, .. } => common.meetings(number) == before,
        Wait::Meeting { before } => memory.meetings() == before,
    }
}

/// Who waits for what, a rank a line, and the ring in which they do, if there is one.
pub fn describe(look: &[Standing], common: &Common) -> String {
    let mut text = String::new();
    for (rank, standing) in look.iter().enumerate() {
        text += &match standing {
            Standing::Sleeps(sleep) => {
                format!("  rank {rank} {}\n", sentence(look, common, sleep.wait))
            }
            Standing::Runs => format!("  rank {rank} runs\n"),
            Standing::Ended => format!("  rank {rank} has ended\n"),
        };
    }
    text + &ring(look, common).map_or(String::new(), |ring| ring_sentence(&ring))
}

fn sentence(look: &[Standing], common: &Common, wait: Wait) -> String {
    match wait {
        Wait::Receive(envelope) => format!(
            "waits for a message from {}{}",
            peer(look, envelope.peer),
            tagged(&envelope)
        ),
        Wait::Send(envelope) => format!(
            "waits until {} takes a message of {} bytes{}",
            peer(look, envelope.peer),
            envelope.bytes,
            tagged(&envelope)
        ),
        Wait::Lock { number } => {
            let owner = peer(look, common.owner(number));
            format!("waits in pthread_mutex_lock for lock {number}, held by {owner}")
        }
        Wait::Barrier { number, count, .. } => {
            let here =
                |wait: Wait| matches!(wait, Wait::Barrier { number: other, .. } if other == number);
            let arrived = look.iter().filter_map(waits_for).filter(|&it| here(it));
            let arrived = arrived.count();
            format!("waits in pthread_barrier_wait at barrier {number}: {arrived} of {count} ranks have arrived")
        }
        Wait::Meeting { .. } => "waits in MPI_Init for all others".to_owned(),
    }
}

fn waits_for(standing: &Standing) -> Option<Wait> {
    match standing {
        Standing::Sleeps(sleep) => Some(sleep.wait),
        _ => None,
    }
}

fn peer(look: &[Standing], rank: Option<usize>) -> String {
    let Some(rank) = rank else {
        return "any rank".to_owned();
    };
    match look.get(rank) {
        Some(Standing::Ended) => format!("rank {rank} (ended)"),
        _ => format!("rank {rank}"),
    }
}

fn tagged(envelope: &Envelope) -> String {
    match (envelope.is_collective, envelope.tag) {
        (true, _) => " in a collective operation".to_owned(),
        (false, tag) if tag < 0 => ", any tag".to_owned(),
        (false, tag) => format!(", tag {tag}"),
    }
}

/// The one rank that alone can end a wait, if there is one.
fn awaited(wait: Wait, common: &Common) -> Option<usize> {
    match wait {
        Wait::Receive(envelope) | Wait::Send(envelope) => envelope.peer,
        Wait::Lock { number } => common.owner(number),
        Wait::Barrier { .. } | Wait::Meeting { .. } => None,
    }
}

/// The first ranks that wait for each other in a ring, beginning with the lowest.
fn ring(look: &[Standing], common: &Common) -> Option<Vec<usize>> {
    let next = |&rank: &usize| awaited(waits_for(look.get(rank)?)?, common);
    (0..look.len()).find_map(|start| {
        let chain = std::iter::successors(Some(start), next);
        let ranks: Vec<usize> = chain.take(look.len() + 1).collect();
        let back = ranks.iter().skip(1).position(|&rank| rank == start)?;
        Some(ranks[..=back].to_vec())
    })
}

fn ring_sentence(ring: &[usize]) -> String {
    match ring {
        [alone] => format!("  cycle: rank {alone} waits for itself\n"),
        [first, others @ ..] => {
            let link = |rank: &usize| format!("rank {rank}, which waits for ");
            let links: String = others.iter().map(link).collect();
            format!("  cycle: rank {first} waits for {links}rank {first}\n")
        }
        [] => String::new(),
    }
}
