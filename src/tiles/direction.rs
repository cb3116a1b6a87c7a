//! Moves: the direction in which a tile slides into the gap.

use traybit_core::grid::Size;

/// Where a tile moves to. The gap moves the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// To the row above; the gap moves south.
    Up,
    /// To the row below; the gap moves north.
    Down,
    /// To the column on the left; the gap moves east.
    Left,
    /// To the column on the right; the gap moves west.
    Right,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The move that undoes it.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The letter that lists of moves have for it.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }

    /// Where the gap goes, as a point of the compass.
    #[must_use]
    pub fn of_gap(self) -> &'static str {
        match self {
            Self::Up => "south",
            Self::Down => "north",
            Self::Left => "east",
            Self::Right => "west",
        }
    }

    /// The cell from which a tile moves this way into the gap at cell `gap`, if the board has it.
    #[must_use]
    #[inline]
    pub fn source(self, gap: usize, size: Size) -> Option<usize> {
        let width = usize::from(size.width);
        match self {
            Self::Up => (gap + width < size.cells()).then(|| gap + width),
            Self::Down => gap.checked_sub(width),
            Self::Left => (gap % width + 1 < width).then(|| gap + 1),
            Self::Right => (!gap.is_multiple_of(width)).then(|| gap - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Direction;
    use traybit_core::grid::Size;

    #[test]
    fn tiles_come_from_the_other_side_of_the_gap() {
        // 0 1 2
        // 3 4 5
        let size = Size { height: 2, width: 3 };
        let sources = |gap| Direction::ALL.map(|direction| direction.source(gap, size));
        assert_eq!(sources(0), [Some(3), None, Some(1), None]);
        assert_eq!(sources(2), [Some(5), None, None, Some(1)]);
        assert_eq!(sources(4), [None, Some(1), Some(5), Some(3)]);
    }

    #[test]
    fn undoing_leads_back() {
        let size = Size { height: 3, width: 3 };
        for gap in 0..9 {
            for direction in Direction::ALL {
                if let Some(source) = direction.source(gap, size) {
                    assert_eq!(direction.opposite().source(source, size), Some(gap));
                }
            }
        }
    }

    #[test]
    fn the_gap_goes_where_the_tile_came_from() {
        assert_eq!(Direction::ALL.map(Direction::letter), ['U', 'D', 'L', 'R']);
        assert_eq!(Direction::ALL.map(Direction::of_gap), ["south", "north", "east", "west"]);
    }
}
