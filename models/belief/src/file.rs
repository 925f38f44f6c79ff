//! Networks and checkpoints as `safetensors` files, with what is known of them as JSON in the header.

use std::collections::HashMap;

use goban::BoardSize;
use half::f16;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::network::{About, Maps, Network};
use crate::rbm::{Rbm, Units};
use crate::training::{Epoch, State, Tuning, Velocity};

/// How weights are written. Everything else is written in full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// Four bytes a weight.
    Full,
    /// Two bytes a weight (IEEE binary16).
    Half,
}

/// Why a file of weights cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct FileError(String);

const NETWORK: &str = "aji belief network 1";
const CHECKPOINT: &str = "aji belief checkpoint 1";

/// The one entry of the header's metadata: a map with several would be written in any order.
const KEY: &str = "aji";

#[derive(Serialize, Deserialize)]
struct NetworkHead {
    format: String,
    size: usize,
    layers: usize,
    #[serde(default, skip_serializing_if = "Units::is_binary")]
    units: Units,
    /// Whether recognition is written apart from the layers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    tuned: bool,
    about: About,
}

#[derive(Serialize, Deserialize)]
struct CheckpointHead {
    format: String,
    identity: Identity,
    layers: usize,
    current: bool,
    #[serde(default, skip_serializing_if = "Units::is_binary")]
    units: Units,
    /// Whether the layers are being tuned, and whether they have been.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    tuning: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    tuned: bool,
    epoch: usize,
    batch: usize,
}

/// What tells one training from another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Identity {
    pub(crate) options: String,
    pub(crate) seed: u64,
    pub(crate) boards: u64,
}

/// Tensors to be written.
#[derive(Default)]
struct Writer(Vec<(String, Dtype, Vec<usize>, Vec<u8>)>);

impl Writer {
    fn full(&mut self, name: &str, shape: &[usize], values: &[f32]) {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.0.push((name.to_string(), Dtype::F32, shape.to_vec(), bytes));
    }

    fn double(&mut self, name: &str, shape: &[usize], values: &[f64]) {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.0.push((name.to_string(), Dtype::F64, shape.to_vec(), bytes));
    }

    fn half(&mut self, name: &str, shape: &[usize], values: &[f32]) {
        let bytes = values.iter().flat_map(|value| f16::from_f32(*value).to_le_bytes()).collect();
        self.0.push((name.to_string(), Dtype::F16, shape.to_vec(), bytes));
    }

    fn machine(&mut self, name: &str, rbm: &Rbm, precision: Precision) {
        let (visible, hidden) = (rbm.n_visible(), rbm.n_hidden());
        let weights = rbm.weights.as_slice().unwrap_or_default();
        match precision {
            Precision::Full => self.full(&format!("{name}.weights"), &[visible, hidden], weights),
            Precision::Half => self.half(&format!("{name}.weights"), &[visible, hidden], weights),
        }
        self.full(&format!("{name}.visible_bias"), &[visible], &rbm.visible_bias);
        self.full(&format!("{name}.hidden_bias"), &[hidden], &rbm.hidden_bias);
    }

    fn history(&mut self, history: &[Epoch]) {
        let values: Vec<f64> = history
            .iter()
            .flat_map(|e| {
                let numbers = [e.layer as f64, e.number as f64];
                numbers.into_iter().chain([e.error, e.validation_error, e.free_energy, e.validation_free_energy])
            })
            .collect();
        self.double("history", &[history.len(), 6], &values);
    }

    fn finish(self, head: &impl Serialize) -> Vec<u8> {
        let head = serde_json::to_string(head).unwrap_or_default();
        let mut named: Vec<(&str, &[u8])> = self.0.iter().map(|(name, .., bytes)| (&name[..], &bytes[..])).collect();
        let head = keep::seal(&with_sum(&head, &tensor_sum(&mut named)));
        let metadata = HashMap::from([(KEY.to_string(), head)]);
        let tensors: Vec<_> = self
            .0
            .iter()
            .filter_map(|(name, dtype, shape, bytes)| {
                Some((name.as_str(), TensorView::new(*dtype, shape.clone(), bytes).ok()?))
            })
            .collect();
        safetensors::serialize(tensors, Some(metadata)).unwrap_or_default()
    }
}

