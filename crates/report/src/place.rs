//! Finds the place in the user's own source at which a core is, beneath the library's functions.

use crate::symbols::{Frame, Location};

/// The user's innermost function, the function that it has called, and its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    /// The library's function that the user's has called, if the core is in one.
    pub(crate) called: Option<&'a Frame>,
    /// The user's function and line.
    pub(crate) user: &'a Frame,
    /// The user's function that called that one.
    pub(crate) caller: Option<&'a Frame>,
}

impl Place<'_> {
    /// The user's place in a backtrace, innermost function first; None if no source line of the user's is known in it.
    pub(crate) fn find(backtrace: &[Location]) -> Option<Place<'_>> {
        let frames = backtrace.iter().flat_map(|location| &location.frames);
        let frames: Vec<&Frame> = frames.collect();
        let position = frames.iter().position(|frame| frame.is_users())?;
        let mut outer = frames[position + 1..].iter().copied();
        Some(Place {
            called: position.checked_sub(1).map(|inner| frames[inner]),
            user: frames[position],
            caller: outer.find(|frame| frame.is_users()),
        })
    }
}
