//! Union-find of numbers that belong together, whose roots are the lowest members, so that labels rise with them.

/// Trees over the numbers from 0 on. A parent is never higher than its child.
#[derive(Debug, Default)]
pub struct Forest {
    parents: Vec<u32>,
    trees: u32,
}

impl Forest {
    /// Begins anew with `numbers` numbers, each a tree of its own.
    pub fn reset(&mut self, numbers: u32) {
        self.parents.clear();
        self.parents.extend(0..numbers);
        self.trees = numbers;
    }

    /// Number of trees.
    pub fn trees(&self) -> u32 {
        self.trees
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.parents.capacity() * size_of::<u32>()
    }

    /// Makes one tree of the trees of two numbers.
    pub fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        if one != other {
            self.parents[one.max(other) as usize] = one.min(other);
            self.trees -= 1;
        }
    }

    fn root(&mut self, mut number: u32) -> u32 {
        loop {
            let parent = self.parents[number as usize];
            if parent == number {
                return number;
            }
            // Every number on the way skips its parent from now on.
            let next = self.parents[parent as usize];
            self.parents[number as usize] = next;
            number = next;
        }
    }

    /// The tree of each number, and the root of each tree; trees are numbered in the order of their roots. The forest
    /// has to be reset then.
    pub fn labels(&mut self) -> (&[u32], Box<[u32]>) {
        let mut roots = Vec::with_capacity(self.trees as usize);
        for number in 0..self.parents.len() {
            let parent = self.parents[number] as usize;
            self.parents[number] = if parent == number {
                roots.push(number as u32);
                roots.len() as u32 - 1
            } else {
                // Lower than this number, and so a label already.
                self.parents[parent]
            };
        }
        (&self.parents, roots.into())
    }
}
