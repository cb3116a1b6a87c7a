//! Words, shapes, random numbers, input, texts, parallel maps and the memory monitor.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{scope, sleep, yield_now};
use std::time::{Duration, Instant};

use traybit_core::grid::Turn;
use traybit_core::input::current::{names, with};
use traybit_core::input::parse_counts;
use traybit_core::on_processor;
use traybit_core::parallel_map::parallel_map;
use traybit_core::processor::{Portable, Processor as _};
use traybit_core::search::limits::MemoryMonitor;
use traybit_core::{CellSet, Key, Line, Register, Rng, Shape, Size, SourceText, Spot, Wide, quoted};

/// A word of 256 bits of which the lower half is a `u128`.
fn wide(low: u128) -> Wide<4> {
    Wide::from_limbs(&[low as u64, (low >> 64) as u64])
}

fn half(word: Wide<4>) -> u128 {
    u128::from(word.limb(0)) | u128::from(word.limb(1)) << 64
}

#[test]
fn wide_words_do_what_one_word_does() {
    let words = [0, 1, 0b1011 << 62, u128::MAX, 0xfedc_ba98_7654_3210_0123_4567_89ab_cdef, u128::MAX << 7];
    for a in words {
        for by in [0, 1, 13, 63, 64, 65, 100, 127] {
            assert_eq!(half(wide(a) << by), a << by, "{a:x} << {by}");
            assert_eq!(half(wide(a) >> by), a >> by, "{a:x} >> {by}");
            assert_eq!(half((wide(a) << 128 >> by) >> (128 - by)), a, "there and back by {by}");
            assert_eq!(half(CellSet::below(by)), u128::below(by));
            assert_eq!(wide(a).contains(by), a >> by & 1 == 1);
        }
        for b in words {
            assert_eq!(half(wide(a) & wide(b)), a & b);
            assert_eq!(half(wide(a) | wide(b)), a | b);
            assert_eq!(half(wide(a) ^ !wide(b)), a ^ !b);
            assert_eq!(half(wide(a).plus(wide(b))), a.wrapping_add(b));
        }
        assert_eq!(CellSet::len(wide(a)), a.count_ones());
        assert_eq!(Register::trailing_ones(wide(a)), a.trailing_ones());
        if a > 0 {
            assert_eq!(wide(a).first(), a.trailing_zeros());
            assert_eq!(half(wide(a).without_first()), a & (a - 1));
        }
    }
    let full = Wide::<4>::below(256);
    assert_eq!((CellSet::len(full), Register::trailing_ones(full), full.low()), (256, 256, u64::MAX));
    assert!(full.plus(Wide::number(1)).is_empty() && full.when(false).is_empty());
}

#[test]
fn bits_are_gathered_and_spread_alike_by_all_processors() {
    let mut rng = Rng::new(1, 0);
    for _ in 0..1000 {
        let [word, within] = [rng.below(u64::MAX), rng.below(u64::MAX) & rng.below(u64::MAX)];
        let found = on_processor!(|on| (on.extract(word, within), on.deposit(word, within)));
        assert_eq!((Portable.extract(word, within), Portable.deposit(word, within)), found);
        assert_eq!(Portable.deposit(found.0, within), word & within);
    }
}

#[test]
fn random_numbers_are_those_of_the_cipher_and_even() {
    // The first key stream of RFC 8439, A.1: key 0, nonce 0, block 0 begins 76 b8 e0 ad a0 f1 3d 90.
    assert_eq!(Rng::new(0, 0).below(u64::MAX), 0x903d_f1a0_ade0_b876);
    let draws = |seed, number| {
        let mut rng = Rng::new(seed, number);
        [100; 8].map(|end| rng.below(end))
    };
    assert!(draws(7, 1) == draws(7, 1) && draws(7, 1) != draws(7, 2) && draws(7, 1) != draws(8, 1));
    let (mut rng, mut counts) = (Rng::new(1, 1), [0; 6]);
    for _ in 0..60_000 {
        counts[rng.below(6) as usize] += 1;
    }
    assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    let (mut rng, mut thirds) = (Rng::new(3, 0), [0; 3]);
    for _ in 0..300 {
        thirds[(rng.below_wide(3 << 100).expect("it is not 0") >> 100) as usize] += 1;
    }
    assert!(thirds.iter().all(|count| (80..120).contains(count)), "{thirds:?}");
    assert_eq!((rng.below(1), rng.below_wide(0), rng.below_wide(1)), (0, None, Some(0)));
}

