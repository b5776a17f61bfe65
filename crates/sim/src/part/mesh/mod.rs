//! A mesh of tiles: a network of routers with something at each endpoint: the interface of a core's tile (`message_buffers`) or another station
//! (memory
//! tile, host, traffic injector).
//!
//! ```text
//!     core 0          core 1          memory          host
//!       | registers     |               |              |
//!   interface T     interface T     station S      station S          packets in and out, a flit a cycle each
//!       |               |               |              |
//!   +---+---------------+---------------+--------------+---+
//!   | noc: router ===== router ======== router ====== router |        docs/contract/mesh.md
//!   +------------------------------------------------------+
//! ```
//!
//! Source: S. S. Kumar et al., "Low Overhead Message Passing for High Performance Many-Core Processors", 2013 (*pronto*), III and figure 1. What is
//! at the endpoints is defined in docs/contract/message-buffers.md.
//!
//! In a cycle the cores issue, then each endpoint takes the flit that has arrived and drives its own, then the network ticks. An endpoint is
//! advanced only in cycles in which something arrives there or that it has named itself; the result is the same as advancing all in every cycle.

pub mod keys;
mod outbox;
mod port;

use crate::noc::interface::{EndpointPort, Station, TileEvent, TileInterface};
use crate::noc::{GridParameters, Names, Network};
use crate::port::{Agenda, CorePort, NodeSet, Nodes, PrivateRegisters, RegisterAccess, SecondPort};
use crate::units::Cycle;
use outbox::Outboxes;
use port::CountedPort;
use serde::{Deserialize, Serialize};

/// The occupant of an endpoint, given when the mesh is built. Cores are numbered in the order of their endpoints.
pub enum End<T, S> {
    Core(T),
    Station { name: String, station: S },
}

/// The occupant of an endpoint: a core's tile or a station, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Occupant {
    Core(usize),
    Station(usize),
}

/// A mesh with interfaces `T` of the cores' tiles and stations `S`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mesh<T, S> {
    pub grid: GridParameters,
    pub network: Network,
    pub names: Names,
    /// The number of the interfaces' registers among the register windows of a core.
    window: usize,
    /// The occupant of each endpoint.
    occupants: Vec<Occupant>,
    /// The endpoint of each core.
    tiles: Vec<usize>,
    pub interfaces: Vec<T>,
    pub stations: Vec<S>,
    outboxes: Outboxes,
    /// For each endpoint, the next cycle in which it does something.
    due: Agenda,
    /// The endpoints advanced in this cycle: empty between cycles.
    #[serde(skip)]
    due_now: NodeSet,
    /// Flits in the network: injected and not ejected, without background traffic.
    in_flight: u64,
}

impl<T: TileInterface, S> PrivateRegisters for Mesh<T, S> {
    fn begin(&mut self, core: usize, access: RegisterAccess, now: Cycle) -> bool {
        self.interfaces[core].begin(access, now);
        let endpoint = self.tiles[core];
        let due = self.interfaces[core].next_event(now);
        self.due.set(endpoint, due.min(self.due.time(endpoint)));
        false
    }

    fn withdraw(&mut self, _: usize) {}
}

impl<T: TileInterface, S: Station> Mesh<T, S> {
    /// An idle mesh with an occupant at each endpoint. `window`: the number of the interfaces' registers among the register windows of a core.
    pub fn new(
        grid: &GridParameters,
        ends: impl Iterator<Item = End<T, S>>,
        window: usize,
    ) -> Self {
        let mut mesh = Mesh {
            grid: grid.clone(),
            network: Network::new(grid),
            names: Names::default(),
            window,
            occupants: Vec::new(),
            tiles: Vec::new(),
            interfaces: Vec::new(),
            stations: Vec::new(),
            outboxes: Outboxes::default(),
            // An endpoint with nothing to do says so when it is first advanced.
            due: Agenda::new(grid.endpoints(), Cycle(0)),
            due_now: NodeSet::default(),
            in_flight: 0,
        };
        let names = ends.map(|end| mesh.attach(end)).collect();
        mesh.names = Names::new(names, Vec::new());
        mesh
    }

