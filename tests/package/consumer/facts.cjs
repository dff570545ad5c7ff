// What import.mjs and require.cjs print of the two entries.

const { readFileSync } = require('node:fs');

const total = ({ threads: [{ samples }] }) => samples.weight.reduce((sum, weight) => sum + weight, 0);

function codeOf({ HeapProfileError, importHeapProfile }) {
  try {
    return importHeapProfile(new Uint8Array(0)) && 'none';
  } catch (error) {
    return error instanceof HeapProfileError ? error.code : String(error);
  }
}

exports.printFacts = async (entries, wasm) => {
  const file = readFileSync(process.argv[2]);
  const streamed = entries.map(({ importHeapProfileStream }) => importHeapProfileStream(new Blob([file])));
  const facts = {
    bytes: entries.map(({ importHeapProfile }) => total(importHeapProfile(file))),
    streamed: (await Promise.all(streamed)).map(total),
    codes: entries.map(codeOf),
    detected: entries.map(({ isHeapProfile }) => isHeapProfile(file)),
    wasm: WebAssembly.validate(readFileSync(wasm)),
  };
  console.log(JSON.stringify(facts));
};