/// The sum of all tensors, in the order of their names. Their shapes follow from the numbers and the head.
fn tensor_sum(tensors: &mut [(&str, &[u8])]) -> String {
    tensors.sort_unstable();
    keep::sum_of(tensors.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes]))
}

/// The head with the sum of the tensors.
fn with_sum(head: &str, sum: &str) -> String {
    format!("{},\"tensors\":\"{sum}\"}}", head.strip_suffix('}').unwrap_or(head))
}

/// Tensors that were read.
struct Reader<'a>(SafeTensors<'a>);

impl<'a> Reader<'a> {
    /// Opens a file whose head has this format.
    fn open<H: for<'de> Deserialize<'de>>(bytes: &'a [u8], format: &str, what: &str) -> Result<(Self, H), FileError> {
        let damaged = |error: &dyn std::fmt::Display| FileError(format!("not {what}, or a damaged one ({error})"));
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(|error| damaged(&error))?;
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| damaged(&error))?;
        let head = metadata.metadata().as_ref().and_then(|map| map.get(KEY));
        let head = head.ok_or_else(|| damaged(&"a safetensors file, but not one of aji's"))?;
        #[derive(Deserialize)]
        struct Format {
            format: String,
            /// The sum of the tensors; files of earlier versions have none.
            tensors: Option<String>,
        }
        let head = &match keep::unseal(head) {
            Err(keep::Broken::Unsealed) => head.clone(),
            opened => opened.map_err(|broken| damaged(&format_args!("its head {broken}")))?,
        };
        let found: Format = serde_json::from_str(head).map_err(|error| damaged(&error))?;
        if let Some(sum) = &found.tensors {
            let all = tensors.tensors();
            let mut named: Vec<(&str, &[u8])> = all.iter().map(|(name, view)| (&name[..], view.data())).collect();
            if tensor_sum(&mut named) != *sum {
                return Err(damaged(&"its numbers were altered since it was written"));
            }
        }
        if found.format != format {
            return Err(FileError(format!("not {what}: it says it is '{}', not '{format}'", found.format)));
        }
        Ok((Reader(tensors), serde_json::from_str(head).map_err(|error| damaged(&error))?))
    }

    fn tensor(&self, name: &str) -> Result<TensorView<'_>, FileError> {
        self.0.tensor(name).map_err(|_| FileError(format!("the file has no tensor '{name}'")))
    }

    /// Numbers of full or half precision with this many dimensions.
    fn floats(&self, name: &str, dimensions: usize) -> Result<(Vec<usize>, Vec<f32>), FileError> {
        let tensor = self.tensor(name)?;
        let values: Vec<f32> = match tensor.dtype() {
            Dtype::F32 => words(tensor.data()).map(f32::from_le_bytes).collect(),
            Dtype::F16 => words(tensor.data()).map(|bytes| f16::from_le_bytes(bytes).to_f32()).collect(),
            other => return Err(FileError(format!("tensor '{name}' holds {other:?}, not F32 or F16"))),
        };
        let shape = tensor.shape().to_vec();
        if shape.len() != dimensions {
            return Err(FileError(format!("tensor '{name}' has {} dimensions, not {dimensions}", shape.len())));
        }
        if values.iter().any(|value| !value.is_finite()) {
            return Err(FileError(format!("tensor '{name}' holds something that is not a number")));
        }
        Ok((shape, values))
    }

    fn doubles(&self, name: &str) -> Result<Vec<f64>, FileError> {
        let tensor = self.tensor(name)?;
        match tensor.dtype() {
            Dtype::F64 => Ok(words(tensor.data()).map(f64::from_le_bytes).collect()),
            other => Err(FileError(format!("tensor '{name}' holds {other:?}, not F64"))),
        }
    }

    fn machine(&self, name: &str) -> Result<Rbm, FileError> {
        let (shape, weights) = self.floats(&format!("{name}.weights"), 2)?;
        let (_, visible) = self.floats(&format!("{name}.visible_bias"), 1)?;
        let (_, hidden) = self.floats(&format!("{name}.hidden_bias"), 1)?;
        let wrong = || {
            FileError(format!(
                "{name}: weights of {}×{} do not join {} visible and {} hidden units",
                shape[0],
                shape[1],
                visible.len(),
                hidden.len()
            ))
        };
        if shape != [visible.len(), hidden.len()] {
            return Err(wrong());
        }
        Rbm::from_parts(weights, visible, hidden).map_err(|error| FileError(format!("{name}: {error}")))
    }

    fn history(&self) -> Result<Vec<Epoch>, FileError> {
        let values = self.doubles("history")?;
        let (rows, rest) = values.as_chunks::<6>();
        if !rest.is_empty() {
            return Err(FileError("tensor 'history' has no rows of six numbers".to_string()));
        }
        let epoch = |row: &[f64; 6]| Epoch {
            layer: row[0] as usize,
            number: row[1] as usize,
            error: row[2],
            validation_error: row[3],
            free_energy: row[4],
            validation_free_energy: row[5],
        };
        Ok(rows.iter().map(epoch).collect())
    }
}