    /// Attaches the occupant of the next endpoint; returns its name.
    fn attach(&mut self, end: End<T, S>) -> String {
        let endpoint = self.occupants.len();
        self.outboxes.add();
        match end {
            End::Core(interface) => {
                let core = self.tiles.len();
                self.occupants.push(Occupant::Core(core));
                self.tiles.push(endpoint);
                self.interfaces.push(interface);
                format!("core {core}")
            }
            End::Station { name, station } => {
                self.occupants.push(Occupant::Station(self.stations.len()));
                self.stations.push(station);
                name
            }
        }
    }

    /// The next cycle, not before `now`, in which something changes without a core's doing.
    pub fn next_event(&self, now: Cycle) -> Cycle {
        match self.is_idle() {
            true => self.due.earliest().max(now),
            false => now,
        }
    }

    /// Whether no flit moves before an endpoint is advanced.
    fn is_idle(&self) -> bool {
        self.network.is_idle() && self.outboxes.is_empty()
    }

    /// Whether nothing changes any more that a core could notice, unless a core does something.
    pub fn is_at_rest(&self, now: Cycle) -> bool {
        let mut ends = self.occupants.iter().enumerate();
        let is_quiet = self.in_flight == 0
            && ends.all(|(endpoint, occupant)| match occupant {
                Occupant::Core(_) => self.due.time(endpoint) == Cycle::NEVER,
                Occupant::Station(number) => {
                    self.stations[*number].is_at_rest(self.due.time(endpoint))
                }
            });
        is_quiet || self.is_stuck(now)
    }

    /// Whether nothing moves although flits have not arrived: a fault has destroyed credits, and each endpoint only waits to send.
    fn is_stuck(&self, now: Cycle) -> bool {
        let mut ends = self.occupants.iter().enumerate();
        self.network.is_stuck()
            && ends.all(|(endpoint, occupant)| {
                let only_sends = match occupant {
                    Occupant::Core(number) => self.interfaces[*number].only_sends(now),
                    Occupant::Station(_) => true,
                };
                let waits = only_sends && !self.network.can_inject(endpoint, 0);
                waits || self.due.time(endpoint) == Cycle::NEVER
            })
    }

    /// Simulates one cycle. Adds to `touched` the cores that have changed.
    pub fn tick<C: CorePort>(
        &mut self,
        now: Cycle,
        nodes: Nodes,
        cores: &mut [C],
        touched: &mut NodeSet,
    ) {
        match nodes {
            Nodes::All => self.advance_all(now, cores, touched),
            Nodes::Busy => self.advance_due(now, cores, touched),
        }
        self.tick_network(now, nodes);
    }

    /// Advances only the network from cycle `from` on, while it has flits and no endpoint is due, up to `to`. Returns the first cycle that has not
    /// been simulated.
    pub fn run_alone(&mut self, from: Cycle, to: Cycle) -> Cycle {
        let to = to.min(self.due.first());
        let mut now = from;
        while now < to && !self.is_idle() && !self.network.is_stuck() {
            let is_observable = self.tick_network(now, Nodes::Busy);
            now += 1;
            if is_observable {
                break;
            }
        }
        now
    }

    /// Simulates one cycle of the network. Returns whether an endpoint must be advanced in the next cycle because of it.
    fn tick_network(&mut self, now: Cycle, nodes: Nodes) -> bool {
        let mut is_observable = false;
        let (due, next) = (&mut self.due, now + 1);
        self.outboxes.drive(&mut self.network, |endpoint| {
            due.set(endpoint, next.min(due.time(endpoint)));
            is_observable = true;
        });
        self.network.clock = now;
        self.network.tick();
        let (occupants, interfaces) = (&self.occupants, &mut self.interfaces);
        let in_flight = &mut self.in_flight;
        self.network.consume_arrivals(|endpoint, flit| {
            let is_deferred = match occupants[endpoint] {
                Occupant::Core(number) if nodes == Nodes::Busy => {
                    interfaces[number].defer(flit, next)
                }
                _ => false,
            };
            match is_deferred {
                true => *in_flight -= 1,
                false => due.set(endpoint, next),
            }
            is_observable |= !is_deferred;
            is_deferred
        });
        is_observable
    }

