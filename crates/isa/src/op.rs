//! The operations of RV32IMAFC, Zicsr, Zifencei, machine mode and the message extension, with their mnemonics and formats.
//!
//! Source: The RISC-V Instruction Set Manual, volumes I and II (chapter "RV32/64G Instruction Set Listings").

use crate::message;
use crate::message::MessageInstruction;

/// Which operands an instruction has and how assembly language writes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// rd, upper 20 bits
    Upper,
    /// rd, target
    Jump,
    /// rd, offset(rs1)
    JumpRegister,
    /// rs1, rs2, target
    Branch,
    /// rd, offset(rs1)
    Load,
    /// rs2, offset(rs1)
    Store,
    /// rd, rs1, immediate
    Immediate,
    /// rd, rs1, shift amount
    Shift,
    /// rd, rs1, rs2
    Register,
    /// predecessor set, successor set
    Fence,
    /// no operands
    Plain,
    /// rd, csr, rs1
    Csr,
    /// rd, csr, 5-bit immediate
    CsrImmediate,
    /// rd, (rs1)
    LoadReserved,
    /// rd, rs2, (rs1)
    Atomic,
    /// fd, offset(rs1)
    FloatLoad,
    /// fs2, offset(rs1)
    FloatStore,
    /// fd, fs1, fs2, fs3, rounding mode
    FloatMultiplyAdd,
    /// fd, fs1, fs2, rounding mode
    FloatArithmetic,
    /// fd, fs1, rounding mode
    FloatRoot,
    /// fd, fs1, fs2
    FloatSelect,
    /// rd, fs1, fs2
    FloatCompare,
    /// rd, fs1
    FloatLook,
    /// rd, fs1, rounding mode
    FloatToInteger,
    /// fd, rs1, rounding mode
    IntegerToFloat,
    /// fd, rs1
    MoveToFloat,
    /// the operands that the table of the message extension gives it
    Message(&'static MessageInstruction),
    /// rd, rs1, rs2; the user's description says which of them it has
    User,
}

/// Defines `Op` and its two properties from one table.
macro_rules! operations {
    ($($variant:ident $mnemonic:expr, $format:expr;)*) => {
        /// An operation, named as its mnemonic; compressed instructions are the operations they stand for.
        #[repr(u8)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
        pub enum Op {
            $($variant,)*
            /// An instruction of the user's own: see [`user`](crate::user).
            User,
        }

        impl Op {
            /// Every operation of the architecture and the message extension, in declaration order: `ALL[op as usize] == op`.
            pub const ALL: &'static [Op] = &[$(Op::$variant),*];

            /// The assembly-language mnemonic, without the suffixes of atomics (`.aq`, `.rl`).
            pub const fn mnemonic(self) -> &'static str {
                match self {
                    $(Op::$variant => $mnemonic,)*
                    Op::User => "user",
                }
            }

            pub(crate) const fn format(self) -> Format {
                match self {
                    $(Op::$variant => $format,)*
                    Op::User => Format::User,
                }
            }
        }
    };
}

