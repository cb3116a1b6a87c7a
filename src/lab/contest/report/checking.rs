//! Ranking of the checkers of a contest.

use serde::Serialize;

use crate::contest::report::points::{STATUSES, places};
use crate::contest::report::{Probe, Title};
use crate::median;

/// Input for all checkers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Trial {
    pub puzzle: Title,
    /// The moves, in words.
    pub moves: String,
    /// The status by the project's own checker.
    pub expected: i32,
}

impl Trial {
    pub(crate) fn words(&self) -> String {
        format!("{}, {}", self.puzzle.words(), self.moves)
    }
}

/// A checker on a trial, once.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Check {
    /// Counted from 1.
    pub round: usize,
    /// Number in the order in which the checkers were given.
    pub checker: usize,
    /// Number of the trial.
    pub trial: usize,
    pub probe: Probe,
}

/// Result of a checker.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(crate) struct Standing {
    pub checker: String,
    /// Place by wrong statuses, then by time; counted from 1, the same for equals.
    pub place: usize,
    /// Lists of moves that it was given.
    pub trials: usize,
    /// Right statuses of all rounds, those for invalid inputs among them.
    pub right_statuses: usize,
    pub statuses: usize,
    /// Sum of each trial's median over the rounds.
    pub sum_seconds: f64,
    /// The median of the trials.
    pub median_seconds: f64,
    /// The course's points for right statuses.
    pub points: f64,
}

/// All checkers, the first place first; `probes` are the outcomes of invalid inputs for each. Times are the processor's if
/// `by_cpu`.
pub(crate) fn standings(
    names: &[String],
    checks: &[Check],
    probes: &[Vec<Probe>],
    by_cpu: bool,
) -> Vec<Standing> {
    let mut standings: Vec<Standing> = names
        .iter()
        .enumerate()
        .map(|(checker, name)| {
            let own: Vec<&Check> = checks.iter().filter(|check| check.checker == checker).collect();
            standing(name, &own, probes.get(checker).map_or(&[][..], Vec::as_slice), by_cpu)
        })
        .collect();
    let keys: Vec<(usize, f64)> = standings
        .iter()
        .map(|standing| (standing.statuses - standing.right_statuses, standing.sum_seconds))
        .collect();
    for (standing, place) in standings.iter_mut().zip(places(&keys)) {
        standing.place = place;
    }
    standings.sort_by_key(|standing| standing.place);
    standings
}

fn standing(name: &str, own: &[&Check], probes: &[Probe], by_cpu: bool) -> Standing {
    let trials = own.iter().map(|check| check.trial + 1).max().unwrap_or(0);
    let mut times = vec![Vec::new(); trials];
    for check in own {
        times[check.trial].push(check.probe.process.time(by_cpu));
    }
    let medians = times.iter_mut().filter(|times| !times.is_empty()).map(|times| median(times));
    let mut medians: Vec<f64> = medians.collect();
    let all = || own.iter().map(|check| &check.probe).chain(probes);
    let (right_statuses, statuses) = (all().filter(|probe| probe.is_right()).count(), all().count());
    Standing {
        checker: name.to_owned(),
        place: 0,
        trials: medians.len(),
        right_statuses,
        statuses,
        sum_seconds: medians.iter().sum(),
        median_seconds: median(&mut medians),
        points: if right_statuses == statuses { STATUSES } else { 0.0 },
    }
}
