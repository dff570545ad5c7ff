#!/usr/bin/env bash
# Fills fuzz/corpus with small heap profiles to begin with: one folder for each target, or for those that are named.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
if [ $# -eq 0 ]; then
  set -- $(basename -s .rs fuzz_targets/*.rs)
fi
for target in "$@"; do
  mkdir -p "corpus/$target"
  # Large ones would make each run slow.
  find ../tests/corpus ../tests/fixtures -type f -size -20k ! -name expected.json -exec cp -n {} "corpus/$target/" \;
done
