"""Reads a capture of a call by SIP with Python's own parser of header fields (RFC 5322, which those of RFC 3261 follow), and
prints the first line of each message. What does not hold ends it with an error."""

import email.parser
import struct
import sys

FIELDS = {"via", "from", "to", "call-id", "cseq"}


def packets(data):
    magic, *_, link = struct.unpack("<IHHiIII", data[:24])
    assert (magic, link) == (0xA1B2C3D4, 101)
    at = 24
    while at < len(data):
        _, _, kept, whole = struct.unpack("<IIII", data[at : at + 16])
        assert kept == whole
        yield data[at + 16 : at + 16 + kept]
        at += 16 + kept


def check(text):
    first, rest = text.split(b"\r\n", 1)
    message = email.parser.BytesHeaderParser().parsebytes(rest)
    assert not message.defects, message.defects
    fields = {name.lower(): value for name, value in message.items()}
    assert FIELDS <= fields.keys(), fields
    assert ";branch=z9hG4bK" in fields["via"] and ";tag=" in fields["from"]
    number, method = fields["cseq"].split()
    if not first.startswith(b"SIP/2.0 "):
        assert first.split()[0].decode() == method and fields["max-forwards"] == "70"
    body = rest.split(b"\r\n\r\n", 1)[1]
    assert len(body) == int(fields["content-length"]), len(body)
    if body:
        assert message.get_content_type() == "application/sdp"
        assert all(line[1:2] == b"=" for line in body.split(b"\r\n")[:-1]), body
    print(first.decode(), number)


with open(sys.argv[1], "rb") as capture:
    recorded = capture.read()
for packet in packets(recorded):
    words = [int.from_bytes(packet[at : at + 2], "big") for at in range(0, 20, 2)]
    assert sum(words) % 0xFFFF == 0 and packet[9] == 17, "the header of IPv4"
    port, length = struct.unpack(">HH", packet[22:26])
    assert length == len(packet) - 20
    if port == 5060:
        check(packet[28:])
