//! Lists of moves.

use traybit_sliding::formats::moves::Moves;
use traybit_sliding::slide::RawMove;

#[test]
fn moves_stream_with_their_line_numbers() {
    let mut moves = Moves::new("standard input", &b"0 1 2 3\n4 5 6 99999999999\n1"[..]);
    assert_eq!(moves.next_move(), Ok(Some(RawMove { from: (0, 1), to: (2, 3) })));
    assert_eq!(moves.next_move(), Ok(Some(RawMove { from: (4, 5), to: (6, u32::MAX) })));
    assert_eq!(moves.line(), 2);
    assert_eq!(
        moves.next_move().unwrap_err().to_string(),
        "standard input, line 3: expected 4 integers (row and column before, row and column after), found 1 integer"
    );
}
