//! Finds the place in the user's own source at which a rank sleeps, and the library function called there, from the return addresses that
//! the rank has noted (`lib/src/arch/linux/sleep.c`).

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

use super::image::{Frame, Image};
use crate::build::CALLS;

/// The source of the code that notes the addresses. Its path tells the folder of the library's sources.
const TELLER: &str = "src/arch/linux/sleep.c";

/// Where a rank sleeps; by default nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The library's function, as the program calls it.
    pub called: Option<String>,
    /// The user's function, and its caller.
    user: Vec<Frame>,
}

impl Place {
    /// Finds the place in a process that has noted these return addresses.
    pub fn find(process: i32, calls: &[u64]) -> Place {
        let maps = std::fs::read_to_string(format!("/proc/{process}/maps")).unwrap_or_default();
        let calls = calls.iter().filter_map(|&call| mapped(&maps, call));
        let calls: Vec<(&str, u64)> = calls.collect();
        let files = calls.iter().map(|&(path, _)| path);
        let files: HashMap<&str, Vec<u8>> = files
            .filter_map(|path| Some((path, std::fs::read(path).ok()?)))
            .collect();
        let images = files.iter();
        let images: HashMap<&str, Image> = images
            .filter_map(|(path, bytes)| Some((*path, Image::read(bytes)?)))
            .collect();
        let calls = calls.iter();
        let calls: Vec<Call> = calls
            .filter_map(|(path, offset)| Some(Call::read(images.get(path)?, *offset)))
            .collect();
        Place::of(&calls)
    }

    /// Finds the place from calls, the innermost first.
    fn of(calls: &[Call]) -> Place {
        let frames = || calls.iter().flat_map(|call| &call.frames);
        let Some(library) = frames().next().and_then(library) else {
            return Place::default();
        };
        let is_users = |frame: &&Frame| !is_in(&library, frame);
        let outer = frames().skip_while(|frame| is_in(&library, frame));
        let user: Vec<Frame> = outer.filter(is_users).take(2).cloned().collect();
        let inner = frames().take_while(|frame| is_in(&library, frame));
        let inner = inner.last().map(|frame| frame.function.clone());
        let call = calls
            .iter()
            .find(|call| call.frames.iter().any(|frame| is_users(&frame)));
        // The name of an internal function of the library does not help the user.
        let inner = inner.filter(|inner| is_interface(inner));
        let called = inner.or_else(|| call.and_then(Call::interface));
        let called = called.map(|function| as_called(&function, &user));
        Place { called, user }
    }
}

/// A call, reconstructed from its return address.
struct Call {
    /// The functions that it is in, the innermost inlined one first.
    frames: Vec<Frame>,
    /// The names of the function that it calls.
    called: Vec<String>,
}

impl Call {
    fn read(image: &Image<'_>, return_offset: u64) -> Call {
        let called = image.called(return_offset).into_iter();
        Call {
            // The return address may be that of the next line.
            frames: image.frames(return_offset.saturating_sub(1)),
            // GCC gives a second name to a function that others may replace: MPI_Send.localalias.
            called: called
                .filter_map(|name| name.split('.').next())
                .map(str::to_owned)
                .collect(),
        }
    }

    /// Returns the function that it calls, if that belongs to an interface.
    fn interface(&self) -> Option<String> {
        self.called.iter().find(|name| is_interface(name)).cloned()
    }
}

/// Prefixes of the interfaces' functions.
const INTERFACES: [&str; 6] = [
    "MPI_",
    "PMPI_",
    "mcapi_",
    "MP_",
    "pthread_",
    "weft_pthread_",
];

fn is_interface(function: &str) -> bool {
    INTERFACES.iter().any(|begin| function.starts_with(begin))
}

impl fmt::Display for Place {
    /// `: app.c:41 in exchange (called from main, app.c:60)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(user) = self.user.first() else {
            return Ok(());
        };
        match line(user) {
            Some(line) => write!(f, ": {line} in {}", user.function)?,
            None => write!(f, ": in {}", user.function)?,
        }
        match self
            .user
            .get(1)
            .and_then(|caller| Some((caller, line(caller)?)))
        {
            Some((caller, line)) => write!(f, " (called from {}, {line})", caller.function),
            None => Ok(()),
        }
    }
}

/// Returns the file that is mapped at an address of a process, and the offset in it.
fn mapped(maps: &str, address: u64) -> Option<(&str, u64)> {
    let number = |text: &str| u64::from_str_radix(text, 16).ok();
    maps.lines().find_map(|line| {
        let (range, rest) = line.split_once(' ')?;
        let (start, end) = range.split_once('-')?;
        let start = number(start)?;
        let is_here = (start..number(end)?).contains(&address);
        let offset = number(rest.split(' ').nth(1)?)?;
        let path = &line[line.find('/')?..];
        is_here.then(|| (path, address - start + offset))
    })
}

