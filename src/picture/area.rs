//! Rectangles of pixels or of cells.

/// A rectangle of pixels or of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its first row.
    pub top: i32,
    /// Its first column.
    pub left: i32,
    /// Number of rows.
    pub height: u32,
    /// Number of columns.
    pub width: u32,
}

impl Area {
    /// The least rectangle that has both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        let (top, left) = (self.top.min(other.top), self.left.min(other.left));
        let end = |first: i32, count: u32| first + count as i32;
        let bottom = end(self.top, self.height).max(end(other.top, other.height));
        let right = end(self.left, self.width).max(end(other.left, other.width));
        Self { top, left, height: (bottom - top) as u32, width: (right - left) as u32 }
    }
}
