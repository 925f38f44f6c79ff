//! Every quantity of every model as a command of GoGui, and the explanations.

use std::sync::Arc;

use goban::{BoardSize, Color, Move, Rules};
use gtp::{Answer, Command};
use model::{Card, Data, Explanation, Kind, Quantity, Question, Scale, Shape, Subject, Unknown, Value};

use super::{Session, argument, color, number, point, syntax_error, vertex};
use crate::follow::Watcher;
use crate::{Analyst, Variation, Wish, show};

/// What a model may be asked beside a point.
#[derive(Clone, Copy, Default)]
struct Answers {
    pair: bool,
    last_move: bool,
    candidate: bool,
}

/// A line of `gogui-analyze_commands`. Slashes part its fields, so that there may be none inside them.
fn entry(kind: &str, label: &str, command: &str) -> String {
    let plain = |text: &str| text.replace(" / ", ", ").replace('/', ",");
    format!("{kind}/{}/{}\n", plain(label), plain(command))
}

/// Finds out what a model answers, by asking on a board of two stones: its card does not say.
fn answers(watcher: &Watcher) -> Answers {
    let sizes = &watcher.card().sizes;
    let side = 9.clamp(*sizes.start(), *sizes.end());
    let Some(size) = BoardSize::new(side) else { return Answers::default() };
    let mut line = Variation::new(size, Rules::CHINESE);
    let points: Vec<_> = size.points().collect();
    let (first, second) = (points[points.len() / 2], points[points.len() / 2 - 1]);
    for (color, point) in [(Color::Black, first), (Color::White, second)] {
        if line.play(color, Move::Play(point)).is_err() {
            return Answers::default();
        }
    }
    let Ok(mut model) = watcher.begin(line.start()) else { return Answers::default() };
    line.walk(0, |ply, position| model.observe(ply, position));
    let mut says = |question| model.explain(line.position(), question).is_some();
    Answers {
        pair: says(Question::Pair { from: first, to: second }),
        last_move: says(Question::LastMove),
        candidate: says(Question::Candidate(Move::Play(points[0]))),
    }
}

impl Session {
    /// The model with this name, ready to follow the line.
    fn watcher(&mut self, name: &str) -> Result<&mut Watcher, String> {
        if let Some(index) = self.watchers.iter().position(|watcher| watcher.card().name == name) {
            return Ok(&mut self.watchers[index]);
        }
        let family = self.config.families.get(name).map_err(|error| error.to_string())?;
        let player = &self.config.player;
        let subject = Subject::new(family, &player.settings, player.seed).map_err(|error| error.to_string())?;
        self.watchers.push(Watcher::new(subject));
        self.watchers.last_mut().ok_or_else(|| "there are no models".to_string())
    }

    /// A quantity by its name, in the first of these shapes that it has, and its value.
    fn quantity(&mut self, name: &str, shapes: &[Shape]) -> Result<(Quantity, Data), String> {
        let target = self.config.families.target(name).map_err(|error| error.to_string())?;
        let card = target.family.card();
        let family = card.name.clone();
        let found = shapes.iter().find_map(|shape| card.quantity(name, *shape)).cloned();
        let quantity = found.ok_or_else(|| format!("{name} cannot be shown so"))?;
        let line = self.line.clone();
        let value = self.watcher(&family)?.read(&line, name, quantity.shape).map_err(|error| error.to_string())?;
        let value = value.ok_or_else(|| format!("{family} does not give {name} here"))?;
        Ok((quantity, value))
    }

    pub(super) fn value(&mut self, command: &Command) -> Answer {
        let (quantity, value) = self.quantity(argument(command, 0)?, &[Shape::Number])?;
        Ok(show::data(&quantity, &value, self.line.size()))
    }