/// Returns the folder of the library's sources, from the frame of the function that notes the addresses.
fn library(teller: &Frame) -> Option<PathBuf> {
    let (path, _) = teller.source.as_ref()?;
    let depth = Path::new(TELLER).components().count();
    path.ends_with(TELLER)
        .then(|| path.ancestors().nth(depth))?
        .map(PathBuf::from)
}

fn is_in(library: &Path, frame: &Frame) -> bool {
    let source = frame.source.as_ref();
    source.is_some_and(|(path, _)| path.starts_with(library) || path.ends_with(CALLS))
}

/// Returns the name by which a program calls a function: MPI_Send for PMPI_Send, unless an MPI_Send of its own calls PMPI_Send.
fn as_called(function: &str, user: &[Frame]) -> String {
    let shorter = function
        .strip_prefix('P')
        .or(function.strip_prefix("weft_"));
    let shorter = shorter.filter(|name| is_interface(name));
    let is_own = |name: &&str| user.first().is_some_and(|frame| frame.function == **name);
    let renamed = shorter.filter(|name| !is_own(name));
    renamed.unwrap_or(function).to_owned()
}

/// Formats file and line, with the path as the user would type it.
fn line(frame: &Frame) -> Option<String> {
    let (path, line) = frame.source.as_ref()?;
    let current = std::env::current_dir().unwrap_or_default();
    let path = path.strip_prefix(current).unwrap_or(path);
    Some(format!("{}:{line}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(function: &str, source: &str) -> Frame {
        let source = source.split_once(':');
        Frame {
            function: function.to_owned(),
            source: source.map(|(path, line)| (path.into(), line.parse().unwrap())),
        }
    }

    fn told(calls: [Frame; 3]) -> String {
        let inner = [
            frame("tell_calls", "/w/lib/src/arch/linux/sleep.c:60"),
            frame("receive", "/w/lib/src/mpi/send_recv.c:4"),
        ];
        let calls = inner.into_iter().chain(calls).map(|frame| Call {
            frames: vec![frame],
            called: vec!["f".to_owned(), "PMPI_Recv".to_owned()],
        });
        let place = Place::of(&calls.collect::<Vec<Call>>());
        format!("{}{place}", place.called.clone().unwrap_or_default())
    }

    #[test]
    fn the_users_function_and_its_caller_are_named() {
        let start = || frame("__libc_start_call_main", "");
        let main = || frame("main", "/a/app.c:60");
        let exchange = frame("exchange", "/a/app.c:41");
        assert_eq!(
            told([exchange, main(), start()]),
            "MPI_Recv: /a/app.c:41 in exchange (called from main, /a/app.c:60)"
        );
        let own = frame("MPI_Recv", "/a/profile.c:9");
        assert_eq!(
            told([own, main(), start()]),
            "PMPI_Recv: /a/profile.c:9 in MPI_Recv (called from main, /a/app.c:60)"
        );
        assert_eq!(
            told([frame("main", ""), start(), start()]),
            "MPI_Recv: in main"
        );
    }

    #[test]
    fn of_a_library_without_debugging_information_nothing_is_said() {
        let call = Call {
            frames: vec![frame("tell_calls", "")],
            called: Vec::new(),
        };
        assert_eq!(Place::of(&[call]), Place::default());
    }

    #[test]
    fn functions_of_the_library_alone_are_not_named() {
        let names = [
            ("tell_calls", "/w/lib/src/arch/linux/sleep.c:60"),
            ("main", "/a/app.c:7"),
        ];
        let calls = names.map(|(name, source)| Call {
            frames: vec![frame(name, source)],
            called: Vec::new(),
        });
        let place = Place::of(&calls);
        assert_eq!(
            (place.called.clone(), place.to_string()),
            (None, ": /a/app.c:7 in main".to_owned())
        );
    }

    #[test]
    fn an_address_is_in_the_file_that_is_mapped_there() {
        let maps = "10000-12000 r--p 00000000 fe:00 7   /a/my app\n\
                    12000-15000 r-xp 00002000 fe:00 7   /a/my app\n\
                    20000-21000 rw-p 00000000 00:00 0 \n";
        assert_eq!(mapped(maps, 0x12034), Some(("/a/my app", 0x2034)));
        assert_eq!(mapped(maps, 0x20000), None);
    }
}
