//! Serves the debugger's requests: registers, memory, breakpoints, resuming. Implements the traits of the crate `gdbstub`.

use gdbstub::common::{Signal, Tid};
use gdbstub::target::ext::base::multithread::{
    MultiThreadBase, MultiThreadRangeStepping, MultiThreadRangeSteppingOps, MultiThreadResume,
    MultiThreadResumeOps, MultiThreadSchedulerLocking, MultiThreadSchedulerLockingOps,
    MultiThreadSingleStep, MultiThreadSingleStepOps,
};
use gdbstub::target::ext::base::BaseOps;
use gdbstub::target::ext::breakpoints::{
    Breakpoints, BreakpointsOps, HwWatchpoint, HwWatchpointOps, SwBreakpoint, SwBreakpointOps,
    WatchKind,
};
use gdbstub::target::ext::monitor_cmd::MonitorCmdOps;
use gdbstub::target::ext::target_description_xml_override::{
    TargetDescriptionXmlOverride, TargetDescriptionXmlOverrideOps,
};
use gdbstub::target::ext::thread_extra_info::{ThreadExtraInfo, ThreadExtraInfoOps};
use gdbstub::target::{Target, TargetError, TargetResult};

use super::debugged::{thread_of, Debugged, Stepping};
use super::registers::{CoreRegisters, RiscV};

/// The target description of a core. It states that there is no operating system: the debugger would otherwise assume Linux and step
/// with breakpoints of its own.
const TARGET_DESCRIPTION: &str = include_str!("target.xml");
/// The addition to it for cores with floating-point units, and the end tag that follows it.
const FLOAT_DESCRIPTION: &str = include_str!("float.xml");
const END_OF_DESCRIPTION: &str = "</target>";

/// The error number for an address without memory (`EFAULT`).
const BAD_ADDRESS: u8 = 14;
/// The error number for a thread that does not exist (`ESRCH`).
const NO_SUCH_THREAD: u8 = 3;

impl Target for Debugged<'_> {
    type Arch = RiscV;
    type Error = std::convert::Infallible;

    fn base_ops(&mut self) -> BaseOps<'_, Self::Arch, Self::Error> {
        BaseOps::MultiThread(self)
    }

    fn support_target_description_xml_override(
        &mut self,
    ) -> Option<TargetDescriptionXmlOverrideOps<'_, Self>> {
        Some(self)
    }

    fn support_monitor_cmd(&mut self) -> Option<MonitorCmdOps<'_, Self>> {
        Some(self)
    }

    fn support_breakpoints(&mut self) -> Option<BreakpointsOps<'_, Self>> {
        Some(self)
    }
}

impl MultiThreadBase for Debugged<'_> {
    fn read_registers(
        &mut self,
        registers: &mut CoreRegisters,
        thread: Tid,
    ) -> TargetResult<(), Self> {
        *registers = self.view(self.named(thread)?);
        Ok(())
    }

    fn write_registers(
        &mut self,
        registers: &CoreRegisters,
        thread: Tid,
    ) -> TargetResult<(), Self> {
        let core = self.named(thread)?;
        let changes_mode = registers.privilege != self.machine.core(core).mode() as u32;
        let goes_elsewhere = registers.pc != self.machine.core(core).pc();
        let stays = self.shown[core].is_some() || changes_mode;
        if stays || goes_elsewhere && !self.machine.set_pc(core, registers.pc) {
            return Err(TargetError::NonFatal);
        }
        for (number, value) in registers.x.iter().enumerate() {
            self.machine.set_register(core, number as u8, *value);
        }
        let unit = self.machine.core(core).float_unit.as_deref();
        if let (Some(float), Some(unit)) = (&registers.float, unit) {
            let unit = float.unit(unit);
            self.machine.set_float_unit(core, unit);
        }
        Ok(())
    }

    fn read_addrs(
        &mut self,
        address: u32,
        bytes: &mut [u8],
        thread: Tid,
    ) -> TargetResult<usize, Self> {
        let core = self.named(thread)?;
        if self.alone().is_none() {
            let range = address..address.saturating_add(bytes.len() as u32);
            self.looked_at.push((range, core));
        }
        let read = self.machine.read_memory(core, address, bytes);
        read.map(|()| bytes.len())
            .map_err(|_| TargetError::Errno(BAD_ADDRESS))
    }

    fn write_addrs(&mut self, address: u32, bytes: &[u8], thread: Tid) -> TargetResult<(), Self> {
        let core = self.named(thread)?;
        let written = self.machine.write_memory(core, address, bytes);
        written.map_err(|_| TargetError::Errno(BAD_ADDRESS))
    }

    fn list_active_threads(&mut self, list: &mut dyn FnMut(Tid)) -> Result<(), Self::Error> {
        self.cores.iter().for_each(|core| list(thread_of(*core)));
        Ok(())
    }

    fn support_resume(&mut self) -> Option<MultiThreadResumeOps<'_, Self>> {
        Some(self)
    }

    fn support_thread_extra_info(&mut self) -> Option<ThreadExtraInfoOps<'_, Self>> {
        Some(self)
    }
}

