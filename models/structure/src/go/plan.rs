//! Definitions made ready for a board: what each class looks like in points and lines.
//!
//! Nothing of Go's shapes is known here. A class of level 0 is a cell that stays, a pair of cells, or a change of a cell,
//! whatever its constraints say; a space of level 1 is assembled constraint by constraint on a canvas of relative points,
//! along all choices of its generating system; a level 2 constraint keeps its links.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use goban::Color;

use super::cell::{Cell, Side};
use crate::definitions::DefinitionError;
use crate::ets::{
    Class, ClassId, Constraint, ConstraintId, Id, Kind, Label, Level, LinkId, System, Table, Tie, Times, id,
};

id!(
    /// A pattern of a plan.
    pub(crate) PatternId(u32), "shapes of spaces"
);
id!(
    /// A constraint of level 2 but for the names in it.
    pub(crate) ShapeId(u32), "constraints of level 2"
);

/// Columns and rows from the anchor of a pattern.
pub(crate) type Offset = (i8, i8);

/// No shape on a board reaches further from one of its points than to just beyond the far edge.
const REACH: i8 = 25;

/// What a class of level 0 is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Form {
    /// A cell, for as long as it stays.
    Stays(Cell),
    /// A cell becomes another.
    Changes(Cell, Cell),
    /// Two cells with a line between them: what is on the left or upper end, what on the other, and whether the line
    /// runs across (right) or down.
    Pairs(Vec<(Cell, Cell, Side)>),
}

/// What a link of level 0 is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line0 {
    /// A cell with its line on a side.
    Side(Cell, Side),
    /// A cell with its change.
    Change(Cell),
    /// Something else, which joins nothing on a board.
    Other,
}

/// What a link of level 1 is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line1 {
    /// The element of a cell (its class) and a pair (its class) on one of its sides.
    Side(ClassId, ClassId, Side),
    /// Any element of level 0.
    Whole,
    /// The element of a cell (its class).
    Cell(ClassId),
    /// Something else.
    Other,
}

/// Something on the canvas: a point, or the line on the right or lower side of a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Spot {
    Point(i8, i8),
    Line(i8, i8, Side),
}

impl Spot {
    fn moved(self, x: i8, y: i8) -> Spot {
        match self {
            Spot::Point(a, b) => Spot::Point(a + x, b + y),
            Spot::Line(a, b, side) => Spot::Line(a + x, b + y, side),
        }
    }

    /// The same, unless no board is that large.
    fn in_reach(self) -> Option<Spot> {
        let (Spot::Point(x, y) | Spot::Line(x, y, _)) = self;
        (x.abs() <= REACH && y.abs() <= REACH).then_some(self)
    }

    /// The line on a side of a point, named from its left or upper end.
    fn line(x: i8, y: i8, side: Side) -> Spot {
        let (dx, dy) = side.step();
        match side {
            Side::Right | Side::Down => Spot::Line(x, y, side),
            Side::Left | Side::Up => Spot::Line(x + dx, y + dy, side.opposite()),
        }
    }

    /// The point of which this line is on that side.
    fn point_of_line(x: i8, y: i8, along: Side, side: Side) -> Option<Offset> {
        let (dx, dy) = along.step();
        match side {
            _ if side == along => Some((x, y)),
            _ if side == along.opposite() => Some((x + dx, y + dy)),
            _ => None,
        }
    }
}

/// How a space looks: what must be where, and which elements of level 0 it holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Pattern {
    /// The class of level 1.
    pub(crate) class: ClassId,
    /// What must be where.
    pub(crate) cells: Vec<(Offset, Cell)>,
    /// The points whose elements belong to it; the first is the anchor.
    pub(crate) points: Vec<Offset>,
    /// The lines that belong to it.
    pub(crate) lines: Vec<(Offset, Side)>,
}

/// What a class of blocks is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BlockForm {
    pub(crate) class: ClassId,
    pub(crate) cell: Cell,
    pub(crate) least: usize,
    pub(crate) most: Option<usize>,
    /// The classes of level 0 that it takes along, beside its stones.
    pub(crate) carries: BTreeSet<ClassId>,
    /// For each kind of line, whether it takes it along.
    pub(crate) carries_line: Vec<bool>,
}

