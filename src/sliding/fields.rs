//! Numbers of a few bits each, one after the other in a key of any width: the layouts with sorted anchors.

use traybit_core::bits::Key;

/// Width of a field, and number of limbs that all of them fill.
#[derive(Debug, Clone, Copy)]
pub struct Fields {
    bits: usize,
    limbs: usize,
}

impl Fields {
    /// `count` fields of `bits` bits, 1 to 16.
    pub fn new(bits: u32, count: usize) -> Self {
        let bits = bits.max(1) as usize;
        Self { bits, limbs: (bits * count).div_ceil(64).max(1) }
    }

    /// The key with these values; `limbs` is working storage.
    pub fn pack<K: Key>(self, values: impl Iterator<Item = u16>, limbs: &mut Vec<u64>) -> K {
        limbs.clear();
        limbs.resize(self.limbs, 0);
        let mut offset = 0;
        for value in values {
            let (limb, shift) = (offset / 64, offset % 64);
            limbs[limb] |= u64::from(value) << shift;
            if shift + self.bits > 64 {
                limbs[limb + 1] |= u64::from(value) >> (64 - shift);
            }
            offset += self.bits;
        }
        K::from_limbs(limbs)
    }

    /// Value after value, without end.
    pub fn values<K: Key>(self, key: &K) -> impl Iterator<Item = u16> {
        (0..).map(move |index| {
            let offset = index * self.bits;
            let (limb, shift) = (offset / 64, offset % 64);
            let mut value = key.limb(limb) >> shift;
            if shift + self.bits > 64 {
                value |= key.limb(limb + 1) << (64 - shift);
            }
            (value & ((1 << self.bits) - 1)) as u16
        })
    }
}
