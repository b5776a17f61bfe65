//! What is behind each endpoint of the mesh: first the tiles, then the injectors that request, then those that answer.

use super::injector::{Requester, RequesterParameters, Responder};
use crate::platform;
use serde::{Deserialize, Serialize};

/// What is behind an endpoint; numbers count those of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Occupant {
    Core(usize),
    Memory,
    Host,
    Requester(usize),
    Responder(usize),
}

pub fn occupants(mesh: &platform::Mesh, tiles: &[usize]) -> Vec<Occupant> {
    let memory = mesh.network.router(mesh.memory.at);
    let at_tile = |tile: usize| match tiles.iter().position(|other| *other == tile) {
        Some(core) => Occupant::Core(core),
        None if tile == memory => Occupant::Memory,
        None => Occupant::Host,
    };
    let pairs = mesh.network.edges.len() / 2;
    let at_tiles = (0..mesh.network.routers()).map(at_tile);
    at_tiles
        .chain((0..pairs).map(Occupant::Requester))
        .chain((0..pairs).map(Occupant::Responder))
        .collect()
}

/// Each asks the one across the mesh from it.
pub fn requesters(mesh: &platform::Mesh) -> Vec<Requester> {
    let (pairs, routers) = (mesh.network.edges.len() / 2, mesh.network.routers());
    let injectors = mesh
        .injectors
        .iter()
        .flat_map(|injectors| (0..pairs).map(move |number| (number, injectors)));
    injectors
        .map(|(number, injectors)| {
            Requester::new(RequesterParameters {
                endpoint: (routers + number) as u16,
                responder: (routers + pairs + number) as u16,
                rate: injectors.rate,
                write_back: injectors.write_back,
                seed: injectors.seed.wrapping_add(number as u64),
                packet_words: mesh.packet_words,
            })
        })
        .collect()
}

pub fn responders(mesh: &platform::Mesh) -> Vec<Responder> {
    let (pairs, routers) = (mesh.network.edges.len() / 2, mesh.network.routers());
    (0..pairs)
        .map(|number| Responder::new((routers + pairs + number) as u16, mesh.packet_words))
        .collect()
}
