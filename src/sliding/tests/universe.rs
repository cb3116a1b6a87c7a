//! Universes against a plain flood over all boards, and counts that are known.

mod hardest;
mod plain;
mod shares;
#[path = "../../core/tests/store.rs"]
mod store;
mod typed;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::atomic::Ordering;
use std::time::Instant;

use traybit_core::input::parse_counts;
use traybit_core::reference::Position;
use traybit_core::{GaveUp, Limits, Rng};
use traybit_sliding::solve::generate::{Dealt, deal};
use traybit_sliding::universe::{Ground, Mix, Pieces, Universe, all_mixes, census, parse_kinds, parse_tray};
use traybit_sliding::{Metric, Rules};

fn pieces(tray: &str, kinds: &str, empty: &str) -> Pieces {
    let (tray, kinds) = (parse_tray(tray).unwrap(), parse_kinds(kinds).unwrap());
    Pieces::new(tray, kinds, parse_counts(empty).unwrap()).unwrap()
}

/// The anchors of the blocks of each kind.
type Board = Vec<u128>;

/// Every board of any mix, put together block by block.
fn all_boards(pieces: &Pieces) -> Vec<Board> {
    let Ground { size, open } = pieces.ground;
    // With the cells that are still free.
    let mut boards = vec![(vec![0; pieces.kinds.len()], open)];
    for (row, column) in size.all() {
        for (number, kind) in pieces.kinds.iter().enumerate() {
            let cell = |(down, right)| {
                let (row, column) = (i32::from(row) + down, i32::from(column) + right);
                let is_inside = row < size.height.into() && (0..size.width.into()).contains(&column);
                is_inside.then(|| 1u128 << (row * i32::from(size.width) + column))
            };
            let Some(cells) = kind.shape.offsets().map(cell).sum::<Option<u128>>() else { continue };
            let has_room = boards.iter().filter(|(_, free)| cells & !free == 0);
            let more = has_room.map(|(board, free)| {
                let mut board: Board = board.clone();
                board[number] |= 1 << size.number((row, column));
                (board, free & !cells)
            });
            boards.extend(more.collect::<Vec<_>>());
        }
    }
    boards.retain(|(board, free)| {
        let mut counts = pieces.kinds.iter().zip(board);
        counts.all(|(kind, anchors)| kind.counts.contains(&anchors.count_ones()))
            && pieces.empty.contains(&free.count_ones())
    });
    boards.into_iter().map(|(board, _)| board).collect()
}

/// Boards that are one move away by the plain rules.
fn neighbours(pieces: &Pieces, metric: Metric, board: &[u128]) -> Vec<Board> {
    let rules = Rules::of(&pieces.puzzle(board));
    let start = rules.start();
    let kind = |cell: &u16| board.iter().position(|anchors| anchors >> cell & 1 == 1).expect("a block");
    let kinds: Vec<usize> = start.iter().map(kind).collect();
    let mut found = Vec::new();
    rules.expand(&start, metric, &mut found);
    let board_of = |position: &Position| {
        let mut next = vec![0; board.len()];
        kinds.iter().zip(position).for_each(|(&kind, cell)| next[kind] |= 1 << cell);
        next
    };
    found.iter().map(board_of).collect()
}

/// The component of every board, by a flood from each board not yet reached.
fn flood(pieces: &Pieces) -> HashMap<Board, usize> {
    let mut found = HashMap::new();
    for (number, start) in all_boards(pieces).into_iter().enumerate() {
        let mut reached = vec![start];
        while let Some(board) = reached.pop() {
            if let Entry::Vacant(entry) = found.entry(board) {
                reached.extend(neighbours(pieces, Metric::Step, entry.key()));
                entry.insert(number);
            }
        }
    }
    found
}

/// Compares everything that a universe tells with the flood.
fn agrees(pieces: &Pieces, limits: &Limits) {
    let expected = flood(pieces);
    let mixes = all_mixes(pieces, limits).unwrap();
    let universe = Universe::of_mixes(pieces, &mixes, limits).unwrap();
    let mut seen = HashMap::new();
    let mut pairs = HashSet::new();
    for mix in 0..universe.mixes.len() {
        let mut boards = Vec::new();
        let _ = universe.for_each_board(mix, |board, component| {
            let component = component();
            // Components are numbered by their first boards.
            if component as usize == boards.len() {
                boards.push(0);
            }
            boards[component as usize] += 1;
            assert_eq!(seen.insert(board.to_vec(), (mix, component)), None, "no board comes twice");
            pairs.insert(((mix, component), expected[board]));
            Ok::<_, Infallible>(())
        });
        assert_eq!(boards, universe.component_sizes(mix));
    }
    assert_eq!(seen.len(), expected.len());
    let theirs: HashSet<usize> = expected.values().copied().collect();
    let ours: HashSet<(usize, u32)> = seen.values().copied().collect();
    assert_eq!((ours.len(), theirs.len()), (pairs.len(), pairs.len()), "the same components");
    let census = census(pieces, limits).unwrap();
    assert_eq!((census.boards, census.components), (seen.len() as u64, ours.len() as u64));
}

