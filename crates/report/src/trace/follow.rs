//! Turns the trace points that a core passes into events: functions entered and left, messages sent and received.
//!
//! The follower keeps a stack of frames, the outermost first. An out-of-line call is identified by its return address and stack pointer,
//! and ends when the core is back at that address with that stack pointer. An MPI function that is inlined into its caller (the fast path)
//! has neither: it ends with its message, or when the library function that it falls back to (the slow path) returns. Calls that an MPI
//! function makes to other MPI functions are not traced. A probe point is an instruction that the core may also reach on other paths;
//! so a message counts only inside a call that can have sent or received it.

use super::points::{Meaning, Points};
use std::sync::Arc;
use weft_sim::part::core::trace::{Passage, Passed};
use weft_sim::port::Block;
use weft_trace::event::{Call, Kind, Message, TASKS};

/// Takes the kind of an event.
pub type Add<'a> = dyn FnMut(Kind) + 'a;

/// Follows one core through its program.
pub struct Follower {
    pub core: usize,
    pub points: Arc<Points>,
    /// The outermost first.
    frames: Vec<Frame>,
    /// The message that the current MPI call has offered, and whose `Send` event has been added.
    offered: Option<Message>,
}

/// A call or region that has begun and not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Frame {
    /// None if the trace does not show it.
    region: Option<u32>,
    kind: FrameKind,
    is_mpi: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrameKind {
    /// An out-of-line call: its return address, and the stack pointer at its entry.
    Call(u32, u32),
    /// An MPI function inlined into its caller; it receives a message, or sends one.
    InLine { receives: bool },
    /// A region that the program itself marks.
    User,
    /// A call that the hardware carries out.
    Command,
}

impl Follower {
    /// Starts at the beginning of the core's program.
    pub fn new(core: usize, points: Arc<Points>) -> Follower {
        Follower {
            core,
            points,
            frames: Vec::new(),
            offered: None,
        }
    }

    /// Handles a trace point that the core has passed.
    pub fn follow(&mut self, passage: &Passage, add: &mut Add<'_>) {
        match passage.what {
            Passed::Entry {
                return_address,
                stack_pointer,
            } => self.enter(passage.pc, return_address, stack_pointer, add),
            Passed::ReturnSite { stack_pointer } => self.return_to(passage.pc, stack_pointer, add),
            Passed::Probe { number, values } => {
                let meaning = self.points.meaning(number);
                self.happen(meaning, values, add);
            }
        }
    }

    /// Leaves all open calls and regions at the end of the program.
    pub fn end(&mut self, add: &mut Add<'_>) {
        self.leave_down_to(0, add);
    }

    fn enter(&mut self, pc: u32, return_address: u32, stack_pointer: u32, add: &mut Add<'_>) {
        let Some(function) = self.points.function(pc) else {
            return;
        };
        let is_hidden = function.is_mpi && self.is_in_mpi();
        if !is_hidden {
            self.drop_dead(return_address, stack_pointer, add);
        }
        let region = (!is_hidden).then_some(function.region);
        let kind = FrameKind::Call(return_address, stack_pointer);
        self.push(region, kind, function.is_mpi, add);
    }

    /// Leaves the calls that have ended without a return: one that has reached this function by a tail call, which has the same return
    /// address and stack pointer, and those that a longjmp has left, whose stack pointer is below the current one.
    fn drop_dead(&mut self, return_address: u32, stack_pointer: u32, add: &mut Add<'_>) {
        let is_dead = |frame: &Frame| match frame.kind {
            FrameKind::Call(to, stack) => {
                stack < stack_pointer || (to, stack) == (return_address, stack_pointer)
            }
            FrameKind::InLine { .. } | FrameKind::User | FrameKind::Command => false,
        };
        if let Some(first) = self.frames.iter().position(is_dead) {
            self.leave_down_to(first, add);
        }
    }

    fn return_to(&mut self, pc: u32, stack_pointer: u32, add: &mut Add<'_>) {
        let back = FrameKind::Call(pc, stack_pointer);
        let Some(returned) = self.frames.iter().position(|frame| frame.kind == back) else {
            return;
        };
        self.leave_down_to(returned, add);
        // If it was the slow path of an inlined call, that call ends with it.
        self.leave_in_line(add);
    }

