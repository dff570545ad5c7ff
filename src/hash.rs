//! Hashing with a secret seed, and a hash index over things that are stored elsewhere.
//!
//! Profiles come from anywhere, so a file made to collide must not make the import quadratic: the hash multiplies
//! operands that both depend on the seed, which leaves no collisions that hold for every seed.

use std::sync::atomic::{AtomicU64, Ordering};

/// The seed of this process, chosen at its first use. Nothing in the output depends on it.
static SEED: AtomicU64 = AtomicU64::new(0);

#[cfg(not(target_arch = "wasm32"))]
fn random() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

#[cfg(target_arch = "wasm32")]
fn random() -> u64 {
    // std has no source of randomness on this target.
    (js_sys::Math::random() * (1u64 << 53) as f64) as u64
}

/// A hash function; all hashers of a process are the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hasher {
    seed: u64,
}

const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes two words by two multiplications of their halves, crosswise. A full 128-bit product is better mixed, but
/// WebAssembly has no instruction for it.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let low_high = (a as u32 as u64).wrapping_mul(b >> 32);
    let high_low = (a >> 32).wrapping_mul(b as u32 as u64);
    low_high ^ high_low.rotate_right(32)
}

impl Hasher {
    pub fn new() -> Self {
        let mut seed = SEED.load(Ordering::Relaxed);
        if seed == 0 {
            seed = fold(random() ^ ODD, 0xd6e8_feb8_6659_fd93) | 1;
            SEED.store(seed, Ordering::Relaxed);
        }
        Hasher { seed }
    }

    /// The hash of two words.
    #[inline(always)]
    pub fn words(&self, a: u64, b: u64) -> u64 {
        fold(a ^ self.seed, b ^ ODD.rotate_left(17) ^ self.seed.rotate_left(32))
    }

    /// The hash of a string of bytes.
    #[inline(never)]
    pub fn bytes(&self, bytes: &[u8]) -> u64 {
        // The seed turned, since `words` would cancel the seed itself.
        let mut hash = self.seed.rotate_left(21) ^ (bytes.len() as u64).wrapping_mul(ODD);
        let mut rest = bytes;
        while let Some((block, tail)) = rest.split_first_chunk::<16>() {
            let (low, high) = block.split_at(8);
            hash = self.words(word(low) ^ hash, word(high).wrapping_add(hash));
            rest = tail;
        }
        if let Some((low, tail)) = rest.split_first_chunk::<8>() {
            return self.words(word(low) ^ hash, short_word(tail).wrapping_add(hash));
        }
        self.words(short_word(rest) ^ hash, hash)
    }
}

#[inline(always)]
fn word(bytes: &[u8]) -> u64 {
    bytes.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// Up to seven bytes as a number, by at most three loads. The length is hashed apart, so shared bytes do no harm.
#[inline(always)]
fn short_word(bytes: &[u8]) -> u64 {
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>(), bytes) {
        (Some(first), Some(last), _) => u32::from_le_bytes(*first) as u64 | (u32::from_le_bytes(*last) as u64) << 32,
        (_, _, [first, .., last]) => *first as u64 | (bytes[bytes.len() / 2] as u64) << 8 | (*last as u64) << 16,
        (_, _, [only]) => *only as u64,
        _ => 0,
    }
}

/// Whether two strings of bytes are equal, eight bytes at a time. On wasm, where `==` calls a `memcmp` that looks at
/// single bytes, this is much faster for the lengths of names and URLs.
#[inline(never)]
pub(crate) fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let (mut a_rest, mut b_rest) = (a, b);
    while let (Some((a_block, a_tail)), Some((b_block, b_tail))) =
        (a_rest.split_first_chunk::<8>(), b_rest.split_first_chunk::<8>())
    {
        if u64::from_le_bytes(*a_block) != u64::from_le_bytes(*b_block) {
            return false;
        }
        (a_rest, b_rest) = (a_tail, b_tail);
    }
    if let (Some(a_last), Some(b_last)) = (a.last_chunk::<8>(), b.last_chunk::<8>()) {
        return u64::from_le_bytes(*a_last) == u64::from_le_bytes(*b_last);
    }
    a_rest.iter().eq(b_rest)
}

/// Makes the upper half of a hash, which the index uses, depend on all of it. Of numbers in a row, such as the columns of
/// a minified script, the products in [`fold`] may differ in their lower bits only.
#[inline(always)]
fn spread(hash: u64) -> u64 {
    hash.wrapping_mul(ODD)
}

