//! From lines to classes: names are looked up, and what does not fit is reported with its line and column.

use std::collections::HashSet;

use model::Unknown;

use super::syntax::{
    Body, DefinitionError, DefinitionLine, Document, Item, SiteText, StepText, TieText, TimesText, Word, WorthText,
};
use crate::ets::{
    Chain, Class, ClassId, Constraint, ConstraintId, Full, Kind, Label, Level, Link, LinkId, Member, Primitive, Site,
    Step, System, Table, Tie, Times, Worth,
};

/// What a line `play` can set: the parts of a rating that are no shapes, and how much of the worth of shapes counts.
pub(crate) const PLAY: [&str; 7] = ["capture", "save", "atari", "danger", "cut", "loss", "group"];

/// The lines of one level.
pub(crate) struct Part<'a> {
    pub(crate) number: usize,
    pub(crate) added: bool,
    pub(crate) line: usize,
    pub(crate) lines: &'a [DefinitionLine],
}

/// The levels of a text, in its order.
pub(crate) fn levels(document: &Document) -> Result<Vec<Part<'_>>, DefinitionError> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    let lines = &document.lines;
    let heads: Vec<usize> = (0..lines.len()).filter(|&i| matches!(lines[i].item, Item::Level { .. })).collect();
    let before = &lines[..heads.first().copied().unwrap_or(lines.len())];
    if let Some(line) = before.iter().find(|line| line.item != Item::Blank) {
        return Err(DefinitionError::new(line.number, 1, "a line 'level' must come first"));
    }
    for (i, &head) in heads.iter().enumerate() {
        let end = heads.get(i + 1).copied().unwrap_or(lines.len());
        if let Item::Level { number, added, .. } = &lines[head].item {
            let height = number.text.parse().ok().filter(|number| *number < 100);
            let height = height.ok_or_else(|| number.error(format!("'{number}' is no number of a level")))?;
            if parts.iter().any(|part| part.number == height) {
                return Err(number.error(format!("level {height} is there twice")));
            }
            parts.push(Part { number: height, added: *added, line: lines[head].number, lines: &lines[head..end] });
        }
    }
    Ok(parts)
}

fn unknown<'a>(word: &Word, what: &'static str, known: impl Iterator<Item = &'a String>) -> DefinitionError {
    word.error(Unknown::new(what, &word.text, known.cloned()).to_string())
}

/// Says at the word that is one too many that there are too many.
fn full(word: &Word) -> impl FnOnce(Full) -> DefinitionError {
    |full| word.error(format!("{full}; remove some"))
}

