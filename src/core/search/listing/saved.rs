//! A listing on its way, as a text: what finished parts gathered, and where the unfinished ones are.
//!
//! ```text
//!   traybit listing 1 0123456789abcdef      ◀── FNV-1a (64 bits) of all that follows this line
//!   {"digest":…,"spaces":1,"positions":…,"solutions":…,"stretches":[
//!      {"Gathered":…},                          one share for all parts between two unfinished ones
//!      {"Left":{"space":0,"ranks":[0,3,1],"floor":2,"stop":5}},
//!      …]}
//! ```
//!
//! A part is told by the ranks of its first node and of its ancestors among their siblings, so that nothing of a
//! state or a move is written. Stretches stand in the order of the walk.

use std::fmt::{Display, Formatter};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::bits::digest;

/// What begins the text.
const HEAD: &str = "traybit listing 1 ";

/// A listing on its way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Saved<T> {
    /// What the caller knows the spaces and the sink by.
    pub(super) digest: u64,
    pub(super) spaces: usize,
    /// Visited in finished parts.
    pub(super) positions: u64,
    pub(super) solutions: u64,
    pub(super) stretches: Vec<Stretch<T>>,
}

/// A stretch of the walk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Stretch<T> {
    /// Finished.
    Gathered(T),
    /// To be done.
    Left { space: usize, ranks: Vec<u32>, floor: usize, stop: u32 },
}

/// Why a listing cannot go on from what was saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// It does not begin as such a text does.
    NotAListing,
    /// It was changed or cut off.
    Damaged,
    /// It was saved with another puzzle or other wishes.
    Foreign,
}

impl Display for Unfit {
    fn fmt(&self, out: &mut Formatter) -> std::fmt::Result {
        out.write_str(match self {
            Self::NotAListing => "this is not a saved listing",
            Self::Damaged => "the saved listing is damaged",
            Self::Foreign => "the listing was saved for another puzzle or with other options",
        })
    }
}

impl std::error::Error for Unfit {}

impl<T> Saved<T> {
    /// Positions visited in parts that were finished.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Solutions found in parts that were finished.
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// How many parts are left.
    pub fn parts_left(&self) -> usize {
        self.stretches.iter().filter(|stretch| matches!(stretch, Stretch::Left { .. })).count()
    }

    /// The text.
    ///
    /// # Errors
    /// When a share has no form in JSON.
    pub fn to_text(&self) -> Result<String, serde_json::Error>
    where
        T: Serialize,
    {
        let body = serde_json::to_string(self)?;
        Ok(format!("{HEAD}{:016x}\n{body}", digest(body.as_bytes())))
    }

    /// What [`Saved::to_text`] wrote.
    ///
    /// # Errors
    /// When it is something else.
    pub fn from_text(text: &[u8]) -> Result<Self, Unfit>
    where
        T: DeserializeOwned,
    {
        let rest = text.strip_prefix(HEAD.as_bytes()).ok_or(Unfit::NotAListing)?;
        let (sum, body) = rest.split_at_checked(16).ok_or(Unfit::Damaged)?;
        let body = body.strip_prefix(b"\n").ok_or(Unfit::Damaged)?;
        if format!("{:016x}", digest(body)).as_bytes() != sum {
            return Err(Unfit::Damaged);
        }
        serde_json::from_slice(body).map_err(|_| Unfit::Damaged)
    }
}
