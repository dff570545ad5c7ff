//! Imports files and says what is in them: `cargo run --release --example import -- FILE…`

use heapprofile_importer::{Options, import};
use std::process::ExitCode;

fn main() -> ExitCode {
    for path in std::env::args().skip(1) {
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        };
        match import(&bytes, &Options::default()) {
            Ok(profile) => println!(
                "{path}: {} bytes, {} functions, {} threads",
                profile.total_bytes(),
                profile.function_count(),
                profile.thread_count()
            ),
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
