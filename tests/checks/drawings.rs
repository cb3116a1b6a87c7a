//! Drawings and Rush Hour boards, told apart by the file's content: every format that can express a puzzle gives it back.

use traybit_core::LONGEST_SIDE;
use traybit_sliding::formats::{self, course, drawing, drawn, rush_hour};
use traybit_sliding::{Choice, Parts, Puzzle, Target};

/// Checks a file.
pub fn check(data: &[u8]) {
    let _ = traybit_family::read("file", data);
    let Ok(puzzle) = formats::read("file", data) else { return };
    if !puzzle.named {
        return;
    }
    assert!(puzzle.size.height <= LONGEST_SIDE && puzzle.size.width <= LONGEST_SIDE);
    if let Ok(text) = drawing::write(&puzzle) {
        let again = drawn::read("drawn", text.as_bytes()).expect("what was drawn can be read");
        assert_eq!(again.clone().into_parts(), in_reading_order(puzzle.clone().into_parts()));
        assert_eq!(drawing::write(&again).as_ref(), Ok(&text));
    }
    if let Ok(text) = rush_hour::write(&puzzle) {
        let again = rush_hour::read("board", text.as_bytes()).expect("a board that was written can be read");
        let told = Parts { title: None, source: None, ..in_reading_order(puzzle.clone().into_parts()) };
        let again = again.into_parts();
        assert_eq!((again.size, again.floor, again.goals), (told.size, told.floor, told.goals));
        let cars = |parts: &[traybit_sliding::puzzle::Piece]| {
            parts.iter().map(|car| (car.name, car.shape.clone(), car.anchor, car.freedom)).collect::<Vec<_>>()
        };
        assert_eq!(cars(&again.blocks), cars(&told.blocks));
    }
    if let Ok((tray, goal)) = course::write(&puzzle) {
        let again = course::read_pair(("tray", tray.as_bytes()), ("goal", goal.as_bytes()));
        let again = again.expect("a pair that was written can be read");
        assert_eq!((again.size, again.blocks.len()), (puzzle.size, puzzle.blocks.len()));
    }
    if puzzle.size.cells() <= 1024 && puzzle.goals.len() <= 64 {
        compile(&puzzle);
    }
}

/// Compiles a puzzle for the engine, which must not panic.
fn compile(puzzle: &Puzzle) {
    let classes = puzzle.classes();
    assert!(Choice::all(&classes).contains(&Choice::of(&classes)));
    let covered: usize = classes.classes.iter().map(|class| class.start.len() * class.shape.area()).sum();
    assert_eq!(covered + classes.free, classes.open_cells().count());
}

/// The parts with their blocks by their anchors.
fn in_reading_order(mut parts: Parts) -> Parts {
    let mut order: Vec<usize> = (0..parts.blocks.len()).collect();
    order.sort_by_key(|&block| parts.blocks[block].anchor);
    let mut place = vec![0; order.len()];
    for (new, &old) in order.iter().enumerate() {
        place[old] = new;
    }
    for goal in &mut parts.goals {
        *goal = goal.iter().map(|target| Target { block: place[target.block], ..*target }).collect();
        goal.sort_unstable();
    }
    parts.blocks = order.into_iter().map(|block| parts.blocks[block].clone()).collect();
    parts
}
