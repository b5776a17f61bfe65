//! Places ranks on processors.

use anyhow::{Context, Result};
use rustix::thread::{sched_getaffinity, CpuSet};

/// How ranks are bound to processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Binding {
    /// Each rank to a processor, in turn: with more ranks than processors, several share one
    Core,
    /// The system moves ranks as it likes
    None,
}

/// The processors of a job.
pub struct Places {
    pub allowed: Vec<usize>,
    bound: bool,
}

impl Places {
    /// Returns the processor to which a rank is bound, if it is.
    pub fn of_rank(&self, rank: usize) -> Option<usize> {
        self.bound.then(|| self.allowed[rank % self.allowed.len()])
    }
}

/// Chooses among the processors that this process may use.
///
/// # Errors
/// When the system does not say which those are.
pub fn places(binding: Binding) -> Result<Places> {
    let set =
        sched_getaffinity(None).context("the system does not say which processors may be used")?;
    let all = 0..CpuSet::MAX_CPU;
    let allowed: Vec<usize> = all.filter(|&number| set.is_set(number)).collect();
    let bound = binding == Binding::Core;
    Ok(Places { allowed, bound })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_get_different_processors() {
        let places = Places {
            allowed: vec![3, 5],
            bound: true,
        };
        assert_eq!((places.of_rank(0), places.of_rank(1)), (Some(3), Some(5)));
    }

    #[test]
    fn more_ranks_than_processors_share_them_evenly() {
        let places = Places {
            allowed: vec![3, 5],
            bound: true,
        };
        assert_eq!((places.of_rank(2), places.of_rank(3)), (Some(3), Some(5)));
    }

    #[test]
    fn on_request_none_is_bound() {
        assert_eq!(places(Binding::None).unwrap().of_rank(0), None);
    }
}
