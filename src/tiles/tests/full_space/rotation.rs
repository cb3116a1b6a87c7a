//! Programs that rotate permutations, word by word.

use traybit_tiles::full_space::index::{Index, permutation};
use traybit_tiles::full_space::rotation::{Rotation, Shift, Turn};

fn shifted(word: u64, shift: &Shift, odd_word: bool) -> u64 {
    let bits = word & shift.masks[usize::from(odd_word)];
    if shift.places >= 0 { bits << shift.places } else { bits >> -shift.places }
}

/// Runs a program on single permutations, and checks that each becomes the rotated one.
fn check(elements: usize, first: usize, width: usize, turn: Turn, odd: bool) {
    let index = Index::new(elements).unwrap();
    let rotation = Rotation::new(&index, first, width, turn, odd);
    for chunk in 0..index.chunks {
        let runs = (0..index.used)
            .step_by(rotation.period)
            .flat_map(|begin| rotation.runs(chunk).iter().map(move |run| (begin, run)));
        for (word, begin, run) in runs.flat_map(|(begin, run)| {
            (0..rotation.length).map(move |within| (begin + run.word + within, begin + within, run))
        }) {
            for bit in 0..index.bits() {
                let digits = index.digits(chunk, word, bit, odd);
                let mut expected = permutation(&digits);
                match turn {
                    Turn::FirstToLast => expected[first..first + width].rotate_right(1),
                    Turn::LastToFirst => expected[first..first + width].rotate_left(1),
                }
                let odd_word = index.is_odd_word(word) != index.is_odd_chunk(chunk);
                let arrived = run.sources.iter().any(|source| {
                    let from = chunk.checked_add_signed(source.chunk).unwrap();
                    (0..index.bits()).any(|bit_from| {
                        let odd_before = odd != width.is_multiple_of(2);
                        let before = index.digits(from, begin + source.word, bit_from, odd_before);
                        let mut bits = shifted(1 << bit_from, &source.shift, odd_word);
                        for step in &rotation.steps {
                            bits = step.iter().fold(0, |to, shift| to | shifted(bits, shift, odd_word));
                        }
                        bits >> bit & 1 == 1 && permutation(&before) == expected
                    })
                });
                assert!(arrived, "{elements} {first} {width} {turn:?}: {digits:?}");
            }
        }
    }
}

#[test]
fn programs_rotate_every_permutation() {
    for (elements, width) in [(3, 2), (5, 2), (6, 1), (6, 2), (6, 4), (6, 6), (7, 3)] {
        for first in 0..=elements - width {
            for turn in [Turn::FirstToLast, Turn::LastToFirst] {
                check(elements, first, width, turn, false);
                check(elements, first, width, turn, true);
            }
        }
    }
}
