//! What an attempt carries blocks with.

use crate::plan::position::{Position, Tray};
use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;

/// A position with what is held in it, and what may still be spent.
pub(super) struct Carrier<'a> {
    pub tray: &'a Tray<'a>,
    pub position: Position,
    /// Cells of blocks that are on their targets for good.
    pub is_held: Vec<bool>,
    /// Positions that may still be looked at.
    pub effort: usize,
    pub limits: &'a Limits,
    pub rng: Rng,
}
