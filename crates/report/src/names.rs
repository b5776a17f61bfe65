//! How cores are called, and lists of names.

/// Names beyond this number are counted instead.
const LISTED: usize = 8;

/// The rank on a core, if there is one; otherwise the core.
pub(crate) fn rank_or_core(rank: Option<usize>, core: usize) -> String {
    match rank {
        Some(rank) => format!("rank {rank}"),
        None => format!("core {core}"),
    }
}

/// The task of a task graph or the rank, if there is one, and the core.
pub(crate) fn full_name(task: Option<&String>, rank: Option<usize>, core: usize) -> String {
    match (task, rank) {
        (Some(task), _) => format!("task {task} (core {core})"),
        (None, Some(rank)) => format!("rank {rank} (core {core})"),
        (None, None) => format!("core {core}"),
    }
}

/// `a`, `a and b`, `a, b and c`, `a, b, ... and 17 more`.
pub(crate) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        _ if names.len() > LISTED => {
            let (shown, rest) = names.split_at(LISTED);
            format!("{} and {} more", shown.join(", "), rest.len())
        }
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
