#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hostile::run("sgf", bytes));
