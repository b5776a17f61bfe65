//! Refuses real-time priority with more ranks than processors.

use anyhow::{bail, Context, Result};

/// Policies of `sched_setscheduler`: SCHED_FIFO and SCHED_RR.
const REAL_TIME: [u32; 2] = [1, 2];
/// The index of the policy in `/proc/self/stat`, counted from the field after the name.
const POLICY: usize = 38;

/// # Errors
/// Where a rank that polls would keep its processor from the rank it waits for: it has real-time priority, and there
/// are fewer processors than ranks.
pub fn refuse_if_it_blocks(ranks: usize) -> Result<()> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    if ranks > processors && is_real_time()? {
        bail!(
            "{ranks} ranks on {processors} processors do not end with real-time priority, where a rank that polls \
             keeps the processor from the one it waits for: run without chrt"
        );
    }
    Ok(())
}

fn is_real_time() -> Result<bool> {
    let text = std::fs::read_to_string("/proc/self/stat")
        .context("cannot read this process's priority")?;
    let policy = policy(&text).context("/proc/self/stat does not tell this process's priority")?;
    Ok(REAL_TIME.contains(&policy))
}

/// Returns the policy. The name, which may contain any character, ends at the last parenthesis.
fn policy(stat: &str) -> Option<u32> {
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_whitespace().nth(POLICY)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_is_the_forty_first_field() {
        let fields: Vec<String> = (3..=52).map(|number| number.to_string()).collect();
        let stat = format!("7 (a ) 1 name) {}", fields.join(" "));
        assert_eq!(policy(&stat), Some(41));
        assert_eq!(policy("7 (name) R"), None);
    }

    #[test]
    fn a_rank_alone_may_have_any_priority() {
        assert!(refuse_if_it_blocks(1).is_ok());
    }
}
