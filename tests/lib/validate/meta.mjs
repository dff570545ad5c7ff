// What meta has to hold.

const isString = (value) => typeof value === 'string';
const isFinite = (value) => Number.isFinite(value);
const isTrue = (value) => value === true;

const FIELDS = {
  interval: (value) => value === 1,
  startTime: (value) => Number.isInteger(value),
  sampleUnits: (value) => value?.time === 'bytes' && value.eventDelay === 'ms' && value.threadCPUDelta === 'ns',
  product: isString,
  importedFrom: (value) => value === 'V8 sampling heap profile',
  symbolicated: isTrue,
  symbolicationNotSupported: isTrue,
  sourceCodeIsNotOnSearchfox: isTrue,
  usesOnlyOneStackType: isTrue,
  keepProfileThreadOrder: isTrue,
  initialVisibleThreads: Array.isArray,
  initialSelectedThreads: Array.isArray,
  stackwalk: (value) => value === 0,
  processType: (value) => value === 0,
  debug: (value) => value === false,
  markerSchema: (value) => Array.isArray(value) && value.length === 0,
  categories: (value) => Array.isArray(value) && value.length > 0,
  extra: Array.isArray,
  version: (value) => value === 34,
  preprocessedProfileVersion: (value) => value === 70,
};

const COLORS = new Set(
  'transparent purple green orange yellow lightblue blue brown magenta red lightred darkgrey grey'.split(' ')
);

const FORMATS = {
  bytes: isFinite,
  integer: Number.isInteger,
  string: isString,
  percentage: isFinite,
  decimal: isFinite,
};

/**
 * @param {object} meta
 * @param {number} threadCount
 * @param {(problem: string) => void} report
 */
export function checkMeta(meta, threadCount, report) {
  if (typeof meta !== 'object' || meta === null) {
    report('meta is missing');
    return;
  }
  for (const [name, test] of Object.entries(FIELDS)) {
    if (!test(meta[name])) {
      report(`meta.${name} is ${JSON.stringify(meta[name])}`);
    }
  }
  for (const name of Object.keys(meta).filter((key) => !(key in FIELDS) && key !== 'fileName')) {
    report(`meta.${name} isn't expected`);
  }
  if ('fileName' in meta && !isString(meta.fileName)) {
    report(`meta.fileName is ${meta.fileName}`);
  }
  checkThreadIndexes(meta, threadCount, report);
  if (Array.isArray(meta.categories)) {
    checkCategories(meta.categories, report);
  }
  if (Array.isArray(meta.extra)) {
    checkExtra(meta.extra, report);
  }
}

function checkThreadIndexes({ initialVisibleThreads, initialSelectedThreads }, threadCount, report) {
  const all = Array.from({ length: threadCount }, (_, index) => index).join();
  if (String(initialVisibleThreads) !== all) {
    report(`meta.initialVisibleThreads is [${initialVisibleThreads}] with ${threadCount} threads`);
  }
  // With one thread for each file the first one is shown; comparisons show what is compared.
  const [selected] = initialSelectedThreads ?? [];
  const isThread = Number.isInteger(selected) && selected >= 0 && selected < threadCount;
  if (initialSelectedThreads?.length !== 1 || !isThread) {
    report(`meta.initialSelectedThreads is [${initialSelectedThreads}]`);
  }
}

function checkCategories(categories, report) {
  const names = new Set();
  categories.forEach(({ name, color, subcategories }, index) => {
    const path = `meta.categories[${index}]`;
    if (!isString(name) || names.has(name)) {
      report(`${path}.name is ${name}, not a new name`);
    }
    names.add(name);
    if (!COLORS.has(color)) {
      report(`${path}.color is ${color}`);
    }
    if (!Array.isArray(subcategories) || subcategories[0] !== 'Other' || !subcategories.every(isString)) {
      report(`${path}.subcategories doesn't begin with 'Other', or has more than strings in it`);
    } else if (new Set(subcategories).size !== subcategories.length) {
      report(`${path}.subcategories has one twice`);
    }
  });
  if (!categories.some(({ color }) => color === 'grey')) {
    report('meta.categories has no grey one: the default category');
  }
}

function checkExtra(extra, report) {
  extra.forEach(({ label, entries }, index) => {
    const path = `meta.extra[${index}]`;
    if (!isString(label) || !Array.isArray(entries)) {
      report(`${path} is not a section`);
      return;
    }
    for (const entry of entries) {
      const test = FORMATS[entry.format];
      if (!isString(entry.label) || test === undefined || !test(entry.value)) {
        report(`${path}: ${JSON.stringify(entry)} can't be shown`);
      }
    }
  });
}