impl BlockForm {
    /// Whether so many such stones are a block of this class.
    pub(crate) fn holds(&self, cell: Cell, n: usize) -> bool {
        self.cell == cell && n >= self.least && self.most.is_none_or(|most| n <= most)
    }
}

/// Definitions made ready for boards.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) system: Arc<System>,
    pub(crate) forms: Table<ClassId, Form>,
    /// The classes of a cell that stays.
    pub(crate) stays: Vec<Vec<ClassId>>,
    /// The classes of a change.
    pub(crate) changes: Vec<Vec<ClassId>>,
    /// The classes of a pair: right or lower line, first cell, second cell.
    pub(crate) pairs: Vec<Vec<ClassId>>,
    pub(crate) lines0: Table<LinkId, Line0>,
    pub(crate) lines1: Table<LinkId, Line1>,
    pub(crate) patterns: Table<PatternId, Pattern>,
    /// For each cell the patterns that have it, with its index in their cells.
    pub(crate) by_cell: Vec<Vec<(PatternId, usize)>>,
    pub(crate) blocks: Vec<BlockForm>,
    /// For each pattern its points with the sides on which the line is its own too.
    pub(crate) held_sides: Table<PatternId, Vec<(Offset, Side)>>,
    /// The links of level 1 that a cell has with what is on a side of it.
    pub(crate) link_at: Vec<Table<LinkId, bool>>,
    /// The same for the first 64, a bit for each.
    pub(crate) links: Vec<u64>,
    /// For each constraint of each class of level 2 its shape, the same for those that differ in names alone.
    pub(crate) shapes: Table<ClassId, Table<ConstraintId, ShapeId>>,
    /// For each class of level 1 the constraints of level 2 that have it.
    pub(crate) trials: Table<ClassId, Vec<Trial>>,
    /// Whether anything depends on which element of level 1 became which.
    pub(crate) keeps_becoming: bool,
}

/// A constraint of level 2 in which elements of a class of level 1 are tried.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Trial {
    pub(crate) class: ClassId,
    pub(crate) con: ConstraintId,
    /// The links that an element needs, for each member that it could be; a bit for each link.
    needs: Vec<u64>,
}

impl Trial {
    /// Whether an element with these links could be one of the members.
    pub(crate) fn may_hold(&self, links: u64) -> bool {
        self.needs.iter().any(|needs| needs & !links == 0)
    }
}

/// The constraints of level 2 by the classes of level 1 that they have.
fn trials(system: &System, lines1: &Table<LinkId, Line1>) -> Table<ClassId, Vec<Trial>> {
    let mut trials = system.levels[1].classes.map(|_| Vec::new());
    for (id, class) in system.levels[2].classes.entries() {
        let used: BTreeSet<ConstraintId> = class.steps.iter().flat_map(|step| &step.items).flatten().copied().collect();
        for con in used {
            let constraint = &class.constraints[con];
            let needs = |member: usize| {
                let ties = constraint.ties.iter().filter(|tie| tie.members.contains(&member));
                ties.fold(0, |needs, tie| match tie.label {
                    Label::Link(link) if matches!(lines1[link], Line1::Side(..)) => needs | bit(link),
                    _ => needs,
                })
            };
            for kind in trials.ids() {
                // What became something else has ended: it is no new element.
                let takes = |member: &usize| {
                    constraint.members[*member].kind.takes(Kind::Class(kind)) && !constraint.is_gone(*member)
                };
                let needs: Vec<u64> = (0..constraint.members.len()).filter(takes).map(needs).collect();
                if !needs.is_empty() {
                    trials[kind].push(Trial { class: id, con, needs });
                }
            }
        }
    }
    trials
}

/// The bit of a link; none beyond the first 64, which are never missed then.
fn bit(link: LinkId) -> u64 {
    u32::try_from(link.index()).ok().and_then(|link| 1u64.checked_shl(link)).unwrap_or(0)
}

pub(crate) fn link_index(side: Side, here: Cell, there: Cell) -> usize {
    (side as usize * Cell::COUNT + here as usize) * Cell::COUNT + there as usize
}

