//! A learned model: its classes with their bodies and weights, found by key, and the compact file.
//!
//! The compact file is the line `aji experience 1` and a zlib stream, whose checksum tells a damaged file. In the stream, all
//! numbers are LEB128 but the terms (16 bits, little end first) and the weights (signed 16 bits, thousandths): the origin as
//! text, the number of positions in which classes were counted, and for every kind of classes in order their number and then
//! their columns: the parent as its rank among the classes of the parent kind (0 for none, in steps from one class to the
//! next), how many terms it adds, the terms, the facts, the weights, how often seen, how often played.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::sync::OnceLock;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use model::LoadError;

use crate::body::{Body, Placed, laid};
use crate::fact::{Fact, Facts, pack};
use crate::geometry::{NOTHING, Sums, add};
use crate::look::{Known, kinds_of_facts};
use crate::template::{TEMPLATES, Template};

/// The first line of a compact file.
pub(crate) const MAGIC: &[u8] = b"aji experience 1\n";

/// How many thousandths a weight may have.
pub(crate) const HEAVIEST: f64 = 32.0;

/// A class before it stands among others.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Class {
    pub(crate) template: usize,
    pub(crate) body: Body,
    /// In thousandths.
    pub(crate) weight: i16,
    pub(crate) seen: u32,
    pub(crate) played: u32,
}

/// What is counted of a class, without its body.
pub(crate) struct Counted {
    pub(crate) template: usize,
    /// In thousandths.
    pub(crate) weight: i16,
    pub(crate) seen: u32,
    pub(crate) played: u32,
}

/// A weight as files have it.
pub(crate) fn thousandths(weight: f64) -> i16 {
    (1000.0 * weight.clamp(-HEAVIEST, HEAVIEST)).round() as i16
}

/// What is kept of a class. Its terms are those of its parent and its own.
#[derive(Clone, Copy)]
struct Record {
    template: u16,
    weight: i16,
    parent: u32,
    first_term: u32,
    first_fact: u32,
    seen: u32,
    played: u32,
}

/// A slot of the table that finds classes by key.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// The upper half of the key; 0 for a free slot.
    tag: u32,
    id: u32,
    weight: f32,
}

const NO_PARENT: u32 = u32::MAX;

/// The weights of the classes of one kind of facts, by their packed values: a table so small that it stays near.
struct FactWeights {
    kind: &'static [Fact],
    slots: Vec<(u32, f32)>,
    shift: u32,
}

impl FactWeights {
    /// No packed values are so large.
    const FREE: u32 = u32::MAX;

    fn new(kind: &'static [Fact], classes: Vec<(u32, f32)>) -> FactWeights {
        let n = (2 * classes.len()).next_power_of_two().max(2);
        let slots = vec![(FactWeights::FREE, 0.0); n];
        let mut table = FactWeights { kind, slots, shift: u32::BITS - n.ilog2() };
        for (facts, weight) in classes {
            let at = table.probe(facts);
            table.slots[at] = (facts, weight);
        }
        table
    }

    /// Where some values are, or would be.
    #[inline]
    fn probe(&self, facts: u32) -> usize {
        let mut at = (facts.wrapping_mul(0x9e37_79b9) >> self.shift) as usize;
        while self.slots[at].0 != facts && self.slots[at].0 != FactWeights::FREE {
            at = (at + 1) & (self.slots.len() - 1);
        }
        at
    }

    #[inline]
    fn weight(&self, facts: &Facts) -> f32 {
        self.slots[self.probe(facts.pack(self.kind) as u32)].1
    }
}

/// All classes of a model.
#[derive(Default)]
pub(crate) struct Classes {
    /// What it was learned from, in words.
    pub(crate) origin: String,
    /// In how many positions classes were counted.
    pub(crate) positions: u64,
    records: Vec<Record>,
    terms: Vec<u16>,
    facts: Vec<u8>,
    slots: Vec<Slot>,
    /// A bit for every key that may be there, which a few others share: most classes that are looked for are not known, and this
    /// lies nearer than the slots.
    maybe: Vec<u64>,
    /// The weights of the classes of facts alone: kinds that change with every move, and those that seldom do.
    of_facts: OnceLock<[Vec<FactWeights>; 2]>,
    /// The mean weight of every kind as it is met, in thousandths; few ask for it.
    usual: OnceLock<Vec<f64>>,
}

