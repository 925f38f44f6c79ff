//! How the dummy learns: it comes nearer, step by step, to how often Black wins.

use std::borrow::Cow;
use std::sync::Arc;

use goban::Color;
use model::{
    Cell, Drawing, Drawn, Family, Learn, LearnError, Learner, LeftOut, LoadError, Measure, Parameter, Parameters,
    Progress, Report, Row, Seed, Summary,
};
use record::{GameInfo, Replay};

use super::Dummy;

/// The kind of file that the dummy takes, and what comes before what it learned.
pub(super) const KIND: &str = "weight";
/// What comes before the games that were counted.
const PACKED: &str = "games";

pub(super) fn settings() -> Vec<Parameter> {
    vec![Parameter::integer("dummy.steps", "how often it looks at all games", 1, 1000, 6)]
}

/// The number in a file of the form `weight 0.25`.
pub(super) fn read(bytes: &[u8]) -> Result<f64, LoadError> {
    let text = std::str::from_utf8(bytes).unwrap_or_default().trim_end();
    let number = text.strip_prefix(KIND).and_then(|rest| rest.trim().parse().ok());
    number
        .filter(|weight| (0.0..=10.0).contains(weight))
        .ok_or_else(|| LoadError { at: Some((1, 1)), what: "not a weight of the dummy".to_string() })
}

impl Learn for Dummy {
    fn settings(&self) -> &[Parameter] {
        &self.settings
    }

    fn learner(&self, settings: &Parameters, _: Seed) -> Result<Box<dyn Learner>, LearnError> {
        let in_use = self.card().parameters.iter().find(|parameter| parameter.name == "dummy.weight");
        let in_use = in_use.map_or(String::new(), |parameter| format!("{KIND} {}", parameter.default));
        Ok(Box::new(Tally { steps: settings.integer("dummy.steps"), in_use, games: 0, black: 0 }))
    }
}

struct Tally {
    steps: i64,
    /// The file of the family as it is.
    in_use: String,
    games: u32,
    black: u32,
}

impl Tally {
    fn check(&self) -> Result<f64, LearnError> {
        match self.games {
            0 => Err(LearnError::Failed("there are no games to learn from".to_string())),
            n => Ok(f64::from(self.black) / f64::from(n)),
        }
    }
}

impl Learner for Tally {
    fn accept(&mut self, _: &str, bytes: &[u8]) -> Result<bool, LearnError> {
        let Some(rest) = bytes.strip_prefix(PACKED.as_bytes()) else { return Ok(false) };
        let text = String::from_utf8_lossy(rest);
        let numbers: Vec<u32> = text.split_whitespace().map_while(|word| word.parse().ok()).collect();
        let [games, black] = numbers[..] else {
            return Err(LearnError::Failed("these games are damaged".to_string()));
        };
        (self.games, self.black) = (self.games + games, self.black + black);
        Ok(true)
    }

    fn take_game(&mut self, info: &GameInfo, replay: &mut Replay<'_>) -> Result<(), LeftOut> {
        while replay.next_ply()?.is_some() {}
        let outcome = info.outcome().ok_or_else(|| LeftOut("without a result".to_string()))?;
        self.games += 1;
        self.black += u32::from(outcome.winner() == Some(Color::Black));
        Ok(())
    }

    fn pack(&mut self) -> Result<(Vec<u8>, Summary), LearnError> {
        self.check()?;
        let title = format!("{} games, {} won by Black", self.games, self.black);
        Ok((format!("{PACKED} {} {}\n", self.games, self.black).into_bytes(), Summary { title, ..Summary::default() }))
    }

    fn train(&mut self, from: Option<&[u8]>, report: &mut Report<'_>) -> Result<Vec<u8>, LearnError> {
        let rate = self.check()?;
        let of = format!("{} {} {}", self.games, self.black, self.steps);
        let (mut step, mut weight) = match from {
            None => (0, 0.0f64),
            Some(bytes) => std::str::from_utf8(bytes)
                .ok()
                .and_then(|text| text.strip_prefix(of.as_str())?.trim().split_once(' '))
                .and_then(|(step, bits)| Some((step.parse().ok()?, f64::from_bits(bits.parse().ok()?))))
                .ok_or_else(|| LearnError::Checkpoint("not a checkpoint of this training".to_string()))?,
        };
        loop {
            let news: &[(&str, f64)] = if step > 0 { &[("weight", weight)] } else { &[] };
            let progress = Progress {
                done: step as f64 / self.steps as f64,
                stage: Cow::Owned(format!("step {step} of {}", self.steps)),
                news,
                checkpoint: &|| format!("{of} {step} {}", weight.to_bits()).into_bytes(),
            };
            if report(progress).is_break() {
                return Err(LearnError::Stopped);
            }
            if step == self.steps {
                return Ok(format!("{KIND} {weight}\n").into_bytes());
            }
            step += 1;
            weight += (rate - weight) / 2.0;
        }
    }

    fn examine(&mut self, file: Option<&[u8]>, _: &mut Report<'_>) -> Result<Summary, LearnError> {
        let weight =
            read(file.unwrap_or(self.in_use.as_bytes())).map_err(|error| LearnError::Failed(error.to_string()))?;
        let points = vec![(0.0, 0.0), (1.0, weight)];
        Ok(Summary {
            title: "What a liberty is worth".to_string(),
            about: vec![("games", Cell::Number(f64::from(self.games)))],
            measures: vec![Measure { name: "weight", value: weight, about: "stones".to_string() }],
            tables: vec![Row { kind: "ends", cells: vec![("weight", Cell::Number(weight))] }],
            drawings: vec![Drawing {
                name: "weight".to_string(),
                title: "Weight".to_string(),
                caption: String::new(),
                content: Drawn::Curves {
                    axes: ["share of the training".to_string(), "weight".to_string()],
                    series: vec![("weight".to_string(), points)],
                },
            }],
        })
    }
}

/// The dummy that takes a liberty for this much when nothing is set.
pub(super) fn load(bytes: &[u8]) -> Result<Arc<dyn Family>, LoadError> {
    let weight = read(bytes)?;
    let mut dummy = Dummy::new();
    for parameter in dummy.card.parameters.iter_mut().filter(|parameter| parameter.name == "dummy.weight") {
        parameter.default = model::Value::Real(weight);
    }
    Ok(Arc::new(dummy))
}
