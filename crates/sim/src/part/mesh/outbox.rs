//! Outboxes: flits that endpoints have handed over ahead of their cycles, so that an endpoint need not be advanced for each flit.
//!
//! In each cycle the network takes the first flit of an outbox if it has room, as if the endpoint drove it. When an outbox becomes empty, its
//! endpoint is advanced in the next cycle.

use crate::noc::interface::{EndpointPort, NetworkPort};
use crate::noc::{Flit, Network};
use crate::port::NodeSet;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The outboxes of all endpoints.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Outboxes {
    /// The flits of each endpoint, oldest first.
    flits: Vec<VecDeque<Flit>>,
    /// The endpoints whose outbox is not empty.
    filled: NodeSet,
}

impl Outboxes {
    /// Adds the outbox of a further endpoint.
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

    /// Drives the first flit of each outbox for which the network has room. Calls `ended` for each endpoint whose outbox is then empty.
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
