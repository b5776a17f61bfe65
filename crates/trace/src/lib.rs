//! Traces: what happened in a program, when and where, in files that standard viewers open.
//!
//! A trace is [`event::Definitions`] and a stream of [`event::Event`]s. It is written event by event to a [`sink::Sink`], in the Open Trace
//! Format 2, as TrackEvent protobufs for Perfetto, or as a table; read from a [`source::Source`]; and summarized by [`analysis`].

pub mod analysis;
mod background;
mod checked;
pub mod csv;
pub mod error;
pub mod event;
pub mod figure;
pub mod file;
pub mod flow;
pub mod otf2;
pub mod perfetto;
mod regular;
pub mod sink;
pub mod source;
pub mod traffic;
