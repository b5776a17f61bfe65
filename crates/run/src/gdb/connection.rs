//! The connection with the debugger: a socket in the file system, or a port of this machine. A debugger acts with the rights of the
//! run's user (the programs can access files), so connections of other users are refused.

use std::fmt;
use std::fs::Permissions;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{bail, Context, Result};
use gdbstub::conn::Connection;
use rustix::event::{poll, PollFd, PollFlags, Timespec};

use super::peer;
use crate::spec::GdbSpec;

/// The access rights of a socket.
const OWNER_ALONE: u32 = 0o600;
/// Maximum bytes of a read.
const PIECE: usize = 4096;

/// A place that waits for a debugger's connection. Dropping it removes a socket's file.
pub enum Listener {
    /// A socket in the file system.
    Socket(UnixListener, PathBuf),
    /// A port of this machine.
    Port(TcpListener, u16),
}

impl Listener {
    /// Begins to listen.
    ///
    /// # Errors
    /// When the socket or the port cannot be had.
    pub fn open(place: &GdbSpec) -> Result<Listener> {
        match place {
            GdbSpec::Socket(path) => {
                let shown = path.display();
                remove_stale(path)?;
                let socket = UnixListener::bind(path)
                    .with_context(|| format!("cannot make the socket {shown}"))?;
                std::fs::set_permissions(path, Permissions::from_mode(OWNER_ALONE))?;
                socket.set_nonblocking(true)?;
                Ok(Listener::Socket(socket, path.clone()))
            }
            GdbSpec::Port(port) => {
                let refused = || {
                    format!("cannot listen on port {port}; another program may use it: choose another one")
                };
                let listener =
                    TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).with_context(refused)?;
                listener.set_nonblocking(true)?;
                let port = listener.local_addr()?.port();
                Ok(Listener::Port(listener, port))
            }
        }
    }

    /// Returns a debugger's connection, if one has come; an error says why it was refused.
    pub fn accept(&self) -> Result<Option<Remote>> {
        let accepted = match self {
            Listener::Socket(socket, _) => socket.accept().map(|(it, _)| Channel::Socket(it)),
            Listener::Port(port, _) => port.accept().map(|(it, from)| Channel::Port(it, from)),
        };
        let channel = match accepted {
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
            other => other.context("the debugger could not connect")?,
        };
        let user = match &channel {
            Channel::Socket(stream) => peer::of_socket(stream),
            Channel::Port(stream, from) => peer::of_port(stream, *from),
        };
        if !user.is_some_and(peer::is_trusted) {
            bail!("a program of another user has tried to connect, and was refused");
        }
        channel.set_blocking()?;
        Ok(Some(Remote::new(channel)))
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Listener::Socket(_, path) = self {
            // A file that has already been removed is no error.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Formats the place as an argument of gdb's `target remote`.
impl fmt::Display for Listener {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Listener::Socket(_, path) => write!(formatter, "target remote {}", path.display()),
            Listener::Port(_, port) => write!(formatter, "target remote :{port}"),
        }
    }
}

/// Removes the socket that a killed run has left. Does not remove files of other kinds.
fn remove_stale(path: &Path) -> Result<()> {
    let Ok(facts) = path.symlink_metadata() else {
        return Ok(());
    };
    let is_left = facts.file_type().is_socket() && UnixStream::connect(path).is_err();
    if !is_left {
        bail!(
            "{} is there already; --gdb takes the name of a new socket, or a port",
            path.display()
        );
    }
    Ok(std::fs::remove_file(path)?)
}

enum Channel {
    Socket(UnixStream),
    Port(TcpStream, SocketAddr),
}

impl Channel {
    fn set_blocking(&self) -> io::Result<()> {
        match self {
            Channel::Socket(stream) => stream.set_nonblocking(false),
            Channel::Port(stream, _) => {
                stream.set_nodelay(true)?;
                stream.set_nonblocking(false)
            }
        }
    }

    fn descriptor(&self) -> BorrowedFd<'_> {
        match self {
            Channel::Socket(stream) => stream.as_fd(),
            Channel::Port(stream, _) => stream.as_fd(),
        }
    }

    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Channel::Socket(stream) => stream.read(into),
            Channel::Port(stream, _) => stream.read(into),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Channel::Socket(stream) => Write::write_all(stream, bytes),
            Channel::Port(stream, _) => Write::write_all(stream, bytes),
        }
    }
}

/// A debugger.
pub struct Remote {
    channel: Channel,
    /// The bytes of the last read, and the number of them that `byte` has returned.
    piece: Vec<u8>,
    taken: usize,
}

impl Remote {
    fn new(channel: Channel) -> Remote {
        Remote {
            channel,
            piece: Vec::new(),
            taken: 0,
        }
    }

    /// Returns the next byte; None if no byte arrives within `patience`.
    ///
    /// # Errors
    /// When the debugger has closed the connection.
    pub fn byte(&mut self, patience: Duration) -> io::Result<Option<u8>> {
        if self.taken == self.piece.len() && !self.read(patience)? {
            return Ok(None);
        }
        self.taken += 1;
        Ok(Some(self.piece[self.taken - 1]))
    }

    fn read(&mut self, patience: Duration) -> io::Result<bool> {
        let mut waiting = [PollFd::from_borrowed_fd(
            self.channel.descriptor(),
            PollFlags::IN,
        )];
        let patience = Timespec::try_from(patience).ok();
        match poll(&mut waiting, patience.as_ref()) {
            Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(false),
            other => other?,
        };
        self.piece.resize(PIECE, 0);
        let count = self.channel.read(&mut self.piece)?;
        self.piece.truncate(count);
        self.taken = 0;
        match count {
            0 => Err(ErrorKind::UnexpectedEof.into()),
            _ => Ok(true),
        }
    }
}

impl Connection for Remote {
    type Error = io::Error;

    fn write(&mut self, byte: u8) -> io::Result<()> {
        self.channel.write(&[byte])
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.channel.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
