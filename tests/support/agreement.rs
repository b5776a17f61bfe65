//! Runs the same sequences on two machines, and reports where they differ, with the failing sequence shrunk.

use crate::image::{self, Outcome};
use crate::layout::Layout;
use crate::sequence::Sequence;
use crate::shrink::shrink;
use crate::toolchain::Result;
use crate::witness::Witness;

/// Requires that both machines agree on `count` sequences, those of the seeds from `first_seed` on.
///
/// # Errors
/// The first sequence on which they do not, shrunk, with the differences; or what kept a machine from running.
pub fn agree(
    one: &mut dyn Witness,
    other: &mut dyn Witness,
    layout: &Layout,
    first_seed: u64,
    count: u64,
) -> Result<()> {
    let end = first_seed + count;
    for start in (first_seed..end).step_by(layout.sequences as usize) {
        let seeds: Vec<u64> = (start..end.min(start + layout.sequences)).collect();
        let sequences: Vec<Sequence> = seeds.iter().map(|&seed| layout.sequence(seed)).collect();
        let pairs = outcomes(one, layout, &sequences)?
            .into_iter()
            .zip(outcomes(other, layout, &sequences)?);
        for ((seed, sequence), (first, second)) in seeds.iter().zip(&sequences).zip(pairs) {
            if first != second {
                return Err(report([one, other], layout, *seed, sequence));
            }
        }
    }
    Ok(())
}

fn outcomes(
    witness: &mut dyn Witness,
    layout: &Layout,
    sequences: &[Sequence],
) -> Result<Vec<Outcome>> {
    let run = witness.run(&image::build(sequences, layout)?)?;
    Outcome::parse(&run.output, sequences.len())
        .map_err(|error| format!("{}: {error}", witness.name()))
}

fn report(
    [one, other]: [&mut dyn Witness; 2],
    layout: &Layout,
    seed: u64,
    sequence: &Sequence,
) -> String {
    let mut differ =
        |candidate: &Sequence| differences([&mut *one, &mut *other], layout, candidate);
    let smallest = shrink(sequence, |candidate| !differ(candidate).is_empty());
    let lines = differ(&smallest).join("\n");
    format!(
        "{} and {} disagree on seed {seed}:\n{smallest}{lines}",
        one.name(),
        other.name()
    )
}

/// Returns the differences when the machines run this sequence alone; a machine that cannot run it counts as different.
fn differences(
    [one, other]: [&mut dyn Witness; 2],
    layout: &Layout,
    sequence: &Sequence,
) -> Vec<String> {
    let alone = std::slice::from_ref(sequence);
    match (outcomes(one, layout, alone), outcomes(other, layout, alone)) {
        (Ok(first), Ok(second)) => first[0].differences(&second[0]),
        (Err(error), _) | (_, Err(error)) => vec![error],
    }
}
