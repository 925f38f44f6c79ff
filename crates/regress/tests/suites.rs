//! Suites put to engines that answer from a table.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use gtp::{Answer, Command, Engine, Talk};
use regress::{Comparison, Conduct, Examinee, Report, Suite, run};
use testkit::golden;

/// Answers as it was told, and plays moves that change its answers: what is played is heard in `board`.
struct Table {
    answers: &'static [(&'static str, &'static str)],
    board: Vec<String>,
}

impl Engine for Table {
    fn answer(&mut self, command: &Command, _: &mut Talk<'_>) -> Answer {
        let asked = command.to_string();
        match command.name.as_str() {
            "clear_board" => self.board.clear(),
            "play" => self.board.push(command.text()),
            "board" => return Ok(self.board.join(" ")),
            _ => {
                let known = self.answers.iter().find(|(question, _)| *question == asked);
                return known.map(|(_, answer)| (*answer).to_string()).ok_or_else(|| "unknown command".to_string());
            }
        }
        Ok(String::new())
    }
}

fn suite(name: &str, text: &str) -> Suite {
    let (suite, problems) = Suite::parse(name, text.as_bytes());
    assert_eq!(problems, []);
    suite
}

/// What a table answers to suites, with times that are the same every day.
fn report(answers: &'static [(&'static str, &'static str)], suites: &[Suite]) -> Report {
    let start = || Ok(Examinee::Own(Box::new(Table { answers, board: Vec::new() })));
    let mut report = run("table", suites, &start, &Conduct::default());
    for (i, test) in report.files.iter_mut().flat_map(|file| &mut file.tests).enumerate() {
        test.milliseconds = (i + 1) as f64 * 1.5;
    }
    let files = report.files.into_iter().map(|file| {
        let troubles = file.troubles;
        regress::FileReport::new(&file.file, file.tests, troubles)
    });
    Report::new("table", files.collect())
}

const CAPTURES: &str = "
# A comment, a blank line, and a number that is no test.

5 clear_board
1 attack E3
#? [1 (F4|F5)]
2 attack A1
#? [0]
3 attack B2
#? [!0]
4 defend E3   # with a word beside it
#? [1 G[1-3]]*
5 defend A1
#? [1 b1]*
6 semeai A1 B1
#? [0 0 PASS]
";

const SCORES: &str = "
play b C3
1 board
#? [b C3]
final_status_list dead
2 final_score
popgo
#? [W\\+[0-9.]+]
";

const ANSWERS: &[(&str, &str)] = &[
    ("attack E3", "1 F5"),
    ("attack A1", "1 B1"),
    ("attack B2", "0"),
    ("defend E3", "1 G2"),
    ("final_score", "W+3.5"),
];

