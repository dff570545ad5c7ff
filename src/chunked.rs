//! A growing list in chunks: it never copies what it holds, so its peak is its size, where a doubling `Vec` needs three
//! times as much while it grows.

const SHIFT: usize = 14;
const CHUNK: usize = 1 << SHIFT;

/// A list in chunks of 16,384 items.
#[derive(Debug)]
pub(crate) struct Chunked<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T: Copy> Chunked<T> {
    pub fn new() -> Self {
        Chunked { chunks: Vec::new(), len: 0 }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub fn push(&mut self, item: T) {
        if self.len & (CHUNK - 1) == 0 {
            self.add_chunk();
        }
        if let Some(last) = self.chunks.last_mut() {
            last.push(item);
            self.len += 1;
        }
    }

    #[cold]
    fn add_chunk(&mut self) {
        // The first chunk grows by doubling, for small files.
        let capacity = if self.chunks.is_empty() { 0 } else { CHUNK };
        self.chunks.push(Vec::with_capacity(capacity));
    }

    #[inline(always)]
    pub fn get(&self, index: usize) -> T {
        self.chunks[index >> SHIFT][index & (CHUNK - 1)]
    }

    #[inline(always)]
    pub fn get_mut(&mut self, index: usize) -> &mut T {
        &mut self.chunks[index >> SHIFT][index & (CHUNK - 1)]
    }

    /// Keeps the first `len` items.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        self.chunks.truncate(len.div_ceil(CHUNK));
        if let Some(last) = self.chunks.last_mut() {
            last.truncate(len - ((len - 1) & !(CHUNK - 1)));
        }
        self.len = len;
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }

    /// The chunks in order; all but the last are of the same length.
    pub fn chunks(&self) -> impl Iterator<Item = &[T]> {
        self.chunks.iter().map(Vec::as_slice)
    }

    pub fn chunks_mut(&mut self) -> impl Iterator<Item = &mut [T]> {
        self.chunks.iter_mut().map(Vec::as_mut_slice)
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.chunks.iter_mut().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behaves_as_a_list() {
        let mut list = Chunked::new();
        for i in 0..CHUNK * 2 + 5 {
            list.push(i);
        }
        assert_eq!(list.len(), CHUNK * 2 + 5);
        assert!(list.iter().copied().eq(0..CHUNK * 2 + 5));
        *list.get_mut(CHUNK + 1) = 1;
        assert_eq!((list.get(1), list.get(CHUNK + 1)), (1, 1));
        for len in [CHUNK * 2 + 1, CHUNK * 2, CHUNK + 1, CHUNK, CHUNK - 1, 1, 0] {
            list.truncate(len);
            assert_eq!((list.len(), list.iter().count()), (len, len));
            list.push(7);
            assert_eq!(list.get(len), 7);
            list.truncate(len);
        }
    }
}
