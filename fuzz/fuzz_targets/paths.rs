//! The reader of V8's own layout and the state machine for all other JSON: the same from both.
#![no_main]

use heapprofile_importer::{Importer, fuzzing};
use heapprofile_importer_fuzz::{assert_same, import, options};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let whole = || std::iter::once(bytes);
    let both = import(Importer::new(options()), whole());
    let general = import(fuzzing::importer_without_compact(options()), whole());
    assert_same(&both, &general);
});