/// Two classes have one body.
#[derive(Debug)]
pub(crate) struct Twice {
    /// The index of the second in the list.
    pub(crate) second: usize,
    /// The index of the first.
    pub(crate) first: usize,
}

impl Classes {
    /// Puts classes in order. A class whose parent is missing gets one without weight, as it could not be found otherwise.
    ///
    /// # Errors
    /// When two classes have one body.
    pub(crate) fn build(origin: String, positions: u64, list: Vec<Class>) -> Result<Classes, Twice> {
        let mut all: Vec<(u64, Class)> = Vec::with_capacity(list.len());
        let mut by_key: HashMap<u64, usize> = HashMap::with_capacity(list.len());
        for (index, class) in list.into_iter().enumerate() {
            let (key, body) = class.body.canonical(&TEMPLATES.all[class.template]);
            if let Some(first) = by_key.insert(key, index) {
                return Err(Twice { first, second: index });
            }
            all.push((key, Class { body, ..class }));
        }
        let mut next = 0;
        while next < all.len() {
            let (_, class) = &all[next];
            next += 1;
            if let Some((template, body)) = class.body.parent(&TEMPLATES.all[class.template]) {
                let (key, body) = body.canonical(&TEMPLATES.all[template]);
                by_key.entry(key).or_insert_with(|| {
                    all.push((key, Class { template, body, weight: 0, seen: 0, played: 0 }));
                    all.len() - 1
                });
            }
        }
        drop(by_key);
        Ok(Classes::ordered(origin, positions, all))
    }

    /// Classes with all their parents become records: kind by kind, by parent and then by key.
    fn ordered(origin: String, positions: u64, mut all: Vec<(u64, Class)>) -> Classes {
        all.sort_unstable_by_key(|(key, class)| (class.template, *key));
        let mut classes = Classes { origin, positions, ..Classes::default() };
        let mut ids: HashMap<u64, u32> = HashMap::with_capacity(all.len());
        // Bodies as they are drawn, which is how the parents lie.
        let mut drawn: Vec<Vec<Placed>> = Vec::with_capacity(all.len());
        let mut rest = &all[..];
        while let Some((_, class)) = rest.first() {
            let template = class.template;
            let (kind, after) = rest.split_at(rest.partition_point(|(_, other)| other.template == template));
            rest = after;
            let parent_of = |class: &Class| {
                let (id, body) = class.body.parent(&TEMPLATES.all[template])?;
                ids.get(&body.canonical(&TEMPLATES.all[id]).0).copied()
            };
            let mut sorted: Vec<(u32, u64, &Class)> =
                kind.iter().map(|(key, class)| (parent_of(class).unwrap_or(NO_PARENT), *key, class)).collect();
            sorted.sort_unstable_by_key(|&(parent, key, _)| (parent, key));
            for (parent, key, class) in sorted {
                let own = match drawn.get(parent as usize) {
                    Some(parent) => added(&class.body.terms, parent, &TEMPLATES.all[template]),
                    None => class.body.terms.clone(),
                };
                ids.insert(key, classes.records.len() as u32);
                let mut whole = drawn.get(parent as usize).cloned().unwrap_or_default();
                whole.extend(&own);
                whole.sort_unstable();
                drawn.push(whole);
                classes.push(class, parent, own.iter().map(|placed| placed.code()));
            }
        }
        classes.index(ids.into_iter());
        classes
    }

    fn push(&mut self, class: &Class, parent: u32, own: impl Iterator<Item = u16>) {
        self.records.push(Record {
            template: class.template as u16,
            weight: class.weight,
            parent,
            first_term: self.terms.len() as u32,
            first_fact: self.facts.len() as u32,
            seen: class.seen,
            played: class.played,
        });
        self.terms.extend(own);
        self.facts.extend(&class.body.facts);
    }

    /// Enters all keys; gives back two classes that have the same.
    fn index(&mut self, keys: impl Iterator<Item = (u64, u32)>) -> Option<[u32; 2]> {
        let n = (2 * self.records.len()).next_power_of_two().max(16);
        self.slots = vec![Slot::default(); n];
        self.maybe = vec![0; n / 8];
        for (key, id) in keys {
            let (word, bit) = self.bit(key);
            self.maybe[word] |= bit;
            let (at, there) = self.probe(key);
            if there {
                return Some([self.slots[at].id, id]);
            }
            self.slots[at] = Slot { tag: tag(key), id, weight: f32::from(self.records[id as usize].weight) };
        }
        None
    }

