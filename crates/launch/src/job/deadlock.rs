//! Detects deadlock of a job: all ranks sleep, and no event that would wake one of them has happened.
//!
//! A sleeping rank wakes no other rank, and only other ranks wake it. So a job whose ranks all sleep at one moment never goes on. The
//! launcher observes the ranks one after the other, not at one moment. But each rank counts its sleeps, so two observations with equal
//! counts prove that all ranks have slept in between.

use super::common::{Common, Envelope, Sleep, Wait};
use super::memory::Memory;
use super::place::Place;
use weft_trace::traffic::Traffic;

/// The state of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its process has ended.
    Ended,
    /// It may go on.
    Runs,
    /// Only another rank can wake it.
    Sleeps(Sleep),
}

/// Observes the state of each rank; `ended` tells whose processes have ended.
pub fn look(common: &Common, memory: &Memory, ended: &[bool]) -> Vec<Standing> {
    let standing = |(rank, &ended): (usize, &bool)| match common.sleep(rank) {
        _ if ended => Standing::Ended,
        Some(sleep) if is_blocked(rank, sleep.wait, common, memory) => Standing::Sleeps(sleep),
        _ => Standing::Runs,
    };
    ended.iter().enumerate().map(standing).collect()
}

/// Do all ranks that have not ended sleep, and have they noted their call stacks? Two such observations that are equal prove a deadlock.
pub fn all_sleep(look: &[Standing]) -> bool {
    let sleeps = |standing: &Standing| matches!(standing, Standing::Sleeps(sleep) if sleep.is_told);
    let ended = |standing: &Standing| *standing == Standing::Ended;
    look.iter().any(sleeps)
        && look
            .iter()
            .all(|standing| sleeps(standing) || ended(standing))
}

/// Is the condition that the rank waits for still false?
fn is_blocked(rank: usize, wait: Wait, common: &Common, memory: &Memory) -> bool {
    match wait {
        Wait::Receive(_) | Wait::Send(_) => memory.is_asleep(rank),
        Wait::Lock { number } => common.owner(number).is_some(),
        Wait::Barrier { number, before, .. } => common.meetings(number) == before,
        Wait::Meeting { before } => memory.meetings() == before,
    }
}

/// Describes what each rank waits for, one a line, and the ring of waiting ranks, if there is one. `place` returns where a rank sleeps.
pub fn describe(look: &[Standing], common: &Common, place: impl Fn(usize) -> Place) -> String {
    let mut text = String::new();
    for (rank, standing) in look.iter().enumerate() {
        text += &match standing {
            Standing::Sleeps(sleep) => {
                let place = if sleep.is_told {
                    place(rank)
                } else {
                    Place::default()
                };
                let called = place.called.as_deref().unwrap_or(function(sleep.wait));
                let what = reason(look, common, sleep.wait, called);
                let called = if called.is_empty() {
                    ""
                } else {
                    &format!(" in {called}")
                };
                format!("  rank {rank} waits{called} {what}{place}\n")
            }
            Standing::Runs => format!("  rank {rank} runs\n"),
            Standing::Ended => format!("  rank {rank} has ended\n"),
        };
    }
    text + &ring(look, common).map_or(String::new(), |ring| ring_sentence(&ring))
}

/// Returns the library function of a wait that only one function makes.
fn function(wait: Wait) -> &'static str {
    match wait {
        Wait::Receive(_) | Wait::Send(_) => "",
        Wait::Lock { .. } => "pthread_mutex_lock",
        Wait::Barrier { .. } => "pthread_barrier_wait",
        Wait::Meeting { .. } => "MPI_Init",
    }
}

/// Describes what a rank waits for in a function of the library.
fn reason(look: &[Standing], common: &Common, wait: Wait, called: &str) -> String {
    let traffic = |of: &Envelope| Traffic::of(Some(of.context), &[called]);
    match wait {
        Wait::Receive(envelope) => {
            traffic(&envelope).awaited(&peer(look, envelope.peer), Some(envelope.tag))
        }
        Wait::Send(envelope) => {
            let size = format!(" of {} bytes", envelope.bytes);
            let peer = peer(look, envelope.peer);
            traffic(&envelope).refused(&peer, &size, Some(envelope.tag))
        }
        Wait::Lock { number } => {
            let owner = peer(look, common.owner(number));
            format!("for lock {number}, held by {owner}")
        }
        Wait::Barrier { number, count, .. } => {
            let here =
                |wait: Wait| matches!(wait, Wait::Barrier { number: other, .. } if other == number);
            let arrived = look.iter().filter_map(waits_for).filter(|&it| here(it));
            let arrived = arrived.count();
            format!("at barrier {number}: {arrived} of {count} ranks have arrived")
        }
        Wait::Meeting { .. } => "for all others".to_owned(),
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

/// Returns the rank that can end a wait, if there is exactly one.
fn awaited(wait: Wait, common: &Common) -> Option<usize> {
    match wait {
        Wait::Receive(envelope) | Wait::Send(envelope) => envelope.peer,
        Wait::Lock { number } => common.owner(number),
        Wait::Barrier { .. } | Wait::Meeting { .. } => None,
    }
}

/// Returns the first ring of ranks that wait for each other, beginning with its lowest rank.
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
