// Imports files, keeps the profile, and does the sums. All of it is here rather than in the page, which has to stay
// responsive, whatever the size of the file.

import init, { importHeapProfileStream } from './pkg/index.js';
import { describe } from './model/describe.js';
import { invert } from './model/inverted.js';
import { toCompressedJson } from './model/json.js';
import { layOut } from './model/layout.js';
import { chargeToCallers, sumBy } from './model/totals.js';
import { mergeStacks } from './model/tree.js';
import { weighStacks } from './model/weights.js';

const PROGRESS_INTERVAL = 50;

let profile;
let info;
let tree;

const TASKS = { import: importFiles, view, inverted, export: () => toCompressedJson(profile) };

self.addEventListener('message', async ({ data: { id, task, argument } }) => {
  try {
    const result = await TASKS[task](argument);
    self.postMessage({ id, result }, { transfer: buffersIn(result) });
  } catch (error) {
    self.postMessage({ id, error: plainError(error) });
  }
});

async function importFiles(files) {
  let lastReport = 0;
  await init();
  const skipped = [];
  try {
    profile = await importHeapProfileStream(files.map(({ name, blob }) => ({ name, data: blob })), {
      columns: 'typed',
      // The page has a thread for each file, and sums them up.
      snapshots: false,
      onError: 'skip',
      onSkip: (name, error) => skipped.push({ ...plainError(error), name }),
      onProgress(bytesRead, bytesTotal) {
        const now = performance.now();
        if (now - lastReport > PROGRESS_INTERVAL || bytesRead === bytesTotal) {
          lastReport = now;
          self.postMessage({ progress: { bytesRead, bytesTotal } });
        }
      },
    });
  } catch (error) {
    // All files were left out, and the first one's error was thrown; the list has them all.
    if (skipped.length === files.length) {
      return { skipped, info: null };
    }
    throw error;
  }
  info = describe(profile);
  // The page gets copies of all but the strings: its own are still needed for the sums.
  return { skipped, info: structuredClone(info) };
}

function view(threads) {
  const { groups, functions } = info;
  tree = mergeStacks(profile.shared, weighStacks(profile, threads));
  const functionOf = Int32Array.from({ length: functions.length }, (_, i) => i);
  return {
    bytes: tree.total[0],
    samples: tree.totalSamples[0],
    nodes: tree.func.length - 1,
    functions: sumBy(tree, functionOf, functions.length),
    groups: { ...sumBy(tree, functions.group, groups.length), charged: chargeToCallers(tree, functions.group, groups) },
    flame: layOut(tree),
  };
}

function inverted() {
  return layOut(invert(tree));
}

function buffersIn(value) {
  if (value instanceof ArrayBuffer) {
    return [value];
  }
  if (ArrayBuffer.isView(value)) {
    return [value.buffer];
  }
  // Strings and short lists of objects have nothing to transfer.
  return value?.constructor === Object ? Object.values(value).flatMap(buffersIn) : [];
}

function plainError({ name, message, code, offset }) {
  return { name, message, code, offset };
}