#[test]
fn a_report_counts_by_file_and_by_command() {
    let report = report(ANSWERS, &[suite("captures.tst", CAPTURES), suite("some/scores.tst", SCORES)]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    golden::check(&folder.join("report.txt"), &(report.to_text() + "\n" + &report.failures_text()));
    let json = serde_json::to_string_pretty(&report).unwrap();
    golden::check(&folder.join("report.json"), &(json.clone() + "\n"));
    assert_eq!(serde_json::from_str::<Report>(&json).unwrap(), report, "a report is read back as it was");
}

#[test]
fn two_runs_are_compared_whatever_the_lines_and_the_folder() {
    const BETTER: &[(&str, &str)] =
        &[("attack E3", "1 F5"), ("attack A1", "0"), ("attack B2", "0"), ("defend E3", "0")];
    let before = report(ANSWERS, &[suite("old/captures.tst", CAPTURES), suite("old/scores.tst", SCORES)]);
    let now = report(BETTER, &[suite("captures.tst", &format!("# a line more\n{CAPTURES}7 attack C3\n#? [0]\n"))]);
    let comparison = Comparison::new(&before, &now);
    assert_eq!(
        comparison.to_text(),
        "Compared with table: 1 gained, 1 lost, 1 test not there before, 2 tests no longer there\n\
         \x20 + captures.tst:8: 2 attack A1: 0, was 1 B1, expected [0]\n\
         \x20 - captures.tst:12: 4 defend E3: 0, was 1 G2, expected [1 G[1-3]]\n"
    );
    let same = Comparison::new(&before, &before);
    assert_eq!(same.to_text(), "Compared with table: 0 gained, 0 lost\n");
}

#[test]
fn an_expression_fits_the_whole_answer_in_either_case() {
    let cases = [
        ("[A1|B2]", "B2", true),
        ("[A1|B2]", "B22", false),
        ("[A1|B2]", "A11", false),
        ("[1 1 B18|C18|D18]", "1 1 B18", true),
        ("[1 1 B18|C18|D18]", "1 1 C18", true),
        ("[1 1 B18|C18|D18]", "1 1 D18", true),
        ("[1 1 B18|C18|D18]", "1 1 E18", false),
        ("[1 1 (B18|C18)]", "0 1 1 C18", false),
        ("[PASS]", "pass", true),
        ("[!PASS]", "pass", false),
        ("[!PASS]", "C3", true),
        ("[!(A1|B2)]", "A1", false),
        ("[]", "", true),
        ("[undecided", "undecided", true),
        ("[undecided", "alive", false),
        ("[]", "0", false),
        ("[-?[0-9]+]", "-12", true),
        ("[alive [A-H][1-9]]", "alive c3", true),
    ];
    for (expected, answer, fits) in cases {
        let text = format!("1 ask\n#? {expected}\n");
        let suite = suite("cases.tst", &text);
        assert_eq!(suite.steps[0].expected.as_ref().unwrap().fits(answer), fits, "{expected} and {answer}");
    }
}

#[test]
fn what_is_wrong_with_a_suite_is_said_with_its_line_and_the_rest_is_used() {
    let text = "#? [0]\n1 attack A1\n#? [0 or so]?\n2 attack A2\n#? 0\n3 attack A3\n#? [(]\n4 attack A4\n#? [0] or so\n17\n5 attack A5\n#? [1 B5]\n#? [1 C5]\n";
    let (suite, problems) = Suite::parse("bad.tst", text.as_bytes());
    let problems: Vec<String> = problems.iter().map(|problem| format!("{}: {}", problem.line, problem.what)).collect();
    assert_eq!(
        problems,
        [
            "1: no command stands before this answer",
            "3: only the marks * and & may stand behind the expected answer, not '?'",
            "5: the expected answer stands in brackets: #? [1 E4]",
            "7: [(] is no regular expression: unclosed group",
            "9: only the marks * and & may stand behind the expected answer, not 'o'",
            "10: a number without a command",
            "13: no command stands before this answer",
        ]
    );
    assert_eq!((suite.steps.len(), suite.n_tests()), (5, 1));
}

#[test]
fn tests_on_a_record_that_is_missing_fail_and_the_next_board_is_asked_about() {
    let text = "loadsgf gone.sgf 12\nplay b C3\n1 board\n#? [.*]\nclear_board\nplay w D4\n2 board\n#? [w D4]\n";
    let mut suite = suite("missing.tst", text);
    let problems = suite.locate(|_| None);
    assert_eq!((problems.len(), problems[0].line, problems[0].what.as_str()), (1, 1, "there is no record gone.sgf"));
    let report = report(&[], &[suite]);
    let tests = &report.files[0].tests;
    assert_eq!((tests[0].passed, tests[0].said()), (false, "its record is missing"));
    assert_eq!((tests[1].passed, tests[1].said()), (true, "w D4"));
    assert_eq!(report.files[0].troubles, []);
}

#[test]
fn a_run_ends_when_it_is_told_to() {
    let suites = [suite("captures.tst", CAPTURES)];
    let stop = AtomicBool::new(false);
    let start = || Ok(Examinee::Own(Box::new(Table { answers: ANSWERS, board: Vec::new() })));
    let report =
        run("table", &suites, &start, &Conduct { stop: &stop, tested: &|_, _| stop.store(true, Ordering::Relaxed) });
    assert_eq!(report.total.n_tests(), 1);
}