fn words<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> {
    bytes.as_chunks::<N>().0.iter().copied()
}

fn layer(i: usize) -> String {
    format!("layer.{i}")
}

fn recognition(i: usize) -> String {
    format!("recognition.{i}")
}

/// Gives the lowest machine its units, if it has some for every plane of a board.
fn with_units(layers: &mut [Rbm], units: Units) -> Result<(), FileError> {
    if let Some(lowest) = layers.first_mut() {
        if !units.is_binary() && !lowest.n_visible().is_multiple_of(3) {
            return Err(FileError("the lowest layer does not stand in three planes".to_string()));
        }
        lowest.units = units;
    }
    Ok(())
}

impl Network {
    /// The network as a file.
    #[must_use]
    pub fn to_bytes(&self, precision: Precision) -> Vec<u8> {
        let mut writer = Writer::default();
        for (i, rbm) in self.layers.iter().enumerate() {
            writer.machine(&layer(i), rbm, precision);
        }
        for (i, rbm) in self.recognition.iter().enumerate() {
            writer.machine(&recognition(i), rbm, precision);
        }
        let maps: Vec<f64> = self.maps.planes().concat();
        writer.double("maps", &[3, self.size.area()], &maps);
        writer.full("top_means", &[self.top_means.len()], &self.top_means);
        writer.history(&self.history);
        writer.finish(&NetworkHead {
            format: NETWORK.to_string(),
            size: self.size.get(),
            layers: self.layers.len(),
            units: self.layers.first().map_or(Units::Binary, Rbm::units),
            tuned: self.is_tuned(),
            about: self.about.clone(),
        })
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    /// When it is none, damaged, or its parts do not fit together.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, FileError> {
        let (reader, head) = Reader::open::<NetworkHead>(bytes, NETWORK, "a belief network")?;
        let size = BoardSize::new(head.size).ok_or_else(|| FileError(format!("boards of {0}×{0}", head.size)))?;
        let mut layers = (0..head.layers).map(|i| reader.machine(&layer(i))).collect::<Result<Vec<_>, _>>()?;
        with_units(&mut layers, head.units)?;
        let apart = if head.tuned { head.layers.saturating_sub(1) } else { 0 };
        let mut readings = (0..apart).map(|i| reader.machine(&recognition(i))).collect::<Result<Vec<_>, _>>()?;
        with_units(&mut readings, head.units)?;
        let maps = reader.doubles("maps")?;
        let (_, top_means) = reader.floats("top_means", 1)?;
        if maps.len() != 3 * size.area() || maps.iter().any(|p| !(0.0..=1.0).contains(p)) {
            return Err(FileError(format!("tensor 'maps' holds no three maps of a {size} board")));
        }
        let network = Network::read(size, layers, readings).map_err(|error| FileError(error.to_string()))?;
        if network.top_means.len() != top_means.len() {
            return Err(FileError("tensor 'top_means' does not fit the top layer".to_string()));
        }
        // Maps are kept as they were written: bringing them to 1 again could change their last bits.
        let [black, white, empty] =
            [0, 1, 2].map(|plane| maps[plane * size.area()..(plane + 1) * size.area()].to_vec());
        let maps = Maps { black, white, empty };
        Ok(Network { maps, top_means, history: reader.history()?, about: head.about, ..network })
    }
}