/// Reads a level from its lines and puts it on top of those below.
pub(crate) fn level<'a>(
    system: &mut System,
    number: usize,
    texts: impl Iterator<Item = &'a [DefinitionLine]>,
) -> Result<(), DefinitionError> {
    let mut level = Level { number, ..Level::default() };
    let mut names: HashSet<&str> = HashSet::new();
    let mut keys: HashSet<&str> = HashSet::new();
    let mut twins: Vec<(ClassId, Word)> = Vec::new();
    let mut images: Vec<(Word, Vec<Vec<Word>>)> = Vec::new();
    let mut after_link = false;
    for line in texts.flatten() {
        let here = |message: String| DefinitionError::new(line.number, 1, message);
        let in_class = matches!(
            line.item,
            Item::Color(_)
                | Item::Twin(_)
                | Item::Worth(_)
                | Item::Answer(_)
                | Item::Telling(_)
                | Item::Oriented
                | Item::Chain { .. }
                | Item::Con { .. }
                | Item::Generate { .. }
        );
        if in_class && level.classes.is_empty() {
            return Err(here("a line 'class' must come before this".to_string()));
        }
        let below = system.levels.last();
        match &line.item {
            Item::Blank => {}
            Item::Level { title, .. } => level.title = title.clone().unwrap_or(level.title),
            Item::Primal { name } if number == 0 => level.primals.push(name.text.clone()),
            Item::Primitive { name, initials, terminals } if number == 0 => {
                if level.primitive_id(&name.text).is_some() {
                    return Err(name.error(format!("there are two primitives {name}")));
                }
                let initials = sites(&level, initials)?;
                let terminals = sites(&level, terminals)?;
                let primitive = Primitive { name: name.text.clone(), initials, terminals };
                level.primitives.push(primitive).map_err(full(name))?;
            }
            Item::Image { name, cycles } if number == 0 => images.push((name.clone(), cycles.clone())),
            Item::Primal { .. } | Item::Primitive { .. } | Item::Image { .. } => {
                return Err(here("this belongs to level 0".to_string()));
            }
            Item::Link { name, about, body } => {
                if level.link_id(&name.text).is_some() || name.text == BECAME {
                    return Err(name.error(format!("there are two links {name}")));
                }
                let form = constraint(&level, below, name, body)?;
                let link = Link { name: name.text.clone(), about: about.clone(), forms: vec![form] };
                level.links.push(link).map_err(full(name))?;
            }
            Item::Or { body } => {
                let name = Word { text: String::new(), line: line.number, column: 1 };
                let form = constraint(&level, below, &name, body)?;
                match level.links.last_mut() {
                    Some(link) if after_link => link.forms.push(form),
                    _ => return Err(here("a line 'link' must come before 'or'".to_string())),
                }
            }
            Item::Play { name, value } => {
                if !PLAY.contains(&name.text.as_str()) {
                    let known = PLAY.map(str::to_string);
                    return Err(unknown(name, "part of a rating", known.iter()));
                }
                let value = real(value)?;
                system.play.retain(|(known, _)| *known != name.text);
                system.play.push((name.text.clone(), value));
            }
            Item::Class { name, title, key } => {
                if !names.insert(&name.text) {
                    return Err(name.error(format!("there are two classes {name}")));
                }
                let key = key.as_ref().unwrap_or(name);
                let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
                if !key.text.chars().all(plain) || key.text == "total" {
                    return Err(key.error(format!("'{key}' cannot name a quantity; use letters, digits, '_' and '.'")));
                }
                if !keys.insert(&key.text) {
                    return Err(key.error(format!("there are two quantities {key}")));
                }
                let class = Class {
                    name: name.text.clone(),
                    title: title.clone(),
                    key: key.text.clone(),
                    color: None,
                    twin: None,
                    worth: Worth::default(),
                    answer: Worth::default(),
                    telling: None,
                    chain: None,
                    constraints: Table::new(),
                    oriented: false,
                    steps: Vec::new(),
                    line: line.number,
                };
                level.classes.push(class).map_err(full(name))?;
            }
            item => property(&mut level, below, item, &mut twins)?,
        }
        after_link = match line.item {
            Item::Blank => after_link,
            _ => matches!(line.item, Item::Link { .. } | Item::Or { .. }),
        };
    }
    for (class, twin) in twins {
        let other = level.class_id(&twin.text);
        let names = || level.classes.iter().map(|class| &class.name);
        level.classes[class].twin = Some(other.ok_or_else(|| unknown(&twin, "class", names()))?);
    }
    for class in &level.classes {
        if let Some(twin) = class.twin
            && level.classes[twin].twin.is_none_or(|back| level.classes[back].name != class.name)
        {
            let message = format!("the twin {} of {} has another twin", level.classes[twin].name, class.name);
            return Err(DefinitionError::new(class.line, 7, message));
        }
        if class.steps.is_empty() {
            return Err(DefinitionError::new(class.line, 7, format!("{} has no line 'generate'", class.name)));
        }
    }
    level.images = match system.levels.last() {
        None => group(&level, &images)?,
        Some(below) => lifted(&level, below),
    };
    system.levels.push(level);
    Ok(())
}

fn real(word: &Word) -> Result<f64, DefinitionError> {
    let number = word.text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| word.error(format!("'{word}' is no number")))
}

fn worth(text: &WorthText) -> Result<Worth, DefinitionError> {
    Ok(Worth {
        made: real(&text.made)?,
        broken: text.broken.as_ref().map(real).transpose()?,
        lost: text.lost.as_ref().map(real).transpose()?,
    })
}

