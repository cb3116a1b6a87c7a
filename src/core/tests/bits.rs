//! Words of several limbs.

mod wide;