/// An open-addressing hash index: it maps hashes to indexes of things which the caller stores and compares.
#[derive(Debug)]
pub(crate) struct HashIndex {
    /// The upper half of the hash, and the index plus one in the lower half; 0 is a free slot. A power of two of them.
    slots: Vec<u64>,
    len: usize,
}

impl HashIndex {
    pub fn new() -> Self {
        HashIndex { slots: vec![0; 64], len: 0 }
    }

    /// The index of the thing with this hash for which `is_same` says yes.
    #[inline(always)]
    pub fn find(&self, hash: u64, mut is_same: impl FnMut(u32) -> bool) -> Option<u32> {
        let hash = spread(hash);
        let mask = self.slots.len() - 1;
        let mut position = (hash >> 32) as usize & mask;
        loop {
            let slot = self.slots[position & mask];
            if slot == 0 {
                return None;
            }
            let index = (slot as u32).wrapping_sub(1);
            if slot >> 32 == hash >> 32 && is_same(index) {
                return Some(index);
            }
            position += 1;
        }
    }

    /// Adds an index under a hash; the caller knows that it isn't in yet.
    pub fn insert(&mut self, hash: u64, index: u32) {
        let hash = spread(hash);
        if self.len * 2 >= self.slots.len() {
            let slots = vec![0; self.slots.len() * 2];
            for slot in std::mem::replace(&mut self.slots, slots) {
                if slot != 0 {
                    self.place(slot);
                }
            }
        }
        self.place(hash >> 32 << 32 | (index as u64 + 1));
        self.len += 1;
    }

    fn place(&mut self, slot: u64) {
        let mask = self.slots.len() - 1;
        let mut position = (slot >> 32) as usize & mask;
        while self.slots[position] != 0 {
            position = (position + 1) & mask;
        }
        self.slots[position] = slot;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn different_strings_have_different_hashes() {
        let hasher = Hasher::new();
        let mut seen = HashSet::new();
        for len in 0..40 {
            for position in 0..len.max(1) {
                let mut bytes = vec![0; len];
                if let Some(byte) = bytes.get_mut(position) {
                    *byte = 1;
                }
                assert!(seen.insert(hasher.bytes(&bytes)), "{len} {position}");
            }
        }
    }

    #[test]
    fn numbers_in_a_row_spread() {
        const COUNT: u64 = 4096;
        for number in 1..200u64 {
            let hasher = Hasher { seed: number.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(number as u32) | 1 };
            let kinds: [&dyn Fn(u64) -> u64; 4] = [
                &|i| hasher.words(i, 7 << 32 | 9),
                &|i| hasher.words(i << 32, 7 << 32 | 9),
                &|i| hasher.words(5 << 32 | 6, i << 32 | 9),
                &|i| hasher.bytes(&i.to_le_bytes()),
            ];
            for (kind, hash) in kinds.iter().enumerate() {
                let seen: HashSet<u64> = (0..COUNT).map(|i| spread(hash(i)) >> 32).collect();
                assert!(seen.len() as u64 > COUNT * 9 / 10, "{number}, {kind}: {}", seen.len());
            }
        }
    }

    #[test]
    fn pairs_that_beat_an_unfolded_multiplication_do_not_collide() {
        // With (rotate(h, 5) ^ w) * K these two blocks would swap places unseen, whatever the seed.
        let hasher = Hasher::new();
        let mut seen = HashSet::new();
        for choice in 0..1u32 << 12 {
            let mut bytes = Vec::new();
            for bit in 0..12 {
                let flip = choice >> bit & 1 == 1;
                bytes.extend([0, 0, 0, 0, 0, 0, 0, if flip { 0x80 } else { 0 }]);
                bytes.extend([if flip { 0x10 } else { 0 }, 0, 0, 0, 0, 0, 0, 0]);
            }
            assert!(seen.insert(hasher.bytes(&bytes)));
        }
    }

    #[test]
    fn index_finds_what_was_put_in() {
        let hasher = Hasher::new();
        let mut index = HashIndex::new();
        for value in 0..1000u32 {
            let hash = hasher.words(value as u64, 0);
            assert_eq!(index.find(hash, |found| found == value), None);
            index.insert(hash, value);
        }
        for value in 0..1000u32 {
            assert_eq!(index.find(hasher.words(value as u64, 0), |found| found == value), Some(value));
        }
    }
}