impl Plan {
    /// Makes definitions ready.
    ///
    /// # Errors
    /// When a class has a form that cannot be followed on a board.
    pub fn new(system: Arc<System>) -> Result<Plan, DefinitionError> {
        let level0 = &system.levels[0];
        let forms = level0.classes.try_map(|class| form(level0, class))?;
        let mut stays = vec![Vec::new(); Cell::COUNT];
        let mut changes = vec![Vec::new(); Cell::COUNT * Cell::COUNT];
        let mut pairs = vec![Vec::new(); 2 * Cell::COUNT * Cell::COUNT];
        for (class, form) in forms.entries() {
            match form {
                Form::Stays(cell) => stays[*cell as usize].push(class),
                Form::Changes(from, to) => changes[change_index(*from, *to)].push(class),
                Form::Pairs(all) => {
                    all.iter().for_each(|(a, b, along)| pairs[pair_index(*along, *a, *b)].push(class));
                }
            }
        }
        let lines0 = level0.links.map(|link| line0(level0, &link.forms));
        let level1 = &system.levels[1];
        let lines1 = level1.links.map(|link| line1(&link.forms, &forms, &lines0));
        let mut patterns: Table<PatternId, Pattern> = Table::new();
        let mut blocks = Vec::new();
        for (id, class) in level1.classes.entries() {
            if class.chain.is_some() {
                blocks.push(block(class, id, &forms, &pairs)?);
                continue;
            }
            for pattern in spaces(class, id, &forms, &lines0)? {
                patterns.push(pattern).map_err(|full| strange(class, &full.to_string()))?;
            }
        }
        let mut by_cell = vec![Vec::new(); Cell::COUNT];
        for (id, pattern) in patterns.entries() {
            for (index, (_, cell)) in pattern.cells.iter().enumerate() {
                by_cell[*cell as usize].push((id, index));
            }
        }
        for class in system.levels.iter().skip(2).flat_map(|level| &level.classes) {
            if class.chain.is_some() {
                return Err(strange(class, "chains are made of stones; above level 1 write steps"));
            }
            let begins = |step: &crate::ets::Step| {
                matches!(step.times, Times::Exactly(_)) && step.items.iter().all(|row| !row.is_empty())
            };
            if !class.steps.first().is_some_and(begins) {
                return Err(strange(class, "the first step is done a fixed number of times, without none"));
            }
        }
        let is_became = |tie: &Tie| tie.label == Label::Became;
        let cons = system.levels[2].classes.iter().flat_map(|class| &class.constraints);
        let keeps_becoming = system.levels.len() > 3 || cons.flat_map(|con| &con.ties).any(is_became);
        let trials = trials(&system, &lines1);
        let held_sides = patterns.map(held_sides);
        let n_sides = Side::ALL.len() * Cell::COUNT * Cell::COUNT;
        let mut link_at = vec![lines1.map(|_| false); n_sides];
        let mut links = vec![0; n_sides];
        for (link, line) in lines1.entries() {
            let Line1::Side(cell, pair, side) = *line else { continue };
            let Form::Stays(here) = forms[cell] else { continue };
            for there in Cell::ALL {
                if pairs[beside_index(side, here, there)].contains(&pair) {
                    link_at[link_index(side, here, there)][link] = true;
                    links[link_index(side, here, there)] |= bit(link);
                }
            }
        }
        let mut known = HashMap::new();
        let mut shape = |con: &Constraint| {
            let (members, ties) = con.shape();
            let kinds: Vec<Kind> = members.into_iter().map(|(kind, _)| kind).collect();
            let fresh = ShapeId::new(known.len()).expect("there are fewer classes and constraints of a class");
            *known.entry((kinds, ties)).or_insert(fresh)
        };
        let shapes = system.levels[2].classes.map(|class| class.constraints.map(&mut shape));
        Ok(Plan {
            forms,
            stays,
            changes,
            pairs,
            lines0,
            lines1,
            patterns,
            by_cell,
            blocks,
            held_sides,
            link_at,
            links,
            shapes,
            trials,
            keeps_becoming,
            system,
        })
    }

    /// The plan of the built-in definitions.
    ///
    /// # Panics
    /// Never: a test makes it.
    #[must_use]
    pub fn built_in() -> Arc<Plan> {
        let system = Arc::new(crate::definitions::built_in());
        Arc::new(Plan::new(system).expect("the built-in definitions can be followed"))
    }

