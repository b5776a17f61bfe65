//! Pieces that belong together: messages, events, locks and barriers between cores.

use super::local::{self, arithmetic, piece, REGISTERS};
use super::Writer;

/// One exchange between random cores. Now and then a part of it is missing.
pub fn exchange(writer: &mut Writer) {
    let from = writer.random.below(writer.cores);
    let to = writer.random.below(writer.cores);
    match writer.random.below(10) {
        0..=3 => message(writer, from, to),
        4 => word(writer, from, to),
        5 => event(writer, from, to),
        6 => question(writer, from, to),
        7 => barrier(writer),
        8 => locks(writer),
        _ => lock_try(writer, from),
    }
}

/// A piece that delays the core.
fn delay(writer: &mut Writer, core: usize) {
    if writer.random.one_in(2) {
        local::add(writer, core);
    }
}

fn message(writer: &mut Writer, from: usize, to: usize) {
    let bytes = match writer.random.below(8) {
        0 => 0,
        1 => writer.random.below(1500),
        _ => writer.random.below(150),
    };
    if !writer.random.one_in(60) {
        send(writer, from, to, bytes);
    }
    delay(writer, to);
    if !writer.random.one_in(60) {
        load(writer, to, request_word(from, bytes));
    }
}

/// A request word of a block; for `mbox.send` the node is the destination's.
fn request_word(node: usize, bytes: usize) -> u32 {
    1 << 31 | (node as u32) << 25 | 5 << 15 | bytes as u32
}

fn send(writer: &mut Writer, from: usize, to: usize, bytes: usize) {
    let offset = writer.random.below(100) * 4;
    if writer.random.one_in(2) {
        return send_in_one(writer, from, offset, request_word(to, bytes));
    }
    let start = format!(
        "li t3, {:#x}\nmbox.enable t3\naddi t3, s0, {offset}\nli t2, {to}\n",
        bytes | 5 << 15
    );
    let text = match writer.random.below(3) {
        0 => {
            let accepted = writer.label();
            let work = arithmetic(&mut writer.random).replace("t2", "t1");
            format!("mbox.try t1, t3, t2\nbeqz t1, {accepted}\n{work}li t2, {to}\nmbox.store t3, t2\n{accepted}:\n")
        }
        _ => "mbox.store t3, t2\n".to_string(),
    };
    writer.put(from, start + &text);
}

/// By `mbox.send`, in each of its modes; now and then first with a word that is not of a block.
fn send_in_one(writer: &mut Writer, from: usize, offset: usize, word: u32) {
    let accepted = writer.label();
    let work = arithmetic(&mut writer.random);
    let wait = format!("li t2, {word:#x}\nmbox.send zero, t3, t2, 0\n");
    let text = match writer.random.below(4) {
        0 => wait,
        1 => format!("li t2, {:#x}\nmbox.send t1, t3, t2, 1\n{wait}", word & !(1 << 31)),
        mode => format!(
            "li t2, {word:#x}\nmbox.send t1, t3, t2, {}\nbeqz t1, {accepted}\n{work}{wait}{accepted}:\n",
            mode - 1
        ),
    };
    writer.put(from, format!("addi t3, s0, {offset}\n{text}"));
}

/// `word`: the request word of the message that is likely to come.
fn load(writer: &mut Writer, core: usize, word: u32) {
    let offset = 0x400 + writer.random.below(50) * 4;
    if writer.random.one_in(2) {
        let wait = writer.random.pick(&["", "csrr t0, mheadw\n"]);
        writer.put(core, format!("{wait}addi t3, s0, {offset}\nmbox.load t3\n"));
        return;
    }
    let matched = writer.label();
    writer.put(
        core,
        format!(
            "addi t3, s0, {offset}\nli t2, {word:#x}\nmbox.match t1, t3, t2\nbeqz t1, {matched}\nmbox.load t3\n{matched}:\n"
        ),
    );
}

fn word(writer: &mut Writer, from: usize, to: usize) {
    let (token, payload) = (writer.random.below(64), writer.random.pick(&REGISTERS));
    writer.put(
        from,
        format!("li t3, {to}\nmsg.send {payload}, t3, {token}\n"),
    );
    delay(writer, to);
    let register = writer.random.pick(&REGISTERS);
    writer.put(to, format!("csrr {register}, mword\n"));
}

fn event(writer: &mut Writer, from: usize, to: usize) {
    let token = 64 + writer.random.below(64);
    writer.put(from, format!("li t3, {to}\nmsg.send t0, t3, {token}\n"));
}

/// `from` asks and waits for a word; `to` sends one, whether asked or not.
fn question(writer: &mut Writer, from: usize, to: usize) {
    let register = writer.random.pick(&REGISTERS);
    writer.put(to, format!("li t3, {from}\nmsg.send {register}, t3, 3\n"));
    writer.put(
        from,
        format!("li t3, {to}\nmsg.receive {register}, {register}, t3, 1\n"),
    );
    delay(writer, to);
    writer.put(to, format!("csrr {register}, mword\n"));
}

fn barrier(writer: &mut Writer) {
    let mut members: Vec<usize> = (0..writer.cores).collect();
    for _ in 0..writer.random.below(writer.cores) {
        let left_out = writer.random.below(members.len());
        members.remove(left_out);
    }
    let missing = usize::from(writer.random.one_in(60));
    let payload = (members[0] % 4) | (members.len() + missing) << 8;
    for core in members {
        delay(writer, core);
        writer.put(
            core,
            format!("li t3, {payload:#x}\nmsg.send t3, s4, BARRIER\n"),
        );
    }
}

/// Several cores, each for a while in possession of the same lock.
fn locks(writer: &mut Writer) {
    let lock = writer.random.below(4);
    for _ in 0..1 + writer.random.below(writer.cores) {
        let core = writer.random.below(writer.cores);
        let work = piece(writer);
        let text = format!("li t3, {lock}\nmsg.send t3, s4, LOCK_ACQUIRE\n{work}li t3, {lock}\nmsg.send t3, s4, LOCK_RELEASE\n");
        writer.put(core, text);
    }
}

fn lock_try(writer: &mut Writer, core: usize) {
    let end = writer.label();
    let lock = writer.random.below(5);
    let work = piece(writer);
    let text = format!(
        "li t3, {lock}\nmsg.receive t1, t3, s4, LOCK_TRY\nbeqz t1, {end}\n{work}li t3, {lock}\nmsg.send t3, s4, LOCK_RELEASE\n{end}:\n"
    );
    writer.put(core, text);
}
