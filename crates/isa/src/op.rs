//! The operations of RV32IMAFC, Zicsr, Zifencei, machine mode and the message extension, with their mnemonics and formats.
//!
//! Source: The RISC-V Instruction Set Manual, volumes I and II (chapter "RV32/64G Instruction Set Listings").

use crate::encoding::{opcode, word, Encoding};
use crate::message::{self, MessageInstruction};

/// The operands of an instruction, and their order in assembly language.
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
    /// the operands that the table of the message extension specifies
    Message(&'static MessageInstruction),
    /// rd, rs1, rs2; the instruction's description says which of them it has
    User,
}

/// Defines `Op` and its properties from one table.
macro_rules! operations {
    ($($variant:ident $mnemonic:expr, $format:expr, $encoding:expr;)*) => {
        /// An operation, named like its mnemonic. A compressed instruction is represented by the equivalent 32-bit operation.
        #[repr(u8)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
        pub enum Op {
            $($variant,)*
            /// A user-defined instruction: see [`user`](crate::user).
            User,
        }

        impl Op {
            /// All operations of the architecture and of the message extension, in declaration order: `ALL[op as usize] == op`.
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

        /// The encodings of all operations of [`Op::ALL`].
        pub(crate) const ENCODINGS: &[(Encoding, Op)] = &[$(($encoding, Op::$variant)),*];
    };
}

operations! {
    Lui "lui", Format::Upper, opcode(0x37);
    Auipc "auipc", Format::Upper, opcode(0x17);
    Jal "jal", Format::Jump, opcode(0x6F);
    Jalr "jalr", Format::JumpRegister, opcode(0x67).funct3(0);
    Beq "beq", Format::Branch, opcode(0x63).funct3(0);
    Bne "bne", Format::Branch, opcode(0x63).funct3(1);
    Blt "blt", Format::Branch, opcode(0x63).funct3(4);
    Bge "bge", Format::Branch, opcode(0x63).funct3(5);
    Bltu "bltu", Format::Branch, opcode(0x63).funct3(6);
    Bgeu "bgeu", Format::Branch, opcode(0x63).funct3(7);
    Lb "lb", Format::Load, opcode(0x03).funct3(0);
    Lh "lh", Format::Load, opcode(0x03).funct3(1);
    Lw "lw", Format::Load, opcode(0x03).funct3(2);
    Lbu "lbu", Format::Load, opcode(0x03).funct3(4);
    Lhu "lhu", Format::Load, opcode(0x03).funct3(5);
    Sb "sb", Format::Store, opcode(0x23).funct3(0);
    Sh "sh", Format::Store, opcode(0x23).funct3(1);
    Sw "sw", Format::Store, opcode(0x23).funct3(2);
    Addi "addi", Format::Immediate, opcode(0x13).funct3(0);
    Slti "slti", Format::Immediate, opcode(0x13).funct3(2);
    Sltiu "sltiu", Format::Immediate, opcode(0x13).funct3(3);
    Xori "xori", Format::Immediate, opcode(0x13).funct3(4);
    Ori "ori", Format::Immediate, opcode(0x13).funct3(6);
    Andi "andi", Format::Immediate, opcode(0x13).funct3(7);
    Slli "slli", Format::Shift, opcode(0x13).funct3(1).funct7(0x00);
    Srli "srli", Format::Shift, opcode(0x13).funct3(5).funct7(0x00);
    Srai "srai", Format::Shift, opcode(0x13).funct3(5).funct7(0x20);
    Add "add", Format::Register, opcode(0x33).funct3(0).funct7(0x00);
    Sub "sub", Format::Register, opcode(0x33).funct3(0).funct7(0x20);
    Sll "sll", Format::Register, opcode(0x33).funct3(1).funct7(0x00);
    Slt "slt", Format::Register, opcode(0x33).funct3(2).funct7(0x00);
    Sltu "sltu", Format::Register, opcode(0x33).funct3(3).funct7(0x00);
    Xor "xor", Format::Register, opcode(0x33).funct3(4).funct7(0x00);
    Srl "srl", Format::Register, opcode(0x33).funct3(5).funct7(0x00);
    Sra "sra", Format::Register, opcode(0x33).funct3(5).funct7(0x20);
    Or "or", Format::Register, opcode(0x33).funct3(6).funct7(0x00);
    And "and", Format::Register, opcode(0x33).funct3(7).funct7(0x00);
    Fence "fence", Format::Fence, opcode(0x0F).funct3(0);
    FenceI "fence.i", Format::Plain, opcode(0x0F).funct3(1);
    Ecall "ecall", Format::Plain, word(0x0000_0073);
    Ebreak "ebreak", Format::Plain, word(0x0010_0073);
    Mret "mret", Format::Plain, word(0x3020_0073);
    Wfi "wfi", Format::Plain, word(0x1050_0073);
    Csrrw "csrrw", Format::Csr, opcode(0x73).funct3(1);
    Csrrs "csrrs", Format::Csr, opcode(0x73).funct3(2);
    Csrrc "csrrc", Format::Csr, opcode(0x73).funct3(3);
    Csrrwi "csrrwi", Format::CsrImmediate, opcode(0x73).funct3(5);
    Csrrsi "csrrsi", Format::CsrImmediate, opcode(0x73).funct3(6);
    Csrrci "csrrci", Format::CsrImmediate, opcode(0x73).funct3(7);
    Mul "mul", Format::Register, opcode(0x33).funct3(0).funct7(0x01);
    Mulh "mulh", Format::Register, opcode(0x33).funct3(1).funct7(0x01);
    Mulhsu "mulhsu", Format::Register, opcode(0x33).funct3(2).funct7(0x01);
    Mulhu "mulhu", Format::Register, opcode(0x33).funct3(3).funct7(0x01);
    Div "div", Format::Register, opcode(0x33).funct3(4).funct7(0x01);
    Divu "divu", Format::Register, opcode(0x33).funct3(5).funct7(0x01);
    Rem "rem", Format::Register, opcode(0x33).funct3(6).funct7(0x01);
    Remu "remu", Format::Register, opcode(0x33).funct3(7).funct7(0x01);
    LrW "lr.w", Format::LoadReserved, opcode(0x2F).funct3(2).funct5(0x02).rs2(0);
    ScW "sc.w", Format::Atomic, opcode(0x2F).funct3(2).funct5(0x03);
    AmoswapW "amoswap.w", Format::Atomic, opcode(0x2F).funct3(2).funct5(0x01);
    AmoaddW "amoadd.w", Format::Atomic, opcode(0x2F).funct3(2).funct5(0x00);
    AmoxorW "amoxor.w", Format::Atomic, opcode(0x2F).funct3(2).funct5(0x04);
    AmoandW "amoand.w", Format::Atomic, opcode(0x2F).funct3(2).funct5(0x0C);
    AmoorW "amoor.w", Format::Atomic, opcode(0x2F).funct3(2).funct5(0x08);
    AmominW "amomin.w", Format::Atomic, opcode(0x2F).funct3(2).funct5(0x10);
    AmomaxW "amomax.w", Format::Atomic, opcode(0x2F).funct3(2).funct5(0x14);
    AmominuW "amominu.w", Format::Atomic, opcode(0x2F).funct3(2).funct5(0x18);
    AmomaxuW "amomaxu.w", Format::Atomic, opcode(0x2F).funct3(2).funct5(0x1C);
    Flw "flw", Format::FloatLoad, opcode(0x07).funct3(2);
    Fsw "fsw", Format::FloatStore, opcode(0x27).funct3(2);
    FmaddS "fmadd.s", Format::FloatMultiplyAdd, opcode(0x43).single();
    FmsubS "fmsub.s", Format::FloatMultiplyAdd, opcode(0x47).single();
    FnmsubS "fnmsub.s", Format::FloatMultiplyAdd, opcode(0x4B).single();
    FnmaddS "fnmadd.s", Format::FloatMultiplyAdd, opcode(0x4F).single();
    FaddS "fadd.s", Format::FloatArithmetic, opcode(0x53).funct7(0x00);
    FsubS "fsub.s", Format::FloatArithmetic, opcode(0x53).funct7(0x04);
    FmulS "fmul.s", Format::FloatArithmetic, opcode(0x53).funct7(0x08);
    FdivS "fdiv.s", Format::FloatArithmetic, opcode(0x53).funct7(0x0C);
    FsqrtS "fsqrt.s", Format::FloatRoot, opcode(0x53).funct7(0x2C).rs2(0);
    FsgnjS "fsgnj.s", Format::FloatSelect, opcode(0x53).funct3(0).funct7(0x10);
    FsgnjnS "fsgnjn.s", Format::FloatSelect, opcode(0x53).funct3(1).funct7(0x10);
    FsgnjxS "fsgnjx.s", Format::FloatSelect, opcode(0x53).funct3(2).funct7(0x10);
    FminS "fmin.s", Format::FloatSelect, opcode(0x53).funct3(0).funct7(0x14);
    FmaxS "fmax.s", Format::FloatSelect, opcode(0x53).funct3(1).funct7(0x14);
    FleS "fle.s", Format::FloatCompare, opcode(0x53).funct3(0).funct7(0x50);
    FltS "flt.s", Format::FloatCompare, opcode(0x53).funct3(1).funct7(0x50);
    FeqS "feq.s", Format::FloatCompare, opcode(0x53).funct3(2).funct7(0x50);
    FclassS "fclass.s", Format::FloatLook, opcode(0x53).funct3(1).funct7(0x70).rs2(0);
    FmvXW "fmv.x.w", Format::FloatLook, opcode(0x53).funct3(0).funct7(0x70).rs2(0);
    FcvtWS "fcvt.w.s", Format::FloatToInteger, opcode(0x53).funct7(0x60).rs2(0);
    FcvtWuS "fcvt.wu.s", Format::FloatToInteger, opcode(0x53).funct7(0x60).rs2(1);
    FcvtSW "fcvt.s.w", Format::IntegerToFloat, opcode(0x53).funct7(0x68).rs2(0);
    FcvtSWu "fcvt.s.wu", Format::IntegerToFloat, opcode(0x53).funct7(0x68).rs2(1);
    FmvWX "fmv.w.x", Format::MoveToFloat, opcode(0x53).funct3(0).funct7(0x78).rs2(0);
    MsgSend message::MSG_SEND.name, Format::Message(&message::MSG_SEND), extension(&message::MSG_SEND);
    MsgReceive message::MSG_RECEIVE.name, Format::Message(&message::MSG_RECEIVE), extension(&message::MSG_RECEIVE);
    MboxEnable message::MBOX_ENABLE.name, Format::Message(&message::MBOX_ENABLE), extension(&message::MBOX_ENABLE);
    MboxStore message::MBOX_STORE.name, Format::Message(&message::MBOX_STORE), extension(&message::MBOX_STORE);
    MboxLoad message::MBOX_LOAD.name, Format::Message(&message::MBOX_LOAD), extension(&message::MBOX_LOAD);
    MboxSend message::MBOX_SEND.name, Format::Message(&message::MBOX_SEND), extension(&message::MBOX_SEND);
    MboxMatch message::MBOX_MATCH.name, Format::Message(&message::MBOX_MATCH), extension(&message::MBOX_MATCH);
}

/// Returns the encoding of an instruction of the message extension. They differ in funct3; the table says which fields each one has.
const fn extension(entry: &MessageInstruction) -> Encoding {
    opcode(message::OPCODE).funct3(entry.funct3 as u32)
}

impl Op {
    /// Returns its entry in the table of the message extension, if it is in the table.
    pub fn message(self) -> Option<&'static MessageInstruction> {
        match self.format() {
            Format::Message(entry) => Some(entry),
            _ => None,
        }
    }

    /// Is it an operation of the "F" extension, which a core may lack?
    pub fn is_float(self) -> bool {
        (Op::Flw as u8..=Op::FmvWX as u8).contains(&(self as u8))
    }

    /// Does it have a rounding mode (which may be reserved)?
    pub fn rounds(self) -> bool {
        matches!(
            self.format(),
            Format::FloatMultiplyAdd
                | Format::FloatArithmetic
                | Format::FloatRoot
                | Format::FloatToInteger
                | Format::IntegerToFloat
        )
    }

    /// Does it compute a floating-point value from an integer register?
    pub fn takes_integer(self) -> bool {
        matches!(self.format(), Format::IntegerToFloat | Format::MoveToFloat)
    }

    /// Is its destination a floating-point register?
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
