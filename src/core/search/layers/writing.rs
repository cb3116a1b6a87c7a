//! Writing the pieces of a layer, by all threads.

use std::sync::Arc;

use crate::search::disk::AT_ONCE;
use crate::search::disk::block_file::Appender;
use crate::search::disk::codec::encode;
use crate::search::layers::{Format, Layer};
use crate::search::peers::{Peers, owner};
use crate::{Columns, GaveUp, Key, Limits, UsedMoves};

/// A layer that threads write.
pub(in crate::search) struct Writing<'a, K> {
    layer: Arc<Layer<K>>,
    pub(in crate::search) limits: &'a Limits,
    /// The other processes, if there are any that have some of its buckets.
    peers: Option<&'a dyn Peers>,
    /// True if states in buckets of other processes are sent; else they are left out, since each process has them.
    sends: bool,
    /// Bytes beyond which pieces are not held.
    most: usize,
    /// Number of pieces of the first bucket when it began.
    before: usize,
}

/// Writes pieces of a layer, for one thread.
pub(in crate::search) struct Writer<'a, K> {
    to: &'a Writing<'a, K>,
    own: Option<Appender<'a>>,
    /// Appenders to other processes, by their numbers, if states are sent.
    others: Vec<Appender<'a>>,
}

impl<'a, K: Key> Writing<'a, K> {
    /// Begins to write an empty layer; pieces are held while all of them have at most `most` bytes. States in buckets of other
    /// processes are sent there if `sends`; else they are left out. A layer of one bucket is no other process's.
    pub(in crate::search) fn begin(
        layer: Layer<K>,
        limits: &'a Limits,
        most: usize,
        sends: bool,
    ) -> Result<Self, GaveUp> {
        let most = if limits.stores_all() { 0 } else { most };
        let peers = limits.peers.as_deref().filter(|_| layer.split.bits > 0);
        let before = layer.buckets[0].lock().len();
        let layer = Arc::new(layer);
        if let Some(peers) = peers.filter(|_| sends) {
            if let Some(disk) = &limits.disk {
                layer.file_in(disk)?;
            }
            let layer = Arc::clone(&layer);
            peers.begin_pass(Arc::new(move |piece, blocks| layer.receive(piece, blocks, most)));
        }
        Ok(Self { layer, limits, peers, sends, most, before })
    }

    pub(in crate::search) fn writer(&self) -> Writer<'_, K> {
        let receivers = self.peers.filter(|_| self.sends).into_iter();
        let others =
            receivers.flat_map(|peers| (0..peers.count()).map(move |to| Appender::to_peer(peers, to)));
        Writer { to: self, own: None, others: others.collect() }
    }

    /// Moves states that no move has met to the first bucket.
    pub(in crate::search) fn put_sources(&self, states: &mut Vec<K>) -> Result<(), GaveUp> {
        let masks = if self.layer.format.with_masks { states.len() } else { 0 };
        let mut writer = self.writer();
        writer.put(0, states, &vec![UsedMoves::default(); masks])?;
        states.clear();
        writer.flush()
    }

    /// A layer of one bucket as it was.
    pub(in crate::search) fn take_back(self) -> Layer<K> {
        let before = self.before;
        let layer = self.into_layer();
        let mut kept = std::mem::take(&mut *layer.buckets[0].lock());
        let written = kept.split_off(before);
        *layer.buckets[0].lock() = written;
        layer.release(0);
        *layer.buckets[0].lock() = kept;
        if let Some(file) = layer.file() {
            file.settle();
        }
        layer
    }

    fn into_layer(self) -> Layer<K> {
        Arc::into_inner(self.layer).expect("its pass has ended, and its writers are gone")
    }

    /// The layer, once all processes have written it.
    pub(in crate::search) fn finish(self) -> Result<Layer<K>, GaveUp> {
        if let Some(peers) = self.peers.filter(|_| self.sends) {
            peers.gather(&[])?;
        }
        let layer = self.into_layer();
        if let Some(file) = layer.file() {
            for block in file.settle() {
                layer.store(block);
            }
        }
        Ok(layer)
    }
}

impl<K: Key> Writer<'_, K> {
    /// Adds states of a bucket; there is a mask for each key, or none.
    pub(crate) fn put(&mut self, bucket: usize, keys: &[K], masks: &[UsedMoves]) -> Result<(), GaveUp> {
        if keys.is_empty() {
            return Ok(());
        }
        let Writing { layer, limits, peers, most, .. } = self.to;
        let Format { limbs, heap, .. } = layer.format;
        let foreign = peers.and_then(|peers| {
            Some(owner(bucket, layer.split.bits, peers.count())).filter(|owner| *owner != peers.number())
        });
        let appender = if let Some(owner) = foreign {
            let Some(other) = self.others.get_mut(owner) else { return Ok(()) };
            other
        } else {
            let bytes = size_of_val(keys) + keys.len() * heap + size_of_val(masks);
            if layer.memory.held() + bytes <= *most {
                layer.hold(bucket, Columns { keys: keys.to_vec(), tags: masks.to_vec() });
                return Ok(());
            }
            let disk = limits.disk.as_ref().ok_or(GaveUp::Memory)?;
            layer.memory.spill(true);
            match &mut self.own {
                Some(own) => own,
                own => own.insert(layer.file_in(disk)?.appender()),
            }
        };
        let most = (AT_ONCE / size_of::<u64>() / limbs.max(1)).max(1);
        let mut masks = masks.chunks(most);
        keys.chunks(most).try_for_each(|keys| {
            let masks = masks.next().unwrap_or_default();
            appender.add(bucket, keys.len(), |to| encode(keys, masks, to))
        })
    }

    /// Writes what was collected.
    pub(in crate::search) fn flush(&mut self) -> Result<(), GaveUp> {
        self.others.iter_mut().chain(&mut self.own).try_for_each(Appender::flush)
    }
}