    /// The definitions.
    #[must_use]
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The classes of a block of so many stones.
    pub(crate) fn block_classes(&self, cell: Cell, n: usize) -> impl Iterator<Item = ClassId> + '_ {
        let fits = move |form: &&BlockForm| form.holds(cell, n);
        self.blocks.iter().filter(fits).map(|form| form.class)
    }

    /// Whose stone it is that a link of level 1 is about.
    pub(crate) fn color_of_link(&self, link: LinkId) -> Option<Color> {
        let Line1::Side(cell, ..) = self.lines1[link] else { return None };
        if let Form::Stays(cell) = self.forms[cell] { cell.color() } else { None }
    }

    /// The link of level 1 with the colours exchanged.
    pub(crate) fn exchanged_link(&self, link: LinkId) -> Option<LinkId> {
        let twin = |class: ClassId| self.level(0).classes[class].twin.unwrap_or(class);
        let wanted = match self.lines1[link] {
            Line1::Side(cell, pair, side) => Line1::Side(twin(cell), twin(pair), side),
            Line1::Cell(cell) => Line1::Cell(twin(cell)),
            line @ (Line1::Whole | Line1::Other) => line,
        };
        self.lines1.find(|line| *line == wanted)
    }

    pub(crate) fn level(&self, level: usize) -> &Level {
        &self.system.levels[level]
    }
}

pub(crate) fn change_index(from: Cell, to: Cell) -> usize {
    from as usize * Cell::COUNT + to as usize
}

pub(crate) fn pair_index(along: Side, a: Cell, b: Cell) -> usize {
    (usize::from(along == Side::Down) * Cell::COUNT + a as usize) * Cell::COUNT + b as usize
}

/// The same for what is on a side of a cell, whichever side it is.
pub(crate) fn beside_index(side: Side, here: Cell, there: Cell) -> usize {
    match side {
        Side::Right | Side::Down => pair_index(side, here, there),
        Side::Left | Side::Up => pair_index(side.opposite(), there, here),
    }
}

/// The points of a pattern with the sides on which the line is its own too.
fn held_sides(pattern: &Pattern) -> Vec<(Offset, Side)> {
    let lines: Vec<Spot> = pattern.lines.iter().map(|((x, y), side)| Spot::line(*x, *y, *side)).collect();
    let all = pattern.points.iter().flat_map(|point| Side::ALL.map(|side| (*point, side)));
    all.filter(|((x, y), side)| lines.contains(&Spot::line(*x, *y, *side))).collect()
}

fn cell_of(level: &Level, kind: Kind) -> Option<Cell> {
    match kind {
        Kind::Primitive(id) => Cell::of_primitive(&level.primitives[id].name),
        Kind::Class(_) | Kind::Any => None,
    }
}

fn is_adjacency(level: &Level, kind: Kind) -> bool {
    matches!(kind, Kind::Primitive(id) if level.primitives[id].name == "adjacency")
}

/// A class that cannot be followed on a board, and why.
fn strange(class: &Class, why: &str) -> DefinitionError {
    DefinitionError::new(class.line, 7, format!("{}: {why}", class.name))
}

/// What a class of level 0 is, from its constraints.
fn form(level: &Level, class: &Class) -> Result<Form, DefinitionError> {
    let strange = |what: &str| {
        let known = "a cell that stays, a pair of cells or a change of a cell";
        strange(class, &format!("{what}; on a board a class of level 0 is {known}"))
    };
    let added = |con: &Constraint| -> Vec<Cell> {
        con.members.iter().filter(|member| !member.given).filter_map(|member| cell_of(level, member.kind)).collect()
    };
    let of_step = |step: usize| -> Vec<&Constraint> {
        class.steps[step].items.iter().flatten().map(|&con| &class.constraints[con]).collect()
    };
    let repeats = class.steps.len() == 2 && class.steps[1].times == Times::Any;
    let first = of_step(0);
    let Some(cells) = first.first().map(|con| added(con)) else { return Err(strange("its first step is empty")) };
    // Every side needs its line for the next round to find its context.
    let lines = |cons: &[&Constraint], cell: Cell| {
        Side::ALL.iter().all(|&side| cons.iter().any(|con| side_of(level, con) == Some((cell, side))))
    };
    match (cells.as_slice(), repeats) {
        (&[cell], true) => {
            if first.len() > 1 || !lines(&of_step(1), cell) {
                return Err(strange("its steps do not go round all four sides"));
            }
            Ok(Form::Stays(cell))
        }
        (&[_, _], true) => {
            let mut pairs = Vec::new();
            for con in &first {
                let pair = pair_of(level, con).ok_or_else(|| strange("its first step is no pair on a line"))?;
                let goes_on = of_step(1).iter().any(|con| pair_after(level, con) == Some(pair));
                if !goes_on {
                    return Err(strange("a pair has no constraint that goes on with it"));
                }
                pairs.push(pair);
            }
            Ok(Form::Pairs(pairs))
        }
        (&[from], false) => {
            let last = of_step(class.steps.len() - 1);
            let to = last.first().map(|con| added(con));
            match (to.as_deref(), class.steps.len()) {
                (Some(&[to]), 3) if to != from && lines(&of_step(1), from) => Ok(Form::Changes(from, to)),
                _ => Err(strange("its last step brings no other cell")),
            }
        }
        _ => Err(strange("its first step has no cell")),
    }
}