    /// Where the bit of a key is.
    #[inline]
    fn bit(&self, key: u64) -> (usize, u64) {
        let at = (key >> 16) as usize & (64 * self.maybe.len() - 1);
        (at / 64, 1 << (at % 64))
    }

    #[inline]
    fn probe(&self, key: u64) -> (usize, bool) {
        let mask = self.slots.len() - 1;
        let tag = tag(key);
        let mut at = key as usize & mask;
        loop {
            match self.slots[at].tag {
                0 => return (at, false),
                there if there == tag => return (at, true),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Number of classes.
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// The class that was found at an index.
    pub(crate) fn id_at(&self, index: u32) -> usize {
        self.slots[index as usize].id as usize
    }

    /// A class with its body as it is drawn.
    pub(crate) fn class(&self, id: usize) -> Class {
        let record = self.records[id];
        let mut terms = Vec::new();
        let mut at = id as u32;
        while at != NO_PARENT {
            terms.extend(self.own_terms(at as usize).iter().filter_map(|&code| Placed::from_code(code)));
            at = self.records[at as usize].parent;
        }
        terms.sort_unstable();
        let Record { template, weight, seen, played, .. } = record;
        Class { template: template.into(), body: Body { terms, facts: self.facts(id).to_vec() }, weight, seen, played }
    }

    /// What is counted of a class; none if there is no such.
    pub(crate) fn counted(&self, id: usize) -> Option<Counted> {
        let &Record { template, weight, seen, played, .. } = self.records.get(id)?;
        Some(Counted { template: template.into(), weight, seen, played })
    }

    /// How much a class matters: what sets its weight apart from that of its kind as it is usually met, squared, for each time that it
    /// was played. What nearly all moves have in common says nothing about any of them.
    pub(crate) fn importance(&self, id: usize) -> f64 {
        let record = &self.records[id];
        let usual = self.usual.get_or_init(|| {
            let mut sums = vec![(0.0, 0.0); TEMPLATES.all.len()];
            for record in &self.records {
                let (sum, n) = &mut sums[usize::from(record.template)];
                *sum += f64::from(record.weight) * f64::from(record.seen);
                *n += f64::from(record.seen);
            }
            sums.iter().map(|(sum, n)| if *n > 0.0 { sum / n } else { 0.0 }).collect()
        });
        let apart = (f64::from(record.weight) - usual[usize::from(record.template)]) / 1000.0;
        apart * apart * f64::from(record.played)
    }

    /// The values of the facts of a class.
    pub(crate) fn facts(&self, id: usize) -> &[u8] {
        let record = &self.records[id];
        &self.facts[record.first_fact as usize..][..TEMPLATES.all[usize::from(record.template)].facts.len()]
    }

    /// The weight of a class, in thousandths.
    pub(crate) fn weight_of(&self, id: usize) -> i16 {
        self.records[id].weight
    }

    /// The packed facts and the weights of all classes of a kind.
    fn classes_of_facts(&self, kind: usize) -> Vec<(u32, f32)> {
        let first = self.records.partition_point(|record| usize::from(record.template) < kind);
        let of_kind = self.records[first..].iter().take_while(|record| usize::from(record.template) == kind);
        let packed = |id: usize| pack(self.facts(id).iter().copied()) as u32;
        of_kind.zip(first..).map(|(record, id)| (packed(id), record.weight.into())).collect()
    }

    fn own_terms(&self, id: usize) -> &[u16] {
        let end = self.records.get(id + 1).map_or(self.terms.len(), |next| next.first_term as usize);
        &self.terms[self.records[id].first_term as usize..end]
    }

    /// The compact file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put(&mut out, self.origin.len() as u64);
        out.extend(self.origin.as_bytes());
        put(&mut out, self.positions);
        let mut first = 0;
        let mut firsts = Vec::new();
        for template in 0..TEMPLATES.all.len() {
            let n = self.records[first..].partition_point(|record| usize::from(record.template) == template);
            firsts.push(first as u32);
            put(&mut out, n as u64);
            let kind = &self.records[first..first + n];
            let mut before = 0;
            for record in kind {
                let base = TEMPLATES.all[template].parent.map_or(0, |parent| firsts[parent]);
                let index = if record.parent == NO_PARENT { 0 } else { u64::from(record.parent - base) + 1 };
                // Those without a parent come last.
                put(&mut out, if index == 0 { 0 } else { index - before + 1 });
                before = index.max(before);
            }
            (first..first + n).for_each(|id| put(&mut out, self.own_terms(id).len() as u64));
            (first..first + n).for_each(|id| out.extend(self.own_terms(id).iter().flat_map(|code| code.to_le_bytes())));
            let n_facts = n * TEMPLATES.all[template].facts.len();
            out.extend(kind.first().map_or(&[][..], |record| &self.facts[record.first_fact as usize..][..n_facts]));
            out.extend(kind.iter().flat_map(|record| record.weight.to_le_bytes()));
            kind.iter().for_each(|record| put(&mut out, record.seen.into()));
            kind.iter().for_each(|record| put(&mut out, record.played.into()));
            first += n;
        }
        let mut encoder = ZlibEncoder::new(MAGIC.to_vec(), Compression::best());
        // Writing to memory does not fail.
        let _ = encoder.write_all(&out);
        let mut file = encoder.finish().unwrap_or_default();
        let sum = adler32(&file[MAGIC.len()..]);
        file.extend(sum.to_be_bytes());
        file
    }

    /// Reads a file, compact or text.
    ///
    /// # Errors
    /// When it is neither, or damaged.
    pub(crate) fn read(bytes: &[u8]) -> Result<Classes, LoadError> {
        match std::str::from_utf8(bytes) {
            Ok(text) if !bytes.starts_with(MAGIC) => Classes::from_text(text),
            _ => Classes::from_bytes(bytes),
        }
    }

    /// Reads a compact file.
    ///
    /// # Errors
    /// When it is none, or damaged.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Classes, LoadError> {
        let damaged = |what: &str| LoadError::new(format!("the file of classes is damaged: {what}; make it again"));
        let packed = bytes
            .strip_prefix(MAGIC)
            .ok_or_else(|| LoadError::new("no file of classes of moves: aji train experience makes one"))?;
        // The sum inside the stream is of what is unpacked, and so does not see every changed bit of the file.
        let (packed, sum) = packed.split_last_chunk().ok_or_else(|| damaged("it breaks off"))?;
        if u32::from_be_bytes(*sum) != adler32(packed) {
            return Err(damaged("it breaks off, or its checksum is wrong"));
        }
        let mut raw = Vec::with_capacity(4 * packed.len());
        // What unpacks to more than a gigabyte is no model.
        let mut decoder = ZlibDecoder::new(packed).take(1 << 30);
        decoder.read_to_end(&mut raw).map_err(|_| damaged("it cannot be unpacked"))?;
        if decoder.into_inner().total_in() != packed.len() as u64 {
            return Err(damaged("something follows its end"));
        }
        let classes = Classes::unpack(&mut Bytes(&raw)).ok_or_else(|| damaged("its contents make no sense"))?;
        classes.map_err(|[a, b]| damaged(&format!("classes {} and {} have one body", a + 1, b + 1)))
    }

    fn unpack(bytes: &mut Bytes<'_>) -> Option<Result<Classes, [u32; 2]>> {
        let n = bytes.number()?;
        let origin = String::from_utf8(bytes.take(n)?.to_vec()).ok()?;
        let positions = bytes.number()? as u64;
        let mut classes = Classes { origin, positions, ..Classes::default() };
        let mut all_sums: Vec<Sums> = Vec::new();
        let mut keys = Vec::new();
        let mut firsts = Vec::new();
        for (id, template) in TEMPLATES.all.iter().enumerate() {
            let n = bytes.number()?;
            // Every class takes several bytes.
            if n > bytes.0.len() {
                return None;
            }
            let first = classes.records.len();
            firsts.push(first);
            let base = template.parent.map_or(0, |parent| firsts[parent]);
            let end = template.parent.map_or(0, |parent| firsts[parent + 1..].first().copied().unwrap_or(first));
            let mut before = 0usize;
            let mut parents = Vec::with_capacity(n);
            for _ in 0..n {
                parents.push(match bytes.number()? {
                    0 => NO_PARENT,
                    step => {
                        before = before.checked_add(step - 1)?;
                        let index = (base + before).checked_sub(1)?;
                        u32::try_from(index).ok().filter(|_| index >= base && index < end)?
                    }
                });
            }
            let lengths: Vec<usize> = (0..n).map(|_| bytes.number()).collect::<Option<_>>()?;
            let n_facts = template.facts.len();
            for (&parent, length) in parents.iter().zip(lengths) {
                let first_term = u32::try_from(classes.terms.len()).ok()?;
                let mut sums = all_sums.get(parent as usize).copied().unwrap_or(NOTHING);
                for code in bytes.take(2 * length)?.chunks_exact(2) {
                    let code = u16::from_le_bytes([code[0], code[1]]);
                    let placed = Placed::from_code(code).filter(|&placed| template.takes(placed))?;
                    add(&mut sums, &placed.sums());
                    classes.terms.push(code);
                }
                all_sums.push(sums);
                let first_fact = u32::try_from(n_facts * (classes.records.len() - first) + classes.facts.len()).ok()?;
                let template = id as u16;
                classes.records.push(Record {
                    template,
                    weight: 0,
                    parent,
                    first_term,
                    first_fact,
                    seen: 0,
                    played: 0,
                });
            }
            classes.facts.extend(bytes.take(n * n_facts)?);
            let weights = bytes.take(2 * n)?;
            for (record, weight) in classes.records[first..].iter_mut().zip(weights.chunks_exact(2)) {
                record.weight = i16::from_le_bytes([weight[0], weight[1]]);
            }
            for record in &mut classes.records[first..] {
                record.seen = u32::try_from(bytes.number()?).ok()?;
            }
            for record in &mut classes.records[first..] {
                record.played = u32::try_from(bytes.number()?).ok()?;
            }
            for (record, sums) in classes.records[first..].iter().zip(&all_sums[first..]) {
                let facts = &classes.facts[record.first_fact as usize..][..n_facts];
                keys.push(template.key_of(sums, facts));
            }
        }
        if !bytes.0.is_empty() {
            return None;
        }
        match classes.index(keys.into_iter().zip(0..)) {
            Some(twice) => Some(Err(twice)),
            None => Some(Ok(classes)),
        }
    }
}

/// What a class adds to its parent, in the orientation in which the parent lies; of several ways the first.
fn added(terms: &[Placed], parent: &[Placed], template: &Template) -> Vec<Placed> {
    let Some(kind) = template.parent.map(|id| &TEMPLATES.all[id]) else { return terms.to_vec() };
    let ways = template.orientations().iter().filter_map(|&symmetry| {
        let (inside, own): (Vec<Placed>, Vec<Placed>) =
            laid(terms, symmetry).iter().partition(|&&placed| kind.takes(placed));
        (inside == parent).then_some(own)
    });
    ways.min().unwrap_or_default()
}

fn tag(key: u64) -> u32 {
    ((key >> 32) as u32).max(1)
}

/// The checksum at the end of a file: that of zlib.
fn adler32(bytes: &[u8]) -> u32 {
    const MODULUS: u32 = 65_521;
    // As many bytes as can be added up before a sum overflows.
    let (a, b) = bytes.chunks(5_552).fold((1, 0), |(a, b), chunk| {
        let (a, b) = chunk.iter().fold((a, b), |(a, b), &byte| (a + u32::from(byte), b + a + u32::from(byte)));
        (a % MODULUS, b % MODULUS)
    });
    b << 16 | a
}

/// Appends a number in LEB128.
fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

/// What is left of some bytes.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, n: usize) -> Option<&'b [u8]> {
        let (head, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(head)
    }

