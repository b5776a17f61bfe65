//! Flits that endpoints have handed over before their cycles, so that an endpoint need not be advanced for each.
//!
//! In a cycle the network takes the first flit of an outbox if it has room, as the endpoint would have it do. When the last one is gone, the
//! endpoint is advanced in the next cycle.

use crate::noc::interface::{EndpointPort, NetworkPort};
use crate::noc::{Flit, Network};
use crate::port::NodeSet;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The flits of all endpoints.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Outboxes {
    /// By endpoint.
    flits: Vec<VecDeque<Flit>>,
    /// The endpoints that have flits here.
    filled: NodeSet,
}

impl Outboxes {
    /// One more endpoint.
    pub fn add(&mut self) {
        self.flits.push(VecDeque::new());
    }

    pub fn is_empty(&self) -> bool {
        self.filled.is_empty()
    }

    pub fn put(&mut self, endpoint: usize, flit: Flit) {
        self.flits[endpoint].push_back(flit);
        self.filled.insert(endpoint);
    }

    pub fn len(&self, endpoint: usize) -> usize {
        self.flits[endpoint].len()
    }

    pub fn empty(&mut self, endpoint: usize) {
        self.flits[endpoint].clear();
        self.filled.remove(endpoint);
    }

    /// Drives the first flit of each endpoint that has room for it. Calls `ended` for each whose last one that was.
    pub fn drive(&mut self, network: &mut Network, mut ended: impl FnMut(usize)) {
        let Outboxes { flits, filled } = self;
        filled.retain(|number| {
            let mut port = EndpointPort { network, number };
            let flits = &mut flits[number];
            if let Some(flit) = flits.front().filter(|_| port.can_inject()) {
                port.inject(*flit);
                flits.pop_front();
            }
            if flits.is_empty() {
                ended(number);
            }
            !flits.is_empty()
        });
    }
}
