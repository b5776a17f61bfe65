//! The command line from outside, with input that is wrong: each mistake gets one clear message and its exit status, and
//! neither a panic nor a hang.

mod builds;
mod executable;
mod faults;
mod folders;
mod images;
mod interruption;
mod messages;
mod platforms;
mod size;
mod times;

/// Exit statuses of `weft`.
mod status {
    pub const FAILED: i32 = 1;
    pub const BAD_INPUT: i32 = 2;
    pub const DEADLOCK: i32 = 3;
    pub const TIMED_OUT: i32 = 124;
    pub const INTERRUPTED: i32 = 130;
}
