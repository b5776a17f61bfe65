//! Makes a failing case smaller: pieces are left out as long as it still fails in the same way.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::watch;

/// The longest that is spent on a case.
const TIME: Duration = Duration::from_secs(60);

/// What failures have in common that have the same cause: their text without its numbers and without what was quoted.
pub fn cause(failure: &str) -> String {
    let quoted = failure.split(['`', '"']).step_by(2).collect::<String>();
    quoted
        .chars()
        .filter(|c| !c.is_ascii_digit())
        .take(160)
        .collect()
}

/// The smallest case found that fails for the same cause.
///
/// # Errors
/// When the target cannot be opened.
pub fn minimise(target: &str, folder: &Path, case: Vec<u8>, failure: &str) -> Result<Vec<u8>> {
    let cause_of_case = cause(failure);
    let mut fails = |candidate: &[u8]| -> Result<bool> {
        let failure = watch::failure(target, folder, candidate)?;
        Ok(failure.is_some_and(|failure| cause(&failure) == cause_of_case))
    };
    smallest(case, Instant::now() + TIME, &mut fails)
}

fn smallest(
    mut case: Vec<u8>,
    until: Instant,
    fails: &mut dyn FnMut(&[u8]) -> Result<bool>,
) -> Result<Vec<u8>> {
    let mut piece = case.len().div_ceil(2);
    while piece > 0 {
        let mut at = 0;
        while at < case.len() && Instant::now() < until {
            let mut candidate = case.clone();
            candidate.drain(at..(at + piece).min(case.len()));
            match fails(&candidate)? {
                true => case = candidate,
                false => at += piece,
            }
        }
        piece /= 2;
    }
    Ok(case)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_remains() {
        let mut fails = |case: &[u8]| Ok(case.contains(&b'x') && case.contains(&b'y'));
        let until = Instant::now() + TIME;
        let least = smallest(b"many words with x and then y".to_vec(), until, &mut fails);
        assert_eq!(least.unwrap(), b"xy");
    }

    #[test]
    fn the_same_cause_has_other_numbers_and_names() {
        assert_eq!(cause("index 3 of 2: `a`"), cause("index 17 of 9: `long`"));
        assert_ne!(cause("index 3"), cause("overflow"));
    }
}
