//! No piece that is left has room: each placement has an item, and the options in its way contain it.
//!
//! ```text
//!   b7 …           an option that shares a cell or an edge with the 7th placement
//!   u1.1 p1        u1.2 p1 w1.1        a piece of p1 that is not used, and a second, only with the first
//!   u1.1 w1.1 b7   u1.2                it is used, and so are those that follow: no piece is left, so that all are blocked
//! ```

use std::collections::{BTreeSet, HashMap};

use crate::exact::packing::{Builder, Draft, Kind};
use crate::pack::Floor;
use traybit_core::search::outcome::GaveUp;

impl Builder<'_> {
    /// Adds an item for each placement of a kind.
    pub(super) fn block(&mut self, item: u32, kind: &Kind<'_>) -> Result<(), GaveUp> {
        let (least, most) = kind.counts.clone().into_inner();
        let free = self.floor.iter().filter(|floor| **floor != Floor::Wall).count();
        let is_limited = (most as usize) < free / self.all.orientations[kind.number][0].area();
        if is_limited && least == most {
            return Ok(());
        }
        let mut sharing: HashMap<u32, Vec<usize>> = HashMap::new();
        for (number, Draft { entries, exclusive, .. }) in self.options.iter().enumerate() {
            for &item in entries.get(1..*exclusive).unwrap_or_default() {
                sharing.entry(item).or_default().push(number);
            }
        }
        let is_own =
            |number: &usize| self.options[*number].placement.is_some_and(|(own, ..)| own == kind.number);
        let own: Vec<usize> = (0..self.options.len()).filter(is_own).collect();
        let used_up = is_limited.then(|| self.add_unused(item, most - least, most));
        for number in own {
            self.check()?;
            let Draft { entries, exclusive, .. } = &self.options[number];
            let others = entries[1..*exclusive].iter().flat_map(|item| &sharing[item]).copied();
            let others: BTreeSet<usize> = others.chain(used_up).collect();
            let item = self.add(format!("b{}", number + 1), 1..=u32::MAX);
            self.entries += others.len();
            for other in others {
                self.options[other].entries.push(item);
            }
        }
        Ok(())
    }

    /// Adds options for pieces that are not used; the number of the option by which the first is used.
    fn add_unused(&mut self, item: u32, unused: u32, all: u32) -> usize {
        self.items[item as usize].0.counts = all..=all;
        let first = self.options.len() + 1;
        let mut before = None;
        for number in 1..=unused {
            let own = self.add(format!("u{}.{number}", item + 1), 1..=1);
            let after = (number < unused).then(|| self.add_secondary(format!("w{}.{number}", item + 1)));
            for entries in [[Some(own), Some(item), before], [Some(own), after, None]] {
                self.push(entries.into_iter().flatten().collect(), 0, None);
            }
            before = after;
        }
        first
    }
}
