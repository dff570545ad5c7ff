//! The fast path: nodes and samples in the layout that V8's own writers use, without white space and with the keys in
//! their order.
//!
//! It takes whole items only. An item that differs anywhere, or goes on in the next chunk, is left untouched for the
//! state machine in [`super::reader`], which takes over at its first byte. So there is nothing to resume here, and both
//! paths give the same records.
//!
//! All loads may run past the end of the data into the padding, which matches no literal and no digit, and ends every
//! string; whether an item did so is checked once, at its end.

use super::call_frames::CallFrame;
use super::heap::{Node, Sample};
use super::reader::{InArray, Reader};
use crate::error::Error;
use crate::hash::same_bytes;
use crate::json::{Padded, Progress, Text};

/// How far the fast path came.
pub(super) struct Compact {
    /// The position behind the last whole item; the start if there was none.
    pub end: usize,
    /// What comes next in the array.
    pub place: InArray,
}

/// The longest literal below; at most so many bytes ahead of the cursor are looked at, and eight more.
const LONGEST_LITERAL: usize = 32;

/// A position in a chunk that moves forward over expected bytes.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    chunk: Padded<'a>,
    position: usize,
}

impl<'a> Cursor<'a> {
    /// Steps over a literal of `N` bytes, given as [`words`], if it comes next. See the macro `literal!`.
    #[inline(always)]
    fn literal<const N: usize>(&mut self, words: [u64; 4]) -> Option<()> {
        let mut same = match N {
            ..8 => self.load(0) & (u64::MAX >> (64 - 8 * N)) == words[0],
            _ => self.load(0) == words[0],
        };
        if N > 8 {
            // The last eight bytes, which may overlap those before.
            same &= self.load(N - 8) == words[3];
        }
        if N > 16 {
            same &= self.load(8) == words[1];
        }
        if N > 24 {
            same &= self.load(16) == words[2];
        }
        self.position += N;
        same.then_some(())
    }

    /// Eight bytes at some distance from the position.
    #[inline(always)]
    fn load(&self, distance: usize) -> u64 {
        // SAFETY: the position is at most two bytes behind the data. Of the padding, which is all quotation marks, only
        // the first can be stepped over as the end of a literal, and one more as the end of a string; no digit and no
        // further literal follows. Distances are less than LONGEST_LITERAL, so that the load ends within the padding.
        unsafe { self.chunk.load8(self.position + distance) }
    }

    #[inline(always)]
    fn byte(&self) -> u8 {
        self.load(0) as u8
    }

    /// Steps over a whole number of 1 to 16 digits without leading zeros, and returns it.
    #[inline(always)]
    fn whole(&mut self) -> Option<u64> {
        let text = self.load(0);
        let digits = text ^ (ONES * b'0' as u64);
        // Sets the high bit of each byte that isn't a digit, exactly: no carries between bytes.
        let others = (digits.wrapping_add(ONES * 0x76) | digits) & HIGHS;
        if others == 0 {
            return self.long_whole(digits);
        }
        let count = others.trailing_zeros() as usize / 8;
        if count == 0 || (count > 1 && text as u8 == b'0') {
            return None;
        }
        self.position += count;
        Some(eight_digits(digits << (64 - 8 * count)))
    }

    /// The same for at least eight digits, the first eight of which are given.
    #[cold]
    fn long_whole(&mut self, first: u64) -> Option<u64> {
        let digits = self.load(8) ^ (ONES * b'0' as u64);
        let others = (digits.wrapping_add(ONES * 0x76) | digits) & HIGHS;
        if others == 0 || first as u8 == 0 {
            return None;
        }
        let count = others.trailing_zeros() as usize / 8;
        self.position += 8 + count;
        let low = if count == 0 { 0 } else { eight_digits(digits << (64 - 8 * count)) };
        Some(eight_digits(first) * 10u64.pow(count as u32) + low)
    }

    /// Steps over a whole number with or without a minus sign.
    #[inline(always)]
    fn signed(&mut self) -> Option<i64> {
        let negative = self.byte() == b'-';
        self.position += negative as usize;
        let number = self.whole()? as i64;
        Some(if negative { -number } else { number })
    }

    /// Steps over the rest of a string and its quotation mark. The range of its contents, and whether it has escapes.
    #[inline(always)]
    fn string(&mut self) -> Option<(usize, usize, bool)> {
        let start = self.position;
        // SAFETY: the position is at most two bytes behind the data, see `load`.
        let end = unsafe { self.chunk.find_string_end(start) };
        if self.chunk.byte(end) == b'"' {
            self.position = end + 1;
            return Some((start, end, false));
        }
        let end = self.end_of_escaped_string(end)?;
        self.position = end + 1;
        Some((start, end, true))
    }