    /// A field, labels or a graph.
    pub(super) fn map(&mut self, command: &Command) -> Answer {
        let (quantity, value) = self.quantity(argument(command, 0)?, &[Shape::Field, Shape::Labels, Shape::Graph])?;
        Ok(show::data(&quantity, &value, self.line.size()))
    }

    /// A field with its own numbers.
    pub(super) fn numbers(&mut self, command: &Command) -> Answer {
        match self.quantity(argument(command, 0)?, &[Shape::Field])? {
            (_, Data::Field(values)) => Ok(show::numbers(&values, self.line.size())),
            _ => Err(syntax_error()),
        }
    }

    /// What the colours of a map mean.
    pub(super) fn legend(&mut self, command: &Command) -> Answer {
        let name = argument(command, 0)?;
        let target = self.config.families.target(name).map_err(|error| error.to_string())?;
        match target.family.card().quantity(name, Shape::Field).map(|quantity| &quantity.scale) {
            Some(Scale::Categories(names)) => Ok(show::legend(names)),
            _ => Err(format!("{name} has no colours with names")),
        }
    }

    /// Every number of a model.
    pub(super) fn values(&mut self, command: &Command) -> Answer {
        let line = self.line.clone();
        let watcher = self.watcher(argument(command, 0)?)?;
        let sheet = watcher.read_all(&line, Shape::Number).map_err(|error| error.to_string())?;
        let lines = sheet.observations().map(|seen| {
            let value = show::data(seen.quantity, seen.data, line.size());
            format!("{} = {value} ({})\n", seen.quantity.name, seen.quantity.about)
        });
        Ok(lines.collect())
    }

    /// A step behind a quantity, counted from 0; beyond the last it is the last.
    pub(super) fn step(&mut self, command: &Command) -> Answer {
        let name = argument(command, 0)?;
        let wanted: usize = number(command, 1)?;
        let target = self.config.families.target(name).map_err(|error| error.to_string())?;
        let card = target.family.card().clone();
        let line = self.line.clone();
        let model = self.watcher(&card.name)?.follow(&line).map_err(|error| error.to_string())?;
        let frames = model.frames(line.position(), name);
        let last = frames.len().checked_sub(1).ok_or_else(|| format!("{name} has no steps"))?;
        let frame = &frames[wanted.min(last)];
        let quantity = card.quantity(name, frame.data.shape()).ok_or_else(|| format!("{name} has no such steps"))?;
        Ok(show::data(quantity, &frame.data, line.size()))
    }

    pub(super) fn ratings(&mut self, command: &Command) -> Answer {
        let line = self.line.clone();
        let ratings = self.watcher(argument(command, 0)?)?.rate(&line).map_err(|error| error.to_string())?;
        Ok(show::ratings(&ratings, line.position().to_move(), line.size()))
    }

    /// The moves that the player thinks of, and what it says of the first.
    pub(super) fn candidates(&mut self) -> Answer {
        let line = self.line.clone();
        let (color, size) = (line.position().to_move(), line.size());
        let choice = self.choice_at(&line)?;
        let answer = self.analyst.explain(&line, &choice, choice.mv).map_err(|error| error.to_string())?;
        Ok(format!(
            "{}{}\n{}",
            show::ratings(&choice.candidates, color, size),
            show::variation(color, &[choice.mv], size),
            show::explanation(&answer, size)
        ))
    }

    /// Whose the points are, as the judge says.
    pub(super) fn ownership(&mut self) -> Answer {
        let wish = Wish { ownership: true, most: Some(1), ..Wish::default() };
        let analysis = self.analyst.analyze(&self.line, &wish, &mut || true).map_err(|error| error.to_string())?;
        Ok(show::scaled(&analysis.ownership, self.line.size()))
    }

    fn ask(&mut self, name: &str, line: &Variation, question: Question) -> Result<Explanation, String> {
        let answer = self.watcher(name)?.explain(line, question).map_err(|error| error.to_string())?;
        answer.ok_or_else(|| format!("{name} has nothing to say to this"))
    }

