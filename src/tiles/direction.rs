//! Moves: the direction in which a tile slides into the blank.

use traybit_core::grid::Size;
use traybit_core::space::Move;

/// Direction in which a tile moves; the blank moves the other way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// To the row above; the blank moves south.
    #[default]
    Up,
    /// To the row below; the blank moves north.
    Down,
    /// To the column on the left; the blank moves east.
    Left,
    /// To the column on the right; the blank moves west.
    Right,
}

/// Number of the direction.
impl From<Direction> for Move {
    #[inline(always)]
    fn from(direction: Direction) -> Self {
        Self(direction as u64)
    }
}

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
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Letter in lists of moves.
    pub fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }

    /// Point of the compass to which the blank goes.
    pub fn of_blank(self) -> &'static str {
        match self {
            Self::Up => "south",
            Self::Down => "north",
            Self::Left => "east",
            Self::Right => "west",
        }
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

#[cfg(test)]
mod tests {
    use super::Direction;
    use traybit_core::grid::Size;

    #[test]
    fn tiles_come_from_the_other_side_of_the_blank() {
        // 0 1 2
        // 3 4 5
        let size = Size { height: 2, width: 3 };
        let sources = |blank| Direction::ALL.map(|direction| direction.source(blank, size));
        assert_eq!(sources(0), [Some(3), None, Some(1), None]);
        assert_eq!(sources(2), [Some(5), None, None, Some(1)]);
        assert_eq!(sources(4), [None, Some(1), Some(5), Some(3)]);
    }

    #[test]
    fn undoing_leads_back() {
        let size = Size { height: 3, width: 3 };
        for blank in 0..9 {
            for direction in Direction::ALL {
                if let Some(source) = direction.source(blank, size) {
                    assert_eq!(direction.opposite().source(source, size), Some(blank));
                }
            }
        }
    }

    #[test]
    fn the_blank_goes_where_the_tile_came_from() {
        assert_eq!(Direction::ALL.map(Direction::letter), ['U', 'D', 'L', 'R']);
        assert_eq!(Direction::ALL.map(Direction::of_blank), ["south", "north", "east", "west"]);
    }
}
