//! gzip: any bytes unpack the same in any pieces, packed bytes come back, and another program agrees.
#![no_main]

use flate2::Compression;
use flate2::read::{GzEncoder, MultiGzDecoder};
use heapprofile_importer::{ErrorCode, fuzzing};
use libfuzzer_sys::fuzz_target;
use std::io::Read;

/// More isn't unpacked, which keeps a single run short.
const MOST: u64 = 1 << 22;

fn unpack(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(MOST).read_to_end(&mut text);
    read.is_ok().then_some(text)
}

fuzz_target!(|bytes: &[u8]| {
    if bytes.len() > 2 && unpack(bytes).is_none_or(|text| (text.len() as u64) < MOST) {
        // A deflate stream can hold a thousand times its length.
        if bytes.len() < 4096 {
            let whole = fuzzing::gunzip(bytes, usize::MAX);
            let in_pieces = fuzzing::gunzip(bytes, 1 + bytes[bytes.len() / 2] as usize % 50);
            assert_eq!(whole, in_pieces);
            if let (Some(text), Ok(ours)) = (unpack(bytes), &whole) {
                assert!(text == *ours, "another text");
            }
        }
    }

    let mut packed = Vec::new();
    let level = bytes.first().map_or(6, |byte| byte % 10);
    GzEncoder::new(bytes, Compression::new(level.into())).read_to_end(&mut packed).unwrap();
    assert_eq!(fuzzing::gunzip(&packed, 7).as_deref(), Ok(bytes));
    let cut = packed.len() / 2;
    assert_eq!(fuzzing::gunzip(&packed[..cut], 7).map_err(|error| error.code()), Err(ErrorCode::Truncated));
});
