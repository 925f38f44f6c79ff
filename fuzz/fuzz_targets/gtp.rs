//! A GTP session from any bytes: nothing panics, every response is well formed, and after it the session still answers.

#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let player = player::Spec::parse("nearest").expect("a name");
    let config = host::Config { size: goban::BoardSize::NINE, ..host::Config::new(registry::families(), player) };
    let mut session = host::Session::new(config, Box::new(host::Nowhere)).expect("there is such a player");
    let mut output = Vec::new();
    gtp::serve(&mut session, Cursor::new(bytes.to_vec()), &mut output).expect("memory takes everything");
    let said = String::from_utf8(output).expect("responses are UTF-8");
    let mut assembler = gtp::Assembler::default();
    for line in said.split('\n') {
        assembler.push(line.as_bytes()).expect("a response");
    }
    session.line().position().board().check();
    let mut output = Vec::new();
    gtp::serve(&mut session, Cursor::new(b"7 name\n".to_vec()), &mut output).expect("memory takes everything");
    assert_eq!(output, b"=7 aji\n\n");
});
