//! Cars in one line.

use traybit_sliding::universe::cars::lanes::all_sequences;

#[test]
fn lines_of_six_cells_have_24_arrangements_of_8_sequences() {
    let arrangements = |cells| -> (usize, usize) {
        let sequences = all_sequences(cells);
        (sequences.len(), sequences.iter().map(|sequence| sequence.masks.len()).sum())
    };
    assert_eq!(
        (1..=6).map(arrangements).collect::<Vec<_>>(),
        [(1, 1), (2, 2), (3, 4), (4, 7), (6, 13), (8, 24)]
    );
}

#[test]
fn a_car_and_a_lorry_move_one_after_the_other() {
    let sequences = all_sequences(6);
    let sequence = sequences.iter().find(|sequence| sequence.cars == [2, 3]).unwrap();
    assert_eq!(sequence.masks, [0b01_1111, 0b11_1011, 0b11_1110]);
    assert_eq!(sequence.steps.map(|moves| moves[0b111])[..3], [0b010, 0b101, 0b010]);
    assert_eq!(sequence.steps.map(|moves| moves[0b101])[..3], [0, 0b101, 0]);
    assert_eq!(sequence.remaining[0b00_0100], 0b010);
    let lorry = sequences.iter().find(|sequence| sequence.cars == [3]).unwrap();
    assert_eq!(lorry.steps[1][0b1111], 0b0101);
    assert_eq!(lorry.slides[1][0b1111], 0b1101);
    assert_eq!(lorry.slides[1][0b1011], 0b0001);
}