    /// Where a string ends that has a backslash at `position`.
    #[cold]
    fn end_of_escaped_string(&self, mut position: usize) -> Option<usize> {
        loop {
            if position >= self.chunk.len() {
                return None;
            }
            match self.chunk.byte(position) {
                b'"' => return Some(position),
                // The byte behind the backslash may be the padding's first.
                b'\\' => position += 2,
                _ => return None,
            }
            if position >= self.chunk.len() {
                return None;
            }
            // SAFETY: the position is inside the data.
            position = unsafe { self.chunk.find_string_end(position) };
        }
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// A literal of 1 to 32 bytes as numbers: its bytes from 0, 8 and 16 on, as far as it has them, and its last eight.
const fn words<const N: usize>(literal: &[u8; N]) -> [u64; 4] {
    assert!(N >= 1 && N <= LONGEST_LITERAL);
    let mut words = [0; 4];
    let mut i = 0;
    while i < N {
        if i < 24 {
            words[i / 8] |= (literal[i] as u64) << (8 * (i % 8));
        }
        if N > 8 && i >= N - 8 {
            words[3] |= (literal[i] as u64) << (8 * (i - (N - 8)));
        }
        i += 1;
    }
    words
}

/// Steps a cursor over a literal: compares eight bytes at a time with numbers known at compile time.
macro_rules! literal {
    ($cursor:expr, $text:literal) => {{
        const WORDS: [u64; 4] = words($text);
        $cursor.literal::<{ $text.len() }>(WORDS)?
    }};
}

/// The number written by eight digits' values, the first digit in the lowest byte: neighbours are combined to pairs,
/// pairs to fours, fours to eight.
#[inline(always)]
fn eight_digits(digits: u64) -> u64 {
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff
}

/// A node up to the beginning of its children.
struct CompactNode {
    frame: CallFrame,
    self_size: u64,
    id: u64,
}

/// The largest size that is exact; larger ones are for the state machine to report.
const MAX_EXACT: u64 = 1 << 53;

#[inline(always)]
fn node(cursor: &mut Cursor, reader: &mut Reader) -> Option<CompactNode> {
    literal!(cursor, b"{\"callFrame\":{\"functionName\":\"");
    let (name_start, name_end, name_escaped) = cursor.string()?;
    literal!(cursor, b",\"scriptId\":\"");
    let script = cursor.whole()?;
    if script >= 1_000_000_000 {
        return None;
    }
    let script = script as u32;
    literal!(cursor, b"\",\"url\":\"");
    let known_url = known_url(cursor, reader, script);
    let (url_start, url_end, _) = match known_url {
        Some(_) => (0, 0, false),
        None => cursor.string()?,
    };
    literal!(cursor, b",\"lineNumber\":");
    let line = i32::try_from(cursor.signed()?).ok()?;
    literal!(cursor, b",\"columnNumber\":");
    let column = i32::try_from(cursor.signed()?).ok()?;
    literal!(cursor, b"},\"selfSize\":");
    let self_size = cursor.whole()?;
    literal!(cursor, b",\"id\":");
    let id = cursor.whole()?;
    literal!(cursor, b",\"children\":[");
    // The last literal matched, so all of the node lies in the data.
    if self_size > MAX_EXACT || id > MAX_EXACT {
        return None;
    }
    let name = if name_escaped {
        let raw = raw_string(reader, cursor.chunk, name_start, name_end)?;
        reader.frames.raw_strings.decoded(raw)
    } else {
        reader.frames.strings.intern(cursor.chunk.slice(name_start, name_end))
    };
    let url = match known_url {
        Some(url) => url,
        None => {
            let raw = raw_string(reader, cursor.chunk, url_start, url_end)?;
            reader.frames.remember_url(script, raw);
            reader.frames.raw_strings.decoded(raw)
        }
    };
    Some(CompactNode { frame: CallFrame { name, url, script, line, column }, self_size, id })
}

/// Steps over the URL and its quotation mark, if it is written as the one that the script had before.
#[inline(always)]
fn known_url(cursor: &mut Cursor, reader: &Reader, script: u32) -> Option<u32> {
    let raw = reader.frames.raw_url_of_script(script)?;
    let expected = reader.frames.raw_strings.get_bytes(raw);
    let start = cursor.position;
    let end = start + expected.len();
    if end < cursor.chunk.len()
        && cursor.chunk.byte(end) == b'"'
        && same_bytes(cursor.chunk.slice(start, end), expected)
    {
        cursor.position = end + 1;
        return Some(reader.frames.raw_strings.decoded(raw));
    }
    None
}

/// Interns a string as it is written. `None` if an escape in it is wrong, which is for the state machine to report.
#[inline(always)]
fn raw_string(reader: &mut Reader, chunk: Padded, start: usize, end: usize) -> Option<u32> {
    let Reader { frames, strings: decoder, .. } = reader;
    let written = chunk.slice(start, end);
    frames.raw_strings.find(written).or_else(|| {
        decoder.begin(true);
        let decoded = match decoder.feed(chunk, start).ok()? {
            Progress::Done(Text::Decoded, _) => decoder.decoded(),
            Progress::Done(Text::InChunk(..), _) => written,
            Progress::NeedsMore => return None,
        };
        let decoded = frames.strings.intern(decoded);
        Some(frames.raw_strings.add(written, decoded))
    })
}

/// Reads nodes from `start` on, which is the first byte of a child of the current node.
#[inline(never)]
pub(super) fn read_nodes(reader: &mut Reader, chunk: Padded, start: usize, place: InArray) -> Result<Compact, Error> {
    let mut cursor = Cursor { chunk, position: start };
    let mut done = Compact { end: start, place };
    let mut depth = reader.depth;
    let mut current = reader.current;
    let first = reader.tree.nodes.len() as u32;
    while let Some(CompactNode { frame, self_size, id }) = node(&mut cursor, reader) {
        let index = reader.tree.nodes.len();
        depth += 1;
        reader.check_limits(index as u32, depth)?;
        let prefix_offset = index as u32 - current;
        reader.tree.nodes.push(Node {
            prefix_offset,
            frame: reader.frames.intern(frame),
            self_size: reader.tree.wide_sizes.pack(index, self_size as i64),
            id: reader.tree.wide_ids.pack(index, id as i64),
        });
        current = index as u32;
        if cursor.byte() == b'{' {
            done = Compact { end: cursor.position, place: InArray::ElementOrEnd };
            continue;
        }
        done.place = InArray::ElementOrEnd;
        let mut offset = prefix_offset;
        // Only nodes that were begun here: of others the call frame may lie elsewhere, or still be missing, which is for
        // the state machine to see.
        while current >= first && cursor.load(0) as u16 == u16::from_le_bytes(*b"]}") {
            cursor.position += 2;
            done.place = InArray::CommaOrEnd;
            depth -= 1;
            current -= offset;
            offset = reader.tree.nodes.get(current as usize).prefix_offset;
        }
        let goes_on = done.place == InArray::CommaOrEnd && cursor.load(0) as u16 == u16::from_le_bytes(*b",{");
        if goes_on {
            cursor.position += 1;
            done.place = InArray::Element;
        }
        done.end = cursor.position;
        if !goes_on {
            break;
        }
    }
    reader.depth = depth;
    reader.current = current;
    Ok(done)
}

#[inline(always)]
fn sample(cursor: &mut Cursor) -> Option<(u64, u64, u64)> {
    literal!(cursor, b"{\"size\":");
    let size = cursor.whole()?;
    literal!(cursor, b",\"nodeId\":");
    let node_id = cursor.whole()?;
    literal!(cursor, b",\"ordinal\":");
    let ordinal = cursor.whole()?;
    literal!(cursor, b"}");
    (size <= MAX_EXACT && node_id <= MAX_EXACT && ordinal <= MAX_EXACT).then_some((size, node_id, ordinal))
}

/// Reads samples from `start` on, which is the first byte of one.
#[inline(never)]
pub(super) fn read_samples(reader: &mut Reader, chunk: Padded, start: usize, place: InArray) -> Compact {
    let mut cursor = Cursor { chunk, position: start };
    let mut done = Compact { end: start, place };
    let samples = &mut reader.samples;
    while let Some((size, node_id, ordinal)) = sample(&mut cursor) {
        let row = samples.rows.len();
        samples.rows.push(Sample {
            size: samples.wide_sizes.pack(row, size as i64),
            node_id: samples.wide_node_ids.pack(row, node_id as i64),
            ordinal: samples.wide_ordinals.pack(row, ordinal as i64),
        });
        done = Compact { end: cursor.position, place: InArray::CommaOrEnd };
        if cursor.load(0) as u16 != u16::from_le_bytes(*b",{") {
            break;
        }
        cursor.position += 1;
        done = Compact { end: cursor.position, place: InArray::Element };
    }
    done
}
