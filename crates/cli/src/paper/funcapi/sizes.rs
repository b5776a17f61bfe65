//! Bytes of the library as it is built for the chip, by the layers that the paper names: what `weft size` tells.

use anyhow::Result;

use super::HIBI;
use crate::paper::experiment::Experiment;
use crate::size::{self, Layer};

/// What the paper names, and what it is here.
const PARTS: [(&str, &[Layer]); 2] = [
    ("top", &[Layer::Mcapi]),
    ("transport", &[Layer::Engine, Layer::Link, Layer::Common]),
];

/// Measures them; nothing runs.
pub fn measure() -> Experiment {
    Experiment {
        on: HIBI,
        changes: String::new(),
        runs: Vec::new(),
        tell: Box::new(|_| tell()),
        cases: vec!["size".to_string()],
        seconds: 0.0,
    }
}

fn tell() -> Result<String> {
    let mut text = String::new();
    let mut data = 0;
    for (name, layers) in PARTS {
        let bytes = size::of_layers(HIBI, layers)?;
        text += &format!("size {name} {:.1}\n", kib(bytes.code + bytes.constants));
        data += bytes.data + bytes.zeros;
    }
    text += &format!("size data {:.1}\n", kib(data));
    Ok(text)
}

fn kib(bytes: u64) -> f64 {
    bytes as f64 / 1024.0
}
