//! Certificates: what is claimed can be verified, and nothing else can.

mod commands;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use traybit_certificate::digest::Recording;
use traybit_certificate::document::{seal, unsealed};
use traybit_certificate::record::{Uncertified, certify};
use traybit_certificate::{Certificate, Claim, Layer, Reason, Refusal, Subject};
use traybit_core::reference::Position;
use traybit_core::{GaveUp, InputError, Limits};
use traybit_sliding::formats::course::read_pair;
use traybit_sliding::formats::drawn;
use traybit_sliding::solve::{Objective, Verdict, solve};
use traybit_sliding::{Metric, Puzzle, Rules};

use crate::differential::drawings;
use crate::differential::sliding::METRICS;
use crate::plain_layers::Layers;

/// A tray and its goal, 7 steps from the start:
///
/// ```text
/// a . .       . . .
/// a c .       . . a
/// b b .       . . a
/// ```
const PAIR: [&str; 2] = ["3 3\n0 0 1 0\n2 0 2 1\n1 1 1 1\n", "1 2 2 2\n"];

fn pair([tray, goal]: [&str; 2]) -> Puzzle {
    read_pair(("tray", tray.as_bytes()), ("goal", goal.as_bytes())).expect("a pair")
}

fn drawing(text: &str) -> Puzzle {
    drawn::read("drawing", text.as_bytes()).expect("a drawing")
}

/// The certificate of the engine's answer.
fn certificate(problem: &Puzzle, objective: Objective) -> Certificate {
    let limits = Limits { threads: 2, ..Limits::default() };
    let report = solve(problem, objective, &limits);
    certify(problem, &report, objective, &limits).expect("a certificate")
}

fn read(text: &str) -> Result<Certificate, InputError> {
    Certificate::read("it", text.as_bytes())
}

/// Number of positions that the proof visits.
fn check(certificate: &Certificate) -> Result<Option<u64>, Refusal> {
    certificate.check("it", &Limits::default()).map(|verified| verified.positions)
}

/// Changed content under a seal of its own.
fn resealed(text: &str, change: impl Fn(&str) -> String) -> String {
    let (content, _) = unsealed(text.as_bytes()).expect("a sealed certificate");
    seal(&change(std::str::from_utf8(content).expect("text")))
}

#[test]
fn the_engine_s_layers_are_those_of_the_rules() {
    let limits = Limits { threads: 2, wide: 64, memory: 4 << 20, ..Limits::default() };
    let few = Limits { positions: 4_000, ..limits.clone() };
    let mut claims = [0; 4];
    for seed in 1..=360 {
        let problem = drawings::problem(seed);
        if problem.goals.is_empty() {
            // It has no goal, and no command solves it.
            continue;
        }
        for objective in METRICS.map(Objective::Shortest).into_iter().chain([Objective::Any]) {
            let report = solve(&problem, objective, &limits);
            let written = match certify(&problem, &report, objective, &few) {
                // Some have millions of positions.
                Err(Uncertified::Nothing | Uncertified::GaveUp(..)) => continue,
                written => written.expect("a certificate").write().expect("a text"),
            };
            let read = read(&written);
            let checked = read.as_ref().map(check);
            let (Ok(Ok(_)), Ok(Certificate { claim, .. })) = (&checked, &read) else {
                panic!("seed {seed}, {objective:?}: {checked:?}\n{written}")
            };
            claims[match claim {
                Claim::Shortest { .. } => 0,
                Claim::Solution { .. } => 1,
                Claim::NoSolution(Reason::Layers(_)) => 2,
                Claim::NoSolution(_) => 3,
            }] += 1;
        }
    }
    assert!(claims.iter().all(|&count| count >= 10), "{claims:?}");
}

#[test]
fn a_byte_that_is_changed_breaks_the_seal() {
    let text = certificate(&pair(PAIR), Objective::Shortest(Metric::Step)).write().expect("a text");
    assert!(read(&text).is_ok());
    for place in 0..text.len() {
        for other in [text.as_bytes()[place] ^ 1, b'0', b'7', b' '] {
            let mut changed = text.clone().into_bytes();
            changed[place] = other;
            if changed != text.as_bytes() {
                let read = Certificate::read("it", &changed[..]);
                assert!(matches!(read, Err(InputError::Invalid(_))), "byte {place} is {other}: {read:?}");
            }
        }
    }
}

