//! Shrinks a failing sequence by leaving out steps, larger runs of them first (delta debugging).

use crate::sequence::Sequence;

/// Returns the sequence without the steps that `fails` does not need; without any one of the remaining steps it no longer fails.
/// A sequence that does not fail is returned unchanged.
pub fn shrink(sequence: &Sequence, mut fails: impl FnMut(&Sequence) -> bool) -> Sequence {
    let mut smallest = sequence.clone();
    let mut run = smallest.steps.len().div_ceil(2);
    while run > 0 {
        let shrunk = without_needless_runs(&mut smallest, run, &mut fails);
        if run == 1 && !shrunk {
            break;
        }
        run = run.div_ceil(2);
    }
    smallest
}

/// Leaves out each run of `run` steps that is not needed; true when there was one.
fn without_needless_runs(
    smallest: &mut Sequence,
    run: usize,
    fails: &mut impl FnMut(&Sequence) -> bool,
) -> bool {
    let before = smallest.steps.len();
    let mut start = 0;
    while start < smallest.steps.len() {
        let mut candidate = smallest.clone();
        let end = (start + run).min(candidate.steps.len());
        candidate.steps.drain(start..end);
        if fails(&candidate) {
            *smallest = candidate;
        } else {
            start += run;
        }
    }
    smallest.steps.len() < before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator;

    #[test]
    fn only_the_needed_steps_remain() {
        let sequence = generator::sequence(1);
        let needed = [sequence.steps[2].clone(), sequence.steps[5].clone()];
        let smallest = shrink(&sequence, |candidate| {
            needed.iter().all(|step| candidate.steps.contains(step))
        });
        assert_eq!(smallest.steps, needed);
    }
}
