//! Where routers, endpoints and links are drawn: the layers of the mesh beside each other, the endpoints of the edges around each.

use weft_sim::noc::{Direction, LinkLoad, Place};

/// The side of a router's square.
pub(super) const ROUTER: f64 = 56.0;
/// From router to router.
const PITCH: f64 = 104.0;
/// From a layer's edge to the centre of its outermost routers; an endpoint has room there.
const MARGIN: f64 = 100.0;
/// Above the layers, for the title, and below, for the legend.
const HEAD: f64 = 24.0;
const FOOT: f64 = 72.0;
/// Half the distance between the two links of a pair.
const APART: f64 = 7.0;
/// How far the links of a tile or to another layer reach into the square, on its diagonals.
const STUB: f64 = 16.0;

/// A place in the picture: to the right and down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Point(pub(super) f64, pub(super) f64);

/// Where a link is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Arrow {
    pub(super) from: Point,
    pub(super) to: Point,
}

/// The places of a mesh, as its links tell them.
pub(super) struct Layout {
    size: [usize; 3],
    /// Endpoints at the edge: their number, router and side.
    edges: Vec<(usize, [usize; 3], Direction)>,
}

impl Layout {
    pub(super) fn of(links: &[LinkLoad]) -> Layout {
        let mut layout = Layout {
            size: [1; 3],
            edges: Vec::new(),
        };
        for link in links {
            match (link.from, link.to, link.side) {
                (Place::Endpoint(number), Place::Router(at), Some(side)) => {
                    layout.edges.push((number, at, side));
                }
                (Place::Router(at), _, _) => {
                    for (size, coordinate) in layout.size.iter_mut().zip(at) {
                        *size = (*size).max(coordinate + 1);
                    }
                }
                _ => {}
            }
        }
        layout
    }

    fn layer_width(&self) -> f64 {
        2.0 * MARGIN + PITCH * (self.size[0] - 1) as f64
    }

    /// Width and height of the picture.
    pub(super) fn size(&self) -> (f64, f64) {
        let height = 2.0 * MARGIN + PITCH * (self.size[1] - 1) as f64;
        let width = (self.layer_width() * self.size[2] as f64).max(400.0);
        (width, HEAD + height + FOOT)
    }

    /// Everything that is drawn as a square.
    pub(super) fn squares(&self) -> impl Iterator<Item = Place> + '_ {
        let [x, y, z] = self.size;
        let router = move |number: usize| [number % x, number / x % y, number / (x * y)];
        let routers = (0..x * y * z).map(move |number| Place::Router(router(number)));
        routers.chain(self.edges.iter().map(|edge| Place::Endpoint(edge.0)))
    }

    /// The centre of a square. A tile is drawn as its router.
    pub(super) fn centre(&self, place: Place) -> Point {
        match place {
            Place::Router(at) => self.router(at),
            Place::Endpoint(number) => {
                let edge = self.edges.iter().find(|edge| edge.0 == number);
                edge.map_or(Point(0.0, 0.0), |&(_, at, side)| {
                    self.router(at).moved(way(side), 0.75 * PITCH)
                })
            }
        }
    }

    fn router(&self, at: [usize; 3]) -> Point {
        Point(
            MARGIN + self.layer_width() * at[2] as f64 + PITCH * at[0] as f64,
            HEAD + MARGIN + PITCH * at[1] as f64,
        )
    }

    /// The arrow of a link: between squares, to the right of the way it goes; for a tile or another layer, at a corner of the router.
    pub(super) fn arrow(&self, link: &LinkLoad) -> Arrow {
        let (Place::Router(at), is_outward) = (match link.from {
            Place::Router(_) => (link.from, true),
            Place::Endpoint(_) => (link.to, false),
        }) else {
            unreachable!("one end of a link is a router")
        };
        let corner = match link.side {
            None => Point(-1.0, 1.0),
            Some(Direction::Up) => Point(1.0, -1.0),
            Some(Direction::Down) => Point(-1.0, -1.0),
            Some(side) => return self.arrow_between(at, side, is_outward),
        };
        self.stub(at, corner, is_outward)
    }

    fn arrow_between(&self, at: [usize; 3], side: Direction, is_outward: bool) -> Arrow {
        let Point(right, down) = way(side);
        let is_edge = self.edges.iter().any(|edge| (edge.1, edge.2) == (at, side));
        let end = if is_edge {
            0.75 * PITCH - 0.3 * ROUTER
        } else {
            PITCH - ROUTER / 2.0
        };
        let turn = if is_outward { APART } else { -APART };
        let beside = self.router(at).moved(Point(-down, right), turn);
        let near = beside.moved(Point(right, down), ROUTER / 2.0 + 1.0);
        let far = beside.moved(Point(right, down), end - 1.0);
        Arrow::new(near, far, is_outward)
    }

    fn stub(&self, at: [usize; 3], corner: Point, is_outward: bool) -> Arrow {
        let outer = self.router(at).moved(corner, ROUTER / 2.0 + STUB / 2.0);
        let inner = self.router(at).moved(corner, ROUTER / 2.0 - STUB / 2.0);
        // The two links of a pair lie beside each other, across the diagonal.
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

    /// The corners of its head, for a polygon.
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

/// To the right and down, for the sides that a layer has.
fn way(side: Direction) -> Point {
    let step = if side.is_forward() { 1.0 } else { -1.0 };
    match side.dimension() {
        0 => Point(step, 0.0),
        _ => Point(0.0, step),
    }
}
