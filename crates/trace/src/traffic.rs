//! Describes the communicator or channel of a message, by the interface whose function waits: MPI and MCAPI number contexts differently.

/// The kind of message that the library waits for, or that its receiver does not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Traffic {
    /// A message of MPI between two ranks, with a tag.
    Message,
    /// Part of a collective operation of MPI: its tag is the library's own.
    Collective,
    /// A message of MCAPI; the tag is the port of the receiving endpoint.
    PortMessage,
    /// A packet or scalar of a channel; the tag is the port of its receiving end.
    Channel,
    /// A notice of one node's MCAPI library to another's: a channel is opened or closed, or an endpoint released.
    Notice,
    /// A request of one node's MCAPI library to another's, which answers: about an endpoint, or to connect a channel.
    Question,
    /// A block of a task, or a part of one: its context and tag are its length.
    Block,
}

/// Prefixes of the functions of `lib/src/mp/engine`: those that programs call, and internal ones.
const OF_TASKS: [&str; 2] = ["MP_", "weft_mp_"];

/// Calls that wait only for a block. The compiler may place their wait after the probe point of a send.
const RECEIVE: [&str; 2] = ["MP_receive", "MP_next"];

/// Is the waiting call one that only receives blocks?
pub fn only_receives(functions: &[&str]) -> bool {
    functions.iter().any(|function| RECEIVE.contains(function))
}

/// Contexts of MCAPI: `lib/src/mcapi/endpoint.h`.
const NOTICE: i32 = 0;
const CHANNEL: i32 = 1;
const FIRST_MESSAGE: i32 = 2;
const PRIORITIES: i32 = 4;

impl Traffic {
    /// Returns the kind of a message with this context, in a wait inside calls of these functions.
    pub fn of(context: Option<i32>, functions: &[&str]) -> Traffic {
        let begin = |prefix: &str| functions.iter().any(|name| name.starts_with(prefix));
        let is_mcapi = begin("mcapi_");
        match context {
            _ if OF_TASKS.iter().any(|prefix| begin(prefix)) => Traffic::Block,
            Some(context) if is_mcapi => Traffic::of_mcapi(context),
            // A communicator's context for collective operations is the one for point-to-point messages plus 1, so it is odd.
            Some(context) if context & 1 != 0 => Traffic::Collective,
            _ => Traffic::Message,
        }
    }

    fn of_mcapi(context: i32) -> Traffic {
        match context {
            NOTICE => Traffic::Notice,
            CHANNEL => Traffic::Channel,
            _ if context < FIRST_MESSAGE + PRIORITIES => Traffic::PortMessage,
            _ => Traffic::Question,
        }
    }

    /// Returns the end of a sentence about a wait, such as "... for a message from `peer`".
    pub fn awaited(self, peer: &str, tag: Option<i32>) -> String {
        let rest = self.addressed(tag);
        match self {
            Traffic::Notice => format!("for {peer} to connect or open a channel{rest}"),
            Traffic::Question => format!("for an answer of {peer}{rest}"),
            Traffic::Channel => format!("for a packet or scalar from {peer}{rest}"),
            Traffic::Block => format!("for a block from {peer}"),
            _ => format!("for a message from {peer}{rest}"),
        }
    }

    /// Returns the same for a message that `peer` does not take; `size` is the text for its bytes.
    pub fn refused(self, peer: &str, size: &str, tag: Option<i32>) -> String {
        if self == Traffic::Block {
            return format!("for room: {peer} has not received a block{size}");
        }
        let what = match self {
            Traffic::Notice => "a notice",
            Traffic::Question => "a question",
            Traffic::Channel => "a packet or scalar",
            _ => "a message",
        };
        format!("until {peer} takes {what}{size}{}", self.addressed(tag))
    }

    fn addressed(self, tag: Option<i32>) -> String {
        match (self, tag) {
            (Traffic::Collective, _) => " in a collective operation".to_owned(),
            (Traffic::Message, Some(tag)) if tag < 0 => ", any tag".to_owned(),
            (Traffic::Message, Some(tag)) => format!(", tag {tag}"),
            (_, Some(port)) => format!(", port {port}"),
            (_, None) => String::new(),
        }
    }
}
