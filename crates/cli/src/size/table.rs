//! The table that `weft size` prints.

use weft_report::table::{left, right, Column, Table};
use weft_run::size::Bytes;

use super::Sizes;

/// The sizes as text, a line for each layer.
pub fn table(sizes: &Sizes) -> String {
    let with_program = sizes.layers.iter().any(|layer| layer.program.is_some());
    let mut table = Table::new(columns(with_program));
    for layer in &sizes.layers {
        let name = layer.layer.name();
        table.row(cells(name, layer.program, layer.whole, with_program));
    }
    table.row(sum(sizes, with_program));
    let group = |name| format!("{name:^29}");
    let groups = match with_program {
        true => vec![group("in the program"), group("in the whole library")],
        false => vec![group("in the whole library")],
    };
    let groups = format!("{:<18}  {}", "bytes", groups.join("   "));
    let (platform, compiler) = (&sizes.platform, &sizes.compiler);
    let (groups, rows) = (groups.trim_end(), table.text());
    format!("{platform} ({compiler})\n{groups}\n{rows}")
}

/// The layer, then its bytes in the program, if there is one, and in the whole library.
fn columns(with_program: bool) -> Vec<Column> {
    let group = |width| {
        [
            right("code").at_least(width),
            right("constants"),
            right("data").at_least(5),
            right("zeros"),
        ]
    };
    let mut columns = vec![left("").at_least(18)];
    columns.extend(group(6));
    if with_program {
        columns.extend(group(7));
    }
    columns
}

/// Returns the row of the library's sum: the bytes that a program pays for it.
fn sum(sizes: &Sizes, with_program: bool) -> Vec<String> {
    let library = || sizes.layers.iter().filter(|layer| layer.layer.is_library());
    let whole: Bytes = library().filter_map(|layer| layer.whole).sum();
    let program: Bytes = library().filter_map(|layer| layer.program).sum();
    cells("the library", Some(program), Some(whole), with_program)
}

fn cells(
    name: &str,
    program: Option<Bytes>,
    whole: Option<Bytes>,
    with_program: bool,
) -> Vec<String> {
    let groups = [Some(program).filter(|_| with_program), Some(whole)];
    let bytes = groups.into_iter().flatten().flat_map(|bytes| {
        let of = |value: fn(Bytes) -> u64| {
            bytes.map_or("-".to_string(), |bytes| value(bytes).to_string())
        };
        [
            of(|bytes| bytes.code),
            of(|bytes| bytes.constants),
            of(|bytes| bytes.data),
            of(|bytes| bytes.zeros),
        ]
    });
    [name.to_string()].into_iter().chain(bytes).collect()
}
