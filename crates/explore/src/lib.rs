//! Many runs: the experiments of papers, beside what was published, and streams of blocks between a GPP and its DSPs.

#![forbid(unsafe_code)]

pub mod chart;
mod derive;
mod formula;
pub mod measurements;
pub mod paper;
mod special;
pub mod strategy;
mod template;
