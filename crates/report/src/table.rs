//! Lays out tables as columns of text or as Markdown.

pub use weft_sim::port::table::Align;

/// Markdown wants three hyphens below a heading.
const LEAST_MARKDOWN_WIDTH: usize = 3;

/// A column: its heading, how its cells are set, and its least width.
#[derive(Clone, Debug)]
pub struct Column {
    heading: String,
    align: Align,
    width: usize,
}

impl Column {
    /// A column that is as wide as its heading, or wider.
    pub fn new(heading: impl Into<String>, align: Align) -> Column {
        let heading = heading.into();
        Column {
            width: visible_width(&heading),
            heading,
            align,
        }
    }

    /// The column with a least width.
    pub fn at_least(mut self, width: usize) -> Column {
        self.width = self.width.max(width);
        self
    }

    fn padded(&self, cell: &str) -> String {
        let blanks = " ".repeat(self.width.saturating_sub(visible_width(cell)));
        match self.align {
            Align::Left => format!("{cell}{blanks}"),
            Align::Right => format!("{blanks}{cell}"),
        }
    }
}

/// A column whose cells begin at its left edge.
pub fn left(heading: impl Into<String>) -> Column {
    Column::new(heading, Align::Left)
}

/// A column whose cells end at its right edge.
pub fn right(heading: impl Into<String>) -> Column {
    Column::new(heading, Align::Right)
}

/// The heading of a table whose rows are printed one by one, as they come.
pub fn heading(columns: &[Column]) -> String {
    let headings: Vec<&str> = columns.iter().map(|it| it.heading.as_str()).collect();
    line(columns, &headings)
}

/// A row of such a table, two blanks between columns.
pub fn line(columns: &[Column], cells: &[impl AsRef<str>]) -> String {
    let cells = columns.iter().zip(cells);
    let padded = cells.map(|(column, cell)| column.padded(cell.as_ref()));
    let padded: Vec<String> = padded.collect();
    padded.join("  ").trim_end().to_owned() + "\n"
}

/// Rows of cells under a heading; a column is as wide as its widest cell.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Table {
        Table {
            columns: columns.into_iter().collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row of as many cells as there are columns.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The lines of the table.
    pub fn text(&self) -> String {
        let columns = self.widened(0);
        let rows = self.rows.iter().map(|cells| line(&columns, cells));
        heading(&columns) + &rows.collect::<String>()
    }

    /// The table in Markdown, aligned so that it reads as well on a terminal.
    pub fn markdown(&self) -> String {
        let columns = self.widened(LEAST_MARKDOWN_WIDTH);
        let heading = columns.iter().map(|column| column.heading.clone());
        let rule = columns.iter().map(|column| "-".repeat(column.width));
        let head = [heading.collect(), rule.collect()];
        let line = |cells: &Vec<String>| {
            let cells = columns.iter().zip(cells);
            let cells = cells.map(|(column, cell)| format!(" {} |", column.padded(cell)));
            format!("|{}\n", cells.collect::<String>())
        };
        head.iter().chain(&self.rows).map(line).collect()
    }

    /// The columns, at least as wide as their cells.
    fn widened(&self, least: usize) -> Vec<Column> {
        let columns = self.columns.iter().enumerate();
        let widened = columns.map(|(index, column)| {
            let cells = self.rows.iter().map(|row| visible_width(&row[index]));
            column.clone().at_least(cells.max().unwrap_or(0).max(least))
        });
        widened.collect()
    }
}

/// Returns the width of a text on the terminal, without its escape sequences.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new([left("name"), right("n").at_least(4), left("")]);
        table.row(["\x1b[32mä\x1b[0m", "12345", ""].map(String::from).to_vec());
        table.row(["longer", "1", "end"].map(String::from).to_vec());
        table
    }

    #[test]
    fn columns_are_as_wide_as_their_cells() {
        let text = "name        n\n\x1b[32mä\x1b[0m       12345\nlonger      1  end\n";
        assert_eq!(table().text(), text);
    }

    #[test]
    fn rows_that_are_printed_one_by_one_have_fixed_widths() {
        let columns = [left("name").at_least(8), right("n")];
        assert_eq!(heading(&columns), "name      n\n");
        assert_eq!(line(&columns, &["a", "123"]), "a         123\n");
    }

    #[test]
    fn markdown_has_a_rule_below_the_heading() {
        let mut table = Table::new([left("a"), left("value")]);
        table.row(vec!["b".to_owned(), "1".to_owned()]);
        let text = "| a   | value |\n| --- | ----- |\n| b   | 1     |\n";
        assert_eq!(table.markdown(), text);
    }
}