/// A line of a class.
fn property(
    level: &mut Level,
    below: Option<&Level>,
    item: &Item,
    twins: &mut Vec<(ClassId, Word)>,
) -> Result<(), DefinitionError> {
    let Some(id) = level.classes.ids().next_back() else { return Ok(()) };
    match item {
        Item::Color(word) => level.classes[id].color = Some(word.text.clone()),
        Item::Twin(word) => twins.push((id, word.clone())),
        Item::Worth(text) => level.classes[id].worth = worth(text)?,
        Item::Answer(text) => level.classes[id].answer = worth(text)?,
        Item::Telling(word) => level.classes[id].telling = Some(real(word)?),
        Item::Oriented => level.classes[id].oriented = true,
        Item::Chain { nodes, by } => {
            let below = below.ok_or_else(|| nodes.error("chains are made of elements; level 0 has events"))?;
            let class = |word: &Word| {
                let names = below.classes.iter().map(|class| &class.name);
                below.class_id(&word.text).ok_or_else(|| unknown(word, "class", names))
            };
            level.classes[id].chain = Some(Chain { nodes: class(nodes)?, by: class(by)? });
        }
        Item::Con { name, body } => {
            if level.classes[id].constraints.iter().any(|con| con.name == name.text) {
                return Err(name.error(format!("there are two constraints {name}")));
            }
            let con = constraint(level, below, name, body)?;
            level.classes[id].constraints.push(con).map_err(full(name))?;
        }
        Item::Generate { steps } => {
            let class = &mut level.classes[id];
            if let Some(item) = steps.get(MOST).and_then(|step| step.items.first()?.first()) {
                return Err(item.error(format!("a class is made in at most {MOST} steps")));
            }
            if let Some(StepText { later: true, items, .. }) = steps.first()
                && let Some(item) = items.first().and_then(|row| row.first())
            {
                return Err(item.error("nothing comes before the first step; remove 'then'"));
            }
            class.steps = steps.iter().map(|step| self::step(class, step)).collect::<Result<_, _>>()?;
        }
        _ => {}
    }
    Ok(())
}

fn sites(level: &Level, texts: &[SiteText]) -> Result<Vec<Site>, DefinitionError> {
    let site = |text: &SiteText| {
        let primal = match &text.primal {
            Some(word) => level
                .primals
                .iter()
                .position(|primal| *primal == word.text)
                .ok_or_else(|| unknown(word, "primal class", level.primals.iter()))?,
            None if level.primals.len() == 1 => 0,
            None => return Err(text.name.error(format!("say of which primal class: {}:person", text.name))),
        };
        Ok(Site { name: text.name.text.clone(), primal })
    };
    texts.iter().map(site).collect()
}

/// What a variable stands for when its name tells: `c12_1` is a `C12`, `white-1-edge_2` a `white-1-edge`.
fn kind_of_name(name: &str) -> Option<String> {
    let (stem, number) = name.rsplit_once('_')?;
    number.parse::<usize>().ok()?;
    let digits = stem.strip_prefix('c').filter(|rest| rest.parse::<usize>().is_ok());
    Some(digits.map_or_else(|| stem.to_string(), |digits| format!("C{digits}")))
}

/// Members of a constraint, constraints in a row of a step, and steps: whoever looks for them goes as deep as there are many.
const MOST: usize = 64;

