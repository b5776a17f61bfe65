//! The network of routers, held against `docs/contract/timing.md` and the curves of a reference simulator.

mod conservation;
mod plain;
mod plain_agrees;
mod reference;
mod traffic;
mod zero_load;
