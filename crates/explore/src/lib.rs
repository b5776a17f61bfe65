//! Many runs: the experiments of papers and the comparison with their published results, streams of blocks between a GPP and its DSPs, and
//! fault campaigns.

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