    fn happen(
        &mut self,
        meaning: Meaning,
        [peer, tag, context, length]: [Option<i32>; 4],
        add: &mut Add<'_>,
    ) {
        let message = Message {
            peer: peer.unwrap_or(0) as u32,
            tag: tag.unwrap_or(0),
            context: context.unwrap_or(0) as u32,
            bytes: u64::from(length.unwrap_or(0) as u32),
        };
        match meaning {
            Meaning::InLine { region, receives } => self.enter_in_line(region, receives, add),
            Meaning::Begin(region) => self.push(Some(region), FrameKind::User, false, add),
            Meaning::End(region) => self.end_region(region, add),
            Meaning::Sent if self.can_move(false) => {
                if self.offered.take() != Some(message) {
                    add(Kind::Send(message));
                }
                self.leave_in_line(add);
            }
            Meaning::Offer if self.can_move(false) => {
                self.offered = Some(message);
                add(Kind::Send(message));
            }
            Meaning::Received if self.can_move(true) && message.bytes == 0 => {
                add(Kind::Receive(message));
                self.leave_in_line(add);
            }
            Meaning::Call if self.is_in_mpi() => add(Kind::Call(Call {
                context: message.context,
                ranks: message.bytes as u32,
                rank: message.peer,
            })),
            _ => {}
        }
    }

    /// Enters a call that the hardware carries out, unless an MPI call makes it.
    pub fn begin_command(&mut self, region: u32, add: &mut Add<'_>) {
        if !self.is_in_mpi() {
            self.push(Some(region), FrameKind::Command, true, add);
        }
    }

    /// Leaves the call that the hardware has carried out, and adds the message if it has moved a block. `first` is the number of the first
    /// task of the core's flow.
    pub fn end_command(&mut self, block: Option<Block>, first: u32, add: &mut Add<'_>) {
        let innermost = self.frames.last().map(|frame| frame.kind);
        if innermost != Some(FrameKind::Command) {
            return;
        }
        if let Some(block) = block {
            let message = Message {
                peer: first + block.task,
                tag: 0,
                context: TASKS,
                bytes: block.bytes.into(),
            };
            add(match block.is_sent {
                true => Kind::Send(message),
                false => Kind::Receive(message),
            });
        }
        self.leave_down_to(self.frames.len() - 1, add);
    }

    fn enter_in_line(&mut self, region: u32, receives: bool, add: &mut Add<'_>) {
        // An inlined call that is still open has ended without passing a probe point.
        self.leave_in_line(add);
        if !self.is_in_mpi() {
            let kind = FrameKind::InLine { receives };
            self.push(Some(region), kind, true, add);
        }
    }

    fn end_region(&mut self, region: u32, add: &mut Add<'_>) {
        let begun = |frame: &Frame| frame.kind == FrameKind::User && frame.region == Some(region);
        if let Some(position) = self.frames.iter().rposition(begun) {
            self.leave_down_to(position, add);
        }
    }

    fn is_in_mpi(&self) -> bool {
        self.frames.iter().any(|frame| frame.is_mpi)
    }

    fn push(&mut self, region: Option<u32>, kind: FrameKind, is_mpi: bool, add: &mut Add<'_>) {
        if let Some(region) = region {
            add(Kind::Enter { region });
        }
        self.frames.push(Frame {
            region,
            kind,
            is_mpi,
        });
    }

    /// Can the current call have received a message (`received`), or sent one?
    fn can_move(&self, received: bool) -> bool {
        match self.frames.last().map(|frame| frame.kind) {
            Some(FrameKind::InLine { receives }) => receives == received,
            _ => self.is_in_mpi(),
        }
    }

    /// Leaves the innermost frame if it is an inlined call.
    fn leave_in_line(&mut self, add: &mut Add<'_>) {
        let innermost = self.frames.last().map(|frame| frame.kind);
        if matches!(innermost, Some(FrameKind::InLine { .. })) {
            self.leave_down_to(self.frames.len() - 1, add);
        }
    }

    /// Leaves all frames but the outermost `count`, innermost first.
    fn leave_down_to(&mut self, count: usize, add: &mut Add<'_>) {
        for frame in self.frames.drain(count..).rev() {
            if let Some(region) = frame.region {
                add(Kind::Leave { region });
            }
        }
        if !self.is_in_mpi() {
            self.offered = None;
        }
    }
}