operations! {
    Lui "lui", Format::Upper;
    Auipc "auipc", Format::Upper;
    Jal "jal", Format::Jump;
    Jalr "jalr", Format::JumpRegister;
    Beq "beq", Format::Branch;
    Bne "bne", Format::Branch;
    Blt "blt", Format::Branch;
    Bge "bge", Format::Branch;
    Bltu "bltu", Format::Branch;
    Bgeu "bgeu", Format::Branch;
    Lb "lb", Format::Load;
    Lh "lh", Format::Load;
    Lw "lw", Format::Load;
    Lbu "lbu", Format::Load;
    Lhu "lhu", Format::Load;
    Sb "sb", Format::Store;
    Sh "sh", Format::Store;
    Sw "sw", Format::Store;
    Addi "addi", Format::Immediate;
    Slti "slti", Format::Immediate;
    Sltiu "sltiu", Format::Immediate;
    Xori "xori", Format::Immediate;
    Ori "ori", Format::Immediate;
    Andi "andi", Format::Immediate;
    Slli "slli", Format::Shift;
    Srli "srli", Format::Shift;
    Srai "srai", Format::Shift;
    Add "add", Format::Register;
    Sub "sub", Format::Register;
    Sll "sll", Format::Register;
    Slt "slt", Format::Register;
    Sltu "sltu", Format::Register;
    Xor "xor", Format::Register;
    Srl "srl", Format::Register;
    Sra "sra", Format::Register;
    Or "or", Format::Register;
    And "and", Format::Register;
    Fence "fence", Format::Fence;
    FenceI "fence.i", Format::Plain;
    Ecall "ecall", Format::Plain;
    Ebreak "ebreak", Format::Plain;
    Mret "mret", Format::Plain;
    Wfi "wfi", Format::Plain;
    Csrrw "csrrw", Format::Csr;
    Csrrs "csrrs", Format::Csr;
    Csrrc "csrrc", Format::Csr;
    Csrrwi "csrrwi", Format::CsrImmediate;
    Csrrsi "csrrsi", Format::CsrImmediate;
    Csrrci "csrrci", Format::CsrImmediate;
    Mul "mul", Format::Register;
    Mulh "mulh", Format::Register;
    Mulhsu "mulhsu", Format::Register;
    Mulhu "mulhu", Format::Register;
    Div "div", Format::Register;
    Divu "divu", Format::Register;
    Rem "rem", Format::Register;
    Remu "remu", Format::Register;
    LrW "lr.w", Format::LoadReserved;
    ScW "sc.w", Format::Atomic;
    AmoswapW "amoswap.w", Format::Atomic;
    AmoaddW "amoadd.w", Format::Atomic;
    AmoxorW "amoxor.w", Format::Atomic;
    AmoandW "amoand.w", Format::Atomic;
    AmoorW "amoor.w", Format::Atomic;
    AmominW "amomin.w", Format::Atomic;
    AmomaxW "amomax.w", Format::Atomic;
    AmominuW "amominu.w", Format::Atomic;
    AmomaxuW "amomaxu.w", Format::Atomic;
    Flw "flw", Format::FloatLoad;
    Fsw "fsw", Format::FloatStore;
    FmaddS "fmadd.s", Format::FloatMultiplyAdd;
    FmsubS "fmsub.s", Format::FloatMultiplyAdd;
    FnmsubS "fnmsub.s", Format::FloatMultiplyAdd;
    FnmaddS "fnmadd.s", Format::FloatMultiplyAdd;
    FaddS "fadd.s", Format::FloatArithmetic;
    FsubS "fsub.s", Format::FloatArithmetic;
    FmulS "fmul.s", Format::FloatArithmetic;
    FdivS "fdiv.s", Format::FloatArithmetic;
    FsqrtS "fsqrt.s", Format::FloatRoot;
    FsgnjS "fsgnj.s", Format::FloatSelect;
    FsgnjnS "fsgnjn.s", Format::FloatSelect;
    FsgnjxS "fsgnjx.s", Format::FloatSelect;
    FminS "fmin.s", Format::FloatSelect;
    FmaxS "fmax.s", Format::FloatSelect;
    FleS "fle.s", Format::FloatCompare;
    FltS "flt.s", Format::FloatCompare;
    FeqS "feq.s", Format::FloatCompare;
    FclassS "fclass.s", Format::FloatLook;
    FmvXW "fmv.x.w", Format::FloatLook;
    FcvtWS "fcvt.w.s", Format::FloatToInteger;
    FcvtWuS "fcvt.wu.s", Format::FloatToInteger;
    FcvtSW "fcvt.s.w", Format::IntegerToFloat;
    FcvtSWu "fcvt.s.wu", Format::IntegerToFloat;
    FmvWX "fmv.w.x", Format::MoveToFloat;
    MsgSend message::MSG_SEND.name, Format::Message(&message::MSG_SEND);
    MsgReceive message::MSG_RECEIVE.name, Format::Message(&message::MSG_RECEIVE);
    MboxEnable message::MBOX_ENABLE.name, Format::Message(&message::MBOX_ENABLE);
    MboxStore message::MBOX_STORE.name, Format::Message(&message::MBOX_STORE);
    MboxLoad message::MBOX_LOAD.name, Format::Message(&message::MBOX_LOAD);
    MboxSend message::MBOX_SEND.name, Format::Message(&message::MBOX_SEND);
    MboxMatch message::MBOX_MATCH.name, Format::Message(&message::MBOX_MATCH);
}

impl Op {
    /// Whether it belongs to the extension "F", which a core may lack.
    pub fn is_float(self) -> bool {
        (Op::Flw as u8..=Op::FmvWX as u8).contains(&(self as u8))
    }

    /// Whether its destination is a floating-point register.
    pub(crate) fn writes_float(self) -> bool {
        matches!(
            self.format(),
            Format::FloatLoad
                | Format::FloatMultiplyAdd
                | Format::FloatArithmetic
                | Format::FloatRoot
                | Format::FloatSelect
                | Format::IntegerToFloat
                | Format::MoveToFloat
        )
    }
}
