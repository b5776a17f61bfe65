//! The tables about cores that other components of the chip add to the summary.

use super::bar::{bar_of, legend_of};
use super::quantity::percent;
use super::{whose, Style};
use crate::json::RunRecord;
use crate::table::{left, Column, Table};
use weft_sim::port::{BarPart, Cell, CoreTable, Highlights};

/// Columns of a bar.
const BAR_COLUMNS: usize = 24;

/// Returns all tables, one below the other.
pub(super) fn core_tables(run: &RunRecord, style: Style) -> String {
    let tables = run.tables.iter().map(|table| text(table, run, style));
    tables.collect()
}

fn text(table: &CoreTable, run: &RunRecord, style: Style) -> String {
    let whose = [left("core"), left(whose(run))].into_iter();
    let columns = table.columns.iter();
    let columns = columns.map(|column| Column::new(column.name, column.align));
    let mut lines = Table::new(whose.chain(columns));
    for (core, cells) in &table.rows {
        let record = &run.cores[*core];
        let rank = record
            .rank
            .map_or(String::from("-"), |rank| rank.to_string());
        let name = [core.to_string(), record.task.clone().unwrap_or(rank)];
        let cells = cells.iter().map(|cell| shown(cell, &table.legend, style));
        lines.row(name.into_iter().chain(cells).collect());
    }
    let legend = legend_of(&table.legend, style);
    let highlights = table.highlights.as_ref().map_or(String::new(), highlighted);
    format!("{}{legend}\n{highlights}", lines.text())
}

fn shown(cell: &Cell, legend: &[BarPart], style: Style) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        Cell::Share { part, whole } => percent(*part, *whole),
        Cell::Bar(parts) => {
            let parts: Vec<_> = legend.iter().copied().zip(parts.iter().copied()).collect();
            bar_of(&parts, BAR_COLUMNS, style)
        }
    }
}

fn highlighted(highlights: &Highlights) -> String {
    let parts = highlights.parts.iter();
    let parts = parts.map(|(name, part)| format!("{name} {} %", percent(*part, highlights.whole)));
    match parts.collect::<Vec<_>>() {
        none if none.is_empty() => String::new(),
        parts => format!("{}: {}\n", highlights.title, parts.join("; ")),
    }
}
