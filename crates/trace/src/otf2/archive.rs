//! Safe wrappers for the functions of `shim.c`: the only unsafe code of this crate.
#![allow(unsafe_code)]

use std::ffi::{c_char, CStr, CString};
use std::ptr::NonNull;

/// `struct weft_otf2`.
#[repr(C)]
struct Handle {
    _private: [u8; 0],
}

extern "C" {
    fn weft_otf2_error(code: i32) -> *const c_char;
    fn weft_otf2_open(opened: *mut *mut Handle, folder: *const c_char, name: *const c_char) -> i32;
    fn weft_otf2_enter(trace: *mut Handle, at: At, region: u32) -> i32;
    fn weft_otf2_leave(trace: *mut Handle, at: At, region: u32) -> i32;
    fn weft_otf2_send(trace: *mut Handle, at: At, to: &Transfer) -> i32;
    fn weft_otf2_receive(trace: *mut Handle, at: At, from: &Transfer) -> i32;
    fn weft_otf2_collective_begin(trace: *mut Handle, at: At) -> i32;
    fn weft_otf2_collective_end(trace: *mut Handle, at: At, ended: &Collective) -> i32;
    fn weft_otf2_metric(trace: *mut Handle, at: At, metric: u32, value: u64) -> i32;
    fn weft_otf2_count(trace: *mut Handle, location: u64, events: *mut u64) -> i32;
    fn weft_otf2_define(trace: *mut Handle, locations: u32, second: u64, length: u64) -> i32;
    fn weft_otf2_define_machine(trace: *mut Handle, name: *const c_char) -> i32;
    fn weft_otf2_define_location(
        trace: *mut Handle,
        location: u64,
        name: *const c_char,
        events: u64,
        runs: bool,
    ) -> i32;
    fn weft_otf2_define_region(trace: *mut Handle, n: u32, name: *const c_char, kind: u8) -> i32;
    fn weft_otf2_define_metric(
        trace: *mut Handle,
        metric: u32,
        name: *const c_char,
        unit: *const c_char,
    ) -> i32;
    fn weft_otf2_define_ranks(trace: *mut Handle, ranks: u32, locations: *const u64) -> i32;
    fn weft_otf2_define_group(trace: *mut Handle, n: u32, ranks: u32, members: *const u64) -> i32;
    fn weft_otf2_define_communicator(
        trace: *mut Handle,
        communicator: u32,
        name: *const c_char,
        group: u32,
    ) -> i32;
    fn weft_otf2_close(trace: *mut Handle, locations: u32) -> i32;
}

/// A result whose error is the library's message.
pub type Result<T> = std::result::Result<T, String>;

/// The group of a communicator of one rank; further groups have numbers above it.
pub const GROUP_OF_SELF: u32 = 1;

/// An archive being written. An archive that is dropped before it is closed is left incomplete on the disk.
pub struct Archive(NonNull<Handle>);

/// What a region is, in the order of the table in `shim.c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum RegionKind {
    Function,
    User,
    PointToPoint,
    Collective,
    Barrier,
}

/// `struct weft_otf2_at`: where and when something happens.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct At {
    pub location: u64,
    pub time: u64,
}

/// `struct weft_otf2_transfer`: one end of a message.
#[repr(C)]
pub struct Transfer {
    pub peer: u32,
    pub communicator: u32,
    pub tag: u32,
    pub bytes: u64,
}

/// `struct weft_otf2_collective`: a collective operation that has ended, and the bytes that its location has sent and received in it.
#[repr(C)]
pub struct Collective {
    pub operation: u8,
    pub communicator: u32,
    pub bytes: [u64; 2],
}

// SAFETY of all calls below: the handle is one that weft_otf2_open made and weft_otf2_close, which takes the archive, has not ended;
// texts end with a zero byte and are copied by the library; slices are as long as is said.
impl Archive {
    pub fn open(folder: &str, name: &str) -> Result<Archive> {
        let (folder, name) = (text(folder)?, text(name)?);
        let mut handle = std::ptr::null_mut();
        check(unsafe { weft_otf2_open(&mut handle, folder.as_ptr(), name.as_ptr()) })?;
        let archive = NonNull::new(handle).map(Archive);
        archive.ok_or_else(|| "the OTF2 library gives no archive".to_owned())
    }

    pub fn enter(&mut self, at: At, region: u32) -> Result<()> {
        check(unsafe { weft_otf2_enter(self.0.as_ptr(), at, region) })
    }