/// For a cell and a line that leaves it: the cell and the side.
fn side_of(level: &Level, con: &Constraint) -> Option<(Cell, Side)> {
    let [tie] = con.ties.as_slice() else { return None };
    let (from, to) = (&con.members[tie.members[0]], &con.members[tie.members[1]]);
    let (Label::Sites { terminal, .. }, Kind::Primitive(id)) = (tie.label, from.kind) else { return None };
    let side = Side::of_site(&level.primitives[id].terminals[terminal].name)?;
    (is_adjacency(level, to.kind) && con.members.len() == 2).then_some((cell_of(level, from.kind)?, side))
}

/// For two cells that one line enters: what is on its left or upper end, on the other, and which way it runs.
fn pair_of(level: &Level, con: &Constraint) -> Option<(Cell, Cell, Side)> {
    ends_of(
        level,
        con,
        |label| match label {
            Label::Sites { terminal, initial } => (terminal, initial),
            Label::Link(_) | Label::Became => (0, 0),
        },
        0,
    )
}

/// The same for the line that leaves two cells.
fn pair_after(level: &Level, con: &Constraint) -> Option<(Cell, Cell, Side)> {
    ends_of(
        level,
        con,
        |label| match label {
            Label::Sites { terminal, initial } => (initial, terminal),
            Label::Link(_) | Label::Became => (0, 0),
        },
        1,
    )
}

/// `half_and_site` gives the site of the line and that of the cell; `line_end` which member of a tie the line is.
fn ends_of(
    level: &Level,
    con: &Constraint,
    half_and_site: impl Fn(Label) -> (usize, usize),
    line_end: usize,
) -> Option<(Cell, Cell, Side)> {
    let mut ends: [Option<Cell>; 2] = [None, None];
    let mut along = None;
    for tie in &con.ties {
        let (line, cell) = (&con.members[tie.members[line_end]], &con.members[tie.members[1 - line_end]]);
        let (half, site) = half_and_site(tie.label);
        if !is_adjacency(level, line.kind) || half > 1 {
            return None;
        }
        let Kind::Primitive(id) = cell.kind else { return None };
        let seen = cell_of(level, cell.kind)?;
        let sites = if line_end == 0 { &level.primitives[id].initials } else { &level.primitives[id].terminals };
        if let Some(side) = Side::of_site(&sites[site].name) {
            let expected = if half == 0 { side } else { side.opposite() };
            if !matches!(expected, Side::Right | Side::Down) || along.is_some_and(|along| along != expected) {
                return None;
            }
            along = Some(expected);
        }
        ends[half] = Some(seen);
    }
    Some((ends[0]?, ends[1]?, along?))
}

fn line0(level: &Level, forms: &[Constraint]) -> Line0 {
    if let [form] = forms
        && let Some((cell, side)) = side_of(level, form)
    {
        return Line0::Side(cell, side);
    }
    let change = |form: &Constraint| {
        let cells: Vec<Cell> = form.members.iter().filter_map(|member| cell_of(level, member.kind)).collect();
        match cells.as_slice() {
            &[cell] if form.members.len() == 5 && form.ties.len() == 4 => Some(cell),
            _ => None,
        }
    };
    match forms.iter().map(change).collect::<Option<Vec<Cell>>>().as_deref() {
        Some(&[cell, ref rest @ ..]) if rest.iter().all(|other| *other == cell) => Line0::Change(cell),
        _ => Line0::Other,
    }
}