#[test]
fn counts_are_a_number_or_a_range() {
    let ranges = [(" 7", 7..=7), ("..4", 0..=4), ("2 .. 3", 2..=3), ("..", 0..=u32::MAX)];
    for (text, range) in ranges {
        assert_eq!(parse_counts(text), Ok(range));
    }
    for wrong in ["", "4..2", "-1", "1..2..3", "x", "4294967296"] {
        assert!(parse_counts(wrong).unwrap_err().ends_with(&format!("found {wrong:?}")));
    }
}

#[test]
fn each_thread_names_its_own_puzzle() {
    with("here", || {
        scope(|scope| {
            scope.spawn(|| with("there", || assert_eq!(names(), ["there"])));
        });
        assert_eq!(names(), ["here"]);
        // A thread without a puzzle of its own works for one that has one.
        with("again", || {
            let found = scope(|scope| scope.spawn(names).join());
            assert_eq!(found.expect("no error"), ["again"]);
        });
    });
}

#[test]
fn results_of_a_parallel_map_stand_in_the_order_of_the_items() {
    for threads in [1, 3, 100] {
        assert_eq!(parallel_map((0..50).collect(), threads, |item: i32| item * item)[7..9], [49, 64]);
        assert!(parallel_map(Vec::new(), threads, |item: i32| item).is_empty());
    }
}

#[test]
fn the_monitor_is_full_when_more_memory_is_taken_than_may_be() {
    static TAKEN: AtomicUsize = AtomicUsize::new(10);
    let monitor = MemoryMonitor::new(100, |_| Some(TAKEN.load(Ordering::Relaxed)));
    let later = |milliseconds| Instant::now() + Duration::from_millis(milliseconds);
    assert!(!monitor.is_full(later(0)));
    assert!(monitor.has_room(90) && !monitor.has_room(91) && !monitor.has_room(usize::MAX));
    TAKEN.store(101, Ordering::Relaxed);
    assert!(monitor.is_full(later(1000)) && !monitor.has_room(0), "seen by the next look");
    TAKEN.store(100, Ordering::Relaxed);
    assert!(!monitor.is_full(later(2000)), "what was given back is there again");
    let unknown = MemoryMonitor::new(0, |_| None);
    assert!(!unknown.is_full(Instant::now()) && unknown.has_room(usize::MAX));
}

#[test]
fn others_wait_while_memory_is_given_back() {
    static GIVING: AtomicUsize = AtomicUsize::new(0);
    fn wait_while(state: usize) {
        while GIVING.load(Ordering::Relaxed) == state {
            yield_now();
        }
    }
    let monitor = MemoryMonitor::new(100, |_| {
        GIVING.store(1, Ordering::Relaxed);
        wait_while(1);
        sleep(Duration::from_millis(20));
        GIVING.store(3, Ordering::Relaxed);
        Some(50)
    });
    let now = Instant::now();
    scope(|scope| {
        scope.spawn(|| monitor.is_full(now));
        wait_while(0);
        GIVING.store(2, Ordering::Relaxed);
        assert!(!monitor.is_full(now));
        assert_eq!(GIVING.load(Ordering::Relaxed), 3, "it went on while memory was being given back");
    });
}

#[test]
fn the_anchor_is_the_first_cell_in_reading_order() {
    let (tee, anchor) = Shape::of(&[(3, 2), (4, 1), (4, 2), (4, 3)]);
    assert_eq!((anchor, tee.height(), tee.width(), tee.lead(), tee.area()), ((3, 2), 2, 3, 1, 4));
    assert_eq!(tee.offsets().collect::<Vec<_>>(), [(0, 0), (1, -1), (1, 0), (1, 1)]);
    assert_eq!(tee.cells_at((3, 2)).collect::<Vec<_>>(), [(3, 2), (4, 1), (4, 2), (4, 3)]);
    assert_eq!(tee.to_string(), ".x./xxx");
    assert!(tee.is_connected() && !tee.is_rectangle());
}

