//! Many runs: the experiments of papers, beside what was published, streams of blocks between a GPP and its DSPs, and programs under faults.

#![forbid(unsafe_code)]

pub mod chart;
mod derive;
pub mod faults;
mod formula;
pub mod measurements;
pub mod paper;
mod special;
pub mod strategy;
mod template;
