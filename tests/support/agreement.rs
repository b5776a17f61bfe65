//! Runs the same sequences on two machines, and reports where they differ, with the failing sequence shrunk.

use crate::generator;
use crate::image::{self, Outcome};
use crate::sequence::Sequence;
use crate::shrink::shrink;
use crate::toolchain::Result;
use crate::witness::Witness;

/// Sequences in one image: as many as fit the memories, so that starting the machines costs little.
const SEQUENCES_PER_IMAGE: u64 = 500;

/// Requires that both machines agree on `count` sequences, those of the seeds from `first_seed` on.
///
/// # Errors
/// The first sequence on which they do not, shrunk, with the differences; or what kept a machine from running.
pub fn agree(
    one: &mut dyn Witness,
    other: &mut dyn Witness,
    first_seed: u64,
    count: u64,
) -> Result<()> {
    let end = first_seed + count;
    for start in (first_seed..end).step_by(SEQUENCES_PER_IMAGE as usize) {
        let seeds: Vec<u64> = (start..end.min(start + SEQUENCES_PER_IMAGE)).collect();
        let sequences: Vec<Sequence> = seeds
            .iter()
            .map(|&seed| generator::sequence(seed))
            .collect();
        let pairs = outcomes(one, &sequences)?
            .into_iter()
            .zip(outcomes(other, &sequences)?);
        for ((seed, sequence), (first, second)) in seeds.iter().zip(&sequences).zip(pairs) {
            if first != second {
                return Err(report(one, other, *seed, sequence));
            }
        }
    }
    Ok(())
}

fn outcomes(witness: &mut dyn Witness, sequences: &[Sequence]) -> Result<Vec<Outcome>> {
    let run = witness.run(&image::build(sequences)?)?;
    Outcome::parse(&run.output, sequences.len())
        .map_err(|error| format!("{}: {error}", witness.name()))
}

fn report(
    one: &mut dyn Witness,
    other: &mut dyn Witness,
    seed: u64,
    sequence: &Sequence,
) -> String {
    let mut differ = |candidate: &Sequence| differences(one, other, candidate);
    let smallest = shrink(sequence, |candidate| !differ(candidate).is_empty());
    let lines = differ(&smallest).join("\n");
    format!(
        "{} and {} disagree on seed {seed}:\n{smallest}{lines}",
        one.name(),
        other.name()
    )
}

/// Returns the differences when the machines run this sequence alone; a machine that cannot run it counts as different.
fn differences(one: &mut dyn Witness, other: &mut dyn Witness, sequence: &Sequence) -> Vec<String> {
    let alone = std::slice::from_ref(sequence);
    match (outcomes(one, alone), outcomes(other, alone)) {
        (Ok(first), Ok(second)) => first[0].differences(&second[0]),
        (Err(error), _) | (_, Err(error)) => vec![error],
    }
}
