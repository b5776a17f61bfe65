//! Cores that poll: each runs, and yet all may be in calls that only another one can end.

use super::sentence::at_its_end;
use super::{Scene, Standing};
use crate::place::Place;
use crate::symbols::{Frame, Location};

/// What the blocking calls are named: as programs call them, MPI's by their profiling names as well, and where they are compiled in line.
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

/// What calls that return at once have in their names.
const RETURNS: [&str; 5] = ["Test", "probe", "Wtime", "_I", "_Start"];

impl Scene {
    /// The user's lines at which the cores, by number, are in calls that wait for another core; None if one of them does something
    /// else. A core that sleeps waits as well; one that has ended does nothing.
    pub fn blocked_at(&self) -> Option<Vec<Option<Frame>>> {
        self.standings.iter().map(blocked_at).collect()
    }

    /// The cores of which that cannot be said.
    pub fn not_blocked(&self) -> Vec<usize> {
        let standings = self.standings.iter().enumerate();
        let others = standings.filter(|(_, standing)| blocked_at(standing).is_none());
        others.map(|(core, _)| core).collect()
    }

    /// Whether a core that could go on is in the library: in a function that is not the user's.
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
