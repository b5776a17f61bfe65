//! A drawing of a network: routers on a grid, in layers, and endpoints inside or next to them.

use super::load::{LinkLoad, Place};
use super::parameters::Direction;
use crate::port::{picture, Label, Link, Picture, Position};

/// Returns the picture of a network on a grid, derived from its links. A router has the label of its tile's endpoint.
pub fn picture(links: &[LinkLoad], label: impl Fn(usize) -> Label) -> Picture {
    let size = size(links);
    let [x, y, z] = size;
    let endpoints: Vec<Attached> = links.iter().filter_map(Attached::of).collect();
    let routers = (0..x * y * z).map(|number| {
        let at = [number % x, number / x % y, number / (x * y)];
        let tile = endpoints.iter().find(|it| it.side.is_none() && it.at == at);
        let label = tile.map(|tile| label(tile.endpoint));
        place(
            Place::Router(at),
            Position::Grid(at),
            label.unwrap_or(Label::Text(String::new())),
        )
    });
    let around = endpoints.iter().map(|attached| {
        let position = attached.position(index(size, attached.at));
        let endpoint = attached.endpoint;
        place(Place::Endpoint(endpoint), position, label(endpoint))
    });
    let number = |place| match place {
        Place::Router(at) => index(size, at),
        Place::Endpoint(endpoint) => x * y * z + endpoint,
    };
    let link = |link: &LinkLoad| Link {
        from: number(link.from),
        to: number(link.to),
        flits: link.flits,
    };
    Picture {
        places: routers.chain(around).collect(),
        links: links.iter().map(link).collect(),
    }
}

/// An endpoint, with its router and the side of the router that it is on.
struct Attached {
    endpoint: usize,
    at: [usize; 3],
    side: Option<Direction>,
}

impl Attached {
    /// Returns the endpoint that a link begins at, if it begins at one. Every endpoint has one such link; they come in the order of their numbers.
    fn of(link: &LinkLoad) -> Option<Attached> {
        match (link.from, link.to) {
            (Place::Endpoint(endpoint), Place::Router(at)) => Some(Attached {
                endpoint,
                at,
                side: link.side,
            }),
            _ => None,
        }
    }

    fn position(&self, place: usize) -> Position {
        let Some(side) = self.side else {
            return Position::Within { place };
        };
        let step = if side.is_forward() { 1 } else { -1 };
        match side.dimension() {
            0 => Position::Beside {
                place,
                step: [step, 0],
            },
            _ => Position::Beside {
                place,
                step: [0, step],
            },
        }
    }
}

/// Returns the number of routers along x, y and z.
fn size(links: &[LinkLoad]) -> [usize; 3] {
    let mut size = [1; 3];
    for link in links {
        if let Place::Router(at) = link.from {
            for (size, coordinate) in size.iter_mut().zip(at) {
                *size = (*size).max(coordinate + 1);
            }
        }
    }
    size
}

fn index([columns, rows, _]: [usize; 3], [x, y, z]: [usize; 3]) -> usize {
    x + columns * (y + rows * z)
}

fn place(place: Place, position: Position, label: Label) -> picture::Place {
    let name = match place {
        Place::Router([x, y, 0]) => format!("router ({x}, {y})"),
        Place::Router([x, y, z]) => format!("router ({x}, {y}, {z})"),
        Place::Endpoint(endpoint) => format!("endpoint {endpoint}"),
    };
    picture::Place {
        name,
        position,
        label,
    }
}