fn constraint(level: &Level, below: Option<&Level>, name: &Word, body: &Body) -> Result<Constraint, DefinitionError> {
    let mut con = Constraint { name: name.text.clone(), members: Vec::new(), ties: Vec::new() };
    let kind = |word: &Word, name: &str| match below {
        _ if name == "any" => Ok(Kind::Any),
        Some(below) => {
            let names = below.classes.iter().map(|class| &class.name);
            below.class_id(name).map(Kind::Class).ok_or_else(|| unknown(word, "class", names))
        }
        None => {
            let names = level.primitives.iter().map(|primitive| &primitive.name);
            level.primitive_id(name).map(Kind::Primitive).ok_or_else(|| unknown(word, "primitive", names))
        }
    };
    let room = |con: &Constraint, word: &Word| match con.members.len() {
        MOST => Err(word.error(format!("a constraint has at most {MOST} members"))),
        _ => Ok(()),
    };
    for declaration in &body.declarations {
        for word in &declaration.names {
            if con.members.iter().any(|member| member.name == word.text) {
                return Err(word.error(format!("'{word}' is declared twice")));
            }
            let told = match &declaration.kind {
                Some(told) => kind(told, &told.text)?,
                None => kind(word, &kind_of_name(&word.text).unwrap_or_else(|| word.text.clone()))?,
            };
            room(&con, word)?;
            con.members.push(Member { name: word.text.clone(), kind: told, given: declaration.given });
        }
    }
    let member = |con: &mut Constraint, word: &Word| {
        if let Some(member) = con.members.iter().position(|member| member.name == word.text) {
            return Ok(member);
        }
        let Some(name) = kind_of_name(&word.text) else {
            return Err(word.error(format!("'{word}' is not declared; write {word}: C1; first")));
        };
        let kind = kind(word, &name).map_err(|error| DefinitionError { column: word.column, ..error })?;
        room(con, word)?;
        con.members.push(Member { name: word.text.clone(), kind, given: false });
        Ok(con.members.len() - 1)
    };
    for tie in &body.ties {
        match (tie, below) {
            (TieText::Sites { from, terminal, to, initial }, None) => {
                let (first, second) = (member(&mut con, from)?, member(&mut con, to)?);
                let site = |member: usize, word: &Word, terminal: bool| {
                    let Kind::Primitive(primitive) = con.members[member].kind else {
                        return Err(word.error("a member of any kind has no sites"));
                    };
                    let primitive = &level.primitives[primitive];
                    let sites = if terminal { &primitive.terminals } else { &primitive.initials };
                    let what = if terminal { "terminal site" } else { "initial site" };
                    let names = sites.iter().map(|site| &site.name);
                    let site = sites.iter().position(|site| site.name == word.text);
                    let site = site.ok_or_else(|| unknown(word, what, names))?;
                    Ok((site, sites[site].primal))
                };
                let (leaves, enters) = (site(first, terminal, true)?, site(second, initial, false)?);
                if leaves.1 != enters.1 {
                    return Err(initial.error("the two sites are of different primal classes"));
                }
                let label = Label::Sites { terminal: leaves.0, initial: enters.0 };
                con.ties.push(Tie { label, members: vec![first, second] });
            }
            (TieText::Row { first, rest }, Some(below)) => {
                let mut last = member(&mut con, first)?;
                for (word, next) in rest {
                    let next = member(&mut con, next)?;
                    con.ties.push(Tie { label: link(below, word)?, members: vec![last, next] });
                    last = next;
                }
            }
            (TieText::Set { members, link: word }, Some(below)) => {
                let members = members.iter().map(|word| member(&mut con, word)).collect::<Result<Vec<usize>, _>>()?;
                let label = link(below, word)?;
                if label == Label::Became && members.len() != 2 {
                    return Err(word.error(format!("one became another: write a -{BECAME}- b")));
                }
                con.ties.push(Tie { label, members });
            }
            (TieText::Sites { from, .. }, Some(_)) => {
                return Err(from.error("elements have no sites; write a -2- b with the name of a link"));
            }
            (TieText::Row { first, .. }, None) => {
                return Err(first.error("events share no links; write a.right > b.left"));
            }
            (TieText::Set { link, .. }, None) => {
                return Err(link.error("events share no links; write a.right > b.left"));
            }
        }
    }
    if con.members.is_empty() {
        return Err(name.error("a constraint has at least one member"));
    }
    Ok(con)
}

/// The link of what became something else, at all levels above the first.
const BECAME: &str = "became";

fn link(below: &Level, word: &Word) -> Result<Label, DefinitionError> {
    if word.text == BECAME {
        return match below.number {
            0 => Err(word.error("stones and points become others by plays and removals: name these")),
            _ => Ok(Label::Became),
        };
    }
    let names = below.links.iter().map(|link| &link.name);
    below.link_id(&word.text).map(Label::Link).ok_or_else(|| unknown(word, "link", names))
}

