// The tables that all threads share.

import { checkTable, is } from './columns.mjs';

/**
 * @param {object} shared
 * @param {object[]} categories
 * @param {{ form?: 'plain' | 'typed', report: (problem: string) => void }} context
 */
export function checkShared(shared, categories, context) {
  const { report } = context;
  if (typeof shared !== 'object' || shared === null) {
    report('shared is missing');
    return;
  }
  const indexInto = (name) => is.indexInto(name, () => shared[name]?.length ?? 0);
  const string = indexInto('stringArray');
  const orNull = (check) => is.either(check, is.nothing);
  const minusOne = is.oneOf(-1);

  checkStrings(shared.stringArray, report);
  const tables = {
    stackTable: { frame: indexInto('frameTable'), prefixOffset: is.wholeNumber },
    frameTable: {
      address: minusOne,
      lib: minusOne,
      inlineDepth: is.oneOf(0),
      category: is.indexInto('meta.categories', () => categories.length),
      subcategory: is.wholeNumber,
      func: indexInto('funcTable'),
      nativeSymbol: is.nothing,
      innerWindowID: is.oneOf(0),
      line: is.nothing,
      column: is.nothing,
      originalLocation: is.nothing,
    },
    funcTable: {
      name: string,
      isJS: is.boolean,
      relevantForJS: is.oneOf(false),
      resource: is.either(indexInto('resourceTable'), minusOne),
      source: orNull(indexInto('sources')),
      lineNumber: orNull(is.position),
      columnNumber: orNull(is.position),
      originalLocation: is.nothing,
    },
    resourceTable: { name: string, host: orNull(string), type: is.oneOf(2, 3, 4, 5) },
    sources: {
      id: is.nothing,
      filename: string,
      startLine: is.oneOf(1),
      startColumn: is.oneOf(1),
      sourceMapURL: is.nothing,
      content: orNull(is.string),
    },
    nativeSymbols: { libIndex: is.wholeNumber, address: is.wholeNumber, name: string, functionSize: is.nothing },
    sourceLocationTable: { source: indexInto('sources'), line: is.position, column: is.position },
  };
  let hasAll = true;
  for (const [name, checks] of Object.entries(tables)) {
    checkTable(`shared.${name}`, shared[name], checks, context);
    hasAll &&= Object.keys(checks).every((column) => shared[name]?.[column]?.length === shared[name]?.length);
  }
  for (const name of Object.keys(shared).filter((key) => !(key in tables) && key !== 'stringArray')) {
    report(`shared.${name} isn't a table of this version`);
  }
  for (const name of ['nativeSymbols', 'sourceLocationTable']) {
    if (shared[name]?.length !== 0) {
      report(`shared.${name} isn't empty`);
    }
  }
  // What follows is about how columns belong together.
  if (hasAll) {
    checkStacks(shared.stackTable, report);
    checkFrames(shared, categories, report);
    checkFuncs(shared, report);
    checkUnique('shared.resourceTable', shared.resourceTable, ['name', 'type'], report);
    checkResources(shared.resourceTable, report);
    checkUnique('shared.sources', shared.sources, ['filename'], report);
  }
}

function checkStrings(stringArray, report) {
  if (!Array.isArray(stringArray)) {
    report('shared.stringArray is missing, or not an array');
    return;
  }
  const seen = new Set();
  for (let index = 0; index < stringArray.length; index++) {
    const string = stringArray[index];
    if (typeof string !== 'string') {
      report(`shared.stringArray[${index}] is ${String(string)}`);
    } else if (seen.has(string)) {
      report(`shared.stringArray[${index}] is there twice: ${JSON.stringify(string)}`);
    }
    seen.add(string);
  }
}

function checkStacks({ prefixOffset, length }, report) {
  for (let index = 0; index < length; index++) {
    if (prefixOffset[index] > index) {
      report(`shared.stackTable.prefixOffset[${index}] is ${prefixOffset[index]}: before the table`);
    }
  }
}

function checkFrames({ frameTable, funcTable, stackTable }, categories, report) {
  const { category, subcategory, func, length } = frameTable;
  if (length !== funcTable.length) {
    report(`shared.frameTable has ${length} rows for ${funcTable.length} functions`);
  }
  const isUsed = new Array(length).fill(false);
  for (const frame of stackTable.frame) {
    isUsed[frame] = true;
  }
  for (let index = 0; index < length; index++) {
    if (func[index] !== index) {
      report(`shared.frameTable.func[${index}] is ${func[index]}`);
    }
    const subcategories = categories[category[index]]?.subcategories ?? [];
    if (subcategory[index] >= subcategories.length) {
      report(`shared.frameTable.subcategory[${index}] is ${subcategory[index]} of ${subcategories.length}`);
    }
    if (!isUsed[index]) {
      report(`shared.frameTable[${index}] is in no stack`);
    }
  }
}

// V8's script id belongs to what makes a function one, and isn't in the profile: equal rows can be right here.
function checkFuncs({ funcTable, stringArray }, report) {
  const { name, source, resource, length } = funcTable;
  for (let index = 0; index < length; index++) {
    if (stringArray[name[index]] === '') {
      report(`shared.funcTable.name[${index}] is empty`);
    }
    if ((source[index] === null) !== (resource[index] === -1)) {
      report(`shared.funcTable[${index}] has source ${source[index]}, but resource ${resource[index]}`);
    }
  }
}

function checkResources({ host, type, length }, report) {
  for (let index = 0; index < length; index++) {
    if ((host[index] !== null) !== (type[index] === 3)) {
      report(`shared.resourceTable[${index}] is of type ${type[index]} with host ${host[index]}`);
    }
  }
}

function checkUnique(path, table, columns, report) {
  const seen = new Set();
  for (let index = 0; index < table.length; index++) {
    const key = columns.map((column) => table[column][index]).join();
    if (seen.has(key)) {
      report(`${path}[${index}] is there twice`);
    }
    seen.add(key);
  }
}
