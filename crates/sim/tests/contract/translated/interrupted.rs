//! Random programs of one core, as in [`super::flows`], that the timer interrupts again and again and that another core sends words to, each
//! of which is an interrupt as well.

use super::flows;
use crate::common::random::Random;

/// The programs of a seed: that of the core that is interrupted, and that of the core that sends.
pub fn generate(seed: u64) -> [String; 2] {
    let random = &mut Random::new(seed ^ 0x1d1e);
    let period = 60 + random.below(700);
    let causes = [0x80, 0x08, 0x88][random.below(3)];
    [receiver(seed, period, causes), sender(random)]
}

/// The handler gives the timer its next time, takes a word, or, after an exception, ends the program.
fn receiver(seed: u64, period: usize, causes: u32) -> String {
    format!(
        "li s2, 0x02004000\nli s10, {period}\nsw zero, 4(s2)\nsw s10, 0(s2)\nli t5, 0x100\ncsrw mtvec, t5\n\
         li t5, {causes:#x}\ncsrw mie, t5\ncsrsi mstatus, 8\nj @begin\n.org 0x100\n\
         csrr t5, mcause\nbgez t5, @exception\nandi t5, t5, 31\nli t6, 3\nbeq t5, t6, @word\n\
         lui t5, 0x200c\nlw t5, -8(t5)\nadd t5, t5, s10\nsw t5, 0(s2)\naddi s11, s11, 1\nmret\n\
         @word:\ncsrr t5, mword\nadd s11, s11, t5\nmret\n\
         @exception:\nexit\n@begin:\n{}",
        flows::generate(seed)
    )
}

/// Sends words at intervals. When the receiver has ended, the last ones find no room, and the run ends in a deadlock.
fn sender(random: &mut Random) -> String {
    let words = 1 + random.below(60);
    let pause = 1 + random.below(400);
    format!(
        "li s8, {words}\nli t3, 0\n@again:\nmsg.send s8, t3, WORD\nli s9, {pause}\n@pause:\naddi s9, s9, -1\nbnez s9, @pause\n\
         addi s8, s8, -1\nbnez s8, @again\nexit\n"
    )
}