fn line1(forms: &[Constraint], of_class: &Table<ClassId, Form>, lines0: &Table<LinkId, Line0>) -> Line1 {
    let [form] = forms else { return Line1::Other };
    match (form.members.as_slice(), form.ties.as_slice()) {
        ([one], []) => match one.kind {
            Kind::Any => Line1::Whole,
            Kind::Class(class) if matches!(of_class[class], Form::Stays(_)) => Line1::Cell(class),
            Kind::Class(_) | Kind::Primitive(_) => Line1::Other,
        },
        ([a, b], [tie]) => {
            let (Kind::Class(a), Kind::Class(b), Label::Link(link)) = (a.kind, b.kind, tie.label) else {
                return Line1::Other;
            };
            let (cell, pair) = if matches!(of_class[a], Form::Stays(_)) { (a, b) } else { (b, a) };
            match (lines0[link], &of_class[cell], &of_class[pair]) {
                (Line0::Side(_, side), Form::Stays(_), Form::Pairs(_)) => Line1::Side(cell, pair, side),
                _ => Line1::Other,
            }
        }
        _ => Line1::Other,
    }
}

fn block(
    class: &Class,
    id: ClassId,
    forms: &Table<ClassId, Form>,
    pairs: &[Vec<ClassId>],
) -> Result<BlockForm, DefinitionError> {
    let (Some(chain), Some((least, most))) = (class.chain, class.chain_sizes()) else {
        return Err(strange(class, "this is no chain"));
    };
    let Form::Stays(cell @ (Cell::Black | Cell::White)) = forms[chain.nodes] else {
        return Err(strange(class, "a chain on a board is one of stones"));
    };
    match &forms[chain.by] {
        Form::Pairs(pairs) if pairs.iter().all(|(a, b, _)| (*a, *b) == (cell, cell)) => {}
        _ => return Err(strange(class, "stones of a chain are joined by pairs of their own colour")),
    }
    let carries: BTreeSet<ClassId> = class
        .constraints
        .iter()
        .flat_map(|con| &con.members)
        .filter_map(|member| member.kind.class())
        .filter(|class| *class != chain.nodes)
        .collect();
    let carried = |classes: &Vec<ClassId>| classes.iter().any(|class| carries.contains(class));
    let carries_line = pairs.iter().map(carried).collect();
    Ok(BlockForm { class: id, cell, least, most, carries, carries_line })
}

/// Classes of elements of level 0 by where the elements are.
type Canvas = BTreeMap<Spot, ClassId>;

/// All patterns of a class of spaces.
fn spaces(
    class: &Class,
    id: ClassId,
    forms: &Table<ClassId, Form>,
    lines0: &Table<LinkId, Line0>,
) -> Result<Vec<Pattern>, DefinitionError> {
    let layouts = class.constraints.try_map(|con| {
        layout(con, forms, lines0).ok_or_else(|| strange(class, &format!("constraint {} makes no shape", con.name)))
    })?;
    let mut canvases = BTreeSet::from([Canvas::new()]);
    for step in &class.steps {
        let Times::Exactly(times) = step.times else {
            return Err(strange(class, "a space has no step that is repeated at will; a block has a line 'chain'"));
        };
        for _ in 0..times {
            let mut next = BTreeSet::new();
            for canvas in &canvases {
                for row in &step.items {
                    let mut open = BTreeSet::from([canvas.clone()]);
                    for &con in row {
                        open = open
                            .iter()
                            .flat_map(|canvas| placed(canvas, &layouts[con]))
                            .filter(|canvas| !cells(canvas, forms).is_empty())
                            .collect();
                    }
                    next.extend(open);
                }
            }
            canvases = next;
            if canvases.len() > 100_000 {
                return Err(strange(class, "the steps allow too many shapes"));
            }
        }
    }
    let mut patterns = BTreeSet::new();
    for canvas in canvases.iter().filter(|canvas| !canvas.is_empty()) {
        for cells in cells(canvas, forms) {
            patterns.insert(pattern(id, canvas, &cells).ok_or_else(|| strange(class, "it holds no point"))?);
        }
    }
    let patterns: Vec<Pattern> = patterns.into_iter().collect();
    if patterns.is_empty() {
        return Err(strange(class, "its steps lead to no shape that a board has room for"));
    }
    Ok(patterns)
}

/// A member of a constraint where it is, seen from the first: its class, and whether it must be there already.
struct Laid {
    spot: Spot,
    class: ClassId,
    given: bool,
}

