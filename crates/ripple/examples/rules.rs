//! Makes the file that ships of the numbers that `experiments/ripple/learn.py` wrote.
//!
//! ```text
//! rules NUMBERS WIDTH TICKS ORIGIN OUT
//! ```
#![allow(clippy::print_stdout)]

use std::fs;

use ripple::Ripple;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let bytes = fs::read(&args[1]).expect("numbers");
    let numbers: Vec<f32> = bytes.as_chunks().0.iter().map(|&number| f32::from_le_bytes(number)).collect();
    let [width, ticks] = [&args[2], &args[3]].map(|word| word.parse().expect("a number"));
    let ripple = Ripple::new(&args[4], width, ticks, &numbers).expect("as many numbers as such rules have");
    fs::write(&args[5], ripple.to_bytes()).expect("written");
    println!("{} numbers", numbers.len());
}
