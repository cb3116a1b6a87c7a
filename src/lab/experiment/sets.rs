//! Experiment: visited sets.
//!
//! The successors of all positions of a puzzle, in the order in which a breadth-first search meets them, are put into
//! each store; all hash alike. *Each* is the time of one insertion. The list gets only the first of them, as its time
//! grows with the square of their number.

use crate::experiment::reach::steps;
use crate::experiment::stores::{Fill, Stream, by_parts, list, locked, set, shared};
use crate::experiment::table::{Cell, Column, limit_name};
use crate::experiment::{Experiment, Rows, Subjects};
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::classes::Classes;
use traybit_sliding::in_space;
use traybit_sliding::space::Sliding;

/// Positions of one puzzle.
const MOST: usize = 1_000_000;
/// Insertions that the list gets.
const LISTED: usize = 30_000;

const LIST: &str = "list";
const SET: &str = "hash set";
// On one thread, and on all threads.
const DASHMAP: [&str; 2] = ["dashmap", "dashmap, all threads"];
const SHARDS: [&str; 2] = ["locked shards", "locked shards, all threads"];
const PARTS: [&str; 2] = ["parts", "parts, all threads"];

pub(super) const SETS: Experiment = Experiment {
    name: "sets",
    question: "What are the positions seen best kept in: a list, a hash set, dashmap, locked shards, or parts?",
    columns: &[
        Column::total("insertions"),
        Column::total("positions"),
        Column::time("time"),
        Column::each("each"),
    ],
    claims: &[
        ("an insertion into a list takes longer than one into a hash set", "each", [SET, LIST]),
        ("on one thread dashmap is slower than a hash set without locks", "each", [SET, DASHMAP[0]]),
        ("all threads fill dashmap sooner than one", "each", [DASHMAP[1], DASHMAP[0]]),
        ("on all threads dashmap is slower than plain locked shards", "each", [SHARDS[1], DASHMAP[1]]),
        ("on all threads dashmap is slower than parts", "each", [PARTS[1], DASHMAP[1]]),
        ("on one thread one hash set is slower than parts", "each", [PARTS[0], SET]),
    ],
    subjects: Subjects::Trays {
        usual: &["klotski", "century", "d209"],
        quick: &["quzzle", "dads-puzzle"],
        measure: |_, classes, rows| in_space!(steps(classes), space => all(classes, space, rows)),
    },
};

/// Fills all stores with the positions of one puzzle.
fn all<K: SearchKey>(classes: &Classes, space: &dyn Sliding<K>, rows: &mut Rows) -> Result<(), GaveUp> {
    let reached = rows.reach(classes, space, MOST)?;
    let threads = rows.setting.limits.threads;
    let whole = Stream { keys: &reached.states, numbers: &reached.targets };
    let first = &reached.targets[..reached.targets.len().min(LISTED)];
    let cut = (first.len() < reached.targets.len()).then_some("insertions");
    let mut one = |way, fill: Fill<K>, threads, stream: &Stream<K>, bounded| {
        let fill = |limits: &Limits| fill(stream, &Limits { threads, ..limits.clone() });
        let (filled, time) = rows.timed(way, fill)?;
        let insertions = stream.numbers.len();
        let cells = vec![
            Cell::Count(insertions as u64),
            Cell::count(filled.ok().map(|distinct| distinct as u64)),
            Cell::Time(time),
            // The number of insertions made is not known.
            filled.map_or(Cell::Missing, |_| Cell::Time(time.per(insertions))),
        ];
        rows.add(way, cells, filled.map_or_else(|reason| Some(limit_name(reason)), |_| bounded));
        Ok(())
    };
    one(LIST, list, 1, &Stream { numbers: first, ..whole }, cut.or(reached.bounded))?;
    one(SET, set, 1, &whole, reached.bounded)?;
    for (fill, [alone, together]) in [(shared as Fill<K>, DASHMAP), (locked, SHARDS), (by_parts, PARTS)] {
        one(alone, fill, 1, &whole, reached.bounded)?;
        if threads > 1 {
            one(together, fill, threads, &whole, reached.bounded)?;
        }
    }
    Ok(())
}