#[test]
fn full_boxes_are_rectangles_however_given() {
    let (square, anchor) = Shape::of(&[(1, 1), (0, 0), (1, 0), (0, 1)]);
    assert_eq!((square.to_string(), anchor, square.cells().count()), ("2×2".to_owned(), (0, 0), 4));
    assert_eq!(square, Shape::rectangle(2, 2));
    assert!(Shape::rectangle(1, 2) < Shape::rectangle(2, 1));
}

#[test]
fn cells_that_touch_at_corners_only_are_apart() {
    for (cells, stray) in [
        (&[(0, 0), (1, 1)][..], Some(1)),
        (&[(0, 0), (0, 1), (0, 4), (1, 1), (1, 3), (1, 4)], Some(2)),
        (&[(0, 0), (0, 1), (1, 1)], None),
    ] {
        assert_eq!(Shape::of(cells).0.stray(), stray);
    }
}

#[test]
fn there_are_eight_turns_and_half_of_them_flip() {
    let size = Size { height: 3, width: 3 };
    let corners = [(0, 0), (0, 2), (2, 0)];
    let images: HashSet<_> =
        Turn::ALL.iter().map(|turn| corners.map(|corner| turn.cell(size, corner))).collect();
    assert_eq!((images.len(), Turn::ALL.iter().filter(|turn| turn.flips()).count()), (8, 4));
    assert!(Turn::ALL[0].is_identity() && images.contains(&corners));
    let quarter = Turn { exchanged: true, upside_down: false, mirrored: true };
    let size = quarter.size(Size { height: 2, width: 3 });
    assert_eq!(size, Size { height: 3, width: 2 });
    assert_eq!([(0, 0), (0, 2), (1, 2)].map(|cell| quarter.cell(size, cell)), [(0, 1), (2, 1), (2, 0)]);
    assert!(quarter.direction((0, 1)) == (1, 0) && !quarter.flips());
    let (jay, _) = Shape::of(&[(0, 0), (0, 1), (0, 2), (1, 0)]);
    assert_eq!(
        Turn::ALL.map(|turn| jay.turned(turn).to_string()),
        ["xxx/x..", "xxx/..x", "x../xxx", "..x/xxx", "xx/x./x.", "xx/.x/.x", "x./x./xx", ".x/.x/xx"]
    );
    assert_eq!(Shape::rectangle(1, 3).turned(Turn::ALL[7]), Shape::rectangle(3, 1));
}

#[test]
fn sentences_show_the_line_and_point_at_the_column() {
    let source = SourceText::new("f", b"one\r\n  a\tb c \n").unwrap();
    let lines: Vec<Line<'_>> = source.lines().collect();
    assert_eq!(lines.iter().map(|line| line.text).collect::<Vec<_>>(), ["one", "  a\tb c ", ""]);
    let words = lines[1].words(3);
    assert_eq!(
        words.iter().map(|word| (word.text, word.at.column)).collect::<Vec<_>>(),
        [("b", 4), ("c", 6)]
    );
    assert_eq!(lines[1].end().column, 7);
    assert_eq!(
        source.error(words[0].at, "x", &quoted(words[0].text)).to_string(),
        "f, line 2, column 5: expected x, found \"b\"\n      a\u{fffd}b c\n        ^"
    );
    assert_eq!(
        source.wrong_character(lines[0].end(), "more").to_string(),
        "f, line 1, column 4: expected more, found the end of the line\n    one\n       ^"
    );
}

#[test]
fn long_lines_are_cut_on_both_sides() {
    let text = format!("{}!{}", "a".repeat(100), "b".repeat(100));
    let source = SourceText::new("f", text.as_bytes()).unwrap();
    let line = source.lines().next().unwrap();
    let told = source.wrong_character(Spot { line, column: 100 }, "a").to_string();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "f, line 1, column 101: expected a, found \"!\"");
    assert_eq!(lines[1], format!("    …{}!{}…", "a".repeat(36), "b".repeat(35)));
    assert_eq!(lines[2].chars().count() - 1, 4 + 1 + 36);
    assert_eq!(quoted(&"a\u{1b}".repeat(20)), format!("\"{}…\"", "a\\u{1b}".repeat(12)));
}

#[test]
fn bytes_that_are_no_text_are_named_with_their_line() {
    let told = SourceText::new("f", b"a\nb\xff\xfec").unwrap_err().to_string();
    assert_eq!(told, r#"f, line 2, column 2: expected text in UTF-8, found "\xff\xfec""#);
}
