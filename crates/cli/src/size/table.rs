//! The table that `weft size` prints.

use super::measure::Bytes;
use super::{LayerSize, Sizes};

/// The sizes as text, a line for each layer.
pub fn table(sizes: &Sizes) -> String {
    let with_program = sizes.layers.iter().any(|layer| layer.program.is_some());
    let heading = "code  constants   data  zeros";
    let mut lines = vec![format!("{} ({})", sizes.platform, sizes.compiler)];
    lines.push(match with_program {
        true => format!(
            "{:<18}  {:^29}   {:^29}",
            "bytes", "in the program", "in the whole library"
        ),
        false => format!("{:<18}  {:^29}", "bytes", "in the whole library"),
    });
    lines.push(match with_program {
        true => format!("{:<18}  {heading:>29}   {heading:>29}", ""),
        false => format!("{:<18}  {heading:>29}", ""),
    });
    lines.extend(sizes.layers.iter().map(|layer| line(layer, with_program)));
    lines.push(sum(sizes, with_program));
    lines
        .iter()
        .map(|line| line.trim_end().to_string() + "\n")
        .collect()
}

fn line(layer: &LayerSize, with_program: bool) -> String {
    let whole = cells(layer.whole);
    match with_program {
        true => format!(
            "{:<18}  {}   {whole}",
            layer.layer.name(),
            cells(layer.program)
        ),
        false => format!("{:<18}  {whole}", layer.layer.name()),
    }
}

/// The library alone: what a program pays for it.
fn sum(sizes: &Sizes, with_program: bool) -> String {
    let library = || sizes.layers.iter().filter(|layer| layer.layer.is_library());
    let total = |parts: Vec<Option<Bytes>>| {
        parts
            .into_iter()
            .flatten()
            .fold(Bytes::default(), |mut sum, part| {
                sum += part;
                sum
            })
    };
    let whole = cells(Some(total(library().map(|layer| layer.whole).collect())));
    let program = cells(Some(total(library().map(|layer| layer.program).collect())));
    match with_program {
        true => format!("{:<18}  {program}   {whole}", "the library"),
        false => format!("{:<18}  {whole}", "the library"),
    }
}

fn cells(bytes: Option<Bytes>) -> String {
    let cell =
        |value: fn(Bytes) -> u64| bytes.map_or("-".to_string(), |bytes| value(bytes).to_string());
    format!(
        "{:>6}  {:>9}  {:>5}  {:>5}",
        cell(|bytes| bytes.code),
        cell(|bytes| bytes.constants),
        cell(|bytes| bytes.data),
        cell(|bytes| bytes.zeros)
    )
}
