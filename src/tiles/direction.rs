//! Moves: the direction in which a tile slides into the blank.

use traybit_core::grid::Size;
use traybit_core::space::Move;

/// Direction in which a tile moves; the blank moves the other way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Up: to the row above; the blank moves south.
    #[default]
    Up,
    /// Down: to the row below; the blank moves north.
    Down,
    /// Left: to the column on the left; the blank moves east.
    Left,
    /// Right: to the column on the right; the blank moves west.
    Right,
}

/// Decodes the direction from a move's code.
impl From<Move> for Direction {
    fn from(Move(number): Move) -> Self {
        Self::ALL[number as usize]
    }
}

impl Direction {
    /// All directions.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The move that undoes this one.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 1]
    }

    /// Letter in lists of moves.
    pub fn letter(self) -> char {
        ['U', 'D', 'L', 'R'][self as usize]
    }

    /// Direction of a letter in lists of moves, small or capital.
    pub fn of_letter(letter: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter() == char::from(letter.to_ascii_uppercase()))
    }

    /// Point of the compass to which the blank goes.
    pub fn of_blank(self) -> &'static str {
        ["south", "north", "east", "west"][self as usize]
    }

    /// Cell from which a tile moves into the blank on cell `blank`, if the board has it.
    #[inline]
    pub fn source(self, blank: usize, size: Size) -> Option<usize> {
        let width = usize::from(size.width);
        match self {
            Self::Up => (blank + width < size.cells()).then(|| blank + width),
            Self::Down => blank.checked_sub(width),
            Self::Left => (blank % width + 1 < width).then(|| blank + 1),
            Self::Right => (!blank.is_multiple_of(width)).then(|| blank - 1),
        }
    }
}
