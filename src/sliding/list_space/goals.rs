//! Index of many goals: finds those that a position can meet, without a look at each of them.
//!
//! A goal is filed under the first anchor that it names, with the class that must stand there: of thousands of goals only
//! those are compared whole that are filed under something in the position.

use std::collections::HashMap;

/// Fewer goals than these are compared one by one sooner.
const MANY: usize = 9;

/// The numbers of goals by the class and the anchor that they name first.
#[derive(Debug)]
pub(super) struct GoalIndex {
    filed: HashMap<(usize, u16), Vec<usize>>,
}

impl GoalIndex {
    /// Goals as a puzzle has them: for each class the anchors that must be taken, ascending. None where they are few, or
    /// where some name nothing.
    pub(super) fn new(goals: &[Vec<Vec<u16>>]) -> Option<Self> {
        let mut filed: HashMap<(usize, u16), Vec<usize>> = HashMap::new();
        for (number, goal) in goals.iter().enumerate() {
            let mut named =
                goal.iter().enumerate().filter_map(|(class, anchors)| Some((class, *anchors.first()?)));
            filed.entry(named.next()?).or_default().push(number);
        }
        (goals.len() >= MANY).then_some(Self { filed })
    }

    /// The goals filed under something in a position: for each class the anchors taken.
    pub(super) fn possible(&self, anchors: &[Vec<u16>]) -> impl Iterator<Item = usize> {
        let taken = anchors.iter().enumerate();
        let taken = taken.flat_map(|(class, anchors)| anchors.iter().map(move |&anchor| (class, anchor)));
        taken.filter_map(|place| self.filed.get(&place)).flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{GoalIndex, MANY};

    #[test]
    fn goals_are_found_by_what_they_name_first() {
        // The first class at 3, then at 5, or the second at a place of its own.
        let goal = |number: u16| match number {
            0 => vec![vec![3, 5], vec![]],
            1 => vec![vec![5], vec![3]],
            _ => vec![vec![], vec![number]],
        };
        let goals: Vec<_> = (0..MANY as u16).map(goal).collect();
        let index = GoalIndex::new(&goals).expect("many goals");
        let possible = |anchors: [&[u16]; 2]| {
            let mut found: Vec<usize> = index.possible(&anchors.map(<[u16]>::to_vec)).collect();
            found.sort_unstable();
            found
        };
        assert_eq!(possible([&[3, 4, 5], &[2, 6]]), [0, 1, 2, 6]);
        assert_eq!(possible([&[2, 6], &[3]]), [3]);
        assert!(possible([&[4], &[0, 1]]).is_empty());
        assert!(GoalIndex::new(&goals[1..]).is_none(), "few goals");
        assert!(GoalIndex::new(&vec![vec![vec![], vec![]]; MANY]).is_none(), "goals that name nothing");
    }
}