/// Every digit, of the puzzle, the metric's numbers, the moves and the layers, by every other one. What is still verified
/// is still true, as the engine has it, too.
#[test]
fn a_digit_that_is_changed_and_sealed_anew_is_found_out() {
    let mut verified = 0;
    for (problem, objective) in [
        (pair(PAIR), Objective::Shortest(Metric::Step)),
        (pair(PAIR), Objective::Shortest(Metric::Path)),
        (pair(PAIR), Objective::Any),
        (pair(["1 4\n0 0 0 0\n0 2 0 3\n", "0 3 0 3\n"]), Objective::Any),
        (pair(["1 4\n0 0 0 0\n0 2 0 3\n", "0 3 0 3\n0 0 0 0\n"]), Objective::Any),
        (drawing("labels: 12\ntray:\n1.2\n...\n\ngoal: 1 0 2\n"), Objective::Shortest(Metric::Slide)),
    ] {
        let text = certificate(&problem, objective).write().expect("a text");
        let (content, _) = unsealed(text.as_bytes()).expect("a sealed certificate");
        let digits = content.iter().enumerate().filter(|(_, byte)| byte.is_ascii_hexdigit());
        for (place, &digit) in digits {
            for other in b"0123456789abcdef".iter().filter(|&&other| other != digit) {
                if digit.is_ascii_digit() != other.is_ascii_digit() && !in_digest(content, place) {
                    continue;
                }
                let changed = resealed(&text, |content| {
                    let mut bytes = content.as_bytes().to_vec();
                    bytes[place] = *other;
                    String::from_utf8(bytes).expect("text")
                });
                if let Ok(certificate) = read(&changed)
                    && check(&certificate).is_ok()
                {
                    assert!(is_true(&certificate), "{changed}");
                    verified += 1;
                }
            }
        }
    }
    // A wall further off, say, changes nothing of what is claimed.
    assert!(verified < 40, "{verified}");
}

/// True if a byte is one of 64 hexadecimal digits.
fn in_digest(content: &[u8], place: usize) -> bool {
    let is_digit = |byte: &&u8| byte.is_ascii_hexdigit();
    let before = content[..place].iter().rev().take_while(is_digit).count();
    before + content[place..].iter().take_while(is_digit).count() == 64
}

/// True if the engine says so, too.
fn is_true(certificate: &Certificate) -> bool {
    let Subject::Sliding(problem) = certificate.puzzle.read("it").expect("a puzzle") else {
        return false;
    };
    let shortest = |metric| solve(&problem, Objective::Shortest(metric), &Limits::default()).verdict;
    match (&certificate.claim, shortest(certificate.metric)) {
        (Claim::Shortest { length, .. }, Verdict::Solved { length: least, .. }) => *length == least as u64,
        (Claim::Solution { length, .. }, Verdict::Solved { length: least, .. }) => *length >= least as u64,
        (Claim::NoSolution(_), Verdict::Unsolvable(_)) => true,
        _ => false,
    }
}

/// All layers of a puzzle by the rules, as somebody who cheats would make them.
fn layers(problem: &Puzzle, metric: Metric, most: usize) -> Vec<Layer> {
    let rules = Rules::of(problem);
    let mut layers = Layers::new(rules.start(), |position: &Position, found: &mut Vec<Position>| {
        rules.expand(position, metric, found);
    });
    let mut all = Vec::new();
    while all.len() < most && !layers.layer().is_empty() {
        let mut recording = Recording::default();
        let mut layer = layers.layer().to_vec();
        layer.sort_unstable();
        for position in &layer {
            recording.add(position);
        }
        all.push(recording.finish());
        assert!(layers.advance(10_000));
    }
    all
}

/// Certificate of the puzzle with another claim.
fn claiming(certificate: &Certificate, claim: Claim) -> Certificate {
    let mut certificate = certificate.clone();
    certificate.claim = claim;
    certificate
}

fn refused(certificate: &Certificate, part: &str) {
    // As read from a file, so that nothing can be claimed that could not be written.
    let certificate = read(&certificate.write().expect("a text")).expect("a certificate");
    match check(&certificate) {
        Err(Refusal::Untrue(sentence)) => assert!(sentence.contains(part), "{sentence}"),
        other => panic!("{part}: {other:?}"),
    }
}