    pub fn leave(&mut self, at: At, region: u32) -> Result<()> {
        check(unsafe { weft_otf2_leave(self.0.as_ptr(), at, region) })
    }

    pub fn send(&mut self, at: At, to: &Transfer) -> Result<()> {
        check(unsafe { weft_otf2_send(self.0.as_ptr(), at, to) })
    }

    pub fn receive(&mut self, at: At, from: &Transfer) -> Result<()> {
        check(unsafe { weft_otf2_receive(self.0.as_ptr(), at, from) })
    }

    pub fn collective_begin(&mut self, at: At) -> Result<()> {
        check(unsafe { weft_otf2_collective_begin(self.0.as_ptr(), at) })
    }

    pub fn collective_end(&mut self, at: At, ended: &Collective) -> Result<()> {
        check(unsafe { weft_otf2_collective_end(self.0.as_ptr(), at, ended) })
    }

    pub fn metric(&mut self, at: At, metric: u32, value: u64) -> Result<()> {
        check(unsafe { weft_otf2_metric(self.0.as_ptr(), at, metric, value) })
    }

    /// Returns the number of a location's events.
    pub fn count(&mut self, location: u64) -> Result<u64> {
        let mut events = 0;
        check(unsafe { weft_otf2_count(self.0.as_ptr(), location, &mut events) })?;
        Ok(events)
    }

    /// Ends the events; the definitions follow.
    pub fn define(&mut self, locations: u32, ticks_per_second: u64, length: u64) -> Result<()> {
        check(unsafe { weft_otf2_define(self.0.as_ptr(), locations, ticks_per_second, length) })
    }

    pub fn define_machine(&mut self, name: &str) -> Result<()> {
        let name = text(name)?;
        check(unsafe { weft_otf2_define_machine(self.0.as_ptr(), name.as_ptr()) })
    }

    /// Defines a location. A location where no program runs has metrics only.
    pub fn define_location(
        &mut self,
        location: u64,
        name: &str,
        events: u64,
        runs: bool,
    ) -> Result<()> {
        let name = text(name)?;
        check(unsafe {
            weft_otf2_define_location(self.0.as_ptr(), location, name.as_ptr(), events, runs)
        })
    }

    pub fn define_region(&mut self, region: u32, name: &str, kind: RegionKind) -> Result<()> {
        let name = text(name)?;
        check(unsafe {
            weft_otf2_define_region(self.0.as_ptr(), region, name.as_ptr(), kind as u8)
        })
    }

    pub fn define_metric(&mut self, metric: u32, name: &str, unit: &str) -> Result<()> {
        let (name, unit) = (text(name)?, text(unit)?);
        check(unsafe {
            weft_otf2_define_metric(self.0.as_ptr(), metric, name.as_ptr(), unit.as_ptr())
        })
    }

    /// Defines group 0, which gives each rank's location, and [`GROUP_OF_SELF`].
    pub fn define_ranks(&mut self, location_of_rank: &[u64]) -> Result<()> {
        let ranks = location_of_rank.len() as u32;
        check(unsafe { weft_otf2_define_ranks(self.0.as_ptr(), ranks, location_of_rank.as_ptr()) })
    }

    /// Defines a further group, of these ranks in their order.
    pub fn define_group(&mut self, group: u32, members: &[u64]) -> Result<()> {
        let ranks = members.len() as u32;
        check(unsafe { weft_otf2_define_group(self.0.as_ptr(), group, ranks, members.as_ptr()) })
    }

    pub fn define_communicator(&mut self, communicator: u32, name: &str, group: u32) -> Result<()> {
        let name = text(name)?;
        check(unsafe {
            weft_otf2_define_communicator(self.0.as_ptr(), communicator, name.as_ptr(), group)
        })
    }

    /// Completes the archive.
    pub fn close(self, locations: u32) -> Result<()> {
        check(unsafe { weft_otf2_close(self.0.as_ptr(), locations) })
    }
}

fn text(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| format!("`{}` holds a zero byte", text.escape_debug()))
}

fn check(code: i32) -> Result<()> {
    if code == 0 {
        return Ok(());
    }
    // SAFETY: the library has a static text for each code, also for those that it does not know.
    let words = unsafe { CStr::from_ptr(weft_otf2_error(code)) };
    Err(words.to_string_lossy().into_owned())
}
