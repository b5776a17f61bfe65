//! The benchmark from the command line: ranks and repetitions as arguments.

fn main() -> anyhow::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let ranks = numbers.next().transpose()?.unwrap_or(2);
    let repetitions = numbers.next().transpose()?.unwrap_or(5);
    let options = weft_launch::bench::Options { ranks, repetitions };
    let table = weft_launch::bench::mpi(&options, |what| eprintln!("{what}"))?;
    print!("{table}");
    Ok(())
}