#[test]
fn lies_of_every_kind_are_refused() {
    let problem = pair(PAIR);
    let honest = certificate(&problem, Objective::Shortest(Metric::Step));
    let Claim::Shortest { length, moves, layers: listed } = &honest.claim else { panic!("{honest:?}") };
    let (length, last) = (*length, moves.last().expect("there are moves"));
    let with = |claim| claiming(&honest, claim);
    let shortest = |length, moves: &[String], layers: &[Layer]| {
        with(Claim::Shortest { length, moves: moves.to_vec(), layers: layers.to_vec() })
    };
    // A move of no cells counts for none.
    let idle = format!("{0} {0}", &moves[0][..3]);
    refused(
        &shortest(length + 1, &[&[idle], &moves[..]].concat(), listed),
        "the moves are 7 in the metric step",
    );
    let all = layers(&problem, Metric::Step, usize::MAX);
    // There and back first: the moves are possible, and their number is right.
    let words: Vec<&str> = moves[0].split(' ').collect();
    let back = [words[2], words[3], words[0], words[1]].join(" ");
    let detour = [&[moves[0].clone(), back], &moves[..]].concat();
    let counted = Claim::Solution { length: length + 2, moves: detour.clone() };
    assert_eq!(check(&with(counted)), Ok(None));
    refused(
        &shortest(length + 2, &detour, &all[..length as usize + 2]),
        "the goal holds in a position of layer",
    );
    refused(&shortest(length, &moves[..moves.len() - 1], listed), "after the last move");
    refused(&shortest(length, moves, &listed[1..]), "as many layers");
    let aimless = drawn::read("drawing", &b"tray:\na..\n"[..]).expect("a drawing");
    let whole = Claim::NoSolution(Reason::Layers(layers(&aimless, Metric::Step, usize::MAX)));
    let nothing =
        Certificate::new(&Subject::Sliding(aimless), Metric::Step, whole).expect("it can be written");
    refused(&nothing, "asks for nothing");
    refused(&shortest(length, moves, &[&listed[1..], &listed[..1]].concat()), "layer 0");
    refused(&with(Claim::NoSolution(Reason::Layers(all.clone()))), "the goal holds in a position of layer");
    refused(&with(Claim::NoSolution(Reason::Layers(listed.clone()))), "more positions can be reached");
    refused(&with(Claim::NoSolution(Reason::Layers(Vec::new()))), "more positions can be reached");
    let mut fewer = listed.clone();
    fewer.last_mut().expect("a layer").positions -= 1;
    refused(&shortest(length, moves, &fewer), "positions but more");
    fewer.last_mut().expect("a layer").positions += 2;
    refused(&shortest(length, moves, &fewer), "positions but");
    let shortage = Reason::Shortage { height: 1, width: 1, wanted: 1, present: 0 };
    let pairs = Reason::Pairs(vec![[(0, 0), (2, 0)]]);
    for reason in [shortage, Reason::OutOfReach, pairs, Reason::Parity, Reason::Order] {
        refused(&with(Claim::NoSolution(reason)), "");
    }
    let impossible = with(Claim::Solution { length: 1, moves: vec![last.clone()] });
    assert!(matches!(check(&impossible), Err(Refusal::Impossible(_))), "{impossible:?}");
    let reachable = certificate(&drawing("tray:\na.\n\ngoal: a 0 1\n"), Objective::Any);
    refused(&claiming(&reachable, Claim::NoSolution(Reason::OutOfReach)), "in goal 1 every block");
}