    /// Brings the interface of a core up to the beginning of cycle `now`, in which the core is about to do something or is inspected.
    pub fn catch_up<C: CorePort>(&mut self, number: usize, core: &mut C, now: Cycle) {
        let (network, endpoint) = (&mut self.network, self.tiles[number]);
        let port = CountedPort {
            port: EndpointPort {
                network,
                number: endpoint,
            },
            in_flight: &mut self.in_flight,
            outboxes: &mut self.outboxes,
            is_advanced: false,
        };
        self.interfaces[number].catch_up(now, &port, &mut SecondPort { core, now });
    }

    /// Checks the interface of a core that has run ahead from `now` on, which may then have to be advanced sooner.
    pub fn follow<C: CorePort>(&mut self, number: usize, core: &mut C, now: Cycle) {
        let endpoint = self.tiles[number];
        if self.interfaces[number].check_memory(&mut SecondPort { core, now }) {
            self.due.set(endpoint, now.min(self.due.time(endpoint)));
        }
    }

    /// Advances all endpoints, as `step` does.
    fn advance_all<C: CorePort>(&mut self, now: Cycle, cores: &mut [C], touched: &mut NodeSet) {
        for endpoint in 0..self.occupants.len() {
            let due = self.due.time(endpoint);
            self.advance(endpoint, now, Nodes::All, cores, touched);
            if due > now {
                // An endpoint due later is still advanced in that cycle. One whose flits were in an outbox drives the others itself from now on.
                self.due.set(endpoint, due.min(self.due.time(endpoint)));
            }
        }
    }

    /// Advances the endpoints that are due. Advancing one does not change when another is due.
    fn advance_due<C: CorePort>(&mut self, now: Cycle, cores: &mut [C], touched: &mut NodeSet) {
        let first = self.due.first();
        if first <= now {
            let mut due = std::mem::take(&mut self.due_now);
            self.due.collect_due(first, &mut due);
            for endpoint in due.iter() {
                self.advance(endpoint, now, Nodes::Busy, cores, touched);
            }
            due.clear();
            self.due_now = due;
        }
    }

    /// Simulates one cycle of the occupant of an endpoint.
    fn advance<C: CorePort>(
        &mut self,
        endpoint: usize,
        now: Cycle,
        nodes: Nodes,
        cores: &mut [C],
        touched: &mut NodeSet,
    ) {
        let (network, number) = (&mut self.network, endpoint);
        let mut port = CountedPort {
            port: EndpointPort { network, number },
            in_flight: &mut self.in_flight,
            outboxes: &mut self.outboxes,
            is_advanced: nodes == Nodes::All,
        };
        match self.occupants[endpoint] {
            Occupant::Core(number) => {
                let (interface, core) = (&mut self.interfaces[number], &mut cores[number]);
                let was_ahead = core.is_ahead();
                let event = interface.tick(now, &mut port, &mut SecondPort { core, now });
                let is_taken_back = was_ahead && !core.is_ahead();
                self.due.set(endpoint, interface.next_event(now + 1));
                let before = core.set_reach(self.window, interface.reach());
                match event {
                    Some(TileEvent::Answered(value)) => core.registers_answered(value, now + 1),
                    Some(TileEvent::Started) => {
                        core.start(now + 1);
                    }
                    None => {}
                }
                if event.is_some() || is_taken_back || before.writes() != Cycle::NEVER {
                    touched.insert(number);
                }
            }
            Occupant::Station(number) => {
                let station = &mut self.stations[number];
                match station.is_background() {
                    true => station.tick(now, &mut port.port),
                    false => station.tick(now, &mut port),
                }
                self.due.set(endpoint, station.next_event(now + 1));
            }
        }
    }
}

impl<T, S> Mesh<T, S> {
    /// The coordinates of a core's tile.
    pub fn coordinates(&self, core: usize) -> [usize; 3] {
        self.grid.coordinates(self.tiles[core])
    }

    /// The coordinates of a station at a tile.
    pub fn station_coordinates(&self, number: usize) -> [usize; 3] {
        let is_it = |occupant: &Occupant| *occupant == Occupant::Station(number);
        let endpoint = self.occupants.iter().position(is_it);
        self.grid.coordinates(endpoint.unwrap_or(0))
    }

    /// The endpoint of a core.
    pub fn tile(&self, core: usize) -> usize {
        self.tiles[core]
    }

    /// The core at an endpoint, if one is there.
    pub fn core_at(&self, endpoint: usize) -> Option<usize> {
        self.tiles.iter().position(|tile| *tile == endpoint)
    }
}
