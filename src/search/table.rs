//! A set of keys: open addressing, linear probing, at most half full, keys compared whole.
//!
//! The slots hold the keys themselves; an unused slot holds [`Key::vacant`], and whether that very key is in the
//! set is kept apart. The index is the hash's low bits (its high bits choose the part of a layer).

use crate::bits::Key;

/// A set of packed positions.
#[derive(Debug)]
pub struct KeySet<K> {
    slots: Vec<K>,
    len: usize,
    has_vacant: bool,
}

impl<K: Key> KeySet<K> {
    /// An empty set with room for `keys` keys before it grows.
    pub fn with_room(keys: usize) -> Self {
        let mut set = Self { slots: Vec::new(), len: 0, has_vacant: false };
        set.clear(keys);
        set
    }

    /// Empties the set and makes room for `keys` keys. Only as many slots as that needs are used, so that a small
    /// set stays in cache; the memory of a larger one is kept for the next.
    pub fn clear(&mut self, keys: usize) {
        let slots = (2 * keys).next_power_of_two().max(16);
        self.slots.clear();
        self.slots.resize(slots, K::vacant());
        self.len = 0;
        self.has_vacant = false;
    }

    /// How many keys are in the set.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no key is in the set.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub fn bytes(&self, heap: usize) -> usize {
        self.slots.capacity() * size_of::<K>() + self.len * heap
    }

    /// Adds a key with its hash; whether it is new.
    #[inline(always)]
    pub fn insert(&mut self, key: &K, hash: u64) -> bool {
        if key.is_vacant() {
            let new = !self.has_vacant;
            self.len += usize::from(new);
            self.has_vacant = true;
            return new;
        }
        let last = self.slots.len() - 1;
        let mut at = hash as usize & last;
        loop {
            let slot = &mut self.slots[at & last];
            if slot == key {
                return false;
            }
            if slot.is_vacant() {
                *slot = key.clone();
                self.len += 1;
                if 2 * self.len > last {
                    self.grow();
                }
                return true;
            }
            at += 1;
        }
    }

    /// Whether the key is in the set.
    #[inline(always)]
    pub fn contains(&self, key: &K, hash: u64) -> bool {
        if key.is_vacant() {
            return self.has_vacant;
        }
        let last = self.slots.len() - 1;
        let mut at = hash as usize & last;
        loop {
            let slot = &self.slots[at & last];
            if slot == key {
                return true;
            }
            if slot.is_vacant() {
                return false;
            }
            at += 1;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        let vacant_held = self.has_vacant;
        self.clear(old.len());
        for key in old.iter().filter(|key| !key.is_vacant()) {
            self.insert(key, key.hash64());
        }
        self.len += usize::from(vacant_held);
        self.has_vacant = vacant_held;
    }
}

#[cfg(test)]
mod tests {
    use super::KeySet;
    use crate::bits::Key;

    #[test]
    fn each_key_is_new_once_and_the_zero_key_too() {
        let mut set = KeySet::<u64>::with_room(2);
        for key in 0..1000u64 {
            assert!(!set.contains(&key, key.hash64()));
            assert!(set.insert(&key, key.hash64()), "{key} is new");
            assert!(!set.insert(&key, key.hash64()), "{key} is known");
        }
        assert_eq!(set.len(), 1000);
        assert!((0..1000u64).all(|key| set.contains(&key, key.hash64())));
        assert!(!set.contains(&1000, 1000u64.hash64()));
        set.clear(4);
        assert!(set.is_empty() && !set.contains(&0, 0u64.hash64()));
    }

    #[test]
    fn equal_hashes_do_not_stand_for_equal_keys() {
        let mut set = KeySet::<u128>::with_room(8);
        assert!(set.insert(&7, 1) && set.insert(&8, 1) && set.insert(&9, 17));
        assert!(set.contains(&8, 1) && !set.contains(&10, 1));
    }
}