    fn number(&mut self) -> Option<usize> {
        let mut number = 0u64;
        for shift in (0..63).step_by(7) {
            let byte = self.take(1)?[0];
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return usize::try_from(number).ok();
            }
        }
        None
    }
}

impl Known for Classes {
    #[inline]
    fn find(&self, key: u64) -> Option<u32> {
        let (at, there) = self.probe(key);
        there.then_some(at as u32)
    }

    #[inline]
    fn weight(&self, index: u32) -> f32 {
        self.slots[index as usize].weight
    }

    #[inline]
    fn may_know(&self, key: u64) -> bool {
        let (word, bit) = self.bit(key);
        self.maybe[word] & bit != 0
    }

    #[inline]
    fn touch(&self, key: u64) -> u32 {
        self.slots[key as usize & (self.slots.len() - 1)].tag
    }

    fn weight_of_facts(&self, facts: &Facts, still: bool) -> f64 {
        let tables = self.of_facts.get_or_init(|| {
            [false, true].map(|still| {
                let kinds = kinds_of_facts().filter(|(_, kind)| kind.is_still() == still);
                kinds.map(|(id, kind)| FactWeights::new(kind.facts, self.classes_of_facts(id))).collect()
            })
        });
        tables[usize::from(still)].iter().map(|table| f64::from(table.weight(facts))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::History;
    use crate::scene::Scene;
    use goban::BoardSize;
    use model::Seed;
    use record::Mode;
    use testkit::{Randomness, random_game};

    /// Every class of every candidate of some positions, with numbers that look learned.
    fn sample() -> Vec<Class> {
        let mut found = std::collections::BTreeMap::new();
        for side in [9, 13, 19] {
            let game = random_game(BoardSize::new(side).unwrap(), 25, Randomness::PLAY, Seed(3));
            let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
            let mut history = History::new(replay.position());
            let mut scene = Scene::default();
            while let Some(ply) = replay.next_ply().unwrap() {
                history.push(ply.mv, replay.position());
                if ply.number != 24 {
                    continue;
                }
                scene.look(replay.position(), &history);
                for candidate in (0..scene.candidates.len()).step_by(7) {
                    for (template, kind) in TEMPLATES.all.iter().enumerate() {
                        let Some(body) = Body::of(&scene, candidate, kind) else { continue };
                        let (key, body) = body.canonical(kind);
                        let n = found.len() as u32;
                        let weight = (key % 8001) as i16 - 4000;
                        found.insert(key, Class { template, body, weight, seen: 1000 + n, played: n % 7 });
                    }
                }
            }
        }
        found.into_values().collect()
    }

    fn built() -> Classes {
        Classes::build("a test".to_string(), 77, sample()).unwrap()
    }

    #[test]
    fn every_kind_of_class_is_in_the_sample() {
        let classes = built();
        for template in &TEMPLATES.all {
            assert!(
                (0..classes.len()).any(|id| TEMPLATES.all[classes.class(id).template].name == template.name),
                "{}",
                template.name
            );
        }
    }

    #[test]
    fn both_files_give_the_same_model_back() {
        let classes = built();
        let (text, bytes) = (classes.to_text(), classes.to_bytes());
        let from_bytes = Classes::from_bytes(&bytes).unwrap();
        let from_text = Classes::from_text(&text).unwrap();
        for again in [&from_bytes, &from_text] {
            assert_eq!(again.len(), classes.len());
            assert_eq!(again.to_bytes(), bytes);
            assert!(again.to_text() == text);
        }
        for class in sample() {
            let template = &TEMPLATES.all[class.template];
            let (key, _) = class.body.canonical(template);
            let index = from_text.find(key).unwrap();
            assert_eq!(from_text.weight(index), f32::from(class.weight));
            let again = from_text.class(from_text.id_at(index));
            assert_eq!((again.seen, again.played), (class.seen, class.played));
        }
    }

    #[test]
    fn a_turned_drawing_is_the_same_class() {
        let classes = sample();
        for symmetry in 1..8 {
            for class in classes.iter().step_by(5) {
                let template = &TEMPLATES.all[class.template];
                if !template.orientations().contains(&symmetry) {
                    continue;
                }
                let body = Body { terms: laid(&class.body.terms, symmetry), ..class.body.clone() };
                assert_eq!(body.canonical(template), class.body.clone().canonical(template), "{}", template.name);
            }
        }
    }

    #[test]
    fn a_missing_parent_comes_back_without_weight() {
        let whole = sample();
        let largest = whole.iter().find(|class| TEMPLATES.all[class.template].name == "shape 17").unwrap().clone();
        let classes = Classes::build(String::new(), 0, vec![largest]).unwrap();
        assert_eq!(classes.len(), 11);
        assert_eq!((0..11).filter(|&id| classes.weight_of(id) != 0).count(), 1);
    }

    #[test]
    fn damaged_files_are_refused() {
        let bytes = built().to_bytes();
        let refused = |bytes: &[u8]| Classes::from_bytes(bytes).err().map(|error| error.to_string());
        for cut in [0, 5, MAGIC.len(), MAGIC.len() + 10, bytes.len() / 2, bytes.len() - 1] {
            assert!(refused(&bytes[..cut]).is_some(), "cut at {cut}");
        }
        for at in (MAGIC.len()..bytes.len()).step_by(bytes.len() / 50) {
            let mut wrong = bytes.clone();
            wrong[at] ^= 4;
            assert!(refused(&wrong).is_some(), "changed at {at}");
        }
        let mut longer = bytes;
        longer.push(0);
        assert!(refused(&longer).is_some());
    }
}
