//! The formalism knows no Go: people and their bank accounts, as in the figures of the thesis' third chapter.

use std::collections::BTreeSet;

use model::Seed;
use structure::definitions;
use structure::ets::{AssemblyError, LinkError, NodeId, Span, Struct, overlaps};

const BANK: &str = "\
level 0 \"what happens at the counter\"

primal person
primal account
primal money

primitive arrives: > p:person
primitive opens: p:person > p:person, a:account
primitive pays_in: p:person, a:account, m:money > p:person, a:account
primitive draws: p:person, a:account > p:person, a:account, m:money
primitive earns: p:person > p:person, m:money

link counter \"someone at the counter with an account\": o: opens; d: draws; o.a > d.a
  or d: draws; e: draws; d.a > e.a
link purse \"money that goes round\": d: draws; i: pays_in; d.m > i.m

class account \"account\"
  con 1: o: opens
  con 2: given o: opens; d: draws; o.a > d.a
  con 3: given d: draws; e: draws; d.a > e.a
  con 4: given d: draws; i: pays_in; d.a > i.a
  con 5: given i: pays_in; d: draws; i.a > d.a
  generate {1} {2, 3, 4, 5}*

class customer \"customer\"
  con 1: s: arrives; o: opens; s.p > o.p
  con 2: given o: opens; d: draws; o.p > d.p
  con 3: given d: draws; e: draws; d.p > e.p
  generate {1} {2, 3}*

class round \"money drawn and paid in again\"
  con 1: d: draws; i: pays_in; d.m > i.m
  generate {1}

level 1 \"what the bank knows\"

link same \"one account\": a: account

class relation \"a customer with an account\"
  con 1: c: customer; a: account; c -counter- a
  con 2: given a: account; r: round; a -purse- r
  generate {1} {2, none}
";

/// A person arrives, opens an account, draws money twice, and pays the first sum in again.
fn day(level: &structure::ets::Level) -> Struct {
    let mut day = Struct::default();
    let kind = |name: &str| level.primitive_id(name).unwrap();
    for (name, primitive) in [(1, "arrives"), (2, "opens"), (3, "draws"), (4, "draws"), (5, "pays_in")] {
        day.add(level, name, kind(primitive));
    }
    let links = [((1, 0), (2, 0)), ((2, 0), (3, 0)), ((2, 1), (3, 1)), ((3, 0), (4, 0)), ((3, 1), (4, 1))];
    let more = [((4, 0), (5, 0)), ((4, 1), (5, 1)), ((3, 2), (5, 2))];
    for (from, to) in links.into_iter().chain(more) {
        day.link(level, from, to).unwrap();
    }
    day
}

#[test]
fn another_domain_is_a_text() {
    assert_eq!(definitions::reprint(BANK).unwrap(), BANK);
    let system = definitions::parse_domain(BANK).unwrap();
    let level = &system.levels[0];
    let day = day(level);
    let span = |name: u32| Some(Span { begin: name, end: name + 1 });
    let (world, _) = day.world(span);
    let elements = level.recognise(&world);
    let sizes: Vec<(&str, usize)> =
        elements.iter().map(|element| (level.classes[element.class].name.as_str(), element.nodes.len())).collect();
    assert_eq!(sizes, [("account", 4), ("customer", 4), ("round", 2)]);
    let next = level.ascend(&world, &elements);
    assert_eq!(overlaps(&next).len(), 2, "customer and account at the counter, account and round");
    let relations = system.levels[1].recognise(&next);
    let sizes: Vec<(usize, Span)> = relations.iter().map(|relation| (relation.nodes.len(), relation.span)).collect();
    let span = |begin, end| Span { begin, end };
    assert_eq!(sizes, [(2, span(2, 3)), (3, span(3, 5))], "the round is taken along as soon as there is one");
}

#[test]
fn events_keep_their_kinds_and_times() {
    let system = definitions::parse_domain(BANK).unwrap();
    let level = &system.levels[0];
    let mut day = day(level);
    assert_eq!(day.link(level, (2, 0), (4, 1)), Err(LinkError::Taken(2, 0)));
    assert_eq!(day.link(level, (4, 2), (1, 0)), Err(LinkError::NoSite(1, 0)));
    day.add(level, 6, level.primitive_id("pays_in").unwrap());
    assert_eq!(day.link(level, (4, 2), (6, 0)), Err(LinkError::Primal), "money is no person");
    day.add(level, 7, level.primitive_id("draws").unwrap());
    assert_eq!(day.link(level, (7, 0), (7, 0)), Err(LinkError::Circle(7, 7)));
}

#[test]
fn structs_are_assembled_on_what_they_share() {
    let system = definitions::parse_domain(BANK).unwrap();
    let level = &system.levels[0];
    let whole = day(level);
    let first = whole.part(&BTreeSet::from([1, 2, 3]));
    let second = whole.part(&BTreeSet::from([2, 3, 4, 5]));
    assert_eq!(first.assembled(level, &second).unwrap(), whole);
    let stranger = second.relabelled(|name| name + 100);
    assert_eq!(first.assembled(level, &stranger), Err(AssemblyError::Disjoint));
    assert!(second.identity(&stranger).is_some());
    assert!(second.identity(&first).is_none());
    let clash = whole.relabelled(|name| if name == 3 { 1 } else { name + 10 });
    assert_eq!(first.assembled(level, &clash), Err(AssemblyError::Kind(1)));
}

#[test]
fn the_bank_recognises_what_it_generates() {
    let system = definitions::parse_domain(BANK).unwrap();
    for (height, level) in system.levels.iter().enumerate() {
        let below = height.checked_sub(1).map(|below| &system.levels[below]);
        for id in level.classes.ids() {
            for seed in 0..20 {
                let made = level.generate(below, id, 0.3, &mut Seed(seed).rng()).expect("every step can be done");
                let found = level.recognise_class(&made.world, id);
                let holds = |nodes: &Vec<NodeId>| made.nodes.iter().all(|node| nodes.contains(node));
                assert!(found.iter().any(|element| holds(&element.nodes)), "{} {seed}", level.classes[id].name);
            }
        }
    }
}
