//! Cycle-accurate simulator of message-passing multicore chips.
