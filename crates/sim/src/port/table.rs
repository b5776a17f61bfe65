//! What a part adds to the summary of a run, as plain data. The caller that prints it chooses widths, colours and number formats.

/// A table with a row for each of some cores. The caller adds the column that names the core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoreTable {
    pub columns: Vec<Column>,
    /// Number of the core, and one cell for each column.
    pub rows: Vec<(usize, Vec<Cell>)>,
    /// The meaning of the segments of the bars.
    pub legend: Vec<BarPart>,
    /// The largest shares of a whole, listed below the table.
    pub highlights: Option<Highlights>,
}

/// The heading of a column, and its alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: &'static str,
    pub align: Align,
}

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    Text(String),
    /// A part of a whole, in per cent.
    Share {
        part: u64,
        whole: u64,
    },
    /// A stacked bar: the size of each segment, in the order of the legend.
    Bar(Vec<u64>),
}

/// A segment of a bar: its meaning, and a symbol and a colour to draw it. The symbols alone distinguish the segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarPart {
    pub name: &'static str,
    pub symbol: &'static str,
    /// The number of the ANSI colour.
    pub colour: u8,
}

/// A list below a table: the largest shares of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlights {
    pub title: &'static str,
    /// Name and part, the largest first.
    pub parts: Vec<(String, u64)>,
    pub whole: u64,
}

/// A line of counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    pub title: &'static str,
    /// Numbers, each with the name of what is counted.
    pub counts: Vec<(u64, &'static str)>,
}