    /// Explains a point, or what is between two.
    pub(super) fn explain_point(&mut self, command: &Command) -> Answer {
        let size = self.line.size();
        let name = argument(command, 0)?;
        let first = point(size, argument(command, 1)?)?;
        let question = match command.argument(2) {
            Some(second) => Question::Pair { from: first, to: point(size, second)? },
            None => Question::Point(first),
        };
        let line = self.line.clone();
        Ok(show::explanation(&self.ask(name, &line, question)?, size))
    }

    /// Explains a move that could be played.
    pub(super) fn explain_move(&mut self, command: &Command) -> Answer {
        let size = self.line.size();
        let name = argument(command, 0)?;
        let last = argument(command, command.arguments.len() - 1)?;
        let mv = vertex(size, last)?;
        let mut line = self.line.clone();
        if command.arguments.len() > 2 {
            line.set_to_move(color(command, 1)?);
        }
        Ok(show::explanation(&self.ask(name, &line, Question::Candidate(mv))?, size))
    }

    /// Explains the last move, whoever made it: by a model, or, if none is named, by the player.
    pub(super) fn explain_last_move(&mut self, model: Option<&str>) -> Answer {
        let size = self.line.size();
        if let Some(name) = model {
            let line = self.line.clone();
            return Ok(show::explanation(&self.ask(name, &line, Question::LastMove)?, size));
        }
        let Some(ply) = self.line.plies().last().cloned() else { return Err("there is no last move".to_string()) };
        let mut before = self.line.first(self.line.plies().len() - 1);
        before.set_to_move(ply.color);
        let choice = self.choice_at(&before)?;
        let answer = self.analyst.explain(&before, &choice, ply.mv).map_err(|error| error.to_string())?;
        Ok(show::explanation(&answer, size))
    }

    /// GoGui went some moves forward or backward, and has told us the moves; it draws what the last one did.
    pub(super) fn after_a_step(&mut self, command: &Command) -> Answer {
        number::<u32>(command, 0)?;
        if self.line.plies().is_empty() { Ok(String::new()) } else { self.explain_last_move(None) }
    }

    /// The parameters of a model, or a new value for one of them. The player plays by it too.
    pub(super) fn param(&mut self, command: &Command) -> Answer {
        let family = self.config.families.get(argument(command, 0)?).map_err(|error| error.to_string())?;
        let family = Arc::clone(family);
        let card = family.card();
        let Some(key) = command.argument(1) else {
            let parameters = self.config.player.settings.apply(card).map_err(|error| error.to_string())?;
            let value =
                |name: &str| parameters.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
            let lines = card.parameters.iter().map(|parameter| {
                let value = value(&parameter.name).unwrap_or_else(|| parameter.default.clone());
                match (&parameter.kind, value) {
                    (Kind::Flag, Value::Flag(set)) => format!("[bool] {} {}\n", parameter.name, u8::from(set)),
                    (Kind::Choice(words), value) => format!("[list/{}] {} {value}\n", words.join("/"), parameter.name),
                    (_, value) => format!("[string] {} {value}\n", parameter.name),
                }
            });
            return Ok(lines.collect());
        };
        let value = command.arguments[2..].join(" ");
        let Some(parameter) = card.parameters.iter().find(|parameter| parameter.name == key) else {
            let known = card.parameters.iter().map(|parameter| parameter.name.as_str());
            return Err(Unknown::new("parameter", key, known).to_string());
        };
        parameter.parse(&value).map_err(|error| error.to_string())?;
        let mut player = self.config.player.clone();
        player.settings.add(&format!("{key}={value}")).map_err(|error| error.to_string())?;
        let model = self.config.model.as_deref();
        self.analyst = Analyst::new(&self.config.families, &player, model).map_err(|error| error.to_string())?;
        self.config.player = player;
        self.watchers.retain(|watcher| watcher.card().name != card.name);
        Ok(String::new())
    }

