//! The importer without WebAssembly, in bytes a second: `cargo bench`. The inputs are the small real files of the
//! tests, and the largest of them many times over.

use divan::Bencher;
use divan::counter::BytesCount;
use heapprofile_importer::{Options, import, is_heap_profile};

fn main() {
    divan::main();
}

fn read(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/corpus/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

const FILES: [&str; 4] = [
    "node22-pnpm.heapprofile.gz",
    "node24-ts-strip.heapprofile",
    "node26-v8-startHeapProfile.heapprofile",
    "node22-pretty.heapprofile.gz",
];

#[divan::bench(args = FILES)]
fn whole_import(bencher: Bencher, name: &str) {
    let bytes = read(name);
    let options = Options::default();
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| import(divan::black_box(&bytes), &options));
}

#[divan::bench(args = FILES)]
fn detection(bencher: Bencher, name: &str) {
    let bytes = read(name);
    bencher.bench(|| is_heap_profile(divan::black_box(&bytes)));
}