fn step(class: &Class, text: &StepText) -> Result<Step, DefinitionError> {
    let con = |word: &Word| {
        let names = class.constraints.iter().map(|con| &con.name);
        class.constraints.find(|con| con.name == word.text).ok_or_else(|| unknown(word, "constraint", names))
    };
    let row = |row: &Vec<Word>| match row.as_slice() {
        [null] if null.text == "none" || null.text == "Θ" => Ok(Vec::new()),
        words if words.len() > MOST => Err(words[MOST].error(format!("a row has at most {MOST} constraints"))),
        words => words.iter().map(con).collect(),
    };
    let items = text.items.iter().map(row).collect::<Result<Vec<_>, _>>()?;
    let times = match text.times {
        TimesText::Once => Times::Exactly(1),
        TimesText::Times(n) => Times::Exactly(n),
        TimesText::Any => Times::Any,
    };
    Ok(Step { later: text.later, items, times })
}

/// All permutations of the links that the images make together; the identity first.
fn group(level: &Level, images: &[(Word, Vec<Vec<Word>>)]) -> Result<Vec<Table<LinkId, LinkId>>, DefinitionError> {
    let identity: Table<LinkId, LinkId> = level.links.map_entries(|id, _| id);
    let mut generators = Vec::new();
    for (_, cycles) in images {
        let mut permutation = identity.clone();
        let mut moved = identity.map(|_| false);
        for cycle in cycles {
            let cycle = cycle
                .iter()
                .map(|word| {
                    let names = level.links.iter().map(|link| &link.name);
                    let link = level.link_id(&word.text).ok_or_else(|| unknown(word, "link", names))?;
                    match std::mem::replace(&mut moved[link], true) {
                        true => Err(word.error(format!("link {word} is moved twice"))),
                        false => Ok(link),
                    }
                })
                .collect::<Result<Vec<LinkId>, _>>()?;
            for (i, &link) in cycle.iter().enumerate() {
                permutation[link] = cycle[(i + 1) % cycle.len()];
            }
        }
        generators.push(permutation);
    }
    let mut all = vec![identity];
    let mut next = 0;
    while next < all.len() && all.len() <= 1000 {
        for generator in &generators {
            let product = all[next].map(|&link| generator[link]);
            if !all.contains(&product) {
                all.push(product);
            }
        }
        next += 1;
    }
    Ok(all)
}

/// The images of the links of a level, from those of the level below: a link goes to the link that looks like its image.
/// A link without one stays where it is.
fn lifted(level: &Level, below: &Level) -> Vec<Table<LinkId, LinkId>> {
    let image = |of_link: &Table<LinkId, LinkId>| {
        level.links.map_entries(|id, link| {
            let shapes: Vec<_> = link.forms.iter().map(|form| form.image(of_link).shape()).collect();
            let same = |other: &Link| other.forms.iter().map(Constraint::shape).eq(shapes.iter().cloned());
            level.links.find(same).unwrap_or(id)
        })
    };
    below.images.iter().map(image).collect()
}

/// Adds the images of constraints, now that all levels are there: every row of a step stands for its images.
pub(crate) fn finish(system: &mut System) -> Result<(), DefinitionError> {
    for number in 0..system.levels.len() {
        let images = match number {
            0 => Vec::new(),
            _ => system.levels[number - 1].images.clone(),
        };
        for class in &mut system.levels[number].classes {
            if class.oriented {
                continue;
            }
            for step in &mut class.steps {
                let rows = step.items.clone();
                for image in images.iter().skip(1) {
                    for row in &rows {
                        let row: Vec<ConstraintId> = row
                            .iter()
                            .map(|&con| {
                                let con = class.constraints[con].image(image);
                                let known = class.constraints.find(|other| other.shape() == con.shape());
                                known.map_or_else(|| class.constraints.push(con), Ok)
                            })
                            .collect::<Result<_, Full>>()
                            .map_err(|full| DefinitionError::new(class.line, 7, format!("{full}; remove some")))?;
                        if !step.items.contains(&row) {
                            step.items.push(row);
                        }
                    }
                }
            }
        }
    }
    Ok(())
}
