//! Queries of KataGo's JSON protocol from any bytes: nothing panics, and every line of the answer is a JSON object.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let player = player::Spec::parse("nearest").expect("a name");
    let config = host::katago::Config::new(registry::families(), player);
    let mut output = Vec::new();
    host::katago::serve(&config, bytes, &mut output).expect("memory takes everything");
    for line in output.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let answer: serde_json::Value = serde_json::from_slice(line).expect("an answer is JSON");
        assert!(answer.is_object());
    }
});
