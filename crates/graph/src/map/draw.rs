//! Draws a placement as a grid: a cell for each tile, x to the right and y down; one grid for each z.

use super::record::MapRecord;
use crate::array::{Array, Position};

/// Returns the drawing. A cell has the task of the core, and its flow if there are several flows.
pub fn draw(record: &MapRecord, array: &Array) -> String {
    let [columns, rows, layers] = array.size;
    let labels = positions(array.size).map(|at| label(record, array, at));
    let labels: Vec<String> = labels.collect();
    let widths = labels.iter().map(|label| label.chars().count());
    let width = widths.max().unwrap_or(0).max(3);
    let mut text = String::new();
    for (z, layer) in labels.chunks(columns * rows).enumerate() {
        if layers > 1 {
            text += &format!("z {z}\n");
        }
        text += &grid(layer, columns, width);
    }
    text
}

fn positions([columns, rows, layers]: [usize; 3]) -> impl Iterator<Item = Position> {
    let all = 0..columns * rows * layers;
    all.map(move |index| {
        Position([
            index % columns,
            index / columns % rows,
            index / columns / rows,
        ])
    })
}

fn label(record: &MapRecord, array: &Array, at: Position) -> String {
    let task = record.tasks.iter().find(|placed| placed.at == at);
    match task {
        Some(placed) if record.flows > 1 => format!("{}.{}", placed.task, placed.flow),
        Some(placed) => placed.task.clone(),
        None if array.has_memory_at(at) => "[memory]".to_string(),
        None if array.host == at => "[host]".to_string(),
        None if array.cores.contains(&at) => "·".to_string(),
        None => String::new(),
    }
}

fn grid(labels: &[String], columns: usize, width: usize) -> String {
    let line = |left: &str, middle: &str, right: &str| {
        let cells = vec!["─".repeat(width + 2); columns];
        format!("     {left}{}{right}\n", cells.join(middle))
    };
    let numbers = (0..columns).map(|x| format!("{:<width$}", format!("x {x}")));
    let numbers = numbers.collect::<Vec<_>>().join("   ");
    let mut text = format!("       {}\n", numbers.trim_end());
    for (y, row) in labels.chunks(columns).enumerate() {
        text += &match y {
            0 => line("┌", "┬", "┐"),
            _ => line("├", "┼", "┤"),
        };
        let cells = row.iter().map(|label| format!(" {label:<width$} "));
        let cells = cells.collect::<Vec<_>>().join("│");
        text += &format!("y {y:<2} │{cells}│\n");
    }
    text + &line("└", "┴", "┘")
}