    /// Every command that GoGui can show, made from the cards.
    pub(super) fn analyze_commands(&mut self) -> Answer {
        let mut out = String::new();
        out += &entry("gfx", "Candidate moves of the player", "aji-candidates");
        out += &entry("gfx", "Explain last move", "aji-explain_last_move");
        out += &entry("hpstring", "Explain last move in words", "gomill-explain_last_move");
        out += &entry("dboard", "Whose the points are", "aji-ownership");
        out += &entry("string", "Score", "final_score");
        out += &entry("plist", "Dead stones", "final_status_list dead");
        out += &entry("hstring", "About the engine", "gomill-describe_engine");
        let cards: Vec<Card> = self.config.families.cards().cloned().collect();
        for card in &cards {
            let name = &card.name;
            for quantity in &card.quantities {
                let about = format!("{}: {}", quantity.name, quantity.about);
                match quantity.shape {
                    Shape::Number => out += &entry("string", &about, &format!("aji-value {}", quantity.name)),
                    Shape::Field => {
                        out += &entry(show::kind(quantity), &about, &format!("aji-map {}", quantity.name));
                        let label = format!("{} in numbers", quantity.name);
                        out += &entry("sboard", &label, &format!("aji-numbers {}", quantity.name));
                        if let Scale::Categories(_) = quantity.scale {
                            let label = format!("{}: what the colours mean", quantity.name);
                            out += &entry("hstring", &label, &format!("aji-legend {}", quantity.name));
                        }
                    }
                    Shape::Labels | Shape::Graph => {
                        out += &entry(show::kind(quantity), &about, &format!("aji-map {}", quantity.name));
                    }
                }
            }
            out += &self.commands_of_model(card);
            if !card.parameters.is_empty() {
                out += &entry("param", &format!("{name}: parameters"), &format!("aji-param {name}"));
            }
        }
        Ok(out)
    }

    /// What a model can do beside writing quantities.
    fn commands_of_model(&mut self, card: &Card) -> String {
        let name = &card.name;
        let mut out = String::new();
        if card.quantities.iter().any(|quantity| quantity.shape == Shape::Number) {
            out += &entry("hstring", &format!("{name}: all numbers"), &format!("aji-values {name}"));
        }
        if card.abilities.rates {
            out += &entry("gfx", &format!("{name}: ratings of moves"), &format!("aji-ratings {name}"));
        }
        if card.abilities.explains {
            let answers = self.watcher(name).map(|watcher| answers(watcher)).unwrap_or_default();
            out += &entry("gfx", &format!("{name}: explain a point"), &format!("aji-explain {name} %p"));
            if answers.pair {
                out += &entry("gfx", &format!("{name}: explain two points"), &format!("aji-explain {name} %P"));
            }
            if answers.candidate {
                out += &entry("gfx", &format!("{name}: explain a move"), &format!("aji-explain_move {name} %p"));
            }
            if answers.last_move {
                let command = format!("aji-explain_last_move {name}");
                out += &entry("gfx", &format!("{name}: explain the last move"), &command);
            }
        }
        if card.abilities.frames {
            for quantity in card.quantities.iter().filter(|quantity| self.has_frames(card, quantity)) {
                let label = format!("{}: step by step", quantity.name);
                out += &entry(show::kind(quantity), &label, &format!("aji-step {} %s", quantity.name));
            }
        }
        out
    }

    /// Whether there are steps behind a quantity, found out on the board as it is.
    fn has_frames(&mut self, card: &Card, quantity: &Quantity) -> bool {
        let line = self.line.clone();
        let Ok(watcher) = self.watcher(&card.name) else { return false };
        let Ok(model) = watcher.look(&line) else { return false };
        let frames = model.frames(line.position(), &quantity.name);
        frames.first().is_some_and(|frame| frame.data.shape() == quantity.shape)
    }
}
