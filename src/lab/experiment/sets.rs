//! Experiment: visited sets.
//!
//! The successors of all positions of a puzzle, in the order in which a breadth-first search meets them, are put into
//! each store; all hash alike. *Each* is the time of one insertion. The list gets only the first of them, as its time
//! grows with the square of their number.

use crate::experiment::Experiment;
use crate::experiment::reach::reach;
use crate::experiment::setting::Setting;
use crate::experiment::stores::{Store, Stream};
use crate::experiment::table::{Cell, Column, Finding, Table};
use traybit_core::bits::Key;
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::classes::Classes;
use traybit_sliding::compile::{Sliding, Symmetric, compile};
use traybit_sliding::in_space;
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;

const USUAL: [&str; 3] = ["klotski", "century", "d209"];
const QUICK: [&str; 2] = ["quzzle", "dads-puzzle"];
/// Positions of one puzzle.
const MOST: usize = 1_000_000;
/// Insertions that the list gets.
const LISTED: usize = 30_000;

const LIST: &str = "list";
const SET: &str = "hash set";
/// Stores with their names on one thread, and on all threads.
const SHARED: [(Store, [&str; 2]); 3] = [
    (Store::DashMap, ["dashmap", "dashmap, all threads"]),
    (Store::Shards, ["locked shards", "locked shards, all threads"]),
    (Store::Parts, ["parts", "parts, all threads"]),
];

/// The experiment.
pub struct Sets;

impl Experiment for Sets {
    fn name(&self) -> &'static str {
        "sets"
    }

    fn question(&self) -> &'static str {
        "What are the positions seen best kept in: a list, a hash set, dashmap, locked shards, or parts?"
    }

    fn columns(&self) -> &'static [Column] {
        const {
            &[
                Column::total("insertions"),
                Column::total("positions"),
                Column::time("time"),
                Column::each("each"),
            ]
        }
    }

    fn measure(&self, setting: &Setting, table: &mut Table) -> Result<(), GaveUp> {
        for (named, classes) in setting.pick(&USUAL, &QUICK) {
            let task = OnePuzzle { name: &named.name, classes: &classes, setting, table };
            let space = compile(&classes, Choice::of(&classes), Metric::Step, Symmetric::Apart);
            in_space!(space, space => task.run(space))?;
        }
        Ok(())
    }

    fn findings(&self, table: &Table) -> Vec<Finding> {
        let [dashmap, shards, parts] = SHARED.map(|(_, names)| names);
        vec![
            table.judge(
                "an insertion into a list takes longer than one into a hash set",
                "each",
                [SET, LIST],
            ),
            table.judge(
                "on one thread dashmap is slower than a hash set without locks",
                "each",
                [SET, dashmap[0]],
            ),
            table.judge("all threads fill dashmap sooner than one", "each", [dashmap[1], dashmap[0]]),
            table.judge(
                "on all threads dashmap is slower than plain locked shards",
                "each",
                [shards[1], dashmap[1]],
            ),
            table.judge("on all threads dashmap is slower than parts", "each", [parts[1], dashmap[1]]),
            table.judge("on one thread one hash set is slower than parts", "each", [parts[0], SET]),
        ]
    }
}

struct OnePuzzle<'a, 's> {
    name: &'a str,
    classes: &'a Classes,
    setting: &'a Setting<'s>,
    table: &'a mut Table,
}

impl OnePuzzle<'_, '_> {
    fn run<K: SearchKey>(mut self, space: &dyn Sliding<K>) -> Result<(), GaveUp> {
        let most = self.setting.positions(self.classes, MOST);
        let reached = reach(space, most, self.setting.limits)?;
        let whole = Stream { keys: &reached.states, numbers: &reached.targets };
        let first = &reached.targets[..reached.targets.len().min(LISTED)];
        let cut = (first.len() < reached.targets.len()).then(|| "insertions".to_owned());
        self.one(LIST, Store::List, 1, &Stream { numbers: first, ..whole }, cut.or(reached.bounded()))?;
        self.one(SET, Store::Set, 1, &whole, reached.bounded())?;
        for (store, [alone, together]) in SHARED {
            self.one(alone, store, 1, &whole, reached.bounded())?;
            let threads = self.setting.limits.threads;
            if threads > 1 {
                self.one(together, store, threads, &whole, reached.bounded())?;
            }
        }
        Ok(())
    }
}

impl OnePuzzle<'_, '_> {
    fn one<K: Key>(
        &mut self,
        way: &str,
        store: Store,
        threads: usize,
        stream: &Stream<K>,
        bounded: Option<String>,
    ) -> Result<(), GaveUp> {
        (self.setting.say)(&format!("{}: {way}", self.name));
        let insertions = stream.numbers.len();
        let fill = |limits: &Limits| store.fill(stream, &Limits { threads, ..limits.clone() });
        let (filled, time) = self.setting.timed(fill)?;
        let cells = vec![
            Cell::Count(insertions as u64),
            Cell::count(filled.ok().map(|distinct| distinct as u64)),
            Cell::Time(time),
            // How far it came is not known.
            if filled.is_ok() { Cell::Time(time.per(insertions)) } else { Cell::Missing },
        ];
        match filled {
            Ok(_) => self.table.add_bounded(self.name, way, cells, bounded),
            Err(reason) => self.table.add(self.name, way, cells, Some(reason)),
        }
        Ok(())
    }
}
