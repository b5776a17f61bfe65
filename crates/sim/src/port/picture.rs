//! A network prepared for drawing: places with coordinates and labels, and links with their traffic.

/// The places of a network and the links between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    pub places: Vec<Place>,
    pub links: Vec<Link>,
}

/// A place: a router, or a component attached to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub name: String,
    pub position: Position,
    /// The text in its square.
    pub label: Label,
}

/// Where a place is drawn. `place` is an index into [`Picture::places`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// A square of the grid: column, row and layer.
    Grid([usize; 3]),
    /// A smaller square adjacent to one of the grid, `step` columns to the right and rows down.
    Beside { place: usize, step: [i8; 2] },
    /// Inside a square of the grid; not drawn separately.
    Within { place: usize },
}

/// The text in a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// The name that the caller uses for this core.
    Core(usize),
    Text(String),
}

/// A link from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub from: usize,
    pub to: usize,
    pub flits: u64,
}
