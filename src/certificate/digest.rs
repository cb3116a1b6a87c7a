//! Record of a layer: the number of its positions, and a digest of them.
//!
//! ```text
//!   position      1 4 260          numbers as the reference has them
//!   its bytes     00 01  00 04  01 04
//! ```
//!
//! The digest is the SHA-256 of the bytes of all positions of the layer, in ascending order, one right after the other.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layer {
    pub positions: u64,
    /// Their digest in lower-case hexadecimal digits.
    pub sha256: String,
}

/// Record of a layer in progress: the positions added so far.
#[derive(Default)]
pub struct Recording {
    positions: u64,
    hash: Sha256,
    bytes: Vec<u8>,
}

impl Recording {
    /// Adds the next position, in ascending order.
    pub fn add(&mut self, position: &[u16]) {
        self.positions += 1;
        self.bytes.clear();
        self.bytes.extend(position.iter().flat_map(|number| number.to_be_bytes()));
        self.hash.update(&self.bytes);
    }

    pub fn finish(self) -> Layer {
        Layer { positions: self.positions, sha256: hexadecimal(&self.hash.finalize()) }
    }
}

/// The SHA-256 of some bytes in lower-case hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::{Recording, sha256};

    /// Digests of FIPS 180-4's examples, and `printf '\0\1\0\4\1\4\0\1\1\4\0\4' | sha256sum`.
    #[test]
    fn digests_are_those_of_other_programs() {
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let mut recording = Recording::default();
        for position in [[1, 4, 260], [1, 260, 4]] {
            recording.add(&position);
        }
        let layer = recording.finish();
        assert_eq!(layer.positions, 2);
        assert_eq!(layer.sha256, "d52b0d682501e4bd6cb86ed36e99ec00040f0ac7a24d7816d098d3d45f8d0e0f");
        assert_eq!(Recording::default().finish().sha256, sha256(b""));
    }
}
