//! A whole space as a graph for other programs, found by the plain rules, position by position.
//!
//! ```text
//!   GraphML      <node id="n3">…distance, goal, cells…</node>   <edge source="n0" target="n3"/>
//!   edge list    0 3                                            the numbers of two positions, each edge once
//! ```
//!
//! Positions are numbered from the start, which is 0, by their distance from it.

use std::fmt::Write;

use indexmap::IndexSet;

use traybit_core::reference::Position;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::reference::Rules;

pub(crate) const MAX_POSITIONS: u64 = 1_000_000;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="distance" for="node" attr.name="distance" attr.type="int"/>
<key id="goal" for="node" attr.name="goal" attr.type="boolean"/>
<key id="cells" for="node" attr.name="cells" attr.type="string"/>
<graph edgedefault="undirected">
"#;

/// The graph of a space that is known to be small: as `GraphML`, or as a list of edges.
pub(crate) fn graph(
    puzzle: &Puzzle,
    metric: Metric,
    is_graphml: bool,
    limits: &Limits,
) -> Result<String, GaveUp> {
    let rules = Rules::of(puzzle);
    let mut positions: IndexSet<Position> = IndexSet::from([rules.start()]);
    let (mut distances, mut neighbours) = (vec![0_u32], Vec::new());
    let (mut nodes, mut edges) = (String::new(), String::new());
    let mut at = 0;
    // Writing into a string cannot fail.
    while let Some(position) = positions.get_index(at).cloned() {
        limits.check_time()?;
        rules.expand(&position, metric, &mut neighbours);
        if is_graphml {
            let cells: Vec<String> = position.iter().map(u16::to_string).collect();
            let _ = writeln!(
                nodes,
                r#"<node id="n{at}"><data key="distance">{}</data><data key="goal">{}</data><data key="cells">{}</data></node>"#,
                distances[at],
                rules.is_won(&position),
                cells.join(" ")
            );
        }
        neighbours.sort_unstable();
        neighbours.dedup();
        for next in neighbours.drain(..) {
            let (number, is_new) = positions.insert_full(next);
            if is_new {
                distances.push(distances[at] + 1);
            }
            if number > at {
                let _ = if is_graphml {
                    writeln!(edges, r#"<edge source="n{at}" target="n{number}"/>"#)
                } else {
                    writeln!(edges, "{at} {number}")
                };
            }
        }
        at += 1;
    }
    Ok(if is_graphml { format!("{HEAD}{nodes}{edges}</graph>\n</graphml>\n") } else { edges })
}
