//! Spaces of sliding blocks.

use traybit_core::bits::Key;
use traybit_core::space::Guided;

/// A space of blocks in a tray.
pub trait Sliding<K: Key>: Guided<K> {
    /// The position with these anchors: for each class those of its blocks, ascending.
    fn position(&self, anchors: &[Vec<u16>]) -> K;
    /// Anchors of the blocks of each class, ascending.
    fn anchors(&self, position: &K) -> Vec<Vec<u16>>;
}
