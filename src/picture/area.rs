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