#[test]
fn universes_are_those_of_a_plain_flood() {
    let limits = Limits { threads: 2, ..Limits::default() };
    for (tray, kinds, empty) in [
        ("3x3", "2x2=..1,1x2,2x1,1x1", ".."),
        ("4x3", "2x2,1x2=..2,2x1,1x1=..2", "1.."),
        ("2x5", "2x2,1x2,2x1,1x1=1", ".."),
        ("1x7", "1x3,1x1,1x2=1", "1..4"),
        ("3x4", "xx/x.,.x/xx,xx/.x=..1,x./xx", "2.."),
        ("4x4", ".x./xxx=..1,x./xx/.x=..1,1x2=1,1x1=..2", "3.."),
        ("4x4", "xxx/x.x=1,xx/xx/.x=..1,1x1", "2.."),
        ("#../.../..#/#..", "1x2,2x1,.x/xx,1x1=..3", ".."),
        ("..#../.#.#./.....", "1x2,2x1=..2,.x/xx=..1,1x1=..2", "2.."),
        ("..#../..#..", "2x2,1x1,1x2=1", ".."),
        ("###/###", "1x1", ".."),
        ("2x2", "3x3,1x4,2x1", ".."),
        ("2x2", "1x1=5", ".."),
    ] {
        agrees(&pieces(tray, kinds, empty), &limits);
    }
}

#[test]
fn trays_of_more_than_64_cells() {
    let walls = format!("{}..../{}....", "#".repeat(40), "#".repeat(40));
    agrees(&pieces(&walls, "1x2,2x1=1,xx/x.=..1,1x1=..2", "1.."), &Limits::default());
    // A 2×8 block in 16×8 cells stands at 15 places and leaves 112 to a 1×1, above it or below.
    let counted = census(&pieces("16x8", "2x8=1,1x1=1", ".."), &Limits::default()).unwrap();
    assert_eq!((counted.boards, counted.components, counted.largest), (15 * 112, 2, 15 * 56));
}

/// The counts of all boards of the 5×4 tray with one 2×2, as programs that list them find.
#[test]
fn the_universe_of_klotski() {
    let limits = Limits { threads: 2, ..Limits::default() };
    for tray in ["5x4", "4x5"] {
        for (empty, boards, components) in [("2..", 29_334_498, 25_422), ("..", 29_899_090, 168_528)] {
            let pieces = pieces(tray, "2x2=1,1x2,2x1,1x1", empty);
            let counted = census(&pieces, &limits).unwrap();
            assert_eq!((counted.boards, counted.components), (boards, components));
            let sum = counted.mixes.iter().map(|counted| counted.boards).sum::<u64>();
            assert_eq!((sum, limits.progress.positions.load(Ordering::Relaxed)), (boards, boards));
        }
    }
    // Klotski itself: 65,880 boards in 898 components, the largest of them its own.
    let own = census(&pieces("5x4", "2x2=1,1x2=1,2x1=4,1x1=4", "2"), &limits).unwrap();
    assert_eq!((own.boards, own.components, own.largest), (65_880, 898, 25_955));
}

#[test]
fn memory_time_and_the_flag_end_it() {
    let klotski = pieces("5x4", "2x2=1,1x2,2x1,1x1", "2..");
    let whole = census(&klotski, &Limits::default()).unwrap();
    assert!(whole.bytes > 4 << 20);
    let parts = census(&klotski, &Limits { memory: 3 << 20, threads: 2, ..Limits::default() }).unwrap();
    assert!(parts.bytes <= 3 << 20);
    assert_eq!((parts.boards, &parts.mixes), (whole.boards, &whole.mixes));
    let ended = |limits: &Limits| census(&klotski, limits).unwrap_err();
    assert_eq!(ended(&Limits { memory: 1 << 15, ..Limits::default() }), GaveUp::Memory);
    let stopped = Limits::default();
    stopped.stop.store(true, Ordering::Relaxed);
    assert_eq!(ended(&stopped), GaveUp::Stopped);
    let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(ended(&late), GaveUp::Time);
    assert_eq!(census(&pieces("16x8", "1x1", ".."), &Limits::default()), Err(GaveUp::Exhausted));
}

#[test]
fn deals_give_every_board_and_nothing_else() {
    let pieces = pieces("..#/.../...", "2x2=1,.x/xx=..1,1x2=1,1x1=..2", "..");
    let mut all: HashSet<Board> = all_boards(&pieces).into_iter().collect();
    let mut rng = Rng::new(1, 1);
    for mix in all_mixes(&pieces, &Limits::default()).unwrap() {
        let mut dealt = HashSet::new();
        let end = (0..2_000).find_map(|_| match deal(&pieces, &mix, &mut rng) {
            Dealt::Board(board) => {
                assert!(board.iter().zip(&mix.counts).all(|(anchors, &count)| anchors.count_ones() == count));
                dealt.insert(board);
                None
            }
            end => Some(end),
        });
        assert_eq!(end, dealt.is_empty().then_some(Dealt::None));
        assert!(dealt.iter().all(|board| all.remove(board)));
    }
    assert!(all.is_empty());
}

#[test]
fn a_deal_that_is_taken_back_too_often_ends() {
    // Two corners of one colour are missing, so dominoes cannot fill the rest.
    let pieces =
        pieces("#......./......../......../......../......../......../......../.......#", "1x2,2x1", "..");
    let mix = Mix { counts: [16, 15].into(), empty: 0 };
    let mut rng = Rng::new(1, 1);
    assert_eq!(deal(&pieces, &mix, &mut rng), Dealt::Stuck);
}
