//! Prints the words of a game.
use std::time::Instant;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let n: usize = std::env::args().nth(2).map_or(0, |n| n.parse().unwrap());
    let level = std::env::args().nth(3).unwrap_or_default();
    let bytes = std::fs::read(path).unwrap();
    let game = sgf::read_any(&bytes, None).games.remove(n);
    let watchers: Vec<review::Watcher> = registry::families()
        .iter()
        .map(|family| review::Watcher {
            family: family.clone(),
            parameters: model::Parameters::defaults(family.card()),
        })
        .collect();
    let t = Instant::now();
    let level = review::Level::ALL.into_iter().find(|l| l.name() == level).unwrap_or_default();
    let options = review::Options { leave_out: true, level, ..Default::default() };
    let r = review::review(&game, &game.main_line(), &watchers, &review::Catalogue::english(), &options).unwrap();
    println!("all {:?}", t.elapsed());
    let t = Instant::now();
    let _ = review::review(&game, &game.main_line(), &[], &review::Catalogue::english(), &options).unwrap();
    println!("no models {:?}", t.elapsed());
    for p in &r.story.paragraphs {
        println!("## {}\n{}", p.title, p.sentences.join(" "));
    }
    for t in &r.story.turning_points {
        println!("{t:?}");
    }
    for told in &r.told {
        let v = told.ply.mv.point().map_or("pass".into(), |p| r.size.vertex(p));
        println!("{:3} {} {:4} {}", told.ply.number, told.ply.color.letter(), v, told.text());
        if std::env::var_os("FACTS").is_some() {
            for f in &told.findings {
                println!("        {:5.1} {}", f.weight, f.fact.kind());
            }
        }
    }
}
