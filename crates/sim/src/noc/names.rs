//! The names of routers and endpoints in reports, and the traffic of links under these names.

use super::load::{LinkLoad, Place};
use crate::port::{load, Load, Unit};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The names of the places of a network.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Names {
    /// In the order of the endpoints' numbers.
    endpoints: Vec<String>,
    /// Indexed by the routers' x coordinate. A router without a name is named by its coordinates.
    routers: Vec<String>,
}

impl Names {
    /// Returns the given names for endpoints and routers.
    pub fn new(endpoints: Vec<String>, routers: Vec<String>) -> Names {
        Names { endpoints, routers }
    }

    /// Returns the name of a place.
    pub fn of(&self, place: Place) -> Name<'_> {
        Name { names: self, place }
    }

    /// Calls `visit` with the traffic of each link.
    pub fn visit(&self, links: &[LinkLoad], visit: &mut load::Visitor) {
        for link in links {
            visit(Load {
                name: format_args!("{} to {}", self.of(link.from), self.of(link.to)),
                unit: Unit::Flits,
                carried: link.flits,
                waiting: link.waiting,
                waiting_unit: "flits",
            });
        }
    }
}

/// The name of a place, for display.
#[derive(Clone, Copy)]
pub struct Name<'a> {
    names: &'a Names,
    place: Place,
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self.place {
            Place::Endpoint(endpoint) => to.write_str(&self.names.endpoints[endpoint]),
            Place::Router([x, y, z]) => match (self.names.routers.get(x), z) {
                (Some(router), _) => to.write_str(router),
                (None, 0) => write!(to, "router {x},{y}"),
                (None, _) => write!(to, "router {x},{y},{z}"),
            },
        }
    }
}
