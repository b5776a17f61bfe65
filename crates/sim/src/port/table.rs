//! What a part adds to the summary of a run, as plain data: whoever prints it chooses widths, colours and the form of the numbers.

/// A row for each of some cores. Which core it is stands in front of these columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoreTable {
    pub columns: Vec<Column>,
    /// A core's number, and as many cells as there are columns.
    pub rows: Vec<(usize, Vec<Cell>)>,
    /// What the parts of the bars mean.
    pub legend: Vec<BarPart>,
    /// Shares of the whole that are told below the table.
    pub highlights: Option<Highlights>,
}

/// The heading of a column, and how its cells are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: &'static str,
    pub align: Align,
}

/// At which side of its column a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// What is in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    Text(String),
    /// A part of a whole, in per cent.
    Share {
        part: u64,
        whole: u64,
    },
    /// A bar whose parts, in the order of the legend, take their shares.
    Bar(Vec<u64>),
}

/// A part of a bar: what it means, and how it is drawn, readable without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarPart {
    pub name: &'static str,
    pub symbol: &'static str,
    /// The number of the colour on an ANSI terminal.
    pub colour: u8,
}

/// What is told below a table: the largest shares of something.
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
    /// Numbers, and what is counted.
    pub counts: Vec<(u64, &'static str)>,
}
