//! A network as it can be drawn: places with coordinates and labels, links with what they have carried.

/// The places of a network and the links between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    pub places: Vec<Place>,
    pub links: Vec<Link>,
}

/// A place: a router, or what is attached to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub name: String,
    pub position: Position,
    /// What is written into its square.
    pub label: Label,
}

/// Where a place is drawn. Places are numbered as the picture lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// A square of a grid: to the right, down, and the layer.
    Grid([usize; 3]),
    /// A smaller square next to one of the grid, `step` to the right and down of it.
    Beside { place: usize, step: [i8; 2] },
    /// Within a square of the grid, and not drawn by itself.
    Within { place: usize },
}

/// What is written into a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// What its user calls this core.
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