/// A movement as a machine, which is written in the same way.
fn moving(velocity: &Velocity) -> Rbm {
    Rbm {
        weights: velocity.weights.clone(),
        visible_bias: velocity.visible.clone(),
        hidden_bias: velocity.hidden.clone(),
        units: Units::Binary,
    }
}

fn movement(moving: Rbm) -> Velocity {
    Velocity { weights: moving.weights, visible: moving.visible_bias, hidden: moving.hidden_bias }
}

pub(crate) fn write_checkpoint(identity: &Identity, state: &State) -> Vec<u8> {
    let mut writer = Writer::default();
    for (i, rbm) in state.lower.iter().enumerate() {
        writer.machine(&layer(i), rbm, Precision::Full);
    }
    if let Some((rbm, velocity)) = &state.current {
        writer.machine("current", rbm, Precision::Full);
        writer.machine("velocity", &moving(velocity), Precision::Full);
    }
    let readings = state.tuning.as_ref().map_or(&state.recognition, |tuning| &tuning.recognition);
    for (i, rbm) in readings.iter().enumerate() {
        writer.machine(&recognition(i), rbm, Precision::Full);
    }
    if let Some(tuning) = &state.tuning {
        for (i, velocity) in tuning.velocities.iter().enumerate() {
            writer.machine(&format!("velocity.{i}"), &moving(velocity), Precision::Full);
        }
        for (i, velocity) in tuning.recognising.iter().enumerate() {
            writer.machine(&format!("recognising.{i}"), &moving(velocity), Precision::Full);
        }
    }
    writer.double("error", &[1], &[state.error]);
    writer.history(&state.history);
    writer.finish(&CheckpointHead {
        format: CHECKPOINT.to_string(),
        identity: identity.clone(),
        layers: state.lower.len(),
        current: state.current.is_some(),
        units: state.lower.first().or(state.current.as_ref().map(|(rbm, _)| rbm)).map_or(Units::Binary, Rbm::units),
        tuning: state.tuning.is_some(),
        tuned: !state.recognition.is_empty(),
        epoch: state.epoch,
        batch: state.batch,
    })
}

pub(crate) fn read_checkpoint(bytes: &[u8]) -> Result<(Identity, State), FileError> {
    let (reader, head) = Reader::open::<CheckpointHead>(bytes, CHECKPOINT, "a checkpoint of a training")?;
    let mut lower: Vec<Rbm> = (0..head.layers).map(|i| reader.machine(&layer(i))).collect::<Result<_, _>>()?;
    with_units(&mut lower, head.units)?;
    let current = if head.current {
        let mut current = [reader.machine("current")?];
        if lower.is_empty() {
            with_units(&mut current, head.units)?;
        }
        let [rbm] = current;
        Some((rbm, movement(reader.machine("velocity")?)))
    } else {
        None
    };
    let apart = if head.tuning || head.tuned { head.layers.saturating_sub(1) } else { 0 };
    let mut readings: Vec<Rbm> = (0..apart).map(|i| reader.machine(&recognition(i))).collect::<Result<_, _>>()?;
    with_units(&mut readings, head.units)?;
    let movements = |name: &str, n: usize| {
        (0..n).map(|i| reader.machine(&format!("{name}.{i}")).map(movement)).collect::<Result<Vec<_>, _>>()
    };
    let tuning = if head.tuning {
        let (velocities, recognising) = (movements("velocity", head.layers)?, movements("recognising", apart)?);
        Some(Tuning { recognition: std::mem::take(&mut readings), velocities, recognising })
    } else {
        None
    };
    let error = reader.doubles("error")?;
    let state = State {
        lower,
        current,
        tuning,
        recognition: readings,
        epoch: head.epoch,
        batch: head.batch,
        error: error.first().copied().ok_or_else(|| FileError("tensor 'error' is empty".to_string()))?,
        history: reader.history()?,
    };
    Ok((head.identity, state))
}
