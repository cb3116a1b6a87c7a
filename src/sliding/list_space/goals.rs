//! Index of many goals: finds those that a position can meet, without a look at each of them.
//!
//! A goal is filed under the first anchor that it names, with the class that must stand there: of thousands of goals only
//! those are compared whole that are filed under something in the position.

use std::collections::HashMap;

/// Number of goals below which they are compared one by one.
pub const MANY: usize = 9;

/// The numbers of goals by the class and the anchor that they name first.
#[derive(Debug)]
pub struct GoalIndex {
    filed: HashMap<(usize, u16), Vec<usize>>,
}

impl GoalIndex {
    /// Goals as a puzzle has them: for each class the anchors that must be taken, ascending. None where they are few, or
    /// where some name nothing.
    pub fn new(goals: &[Vec<Vec<u16>>]) -> Option<Self> {
        let mut filed: HashMap<(usize, u16), Vec<usize>> = HashMap::new();
        for (number, goal) in goals.iter().enumerate() {
            let mut named =
                goal.iter().enumerate().filter_map(|(class, anchors)| Some((class, *anchors.first()?)));
            filed.entry(named.next()?).or_default().push(number);
        }
        (goals.len() >= MANY).then_some(Self { filed })
    }

    /// The goals filed under something in a position: for each class the anchors taken.
    pub fn possible(&self, anchors: &[Vec<u16>]) -> impl Iterator<Item = usize> {
        let taken = anchors.iter().enumerate();
        let taken = taken.flat_map(|(class, anchors)| anchors.iter().map(move |&anchor| (class, anchor)));
        taken.filter_map(|place| self.filed.get(&place)).flatten().copied()
    }
}
