//! Tables that are read back have their states where they belong.

use std::io;

use super::{Body, KIND, Live, Meter, PutSection, Section, Snapshot, Spent, States, entries};
use crate::bits::Key;
use crate::search::counting::shard::Shard;
use crate::search::counting::table::{SEGMENT, Segment, Spare, Table, high, used};
use crate::search::limits::Limits;
use crate::search::words::WordReader;

const PARTITIONS: usize = 8;
const PARTITION: usize = 5;

/// The second half of one partition's table: the rest was expanded.
struct Half(Table<u64, u64>);

impl Half {
    fn left(&self) -> impl Iterator<Item = (u64, u64)> {
        self.0.segments().iter().skip(self.0.segments().len() / 2).flat_map(|segment| used(&segment[..]))
    }
}

impl Live<u64> for Half {
    fn limbs(&self) -> usize {
        1
    }
    fn states(&self) -> u64 {
        self.left().count() as u64
    }
    fn sections(&self, put: &mut PutSection<'_>) -> io::Result<()> {
        let states = self.left().count();
        let section =
            Section { stage: 0, partition: PARTITION, partitions: PARTITIONS, room: self.0.len(), states };
        put(section, &mut entries(self.left()))
    }
}

#[test]
fn what_is_read_in_the_order_of_a_table_is_not_crowded() {
    let keys = (0u64..).filter(|key| key.hash64() as usize % PARTITIONS == PARTITION);
    let mut table = Table::empty();
    table.grow(table.segments_for(20_000), &mut Spare::none());
    for key in keys.take(20_000) {
        table.add(key, 1, high(key.hash64())).expect("a small number");
    }
    let half = Half(table);
    let spent = Spent::default();
    let mut bytes = Vec::new();
    Snapshot::new(&half, 0, spent).write(1, &mut bytes).expect("a list takes all bytes");
    // One partition, as many as were written, and more.
    for (wide, threads) in [(usize::MAX, 1), (0, 1), (0, 4)] {
        let limits = Limits { threads, wide, ..Limits::default() };
        let mut words = WordReader::begin(Box::new(&bytes[..]), &KIND, 1).expect("a snapshot");
        for _ in 0..6 {
            words.next().expect("a word of the head");
        }
        let mut body = Body { words, stages: (0, 0), limits: &limits, bytes: 0 };
        let read: Option<States<u64, u64>> = body.states(&Meter::new(1 << 30)).ok();
        let read = read.expect("within the limits");
        let tables: Vec<_> = read.shards.iter().flat_map(Shard::tables).map(|(_, table)| table).collect();
        assert_eq!(tables.iter().map(|table| table.len()).sum::<usize>(), half.left().count());
        for table in tables {
            let full = |segment: &&Segment<u64, u64>| used(&segment[..]).count() == SEGMENT;
            let full = table.segments().iter().filter(full).count();
            assert!(50 * full <= table.segments().len(), "{full} of {}", table.segments().len());
        }
    }
}
