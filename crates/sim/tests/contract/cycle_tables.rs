//! Cycle tables worked by hand from `docs/contract/timing.md`.

mod bus;
mod buses;
mod clocks;
mod devices;
mod hibi;
mod issue_width;
mod loads;
mod mac;
mod mesh;
mod messages;
mod pipeline;
mod refusals;
mod shorter;
mod synchronization;
mod traps;
