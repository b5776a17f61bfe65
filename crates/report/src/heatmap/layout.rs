//! Computes where places and links are drawn: the layers of the grid side by side, and around each layer the endpoints at its edges.

use std::cmp::Ordering;
use weft_sim::port::picture::Place;
use weft_sim::port::{Link, Position};

/// The side of a router's square.
pub(super) const ROUTER: f64 = 56.0;
/// Distance between the centres of neighbouring routers.
const PITCH: f64 = 104.0;
/// Distance from a layer's edge to the centre of its outermost routers, with room for an endpoint.
const MARGIN: f64 = 100.0;
/// Height of the title above the layers, and of the legend below them.
const HEAD: f64 = 24.0;
const FOOT: f64 = 72.0;
/// Half the distance between the two links of a pair.
const APART: f64 = 7.0;
/// Length of the arrows at a square's corners: links within a tile, and links to another layer.
const STUB: f64 = 16.0;

/// A point of the picture: x to the right, y down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Point(pub(super) f64, pub(super) f64);

/// Where a link is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Arrow {
    pub(super) from: Point,
    pub(super) to: Point,
}

/// The places of a network.
pub(super) struct Layout {
    size: [usize; 3],
    positions: Vec<Position>,
}

impl Layout {
    pub(super) fn of(places: &[Place]) -> Layout {
        let mut size = [1; 3];
        for place in places {
            if let Position::Grid(at) = place.position {
                for (size, coordinate) in size.iter_mut().zip(at) {
                    *size = (*size).max(coordinate + 1);
                }
            }
        }
        Layout {
            size,
            positions: places.iter().map(|place| place.position).collect(),
        }
    }

    fn layer_width(&self) -> f64 {
        2.0 * MARGIN + PITCH * (self.size[0] - 1) as f64
    }

    /// Width and height of the drawing.
    pub(super) fn size(&self) -> (f64, f64) {
        let height = 2.0 * MARGIN + PITCH * (self.size[1] - 1) as f64;
        let width = (self.layer_width() * self.size[2] as f64).max(400.0);
        (width, HEAD + height + FOOT)
    }

    /// Returns the centre of a place's square, if it has one of its own.
    pub(super) fn centre(&self, place: usize) -> Option<Point> {
        match self.positions[place] {
            Position::Grid(at) => Some(self.on_grid(at)),
            Position::Beside { place, step } => {
                let next_to = self.centre(place)?;
                Some(next_to.moved(direction(step), 0.75 * PITCH))
            }
            Position::Within { .. } => None,
        }
    }

    fn on_grid(&self, at: [usize; 3]) -> Point {
        Point(
            MARGIN + self.layer_width() * at[2] as f64 + PITCH * at[0] as f64,
            HEAD + MARGIN + PITCH * at[1] as f64,
        )
    }

    /// Returns the arrow of a link at a square of the grid. A link between two squares is drawn to the right of its direction, so that the
    /// two links of a pair do not overlap. A link to a place within the square, or on another layer, is drawn at a corner.
    pub(super) fn arrow(&self, link: &Link) -> Option<Arrow> {
        let [from, to] = [link.from, link.to].map(|place| self.positions[place]);
        let (at, other, is_outward) = match (from, to) {
            (Position::Grid(at), other) => (at, other, true),
            (other, Position::Grid(at)) => (at, other, false),
            _ => return None,
        };
        Some(match other {
            Position::Grid(there) => match there[2].cmp(&at[2]) {
                Ordering::Equal => self.between(at, towards(at, there), PITCH - ROUTER / 2.0, true),
                Ordering::Greater => self.stub(at, Point(1.0, -1.0), true),
                Ordering::Less => self.stub(at, Point(-1.0, -1.0), true),
            },
            Position::Beside { step, .. } => {
                let end = 0.75 * PITCH - 0.3 * ROUTER;
                self.between(at, direction(step), end, is_outward)
            }
            Position::Within { .. } => self.stub(at, Point(-1.0, 1.0), is_outward),
        })
    }

    /// Returns the arrow between a square of the grid and the point at distance `end` from its centre.
    fn between(&self, at: [usize; 3], direction: Point, end: f64, is_outward: bool) -> Arrow {
        let Point(right, down) = direction;
        let turn = if is_outward { APART } else { -APART };
        let beside = self.on_grid(at).moved(Point(-down, right), turn);
        let near = beside.moved(direction, ROUTER / 2.0 + 1.0);
        let far = beside.moved(direction, end - 1.0);
        Arrow::new(near, far, is_outward)
    }

    fn stub(&self, at: [usize; 3], corner: Point, is_outward: bool) -> Arrow {
        let outer = self.on_grid(at).moved(corner, ROUTER / 2.0 + STUB / 2.0);
        let inner = self.on_grid(at).moved(corner, ROUTER / 2.0 - STUB / 2.0);
        // The two links of a pair lie next to each other, across the diagonal.
        let across = Point(-corner.1, corner.0);
        let turn = if is_outward { 4.0 } else { -4.0 };
        Arrow::new(
            inner.moved(across, turn),
            outer.moved(across, turn),
            is_outward,
        )
    }
}

impl Point {
    fn moved(self, way: Point, distance: f64) -> Point {
        Point(self.0 + way.0 * distance, self.1 + way.1 * distance)
    }
}

impl Arrow {
    fn new(near: Point, far: Point, is_outward: bool) -> Arrow {
        let (from, to) = if is_outward { (near, far) } else { (far, near) };
        Arrow { from, to }
    }

    /// Returns the corners of the arrow's head, for an SVG polygon.
    pub(super) fn head(self, half_width: f64) -> String {
        let Arrow { from, to } = self;
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let way = Point((to.0 - from.0) / length, (to.1 - from.1) / length);
        let base = to.moved(way, -1.6 * half_width);
        let left = base.moved(Point(way.1, -way.0), half_width);
        let right = base.moved(Point(-way.1, way.0), half_width);
        let corners = [left, to, right].map(|Point(x, y)| format!("{x:.1},{y:.1}"));
        corners.join(" ")
    }
}

/// Steps to the right and down, as a point.
fn direction([right, down]: [i8; 2]) -> Point {
    Point(f64::from(right), f64::from(down))
}

/// Returns the direction from a square of a layer to a neighbour.
fn towards(from: [usize; 3], to: [usize; 3]) -> Point {
    let step = |dimension: usize| match to[dimension].cmp(&from[dimension]) {
        Ordering::Less => -1.0,
        Ordering::Equal => 0.0,
        Ordering::Greater => 1.0,
    };
    Point(step(0), step(1))
}
