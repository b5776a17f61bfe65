//! Tables in columns of text.

use weft_sim::port::table::Align;

/// Rows of cells under a heading; the width of a column is that of its widest cell.
pub(crate) struct Table {
    columns: Vec<(&'static str, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(columns: &[(&'static str, Align)]) -> Table {
        Table {
            columns: columns.to_vec(),
            rows: Vec::new(),
        }
    }

    /// Adds a row of as many cells as there are columns.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The lines of the table, two blanks between columns.
    pub(crate) fn text(&self) -> String {
        let heading: Vec<String> = self
            .columns
            .iter()
            .map(|(name, _)| (*name).to_owned())
            .collect();
        let lines = std::iter::once(&heading).chain(&self.rows);
        lines.map(|cells| self.line(cells) + "\n").collect()
    }

    fn line(&self, cells: &[String]) -> String {
        let padded = cells
            .iter()
            .enumerate()
            .map(|(index, cell)| self.padded(index, cell));
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    }

    fn padded(&self, column: usize, cell: &str) -> String {
        let (heading, align) = self.columns[column];
        let cells = self.rows.iter().map(|row| visible_width(&row[column]));
        let width = cells.chain([visible_width(heading)]).max().unwrap_or(0);
        let blanks = " ".repeat(width - visible_width(cell));
        match align {
            Align::Left => format!("{cell}{blanks}"),
            Align::Right => format!("{blanks}{cell}"),
        }
    }
}

/// Columns on the terminal: colours take none.
fn visible_width(text: &str) -> usize {
    let mut in_escape = false;
    let is_visible = |character: &char| {
        let starts = *character == '\x1b';
        let visible = !in_escape && !starts;
        in_escape = starts || in_escape && *character != 'm';
        visible
    };
    text.chars().filter(is_visible).count()
}
