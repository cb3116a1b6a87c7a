//! The word that holds a key, by the number of its bits.

/// The word that holds a key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Width {
    /// 64 bits: `u64`.
    W64,
    /// 128 bits: `u128`.
    W128,
    /// 256 bits: [`Wide<4>`](crate::bits::Wide).
    W256,
    /// 512 bits: [`Wide<8>`](crate::bits::Wide).
    W512,
    /// More: boxed limbs.
    Boxed,
}

impl Width {
    /// Every width, narrowest first.
    pub const ALL: [Self; 5] = [Self::W64, Self::W128, Self::W256, Self::W512, Self::Boxed];

    /// The narrowest width that holds `bits`.
    pub fn fitting(bits: u32) -> Self {
        match bits {
            0..=64 => Self::W64,
            65..=128 => Self::W128,
            129..=256 => Self::W256,
            257..=512 => Self::W512,
            _ => Self::Boxed,
        }
    }

    /// The name of the word, for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::W64 => "u64",
            Self::W128 => "u128",
            Self::W256 => "256-bit word",
            Self::W512 => "512-bit word",
            Self::Boxed => "boxed limbs",
        }
    }
}
