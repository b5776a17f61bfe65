//! Published messages with a MIC of 8 octets and a length field of 2: RFC 3610, section 8, packet vectors 1 to 6 and 13 to 18;
//! and the handshake of Wireless USB 1.0, A.2, which is authenticated alone.

use crate::message::Message;

/// Key, nonce, associated data, message, and the message ciphered with its MIC.
const PUBLISHED: [[&str; 5]; 13] = [
    [
        "c0c1c2c3c4c5c6c7c8c9cacbcccdcecf",
        "00000003020100a0a1a2a3a4a5",
        "0001020304050607",
        "08090a0b0c0d0e0f101112131415161718191a1b1c1d1e",
        "588c979a61c663d2f066d0c2c0f989806d5f6b61dac38417e8d12cfdf926e0",
    ],
    [
        "c0c1c2c3c4c5c6c7c8c9cacbcccdcecf",
        "00000004030201a0a1a2a3a4a5",
        "0001020304050607",
        "08090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "72c91a36e135f8cf291ca894085c87e3cc15c439c9e43a3ba091d56e10400916",
    ],
    [
        "c0c1c2c3c4c5c6c7c8c9cacbcccdcecf",
        "00000005040302a0a1a2a3a4a5",
        "0001020304050607",
        "08090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20",
        "51b1e5f44a197d1da46b0f8e2d282ae871e838bb64da8596574adaa76fbd9fb0c5",
    ],
    [
        "c0c1c2c3c4c5c6c7c8c9cacbcccdcecf",
        "00000006050403a0a1a2a3a4a5",
        "000102030405060708090a0b",
        "0c0d0e0f101112131415161718191a1b1c1d1e",
        "a28c6865939a9a79faaa5c4c2a9d4a91cdac8c96c861b9c9e61ef1",
    ],
    [
        "c0c1c2c3c4c5c6c7c8c9cacbcccdcecf",
        "00000007060504a0a1a2a3a4a5",
        "000102030405060708090a0b",
        "0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "dcf1fb7b5d9e23fb9d4e131253658ad86ebdca3e51e83f077d9c2d93",
    ],
    [
        "c0c1c2c3c4c5c6c7c8c9cacbcccdcecf",
        "00000008070605a0a1a2a3a4a5",
        "000102030405060708090a0b",
        "0c0d0e0f101112131415161718191a1b1c1d1e1f20",
        "6fc1b011f006568b5171a42d953d469b2570a4bd87405a0443ac91cb94",
    ],
    [
        "d7828d13b2b0bdc325a76236df93cc6b",
        "00412b4ea9cdbe3c9696766cfa",
        "0be1a88bace018b1",
        "08e8cf97d820ea258460e96ad9cf5289054d895ceac47c",
        "4cb97f86a2a4689a877947ab8091ef5386a6ffbdd080f8e78cf7cb0cddd7b3",
    ],
    [
        "d7828d13b2b0bdc325a76236df93cc6b",
        "0033568ef7b2633c9696766cfa",
        "63018f76dc8a1bcb",
        "9020ea6f91bdd85afa0039ba4baff9bfb79c7028949cd0ec",
        "4ccb1e7ca981befaa0726c55d378061298c85c92814abc33c52ee81d7d77c08a",
    ],
    [
        "d7828d13b2b0bdc325a76236df93cc6b",
        "00103fe41336713c9696766cfa",
        "aa6cfa36cae86b40",
        "b916e0eacc1c00d7dcec68ec0b3bbb1a02de8a2d1aa346132e",
        "b1d23a2220ddc0ac900d9aa03c61fcf4a559a4417767089708a776796edb723506",
    ],
    [
        "d7828d13b2b0bdc325a76236df93cc6b",
        "00764c63b8058e3c9696766cfa",
        "d0d0735c531e1becf049c244",
        "12daac5630efa5396f770ce1a66b21f7b2101c",
        "14d253c3967b70609b7cbb7c499160283245269a6f49975bcadeaf",
    ],
    [
        "d7828d13b2b0bdc325a76236df93cc6b",
        "00f8b678094e3b3c9696766cfa",
        "77b60f011c03e1525899bcae",
        "e88b6a46c78d63e52eb8c546efb5de6f75e9cc0d",
        "5545ff1a085ee2efbf52b2e04bee1e2336c73e3f762c0c7744fe7e3c",
    ],
    [
        "d7828d13b2b0bdc325a76236df93cc6b",
        "00d560912d3f703c9696766cfa",
        "cd9044d2b71fdb8120ea60c0",
        "6435acbafb11a82e2f071d7ca4a5ebd93a803ba87f",
        "009769ecabdf48625594c59251e6035722675e04c847099e5ae0704551",
    ],
    [
        "4b79a3cfe553239dd7c16d1c2dab6d3f",
        "000000000000769801be007698",
        "6f75742d6f662d62616e644d4943020076980100303132333435363738393a3b3c3d3e3f202122232425262728292a2b2c2d2e2f",
        "",
        "756a97510c8c147b",
    ],
];

pub fn messages() -> impl Iterator<Item = Message> {
    PUBLISHED.iter().map(|texts| message(texts.map(octets)))
}

fn message([key, nonce, associated, clear, mut ciphered]: [Vec<u8>; 5]) -> Message {
    let mic = ciphered.split_off(clear.len());
    Message {
        key: key.try_into().expect("16 octets"),
        nonce: nonce.try_into().expect("13 octets"),
        associated,
        clear,
        ciphered,
        mic: mic.try_into().expect("8 octets"),
    }
}

/// The octets of hexadecimal digits.
fn octets(text: &str) -> Vec<u8> {
    let pairs = text.as_bytes().chunks(2);
    let digits = pairs.map(|pair| std::str::from_utf8(pair).expect("digits"));
    let octets = digits.map(|digits| u8::from_str_radix(digits, 16));
    octets.collect::<Result<_, _>>().expect("octets")
}
