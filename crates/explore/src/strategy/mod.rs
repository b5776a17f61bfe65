//! Communication between a GPP and its DSPs: files of tasks for the model (`weft_tune`), and streams of blocks on a simulated platform.

pub mod read;
pub mod streams;
