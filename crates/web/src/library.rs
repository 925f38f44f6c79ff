//! What was opened with the server, as a list; the classes of models, and where moves of them were played.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State as Extract;
use goban::{BoardSize, Move, PointSet, Position};
use model::{Catalogue, Cell, Class, Explanation, Follower, Question, Seed, Settings, Subject};
use wire::{ClassOrder, ClassesAsk, GamesAsk, ListedGame, Occurrence, OccurrencesAsk};

use crate::api::Opened;
use crate::ask::{Ask, point};
use crate::failure::Failure;
use crate::jobs::{Clock, Kind};
use crate::line::SentLine;
use crate::openapi::{Events, Told};
use crate::{Shared, State, Workbench, stream};

/// How many games are listed at once.
const LISTED: usize = 200;

/// How many classes are shown at once.
const SHOWN: usize = 48;

pub(crate) async fn games(Extract(shared): State, Ask(ask): Ask<GamesAsk>) -> Result<Told<wire::Games>, Failure> {
    let with = Arc::clone(&shared);
    let work = move |_| {
        let all = with.games.get_or_init(|| listed(&with));
        let words: Vec<String> = ask.find.split_whitespace().map(str::to_lowercase).collect();
        let found: Vec<&ListedGame> = all.iter().filter(|game| has(game, &words)).collect();
        Ok(wire::Games {
            found: found.len(),
            all: all.len(),
            games: found.into_iter().skip(ask.from).take(LISTED).cloned().collect(),
        })
    };
    shared.jobs.run(Kind::Long, work).await.map(Told)
}

fn has(game: &ListedGame, words: &[String]) -> bool {
    let ListedGame { file, black, white, date, event, result, .. } = game;
    let text = format!("{file} {black} {white} {date} {event} {result}").to_lowercase();
    words.iter().all(|word| text.contains(word.as_str()))
}

/// All games of all records that can be read.
fn listed(shared: &Shared) -> Vec<ListedGame> {
    let mut all = Vec::new();
    for (record, (file, bytes)) in shared.bench.records.iter().enumerate() {
        let Ok(opened) = Opened::read(bytes, Some(file)) else { continue };
        for (i, game) in opened.games.iter().enumerate() {
            let info = &game.info;
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            all.push(ListedGame {
                record,
                number: i + 1,
                file: file.clone(),
                size: game.size().get(),
                black: text(&info.players.black.name),
                white: text(&info.players.white.name),
                date: text(&info.date),
                event: info.event.clone().or_else(|| info.name.clone()).unwrap_or_default(),
                result: text(&info.result),
            });
        }
    }
    all
}

pub(crate) async fn classes(Extract(shared): State, Ask(ask): Ask<ClassesAsk>) -> Result<Told<wire::Classes>, Failure> {
    let with = Arc::clone(&shared);
    let work = move |clock: Clock| {
        let subject = subject(&with.bench, &ask.model)?;
        let catalogue = catalogue(&subject)?;
        let fitting = match &ask.line {
            Some(line) => {
                let line = SentLine::new(line, &with.bench.limits)?;
                Some(match (&ask.at, ask.here) {
                    (None, false) => of_last(&subject, &line, clock)?,
                    (at, _) => of_next(&subject, &line, at.as_deref(), clock)?,
                })
            }
            None => None,
        };
        let numbers: Vec<usize> = match &fitting {
            Some((_, classes)) => classes.keys().copied().collect(),
            None => (0..catalogue.n_classes()).collect(),
        };
        let shape = |number: usize| {
            let class = wire::class(catalogue, number)?;
            let points =
                fitting.as_ref().and_then(|(size, classes)| Some(wire::vertices(*size, *classes.get(&number)?)));
            Some(wire::Class { points: points.unwrap_or_default(), ..class })
        };
        let mut entries: Vec<(usize, Class)> = numbers
            .into_iter()
            .filter_map(|number| Some((number, catalogue.class(number)?)))
            .filter(|(_, class)| class.kind.starts_with(ask.kind.as_str()))
            .collect();
        if !ask.find.is_empty() {
            entries.retain(|(number, _)| catalogue.class_name(*number).contains(ask.find.as_str()));
        }
        clock.check()?;
        let heavier = |a: &Class, b: &Class| b.weight.abs().total_cmp(&a.weight.abs());
        entries.sort_by(|(_, a), (_, b)| match ask.order {
            ClassOrder::Importance => b.importance.total_cmp(&a.importance).then_with(|| heavier(a, b)),
            ClassOrder::Weight => heavier(a, b),
            ClassOrder::Frequency => Reverse(a.seen).cmp(&Reverse(b.seen)).then_with(|| heavier(a, b)),
        });
        let shown = entries.iter().skip(ask.from).take(SHOWN);
        Ok(wire::Classes {
            model: ask.model.clone(),
            found: entries.len(),
            classes: shown.filter_map(|(number, _)| shape(*number)).collect(),
        })
    };
    shared.jobs.run(Kind::Long, work).await.map(Told)
}

fn subject(bench: &Workbench, name: &str) -> Result<Subject, Failure> {
    let family = bench.families.get(name).map_err(Failure::refused)?;
    Subject::new(family, &Settings::default(), Seed(1)).map_err(Failure::refused)
}

fn catalogue(subject: &Subject) -> Result<&dyn Catalogue, Failure> {
    let name = &subject.card().name;
    subject.family().catalogue().ok_or_else(|| Failure::refused(format!("{name} has no classes to list")))
}

/// Classes by their numbers, each with the points whose moves are of it.
type Fitting = (BoardSize, BTreeMap<usize, PointSet>);

