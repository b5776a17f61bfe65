//! Cores that poll: each executes instructions, but all may be in calls that only another core can end.

use super::sentence::at_its_end;
use super::{Scene, Standing};
use crate::place::Place;
use crate::symbols::{Frame, Location};

/// Prefixes of the names of blocking calls: as programs call them, the profiling names of MPI, and the names of inlined ones.
const INTERFACE: [&str; 8] = [
    "MP_",
    "weft_mp_",
    "MPI_",
    "PMPI_",
    "weft_mpi_",
    "pthread_mutex_lock",
    "pthread_barrier_wait",
    "weft_mutex_lock",
];

/// Parts of the names of calls that return at once.
const RETURNS: [&str; 5] = ["Test", "probe", "Wtime", "_I", "_Start"];

impl Scene {
    /// Returns, for each core, the user's line at which it is in a call that waits for another core. None if any core does something else. A
    /// sleeping core counts as waiting; a core that has ended has no line.
    pub fn blocked_at(&self) -> Option<Vec<Option<Frame>>> {
        self.standings.iter().map(blocked_at).collect()
    }

    /// Returns the cores that are not in such calls.
    pub fn not_blocked(&self) -> Vec<usize> {
        let standings = self.standings.iter().enumerate();
        let others = standings.filter(|(_, standing)| blocked_at(standing).is_none());
        others.map(|(core, _)| core).collect()
    }

    /// Is a core that could go on in the library, that is, in a function that is not the user's?
    pub fn is_in_library(&self, core: usize) -> bool {
        match &self.standings[core] {
            Standing::Runs(backtrace) => {
                let innermost = backtrace.first().map(Location::innermost);
                innermost.is_some_and(|frame| !frame.is_users())
            }
            _ => false,
        }
    }
}

fn blocked_at(standing: &Standing) -> Option<Option<Frame>> {
    let backtrace = match standing {
        Standing::NoProgram | Standing::Exited { .. } | Standing::Died { .. } => return Some(None),
        Standing::Waits(wait) => {
            return Some(Place::find(&wait.backtrace).map(|at| at.user.clone()))
        }
        Standing::Runs(backtrace) => backtrace,
    };
    if at_its_end(backtrace) {
        return Some(None);
    }
    let place = Place::find(backtrace)?;
    let called = place.called;
    let waits = called.is_some_and(|called| is_blocking(&called.function));
    waits.then(|| Some(place.user.clone()))
}

fn is_blocking(function: &str) -> bool {
    INTERFACE.iter().any(|prefix| function.starts_with(prefix))
        && !RETURNS.iter().any(|part| function.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_that_return_at_once_wait_for_nobody() {
        for function in [
            "MPI_Recv",
            "PMPI_Barrier",
            "weft_mpi_transfer",
            "PMPI_Waitsome",
            "MP_receive",
            "pthread_mutex_lock",
            "pthread_barrier_wait",
        ] {
            assert!(is_blocking(function), "{function}");
        }
        for function in [
            "MPI_Test",
            "PMPI_Testany",
            "MPI_Iprobe",
            "MPI_Irecv",
            "MPI_Wtime",
            "pthread_mutex_trylock",
            "compute",
        ] {
            assert!(!is_blocking(function), "{function}");
        }
    }
}
