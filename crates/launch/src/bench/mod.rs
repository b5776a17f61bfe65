//! Measures how fast programs of this machine exchange messages by MPI or MCAPI: with this library, with the installed MPI libraries, and
//! by a raw exchange through memory, which is the limit.
//!
//! One measuring program for each interface, `bench/*/measure.c`, is built with each library. All run in turn, several times, on the same
//! processors, so that other load disturbs all alike. The figures are medians; only their ratios can be compared between machines.

mod contestants;
mod priority;
mod table;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{bail, Context, Result};

pub use table::{Row, Table};

use contestants::Contestant;

/// A quantity: what is measured, and for how many bytes.
type Quantity = (String, u64);

/// Measures MPI with at least 2 ranks; the raw exchange always has two sides. Each program runs `repetitions` times; `progress` is told
/// what runs next.
///
/// # Errors
/// When a program does not compile, or fails.
pub fn mpi(ranks: usize, repetitions: usize, progress: impl FnMut(&str)) -> Result<Table> {
    compare(ranks, repetitions, contestants::of_mpi, progress)
}

/// Measures MCAPI, between two nodes.
///
/// # Errors
/// When a program does not compile, or fails.
pub fn mcapi(repetitions: usize, progress: impl FnMut(&str)) -> Result<Table> {
    compare(2, repetitions, contestants::of_mcapi, progress)
}

fn compare(
    ranks: usize,
    repetitions: usize,
    build: impl FnOnce(&Path) -> Result<Vec<Contestant>>,
    mut progress: impl FnMut(&str),
) -> Result<Table> {
    if ranks < 2 || repetitions == 0 {
        bail!("at least 2 ranks and 1 repetition are needed");
    }
    priority::refuse_if_it_blocks(ranks)?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let contestants = build(folder.path())?;
    let mut order = Vec::new();
    let mut values: BTreeMap<(Quantity, &str), Vec<f64>> = BTreeMap::new();
    for repetition in 1..=repetitions {
        for contestant in &contestants {
            let name = contestant.name;
            progress(&format!("{name} {repetition} of {repetitions}"));
            for (quantity, value) in measure(contestant, ranks, folder.path())? {
                if !order.contains(&quantity) {
                    order.push(quantity.clone());
                }
                values.entry((quantity, name)).or_default().push(value);
            }
        }
    }
    let names = contestants.iter().map(|contestant| contestant.name);
    Ok(Table::new(ranks, names, order, &values))
}

fn measure(contestant: &Contestant, ranks: usize, folder: &Path) -> Result<Vec<(Quantity, f64)>> {
    let results = folder.join("results");
    contestant.run(ranks, &results)?;
    let text =
        std::fs::read_to_string(&results).context("cannot read what the program has measured")?;
    let mut figures = Vec::new();
    for line in text.lines() {
        let ((what, bytes), value) =
            parse(line).with_context(|| format!("{} has measured \"{line}\"", contestant.name))?;
        let rows = contestant.rows(&what).into_iter();
        figures.extend(rows.map(|row| ((row, bytes), value)));
    }
    Ok(figures)
}

fn parse(line: &str) -> Option<(Quantity, f64)> {
    let mut words = line.split(' ');
    let quantity = (words.next()?.to_owned(), words.next()?.parse().ok()?);
    Some((quantity, words.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_quantity_and_its_value() {
        assert_eq!(
            parse("bandwidth 65536 35.2"),
            Some((("bandwidth".to_owned(), 65536), 35.2))
        );
        assert_eq!(parse("bandwidth 65536"), None);
    }
}