/// The classes of the last move of a line.
fn of_last(subject: &Subject, line: &SentLine, clock: Clock) -> Result<Fitting, Failure> {
    let mut follower = Follower::new(subject.clone());
    let n_plies = line.n_plies();
    let mut last = BTreeMap::new();
    let mut before: Option<Position> = None;
    let end = line.walk(|ply, position| {
        clock.check()?;
        if let (Some(ply), Some(before)) = (ply.filter(|ply| ply.number == n_plies), &before) {
            let point: PointSet = ply.mv.point().into_iter().collect();
            last = classes_of(&mut follower, before, ply.mv)?.into_iter().map(|number| (number, point)).collect();
        }
        follower.see(ply, position).map_err(Failure::refused)?;
        before = Some(position.clone());
        Ok(())
    })?;
    Ok((end.size(), last))
}

/// The classes of a move after a line, or of all that are legal there.
fn of_next(subject: &Subject, line: &SentLine, at: Option<&str>, clock: Clock) -> Result<Fitting, Failure> {
    let mut follower = Follower::new(subject.clone());
    let end = line.walk(|ply, position| {
        clock.check()?;
        follower.see(ply, position).map_err(Failure::refused)
    })?;
    let points: PointSet = match at {
        Some(at) => [point(end.size(), at)?].into_iter().collect(),
        None => end.legal_points(),
    };
    let mut classes: BTreeMap<usize, PointSet> = BTreeMap::new();
    for point in points {
        clock.check()?;
        for number in classes_of(&mut follower, &end, Move::Play(point))? {
            classes.entry(number).or_default().insert(point);
        }
    }
    Ok((end.size(), classes))
}

/// The numbers of the classes of a move, as the model names them in its explanation.
fn classes_of(follower: &mut Follower, position: &Position, mv: Move) -> Result<Vec<usize>, Failure> {
    let model = follower.model(position).map_err(Failure::refused)?;
    let said = model.explain(position, Question::Candidate(mv));
    Ok(said.as_ref().map(class_numbers).unwrap_or_default())
}

fn class_numbers(said: &Explanation) -> Vec<usize> {
    let number = |(name, cell): &(&str, Cell)| match cell {
        Cell::Number(number) if *name == "class_number" => Some(*number as usize),
        _ => None,
    };
    said.rows.iter().filter_map(|row| row.cells.iter().find_map(number)).collect()
}

pub(crate) async fn occurrences(
    Extract(shared): State,
    Ask(ask): Ask<OccurrencesAsk>,
) -> Result<Events<Occurrence>, Failure> {
    let subject = subject(&shared.bench, &ask.model)?;
    let n_classes = catalogue(&subject)?.n_classes();
    if ask.class >= n_classes {
        return Err(Failure::refused(format!("there is no class {}; {} knows {n_classes}", ask.class, ask.model)));
    }
    let line = ask.line.as_ref().map(|line| SentLine::new(line, &shared.bench.limits)).transpose()?;
    let turn = shared.jobs.turn(Kind::Long).await?;
    let (feed, response) = stream::open(shared.bench.limits.client);
    let with = Arc::clone(&shared);
    let work = move |clock: Clock| {
        let mut looked = 0;
        let mut tell = |piece: Occurrence| {
            looked += 1;
            let piece = Occurrence { looked, ..piece };
            if piece.plies.is_empty() && looked % 10 != 0 { Ok(()) } else { feed.give_value(&piece) }
        };
        if let Some(line) = &line {
            let plies = plies_of(&subject, ask.class, line, clock)?;
            tell(Occurrence { title: "this game".to_string(), plies, ..Occurrence::default() })?;
        }
        for (record, (file, bytes)) in with.bench.records.iter().enumerate() {
            let Ok(opened) = Opened::read(bytes, Some(file)) else { continue };
            for (i, game) in opened.games.iter().enumerate() {
                // Whoever has seen enough has gone, and after a minute what was found has to do.
                if feed.is_closed() || clock.check().is_err() {
                    return feed.give_value(&Occurrence { looked: 0, done: true, ..Occurrence::default() });
                }
                let line = SentLine::main(game.clone());
                let Ok(plies) = plies_of(&subject, ask.class, &line, clock) else { continue };
                let side =
                    |name: &Option<String>, otherwise: &str| name.clone().unwrap_or_else(|| otherwise.to_string());
                let (black, white) =
                    (side(&game.info.players.black.name, "Black"), side(&game.info.players.white.name, "White"));
                tell(Occurrence {
                    record: Some(record),
                    game: Some(i + 1),
                    title: format!("{black} – {white}"),
                    plies,
                    ..Occurrence::default()
                })?;
            }
        }
        feed.give_value(&Occurrence { looked, done: true, ..Occurrence::default() })
    };
    tokio::spawn(turn.run(work));
    Ok(Events::new(response))
}

/// The moves of a line that are of a class.
fn plies_of(subject: &Subject, class: usize, line: &SentLine, clock: Clock) -> Result<Vec<usize>, Failure> {
    let mut follower = Follower::new(subject.clone());
    let mut before: Option<Position> = None;
    let mut plies = Vec::new();
    line.walk(|ply, position| {
        clock.check()?;
        if let (Some(ply), Some(before)) = (ply.filter(|ply| ply.illegal.is_none() && !ply.edited), &before)
            && classes_of(&mut follower, before, ply.mv)?.contains(&class)
        {
            plies.push(ply.number);
        }
        follower.see(ply, position).map_err(Failure::refused)?;
        before = Some(position.clone());
        Ok(())
    })?;
    Ok(plies)
}