/// Where the members of a constraint are; none if that is not settled, or no board is that large.
fn layout(con: &Constraint, forms: &Table<ClassId, Form>, lines0: &Table<LinkId, Line0>) -> Option<Vec<Laid>> {
    let form = |member: usize| con.members[member].kind.class().map(|class| &forms[class]);
    let mut spots: Vec<Option<Spot>> = vec![None; con.members.len()];
    // Begin with a point: a line is placed by the points on its ends.
    let start = (0..con.members.len()).find(|&member| matches!(form(member), Some(Form::Stays(_))))?;
    spots[start] = Some(Spot::Point(0, 0));
    loop {
        let before = spots.iter().flatten().count();
        for tie in &con.ties {
            let (&[a, b], Label::Link(link)) = (tie.members.as_slice(), tie.label) else { return None };
            let Line0::Side(cell, side) = lines0[link] else { return None };
            let is_point = |member: usize| matches!(form(member), Some(Form::Stays(found)) if *found == cell);
            let is_line = |member: usize| matches!(form(member), Some(Form::Pairs(_)));
            let (point, line) = match () {
                () if is_point(a) && is_line(b) => (a, b),
                () if is_point(b) && is_line(a) => (b, a),
                () => return None,
            };
            match (spots[point], spots[line]) {
                (Some(Spot::Point(x, y)), None) => spots[line] = Some(Spot::line(x, y, side).in_reach()?),
                (None, Some(Spot::Line(x, y, along))) => {
                    let (x, y) = Spot::point_of_line(x, y, along, side)?;
                    spots[point] = Some(Spot::Point(x, y).in_reach()?);
                }
                (Some(Spot::Point(x, y)), Some(at)) if Spot::line(x, y, side) != at => return None,
                _ => {}
            }
        }
        let now = spots.iter().flatten().count();
        if now == spots.len() {
            let laid = spots
                .into_iter()
                .zip(&con.members)
                .map(|(spot, member)| Some(Laid { spot: spot?, class: member.kind.class()?, given: member.given }));
            return laid.collect();
        }
        if now == before {
            return None;
        }
    }
}

/// All ways to lay a constraint on a canvas: it shares something with what is there and adds something.
fn placed(canvas: &Canvas, layout: &[Laid]) -> Vec<Canvas> {
    let mut shifts = BTreeSet::new();
    if canvas.is_empty() {
        shifts.insert((0, 0));
    }
    for (at, there) in canvas {
        for member in layout.iter().filter(|member| member.class == *there) {
            match (*at, member.spot) {
                (Spot::Point(x, y), Spot::Point(a, b)) => drop(shifts.insert((x - a, y - b))),
                (Spot::Line(x, y, side), Spot::Line(a, b, along)) if side == along => {
                    shifts.insert((x - a, y - b));
                }
                _ => {}
            }
        }
    }
    let mut out = Vec::new();
    for (x, y) in shifts {
        let mut next = canvas.clone();
        let mut shared = 0;
        let fits = layout.iter().all(|member| {
            let Some(spot) = member.spot.moved(x, y).in_reach() else { return false };
            match next.insert(spot, member.class) {
                Some(there) => {
                    shared += 1;
                    there == member.class
                }
                None => canvas.is_empty() || !member.given,
            }
        });
        if fits && (canvas.is_empty() || shared > 0 && next.len() > canvas.len()) {
            out.push(next);
        }
    }
    out
}

/// What must be where for a canvas: all ways to fill the ends of its lines. Empty if it contradicts itself.
fn cells(canvas: &Canvas, forms: &Table<ClassId, Form>) -> Vec<BTreeMap<Offset, Cell>> {
    let mut start = BTreeMap::new();
    let mut lines = Vec::new();
    for (spot, class) in canvas {
        match (*spot, &forms[*class]) {
            (Spot::Point(x, y), Form::Stays(cell)) => {
                start.insert((x, y), *cell);
            }
            (Spot::Line(x, y, along), Form::Pairs(pairs)) => lines.push((x, y, along, pairs)),
            _ => return Vec::new(),
        }
    }
    let mut all = vec![start];
    for (x, y, along, pairs) in lines {
        let (dx, dy) = along.step();
        let ends = [(x, y), (x + dx, y + dy)];
        let mut next: Vec<BTreeMap<Offset, Cell>> = Vec::new();
        for cells in &all {
            for (a, b, _) in pairs.iter().filter(|(_, _, side)| *side == along) {
                let mut filled = cells.clone();
                let fits = ends.iter().zip([a, b]).all(|(end, cell)| *filled.entry(*end).or_insert(*cell) == *cell);
                if fits && !next.contains(&filled) {
                    next.push(filled);
                }
            }
        }
        all = next;
    }
    all
}

