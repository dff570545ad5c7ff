// What the page needs to know of a profile besides its numbers. It is made once, and small next to the profile.

import { groupFunctions } from './groups.js';

/**
 * @param {object} profile
 * @returns {object}
 */
export function describe(profile) {
  const { groups, groupOf } = groupFunctions(profile);
  return {
    product: profile.meta.product,
    startTime: profile.meta.startTime,
    categories: profile.meta.categories.map(({ name, color }) => ({ name, color })),
    groups,
    functions: describeFunctions(profile, groupOf),
    threads: describeThreads(profile),
  };
}

function describeFunctions({ meta, shared }, group) {
  const { funcTable, frameTable, sources, stringArray } = shared;
  const count = funcTable.length;
  const file = Int32Array.from({ length: count }, (_, i) => {
    const source = funcTable.source[i];
    return source === null ? -1 : sources.filename[source];
  });
  const category = new Uint8Array(count);
  const kind = new Int32Array(count);
  const kinds = meta.categories.flatMap(({ name, subcategories }) =>
    subcategories.map((sub) => (sub === 'Other' ? name : `${name}: ${sub}`)));
  const firstKind = [];
  meta.categories.reduce((first, { subcategories }, i) => {
    firstKind[i] = first;
    return first + subcategories.length;
  }, 0);
  for (let frame = 0; frame < frameTable.length; frame++) {
    const func = frameTable.func[frame];
    category[func] = frameTable.category[frame] ?? 0;
    kind[func] = firstKind[category[func]] + (frameTable.subcategory[frame] ?? 0);
  }
  const columns = {
    name: Int32Array.from(funcTable.name),
    file,
    line: Int32Array.from(funcTable.lineNumber, (line) => line ?? 0),
    column: Int32Array.from(funcTable.columnNumber, (column) => column ?? 0),
    category,
    kind,
    group,
  };
  return { length: count, strings: stringArray, kinds, ...columns, ...rank(columns, stringArray) };
}

// Sorting text by the reader's rules is slow. It is done once, here, so that the table only has to compare numbers.
function rank({ name, file, line, column }, strings) {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const order = Int32Array.from(strings.keys()).sort((a, b) => compare(strings[a], strings[b]));
  const place = new Int32Array(strings.length);
  order.forEach((string, i) => {
    place[string] = i;
  });
  const byLocation = Int32Array.from(file.keys()).sort((a, b) =>
    (file[a] === -1 ? -1 : place[file[a]]) - (file[b] === -1 ? -1 : place[file[b]]) ||
    line[a] - line[b] || column[a] - column[b]);
  const locationRank = new Int32Array(file.length);
  byLocation.forEach((func, i) => {
    locationRank[func] = i;
  });
  return { nameRank: name.map((string) => place[string]), locationRank };
}

function describeThreads(profile) {
  const sections = profile.meta.extra.map(({ label, entries }) => ({
    label,
    facts: Object.fromEntries(entries.map((entry) => [entry.label, entry.value])),
  }))
    // There is also one with the files that were left out.
    .filter(({ facts }) => typeof facts['Total size'] === 'number');
  // A file has a thread, and a second one if it tells collected objects apart.
  const threads = [];
  for (const { label, facts } of sections) {
    const { name, processName, pid, tid, samples } = profile.threads[threads.length];
    const [bytes, samplesOfThread] = [sum(samples.weight), facts.Samples ?? null];
    const base = { file: label, process: processName, pid, tid, facts, samples: samplesOfThread };
    threads.push({ ...base, name, bytes, kind: kindOf(facts) });
    if (facts['Collected by GC'] !== undefined) {
      const { weight } = profile.threads[threads.length].samples;
      threads.push({ ...base, name: 'Collected by GC', bytes: sum(weight), kind: 'collected' });
    }
  }
  return threads;
}

// Ordinals count all samples. Where some are missing their objects were collected, so what is there lives. Without gaps
// nothing is known.
function kindOf(facts) {
  const hasGaps = facts['Highest ordinal'] > facts.Samples;
  return hasGaps || facts['Collected by GC'] !== undefined ? 'live' : 'sampled';
}

function sum(numbers) {
  let result = 0;
  for (const number of numbers) {
    result += number;
  }
  return result;
}
