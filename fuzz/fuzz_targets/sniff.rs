//! Detection: it never claims a file that the import then says is something else, and never denies a good one.
#![no_main]

use heapprofile_importer::{ErrorCode, import, is_heap_profile};
use heapprofile_importer_fuzz::options;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let is_heap_profile = is_heap_profile(bytes);
    match import(bytes, &options()) {
        // What isn't decided by the first bytes may be behind those that are looked at.
        Ok(_) => assert!(is_heap_profile || bytes.len() > 1000, "denied"),
        Err(error) => {
            let is_other = matches!(error.code(), ErrorCode::NotAHeapProfile | ErrorCode::Empty);
            assert!(!(is_other && is_heap_profile), "claimed: {error}");
        }
    }
});