fn pattern(class: ClassId, canvas: &Canvas, cells: &BTreeMap<Offset, Cell>) -> Option<Pattern> {
    let mut points: Vec<Offset> =
        canvas.keys().filter_map(|spot| if let Spot::Point(x, y) = spot { Some((*x, *y)) } else { None }).collect();
    points.sort_by_key(|&(x, y)| (y, x));
    let &(x, y) = points.first()?;
    let from = |(a, b): Offset| (a - x, b - y);
    let mut lines: Vec<(Offset, Side)> = canvas
        .keys()
        .filter_map(|spot| if let Spot::Line(a, b, side) = spot { Some((from((*a, *b)), *side)) } else { None })
        .collect();
    lines.sort_unstable();
    let mut cells: Vec<(Offset, Cell)> = cells.iter().map(|(at, cell)| (from(*at), *cell)).collect();
    // Stones first: they are rarer than empty points, and what cannot be is seen soonest.
    cells.sort_by_key(|(at, cell)| (*cell, *at));
    Some(Pattern { class, cells, points: points.into_iter().map(from).collect(), lines })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_as_many_orientations_as_they_should() {
        let plan = Plan::built_in();
        let count = |name: &str| {
            let class = plan.level(1).class_id(name).unwrap();
            plan.patterns.iter().filter(|pattern| pattern.class == class).count()
        };
        let names = ["C4", "C5", "C21", "C16", "C14", "C12", "C6", "C17", "C8", "black-long-knight"];
        assert_eq!(names.map(count), [4, 2, 2, 4, 2, 4, 4, 8, 4, 4]);
        let names = ["C7", "C13", "C18", "C9", "white-3-edge", "C19", "C20"];
        assert_eq!(names.map(count), [4, 4, 8, 4, 4, 4, 64]);
        let sizes = |name: &str| {
            let class = plan.level(1).class_id(name).unwrap();
            let form = plan.blocks.iter().find(|form| form.class == class).unwrap();
            (form.least, form.most, form.carries.len())
        };
        assert_eq!(sizes("C1"), (1, Some(1), 5));
        assert_eq!(sizes("white-2-block"), (2, Some(2), 6));
        assert_eq!(sizes("C3"), (1, None, 6));
    }

    /// A class of rows of empty points that are this many steps long.
    fn rows(steps: usize) -> Result<Plan, DefinitionError> {
        let text = format!(
            "level 1 added\nclass row \"row\"\n  oriented\n  con 1: c3_1 -12- c10_1 -15- c3_2\n  generate {{1}}x{steps}\n"
        );
        Plan::new(Arc::new(crate::definitions::parse(&text).unwrap()))
    }

    #[test]
    fn a_shape_larger_than_all_boards_is_refused() {
        assert!(rows(2).is_ok());
        let error = rows(100).unwrap_err();
        assert_eq!(error.to_string(), "2:7: row: its steps lead to no shape that a board has room for");
    }

    #[test]
    fn the_printed_definition_of_the_knights_jump_is_the_one_in_one_orientation() {
        let plan = Plan::built_in();
        let shapes = |name: &str, swap: bool| -> BTreeSet<Vec<(Offset, Cell)>> {
            let class = plan.level(1).class_id(name).unwrap();
            let swapped = |cell: Cell| match cell {
                Cell::Black if swap => Cell::White,
                Cell::White if swap => Cell::Black,
                other => other,
            };
            let of = |pattern: &Pattern| {
                let mut cells: Vec<_> = pattern.cells.iter().map(|(at, cell)| (*at, swapped(*cell))).collect();
                cells.sort_unstable();
                cells
            };
            plan.patterns.iter().filter(|pattern| pattern.class == class).map(of).collect()
        };
        for (one, other) in [("C6", "C12"), ("C8", "black-long-knight"), ("C7", "C13"), ("C5", "C21")] {
            assert_eq!(shapes(one, true), shapes(other, false), "{one}");
        }
    }
}
