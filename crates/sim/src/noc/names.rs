//! What people call the places of a network, and the loads of its links under these names.

use super::load::{LinkLoad, Place};
use crate::port::{load, Load, Unit};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The names of a network's places.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Names {
    /// By the numbers of the endpoints.
    endpoints: Vec<String>,
    /// By the first coordinates of the routers; routers without a name are called by their coordinates.
    routers: Vec<String>,
}

impl Names {
    /// Names for endpoints and routers.
    pub fn new(endpoints: Vec<String>, routers: Vec<String>) -> Names {
        Names { endpoints, routers }
    }

    /// The name of a place.
    pub fn of(&self, place: Place) -> Name<'_> {
        Name { names: self, place }
    }

    /// Calls `visit` with the load of each link.
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

/// The name of a place, to be displayed.
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
