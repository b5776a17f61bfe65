//! Compiles regions to machine code of the host, at once or in a background thread.

use crate::bounds::{Kind, Memories};
use crate::emit;
use crate::region::Region;
use crate::slot::Slot;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::Context;
use cranelift_frontend::FunctionBuilderContext;
use std::cell::RefCell;
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::{Arc, OnceLock, Weak};

/// The receiver of translations.
pub trait Destination: Send + Sync {
    /// Adds a translation.
    fn enter(&self, first: usize, kind: Kind, code: &[u8]);
}

/// A request for a translation.
pub struct Job {
    /// Weak, because a program whose memory is written drops its cache; the request is then void.
    pub destination: Weak<dyn Destination>,
    pub slots: Arc<Vec<Slot>>,
    pub region: Region,
    pub memories: Memories,
    pub kind: Kind,
}

impl Job {
    /// Compiles the region and adds the translation.
    pub fn carry_out(&self) {
        let Some(destination) = self.destination.upgrade() else {
            return;
        };
        let code = COMPILER.with_borrow_mut(|compiler| {
            compiler
                .as_mut()
                .ok()
                .and_then(|compiler| compiler.compile(self))
        });
        if let Some(code) = code {
            destination.enter(self.region.first, self.kind, &code);
        }
    }

    /// Leaves the job to the background thread, or compiles it in this thread if the background thread has ended.
    pub fn carry_out_in_background(self) {
        static QUEUE: OnceLock<Option<Sender<Box<Job>>>> = OnceLock::new();
        let queue = QUEUE.get_or_init(begin_thread).as_ref();
        match queue.map(|queue| queue.send(Box::new(self))) {
            Some(Ok(())) => {}
            Some(Err(unsent)) => unsent.0.carry_out(),
            None => {}
        }
    }
}

fn begin_thread() -> Option<Sender<Box<Job>>> {
    let (sender, jobs): (_, Receiver<Box<Job>>) = channel();
    let thread = std::thread::Builder::new().name("weft-translator".into());
    let work = move || jobs.iter().for_each(|job| job.carry_out());
    thread.spawn(work).ok().map(|_| sender)
}

thread_local! {
    static COMPILER: RefCell<Result<Compiler, String>> = RefCell::new(Compiler::new());
}

/// Returns why nothing can be translated on this host; None if translation is possible.
pub fn unavailable() -> Option<String> {
    COMPILER.with_borrow(|compiler| compiler.as_ref().err().cloned())
}

/// A compiler for this host, with buffers that are reused from one translation to the next.
struct Compiler {
    isa: OwnedTargetIsa,
    context: Context,
    builder: FunctionBuilderContext,
}

impl Compiler {
    fn new() -> Result<Compiler, String> {
        if !cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
            // Other processors may need additional steps before they execute newly written instructions.
            return Err("translations are made for x86-64 and AArch64 only".into());
        }
        let mut flags = settings::builder();
        let verifier = if cfg!(debug_assertions) {
            "true"
        } else {
            "false"
        };
        for (name, value) in [
            ("opt_level", "speed"),
            ("enable_verifier", verifier),
            ("unwind_info", "false"),
        ] {
            flags.set(name, value).map_err(|error| error.to_string())?;
        }
        let isa = cranelift_native::builder()?.finish(settings::Flags::new(flags));
        Ok(Compiler {
            isa: isa.map_err(|error| error.to_string())?,
            context: Context::new(),
            builder: FunctionBuilderContext::new(),
        })
    }

    fn compile(&mut self, job: &Job) -> Option<Vec<u8>> {
        self.context.clear();
        emit::emit(
            &mut self.context.func,
            &mut self.builder,
            &job.slots,
            &job.region,
            job.memories,
            job.kind,
        );
        let compiled = self
            .context
            .compile(&*self.isa, &mut ControlPlane::default())
            .ok()?;
        // Code without relocations is position-independent.
        compiled
            .buffer
            .relocs()
            .is_empty()
            .then(|| compiled.code_buffer().to_vec())
    }
}