#[test]
fn impossibilities_that_need_no_search_are_verified_without_one() {
    for (text, named) in [
        ("tray:\na.#.\n\ngoal: a 0 3\n", "out_of_reach"),
        ("labels: a b\ntray:\nab#..\n\ngoal: a 0 1, b 0 0\n", "out_of_reach"),
        ("tray:\na.bb..c.ddd....\n\ngoal: d 0 3, a 0 7\n", "pairs"),
        ("tray:\na....\nxxxxx\n.....\n.b.c.\n\ngoal: a 1 0, b 0 2, c 0 4\n", "pairs"),
        ("across: r b\nfixed: f\ntray:\nf.....\nrr.bbb\n......\n\ngoal: r 1 4\n", "pairs"),
        ("labels: a b\ntray:\na.b..\n####.\n\ngoal: a 0 4, b 0 0\n\ngoal: a 0 3, b 0 1\n", "pairs"),
        ("labels: a b\ngate +: a\ntray:\na.b+.\n\ngoal: b 0 4\n\ngoal: a 0 4, b 0 0\n", "pairs"),
        ("labels: a b c d e\nfixed: x\ntray:\nabc#\nde.x\n\ngoal: b 0 0, a 0 1, c 0 2, d 1 0\n", "parity"),
    ] {
        let proven = certificate(&drawing(text), Objective::Any);
        let Claim::NoSolution(reason) = &proven.claim else { panic!("{text}: {proven:?}") };
        assert!(!matches!(reason, Reason::Layers(_)), "{text}: {reason:?}");
        let written = proven.write().expect("a short text");
        assert!(written.contains(&format!("\"{named}\"")), "{text}: {written}");
        assert_eq!(check(&read(&written).expect("it was written")), Ok(None), "{text}");
    }
}

#[test]
fn goals_out_of_reach_need_no_pair() {
    let drawing = drawing(
        "exit +: lG\ndown: A\nfixed: l\n\ntray:\nvll\nGGA\n.G+\n\nfloor:\n...\n...\n.++\n\n\
         goal: l leaves, A 2 0\n\ngoal: G 0 1\n\ngoal: v 1 2\n",
    );
    let proven = certificate(&drawing, Objective::Any);
    assert!(matches!(proven.claim, Claim::NoSolution(Reason::Pairs(_))), "{proven:?}");
    assert_eq!(check(&proven), Ok(None));
    // No pair keeps v from its place, which is within reach.
    refused(&claiming(&proven, Claim::NoSolution(Reason::Pairs(Vec::new()))), "for goal 3 none of the pairs");
    refused(&claiming(&proven, Claim::NoSolution(Reason::OutOfReach)), "in goal 3 every block");
}

#[test]
fn pairs_that_can_pass_each_other_prove_nothing() {
    let solved = certificate(
        &drawing("labels: a b\nfixed: f\ntray:\na.b..\n#.##f\n\ngoal: a 0 4, b 0 0\n"),
        Objective::Any,
    );
    let claimed = |pairs| claiming(&solved, Claim::NoSolution(Reason::Pairs(pairs)));
    refused(&claimed(vec![[(0, 0), (0, 2)]]), "for goal 1 none of the pairs");
    refused(&claimed(Vec::new()), "for goal 1 none of the pairs");
    refused(&claimed(vec![[(0, 0), (1, 4)]]), "no block that moves starts at cell 1 4");
    refused(&claiming(&solved, Claim::NoSolution(Reason::Parity)), "goal 1 do not differ in parity");
    let covered = certificate(&drawing("fixed: f\ntray:\na.f\n\ngoal: a 0 2\n"), Objective::Any);
    refused(&claiming(&covered, Claim::NoSolution(Reason::Parity)), "goal 1 do not differ in parity");
    let row = certificate(&drawing("tray:\na.bb\n\ngoal: b 0 0\n"), Objective::Any);
    assert_eq!(check(&row), Ok(None));
    let stopped = Limits { stop: Arc::new(AtomicBool::new(true)), ..Limits::default() };
    assert_eq!(row.check("it", &stopped).map(drop), Err(Refusal::GaveUp(GaveUp::Stopped)));
}

#[test]
fn what_does_not_fit_has_no_certificate_and_is_not_verified() {
    let (problem, limits) = (pair(PAIR), Limits::default());
    let objective = Objective::Shortest(Metric::Step);
    let report = solve(&problem, objective, &limits);
    let honest = certificate(&problem, objective);
    let little = Limits { memory: 100, ..limits.clone() };
    let uncertified = certify(&problem, &report, objective, &little);
    assert!(matches!(uncertified, Err(Uncertified::GaveUp(GaveUp::Memory, _))), "{uncertified:?}");
    let unverified = honest.check("it", &little).map(|verified| verified.positions);
    assert_eq!(unverified, Err(Refusal::GaveUp(GaveUp::Memory)));
    let mut larger = honest.clone();
    let Claim::Shortest { layers, .. } = &mut larger.claim else { panic!("{honest:?}") };
    layers[0].positions = u64::MAX;
    refused(&larger, "layer 0 has not 18446744073709551615 positions but 1");
}