impl MultiThreadResume for Debugged<'_> {
    fn resume(&mut self) -> Result<(), Self::Error> {
        if self.alone().is_none() {
            self.lingering = self.points.breakpoints.clone();
            self.looked_at.clear();
        }
        Ok(())
    }

    fn clear_resume_actions(&mut self) -> Result<(), Self::Error> {
        self.stepping = None;
        self.resumes_nobody = false;
        Ok(())
    }

    fn set_resume_action_continue(
        &mut self,
        thread: Tid,
        _signal: Option<Signal>,
    ) -> Result<(), Self::Error> {
        self.resumes_nobody |= self.core_of(thread).is_none();
        Ok(())
    }

    fn support_single_step(&mut self) -> Option<MultiThreadSingleStepOps<'_, Self>> {
        Some(self)
    }

    fn support_range_step(&mut self) -> Option<MultiThreadRangeSteppingOps<'_, Self>> {
        Some(self)
    }

    fn support_scheduler_locking(&mut self) -> Option<MultiThreadSchedulerLockingOps<'_, Self>> {
        Some(self)
    }
}

impl MultiThreadSingleStep for Debugged<'_> {
    fn set_resume_action_step(
        &mut self,
        thread: Tid,
        _signal: Option<Signal>,
    ) -> Result<(), Self::Error> {
        self.set_resume_action_range_step(thread, 0, 0)
    }
}

impl MultiThreadRangeStepping for Debugged<'_> {
    fn set_resume_action_range_step(
        &mut self,
        thread: Tid,
        start: u32,
        end: u32,
    ) -> Result<(), Self::Error> {
        let stepping = |core| Stepping {
            core,
            within: start..end,
            alone: false,
        };
        self.stepping = self.core_of(thread).map(stepping);
        self.resumes_nobody |= self.stepping.is_none();
        Ok(())
    }
}

impl MultiThreadSchedulerLocking for Debugged<'_> {
    /// All cores share the clock: while one core is stepped alone, the others advance by the same number of cycles.
    fn set_resume_action_scheduler_lock(&mut self) -> Result<(), Self::Error> {
        if let Some(stepping) = &mut self.stepping {
            stepping.alone = true;
        }
        Ok(())
    }
}

impl Breakpoints for Debugged<'_> {
    fn support_sw_breakpoint(&mut self) -> Option<SwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_watchpoint(&mut self) -> Option<HwWatchpointOps<'_, Self>> {
        Some(self)
    }
}

impl SwBreakpoint for Debugged<'_> {
    fn add_sw_breakpoint(&mut self, address: u32, _bytes: usize) -> TargetResult<bool, Self> {
        self.points.breakpoints.insert(address);
        Ok(true)
    }

    fn remove_sw_breakpoint(&mut self, address: u32, _bytes: usize) -> TargetResult<bool, Self> {
        Ok(self.points.breakpoints.remove(&address))
    }
}

impl HwWatchpoint for Debugged<'_> {
    fn add_hw_watchpoint(
        &mut self,
        address: u32,
        bytes: u32,
        kind: WatchKind,
    ) -> TargetResult<bool, Self> {
        let Some(end) = address.checked_add(bytes) else {
            return Ok(false);
        };
        let is_private = self.private_memory.contains(address, bytes);
        let core = is_private.then(|| self.owner(address));
        self.points.watch(self.machine, address..end, kind, core);
        Ok(true)
    }

    fn remove_hw_watchpoint(
        &mut self,
        address: u32,
        bytes: u32,
        kind: WatchKind,
    ) -> TargetResult<bool, Self> {
        let end = address.checked_add(bytes);
        Ok(end.is_some_and(|end| self.points.unwatch(address..end, kind)))
    }
}

impl Debugged<'_> {
    /// Returns the core of a packet's thread.
    fn named(&self, thread: Tid) -> TargetResult<usize, Self> {
        self.core_of(thread)
            .ok_or(TargetError::Errno(NO_SUCH_THREAD))
    }

    fn description(&self) -> String {
        let mut cores = self.cores.iter();
        let with_float = format!("{FLOAT_DESCRIPTION}{END_OF_DESCRIPTION}");
        match cores.any(|core| self.machine.core(*core).float_unit.is_some()) {
            true => TARGET_DESCRIPTION.replace(END_OF_DESCRIPTION, &with_float),
            false => TARGET_DESCRIPTION.to_owned(),
        }
    }
}

impl TargetDescriptionXmlOverride for Debugged<'_> {
    fn target_description_xml(
        &self,
        _annex: &[u8],
        offset: u64,
        length: usize,
        buffer: &mut [u8],
    ) -> TargetResult<usize, Self> {
        let text = self.description();
        let rest = text.as_bytes().get(offset as usize..).unwrap_or_default();
        let length = length.min(buffer.len()).min(rest.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }
}

impl ThreadExtraInfo for Debugged<'_> {
    fn thread_extra_info(&self, thread: Tid, buffer: &mut [u8]) -> Result<usize, Self::Error> {
        let text = match self.core_of(thread) {
            Some(core) => {
                let (now, state) = (self.machine.now(), self.state_of(core));
                format!("core {core}, cycle {now}: {state}")
            }
            None => "no core".to_owned(),
        };
        let length = text.len().min(buffer.len());
        buffer[..length].copy_from_slice(&text.as_bytes()[..length]);
        Ok(length)
    }
}
